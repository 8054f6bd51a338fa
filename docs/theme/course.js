// Two small things that the theme leaves to us.
DoxygenAwesomeDarkModeToggle.init();

document.addEventListener("DOMContentLoaded", () => {
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
