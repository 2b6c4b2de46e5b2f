// What is shown when the server does not accept the page any more.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";

import { at, pageTest, until } from "./harness.mjs";
import { openRoom, startBench } from "./steps.mjs";

pageTest("a token that is refused is said, and the run under way ends", async (bench) => {
  const page = await openRoom(bench, "tiles", { query: "?view=bench" });
  await startBench(page, { player: "random", games: "10000000", seed: "1" });
  await bench.program.kill();
  const server = createServer((request, response) => { response.writeHead(401).end(); });
  server.listen(bench.program.port, "127.0.0.1");
  await once(server, "listening");
  try {
    const shown = page.locator("#notes .note.error", { hasText: "does not accept the token" });
    await shown.waitFor();
    assert.match(await shown.textContent(), /open the address that `tilewright workbench` printed/);
    await until("the run ends", () => at(page, "bench").isEnabled());
  } finally {
    server.closeAllConnections();
    server.close();
  }
}, { expected: /Failed to load resource/ });
