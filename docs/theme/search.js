// Full-text search over the pages. Doxygen's own search knows titles and identifiers by their first letters only, so
// that "sector" would not find "What is a sector?". `courseSearch` comes from search-index.js (written by course_site):
// one entry for each section of each page, { title, heading, url, text }.
(() => {
  const most = 12;

  // How well an entry answers all words; 0 if one of them is missing. A word counts where some word begins with it.
  function score(entry, words) {
    let total = 0;
    for (const word of words) {
      const found = (text) => (" " + text.toLowerCase()).split(/[^\p{L}\p{N}_]+/u).filter((w) => w.startsWith(word)).length;
      const points = 20 * found(entry.title) * (entry.heading ? 0.5 : 1) + 8 * found(entry.heading) + Math.min(4, found(entry.text));
      if (points === 0) return 0;
      total += points;
    }
    return total;
  }

  // The best place of each page, best page first.
  function search(query) {
    const words = query.toLowerCase().split(/[^\p{L}\p{N}_]+/u).filter((w) => w.length > 0);
    if (words.length === 0) return [];
    const best = new Map();
    for (const entry of courseSearch) {
      const points = score(entry, words), page = entry.url.split("#")[0];
      if (points > (best.get(page)?.points ?? 0)) best.set(page, { entry, points });
    }
    return [...best.values()].sort((a, b) => b.points - a.points).slice(0, most).map((result) => result.entry);
  }

  // A few words around the first hit.
  function snippet(entry, query) {
    const at = entry.text.toLowerCase().indexOf(query.toLowerCase().trim().split(/\s+/)[0]);
    const from = Math.max(0, at - 40);
    return (from > 0 ? "…" : "") + entry.text.slice(from, from + 110) + "…";
  }

  function show(panel, query) {
    const results = search(query);
    panel.replaceChildren();
    panel.hidden = query.trim() === "";
    if (panel.hidden) return;
    if (results.length === 0) panel.textContent = `Nothing about "${query.trim()}".`;
    for (const entry of results) {
      const link = document.createElement("a");
      link.href = entry.url;
      const title = document.createElement("strong");
      title.textContent = entry.heading ? `${entry.title} · ${entry.heading}` : entry.title;
      const text = document.createElement("span");
      text.textContent = snippet(entry, query);
      link.append(title, text);
      panel.append(link);
    }
  }

  let panel, field;

  function place() {
    const box = field.getBoundingClientRect();
    panel.style.top = `${box.bottom + 8}px`;
    panel.style.left = `${Math.max(8, Math.min(box.left, innerWidth - panel.offsetWidth - 8))}px`;
  }

  // Takes the place of Doxygen's field, without Doxygen's handlers.
  function install() {
    const old = document.getElementById("MSearchField");
    if (!old || old === field) return;
    field = document.createElement("input");
    Object.assign(field, { id: "MSearchField", type: "search", placeholder: "Search", autocomplete: "off" });
    field.setAttribute("aria-label", "Search the site");
    old.replaceWith(field);
    field.addEventListener("input", () => { show(panel, field.value); place(); });
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") show(panel, (field.value = ""));
      if (event.key === "Enter") panel.querySelector("a")?.click();
    });
  }

  function start() {
    panel = document.createElement("div");
    panel.id = "course-search";
    panel.hidden = true;
    panel.setAttribute("role", "region");
    panel.setAttribute("aria-label", "Search results");
    document.body.append(panel);
    install();
    document.addEventListener("click", (event) => {
      if (!panel.contains(event.target) && event.target !== field) panel.hidden = true;
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || /^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) return;
      event.preventDefault();
      field.focus();
    });
    // Doxygen's menu script makes its field anew, at start and when a window changes between phone and desk.
    new MutationObserver(install).observe(document.body, { childList: true, subtree: true });
    addEventListener("resize", place);
  }

  // After Doxygen's own start-up functions, which run when the document is ready.
  addEventListener("load", start);
})();
