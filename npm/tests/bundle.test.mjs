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
    import { init as start, Match3Game } from "tilewright/match3";
    init().then(start).then(() => {
      const path = new PF.AStarFinder().findPath(0, 0, 1, 0, new PF.Grid(2, 1));
      const game = new Match3Game({ level: "....\\n....\\n....", goal: "collect:9" });
      console.log(new Navigation({ width: 3, height: 1 }).path(0, 0, 2, 0).join(" "), path.join(" "), game.state().elements.length);
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

const SAID = "0 0 1 0 2 0 0,0 1,0 12\n";

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

test("a task runs in a worker of what was bundled, without a file beside it", () => {
  writeFileSync("tasks.mjs", `import { init, run } from "tilewright/tasks";
    await init({ worker: true });
    const { document } = await run("battleship/count", { rows: 4, columns: 4, fleet: "2" });
    console.log(document.count);`);
  tool("esbuild", "tasks.mjs", "--bundle", "--minify", "--format=esm", "--outfile=tasks/index.mjs");
  assert.equal(execFileSync("node", ["tasks/index.mjs"], { encoding: "utf8" }), "24\n");
});

test("a server may import it: nothing happens before init", () => {
  for (const part of ["paths", "match3", "match3-design", "2048", "battleship", "tasks"]) {
    const code = `globalThis.WebAssembly = undefined; import("tilewright/${part}").then(({ init }) => console.log(typeof init))`;
    assert.equal(execFileSync("node", ["--input-type=module", "--eval", code], { encoding: "utf8" }), "function\n");
  }
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
    import { Match3Game, type GameEvent } from "tilewright/match3";
    import { Game2048 } from "tilewright/2048";
    import { Duel } from "tilewright/battleship";
    import { run } from "tilewright/tasks";
    const game = new Match3Game({ level: { layout: ["...."] }, goal: "collect:9", seed: 1n });
    const show = (event: GameEvent): number => (event.event === "move" ? event.to.x : event.event === "end" ? event.manner.length : event.step);
    const shown = game.swap({ x: 0, y: 0 }, { x: 1, y: 0 }).steps.flat().map(show);
    new Game2048().slide("left");
    const { fleets }: { fleets: bigint | null } = new Duel({ fleet: [2, 3] }).advise();
    const { document } = await run("match3/generate", { rows: 8, win_rate: "60%" }, { forms: ["svg"] });
    import { run as design } from "tilewright/match3-design";
    const { svg } = await design("match3/tweak", { level: "level.json", direction: "easier" }, { forms: ["svg"] });
    export { points, path, shown, fleets, document, svg };`);
  tool("tsc", ...options, "good.mts");
  const navigation = 'import { Navigation } from "tilewright/paths"; const map = new Navigation({ width: 3, height: 1 });';
  const wrong = ["map.set(1, 2);", 'map.set("1", 2, 3);', "map.route({ from: { x: 0, y: 0 } });", "map.rout();", 'new Navigation({ width: 1, height: 1 }, { shape: "round" });']
    .map((line) => `${navigation} ${line}`);
  wrong.push('import { Match3Game } from "tilewright/match3"; new Match3Game({ goal: "collect:9" });');
  wrong.push('import { Game2048 } from "tilewright/2048"; new Game2048().slide("north");');
  wrong.push('import { run } from "tilewright/tasks"; run("match3/generat", {});', 'import { run } from "tilewright/tasks"; run("match3/generate", { row: 8 });');
  wrong.push('import { run } from "tilewright/match3-design"; run("match3/pack", {});', 'import { run } from "tilewright/match3-design"; run("match3/generate", {}, { forms: ["png"] });');
  wrong.forEach((code, at) => {
    writeFileSync(`wrong${at}.mts`, code);
    assert.throws(() => tool("tsc", ...options, `wrong${at}.mts`), code);
  });
});
