// A web server for the built site, and a browser for it.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png" };

export async function serve(folder) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://site").pathname));
    if (path === "/favicon.ico") return response.writeHead(204).end();
    try {
      const body = await readFile(join(folder, path === "/" ? "index.html" : path));
      response.writeHead(200, { "content-type": types[extname(path)] ?? "text/html; charset=utf-8" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

// The flags keep a browser that runs as root, without a GPU and without the net quiet.
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

export const phone = { width: 390, height: 844 };
export const desk = { width: 1280, height: 900 };

// A page of the site. `complaints` collects console errors, exceptions and requests that failed.
export async function open(browser, { viewport = desk, dark = false } = {}) {
  const context = await browser.newContext({ viewport, colorScheme: dark ? "dark" : "light" });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(`${page.url()}: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on("response", (response) => response.status() >= 400 && complaints.push(`${page.url()}: ${response.status()} for ${response.url()}`));
  return { page, complaints, close: () => context.close() };
}
