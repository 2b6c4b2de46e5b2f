// What bundlers make of the package without settings or plugins, and what the compiler of TypeScript says to a user of it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const tool = (name, ...words) =>
  execFileSync(join(process.env.TILEWRIGHT_TOOLS, name), words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** A sample without settings, in a folder of its own. */
function sample(name) {
  mkdirSync(name, { recursive: true });
  writeFileSync(join(name, "sample.mjs"), `import { init, Navigation } from "tilewright/paths";
    import PF from "tilewright/paths/pathfinding";
    init().then(() => {
      const path = new PF.AStarFinder().findPath(0, 0, 1, 0, new PF.Grid(2, 1));
      console.log(new Navigation({ width: 3, height: 1 }).path(0, 0, 2, 0).join(" "), path.join(" "));
    });`);
  writeFileSync(join(name, "index.html"), '<script type="module" src="sample.mjs"></script>');
  return name;
}

/** Runs what a bundler made for a page, as far as it asks for one. */
function run(folder) {
  const [name] = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const page = "globalThis.document = { createElement: () => ({ relList: { supports: () => true } }) };\n";
  writeFileSync(join(folder, "run.mjs"), page + readFileSync(join(folder, name), "utf8"));
  return execFileSync("node", [join(folder, "run.mjs")], { encoding: "utf8" });
}

const SAID = "0 0 1 0 2 0 0,0 1,0\n";

test("esbuild", () => {
  const folder = sample("esbuild");
  tool("esbuild", `${folder}/sample.mjs`, "--bundle", "--minify", "--format=esm", `--outfile=${folder}/out/index.js`);
  assert.equal(run(`${folder}/out`), SAID);
});

test("Vite", () => {
  tool("vite", "build", sample("vite"), "--outDir", "out", "--logLevel", "warn");
  assert.equal(run("vite/out/assets"), SAID);
});

test("webpack", () => {
  const folder = sample("webpack");
  tool("webpack", "--mode", "production", "--entry", `./${folder}/sample.mjs`, "--output-path", `${folder}/out`);
  assert.equal(run(`${folder}/out`), SAID);
});

test("Parcel", () => {
  const folder = sample("parcel");
  tool("parcel", "build", `${folder}/index.html`, "--dist-dir", `${folder}/out`, "--no-cache", "--no-source-maps");
  assert.equal(run(`${folder}/out`), SAID);
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
