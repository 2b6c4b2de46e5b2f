// What a bundler makes of the package, and what the compiler of TypeScript says to a user of it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const tool = (name, ...words) =>
  execFileSync(join(process.env.TILEWRIGHT_TOOLS, name), words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

test("esbuild makes one file that needs nothing beside it", () => {
  writeFileSync("sample.mjs", `import { init, Navigation } from "tilewright/paths";
    await init();
    console.log(new Navigation({ width: 3, height: 1 }).path(0, 0, 2, 0).join(" "));`);
  tool("esbuild", "sample.mjs", "--bundle", "--minify", "--format=esm", "--platform=neutral", "--outfile=bundled.mjs");
  assert.equal(execFileSync("node", ["bundled.mjs"], { encoding: "utf8" }), "0 0 1 0 2 0\n");
});

test("who does not use the module in the code does not get it", () => {
  writeFileSync("slim.mjs", 'export { Navigation } from "tilewright/paths";\nexport { Grid } from "tilewright/paths/pathfinding";');
  const code = tool("esbuild", "slim.mjs", "--bundle", "--minify", "--format=esm", "--platform=neutral");
  assert.ok(code.length < 60_000, `${code.length} bytes`);
});

test("a server may import it: nothing happens before init", () => {
  const words = ["--input-type=module", "--eval", 'import("tilewright/paths").then(({ init }) => console.log(typeof init))'];
  const none = 'globalThis.WebAssembly = undefined; ';
  const output = execFileSync("node", [words[0], words[1], none + words[2]], { encoding: "utf8" });
  assert.equal(output, "function\n");
});

test("the strictest settings of TypeScript have nothing to say, and wrong calls do not compile", () => {
  const options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "nodenext"];
  writeFileSync("good.mts", `import { init, Navigation, Terrain, type Answer, type Layer } from "tilewright/paths";
    import PF, { Grid } from "tilewright/paths/pathfinding";
    await init();
    const layers: Layer[] = [{ name: "walk", costs: { [Terrain.FREE]: 1 }, sizes: [2] }];
    const map = new Navigation({ width: 3, height: 1 }, { layers });
    const answer: Answer = map.route({ from: { x: 0, y: 0 }, to: [{ x: 2, y: 0 }], budget: 5 });
    if (answer.state === "unfinished") answer.search.resume();
    else if (answer.state !== "unreachable") answer.route.isValid();
    const points: Int32Array | null = map.path(0, 0, 2, 0);
    const path: number[][] = new PF.AStarFinder().findPath(0, 0, 1, 0, new Grid([[0, 0]]));
    export { points, path };`);
  tool("tsc", ...options, "good.mts");
  const wrong = ["map.set(1, 2);", 'map.set("1", 2, 3);', "map.route({ from: { x: 0, y: 0 } });", "map.rout();", 'new Navigation({ width: 1, height: 1 }, { shape: "round" });'];
  wrong.forEach((line, at) => {
    writeFileSync(`wrong${at}.mts`, `import { Navigation } from "tilewright/paths"; const map = new Navigation({ width: 3, height: 1 }); ${line}`);
    assert.throws(() => tool("tsc", ...options, `wrong${at}.mts`), line);
  });
});
