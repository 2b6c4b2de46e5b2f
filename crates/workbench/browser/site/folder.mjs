// The static page under test: its folder behind a plain file server of this machine.

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

/** The folder, named by `cargo xtask site --check`. */
const SITE = process.env.TILEWRIGHT_SITE;

const KINDS = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".png": "image/png",
};

/** Serves the folder as any web server would; what a test of the page gets in place of the program. */
export async function startSite() {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://site").pathname);
    const file = join(SITE, path.endsWith("/") ? `${path}index.html` : path);
    try {
      const bytes = await readFile(file);
      response.writeHead(200, { "Content-Type": KINDS[extname(file)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${server.address().port}/`;
  return {
    address,
    log: "",
    addressOf: (place) => (place ? `${address}#${place}` : address),
    close: async () => { server.closeAllConnections(); server.close(); },
  };
}
