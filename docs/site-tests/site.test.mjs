// The built site as a reader meets it: on a desk and on a phone, in the light and in the dark.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { desk, launch, open, phone, serve } from "./browser.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let browser, server, pages;

before(async () => {
  server = await serve(process.env.SITE);
  browser = await launch();
  const index = await readFile(`${process.env.SITE}/search-index.js`, "utf8");
  const entries = JSON.parse(index.slice(index.indexOf("["), index.lastIndexOf("]") + 1));
  pages = [...new Set(["index.html", "labs.html", "glossary.html", "guides.html", ...entries.map((entry) => entry.url.split("#")[0])])];
  assert.ok(pages.includes("sector.html") && pages.includes("lab-03-coalescing.html"), `unexpected pages: ${pages}`);
});
after(async () => {
  await browser?.close();
  server?.close();
});

const visit = (page, name) => page.goto(`${server.address}/${name}`, { waitUntil: "load" });

test("every page loads without an error and has alternative text for its images", async () => {
  const { page, complaints, close } = await open(browser);
  for (const name of pages) {
    await visit(page, name);
    const silent = await page.$$eval("img:not([alt]), svg[role=img]:not([aria-label])", (images) => images.map((image) => image.outerHTML.slice(0, 200)));
    assert.deepEqual(silent, [], name);
  }
  assert.deepEqual(complaints, []);
  await close();
});

test("no page scrolls sideways on a phone", async () => {
  const { page, close } = await open(browser, { viewport: phone });
  const wide = [];
  for (const name of pages) {
    await visit(page, name);
    const width = await page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.querySelector("#doc-content")?.scrollWidth ?? 0));
    if (width > phone.width) wide.push(`${name}: ${width} px`);
  }
  assert.deepEqual(wide, []);
  assert.ok(await page.getByRole("navigation", { name: "Sections" }).isVisible(), "a phone has no links to the sections");
  await close();
});

for (const viewport of [desk, phone])
  test(`search finds the page on sectors (${viewport.width} px)`, async () => {
    const { page, complaints, close } = await open(browser, { viewport });
    await visit(page, "index.html");
    const field = page.getByRole("searchbox", { name: "Search the site" });
    await field.fill("xyzzy");
    await page.getByText('Nothing about "xyzzy".').waitFor();
    await field.fill("sector");
    const first = page.locator("#course-search a").first();
    assert.match(await first.textContent(), /What is a sector\?/);
    await first.click();
    await page.waitForURL("**/sector.html");
    assert.match(await page.locator(".headertitle .title").textContent(), /^What is a sector\?\s*$/);
    assert.deepEqual(complaints, []);
    await close();
  });

test("one gets from the start to a lab, to a term, and back", async () => {
  const { page, close } = await open(browser);
  await visit(page, "index.html");
  await page.locator(".card").getByRole("link", { name: /Lab 03/ }).click();
  await page.waitForURL("**/lab-03-coalescing.html");
  await page.locator(".contents").getByRole("link", { name: "What does a stride cost?" }).first().click();
  await page.waitForURL("**/strided-access.html");
  await page.locator(".contents").getByRole("link", { name: /Lab 03/ }).click();
  await page.waitForURL("**/lab-03-coalescing.html");
  await close();
});

test("the switch turns the page dark and back", async () => {
  const { page, close } = await open(browser);
  await visit(page, "sector.html");
  const brightness = () => page.evaluate(() => {
    const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
    return (r + g + b) / 3;
  });
  assert.ok((await brightness()) > 200);
  await page.locator("doxygen-awesome-dark-mode-toggle").click();
  assert.ok((await brightness()) < 80);
  await page.locator("doxygen-awesome-dark-mode-toggle").click();
  assert.ok((await brightness()) > 200);
  await close();
});

for (const dark of [false, true])
  test(`axe finds no fault (${dark ? "dark" : "light"})`, async () => {
    const { page, close } = await open(browser, { dark });
    const faults = [];
    for (const name of pages) {
      await visit(page, name);
      await page.evaluate(axe);
      const result = await page.evaluate(() => axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }));
      for (const violation of result.violations)
        faults.push(`${name}: ${violation.id}: ${violation.help}: ${violation.nodes[0].html.slice(0, 160)} (${violation.nodes.length} places)`);
    }
    assert.deepEqual(faults, []);
    await close();
  });
