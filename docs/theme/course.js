// Small things that the theme leaves to us.
DoxygenAwesomeDarkModeToggle.init();

document.addEventListener("DOMContentLoaded", () => {
  // Doxygen scrolls the text inside the window, so the keyboard has to reach it.
  document.getElementById("doc-content").tabIndex = 0;
  // A table wider than a phone scrolls inside a frame of its own; the keyboard has to reach it.
  for (const table of document.querySelectorAll("table.markdownTable, table.doxtable")) {
    const frame = document.createElement("div");
    frame.className = "table-frame";
    frame.tabIndex = 0;
    frame.setAttribute("role", "group");
    frame.setAttribute("aria-label", "Table");
    table.replaceWith(frame);
    frame.append(table);
  }
  for (const code of document.querySelectorAll("div.fragment")) {
    code.tabIndex = 0;
    code.setAttribute("role", "group");
    code.setAttribute("aria-label", "Code");
  }
});

// The switch that ties tree and page together is a picture without a text; nobody needs it here.
addEventListener("load", () => document.getElementById("nav-sync")?.remove());
