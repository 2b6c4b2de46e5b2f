// What a fault of the module itself looks like from outside.

import assert from "node:assert/strict";
import { test } from "node:test";
import { exported } from "./module.mjs";

const { init, Navigation } = await import("tilewright/paths");

test("a module that broke says so, at once and at every later call", async () => {
  await init();
  const map = new Navigation({ width: 2, height: 1 });
  // More numbers than there is memory for.
  assert.throws(() => exported().numbers(-1), /tilewright\/paths broke, and cannot be used any more: .*capacity overflow/s);
  assert.throws(() => map.path(0, 0, 1, 0), /tilewright\/paths broke, and cannot be used any more/);
});
