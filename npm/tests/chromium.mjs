// The examples in `served`, opened in Chromium.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";

const { chromium } = createRequire(join(process.env.TILEWRIGHT_NODE_MODULES, "none.js"))("playwright-core");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".png": "image/png", ".tmj": "application/json" };

/** How long a condition is waited for, in milliseconds; a loaded machine needs long. */
const PATIENCE = 1000 * Number(process.env.TILEWRIGHT_PATIENCE ?? 90);

/** Serves the examples, and starts Chromium. */
export async function start() {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const path = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    try {
      response.setHeader("content-type", TYPES[extname(path)] ?? "application/octet-stream");
      response.end(readFileSync(join("served", path)));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const browser = await chromium.launch({ executablePath: process.env.TILEWRIGHT_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
  return {
    /** Opens an example; `errors` is what its page reports. */
    async open(path) {
      const page = await browser.newPage({ viewport: { width: 720, height: 620 } });
      const errors = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      await page.goto(`http://127.0.0.1:${server.address().port}/${path}`);
      const until = (condition, argument) => page.waitForFunction(condition, argument, { timeout: PATIENCE });
      await until(() => globalThis.game?.scene.scenes[0]?.sys.isActive());
      return { page, errors, until };
    },
    async end() {
      await browser.close();
      server.close();
    },
  };
}
