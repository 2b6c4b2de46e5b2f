// Placements, painted regions, and what single cells do: the pure parts.

import assert from "node:assert/strict";
import { test } from "node:test";

import { brokenWords } from "../page/levels/comparison.js";
import { curveDocument } from "../page/levels/curve.js";
import { empty, gameKey, read, resized, write } from "../page/levels/document.js";
import { diverging, effectsOf } from "../page/levels/effects.js";
import { partWords, tokenOf } from "../page/levels/goal-parts.js";
import { kindNames, placedRequest, placementOf, wordOf } from "../page/levels/placements.js";
import { isInside, kept, regioned, withRegion } from "../page/levels/regions.js";

const WORDS = [
  "box in center", "box in lower third or row 1 or A", "any not in spawners", "at most 3 box in a row", "grass in clusters of 4", "grass with box",
  "box in lines of 3", "grass in frames", "at most 0% of any alone",
];

test("placements are read from their words and written again", () => {
  for (const word of WORDS) assert.equal(wordOf(placementOf(word)), word);
  assert.deepEqual(placementOf(WORDS[1]).places, ["lower third", "row 1", "A"]);
  assert.equal(placementOf("box near row 1"), null);
});

test("kinds are named without numbers, and with them where a request has several", () => {
  assert.deepEqual(kindNames(["box1:2-9", "grass1"]), ["any", "box", "grass"]);
  assert.deepEqual(kindNames(["box1", "box2:4", "obstacle"]), ["any", "box", "box1", "box2", "obstacle"]);
});

test("a request has the regions that its placements name", () => {
  const level = { regions: { A: ["x."], B: [".x"] } };
  const placements = [WORDS[1], WORDS[3]].map(placementOf);
  assert.deepEqual(placedRequest(placements, level), { where: [WORDS[1], WORDS[3]], regions: { A: ["x."] } });
  assert.deepEqual(placedRequest([placementOf(WORDS[0])], level), { where: [WORDS[0]] });
  assert.deepEqual(placedRequest([], level), {});
});

test("regions are painted, cleared, resized and written with the level", () => {
  const before = empty(2, 3);
  const painted = regioned(before, [[0, 1], [1, 2], [5, 5]], { region: "A", isInside: true });
  assert.deepEqual(painted.regions, { A: [".x.", "..x"] });
  assert.equal(before.regions, undefined);
  assert.ok(isInside(painted, "A", [0, 1]) && !isInside(painted, "B", [0, 1]));
  assert.equal(regioned(painted, [[0, 1]], { region: "A", isInside: true }), painted, "nothing changes");
  assert.equal(regioned(painted, [[0, 1], [1, 2]], { region: "A", isInside: false }).regions, undefined);
  assert.equal(withRegion(painted, "A", null).regions, undefined);
  assert.deepEqual(resized(painted, 1, 4).regions, { A: [".x.."] });
  assert.equal(resized(painted, 1, 1).regions, undefined);
  assert.deepEqual(read(write(painted)).regions, painted.regions);
  assert.equal(gameKey(painted), gameKey(before), "games do not depend on them");
});

test("a generated level of the same size keeps the regions", () => {
  const before = regioned(empty(2, 2), [[0, 0]], { region: "B", isInside: true });
  assert.deepEqual(kept(empty(2, 2), before).regions, { B: ["x.", ".."] });
  assert.equal(kept(empty(3, 2), before).regions, undefined);
});

test("a curve of a pack has style and placements", () => {
  const common = { levels: 3, quantity: "difficulty", points: [[1, 20]], level: empty(5, 5), kinds: ["obstacle"], symmetry: "none", bot: "", goals: ["collect:9"] };
  const document = curveDocument({ ...common, style: "scattered", placed: { where: ["obstacle in A"], regions: { A: ["x"] } } });
  assert.deepEqual([document.style, document.where, document.regions], ["scattered", ["obstacle in A"], { A: ["x"] }]);
  assert.equal("where" in curveDocument(common), false);
});

const cost = (cell, swaps, rate, more = {}) => ({
  cell, kind: "box1", swaps, ci95: [swaps - 0.5, swaps + 0.5], games: 64,
  ...(rate === undefined ? {} : { win_rate: { mean: rate, ci95: [rate - 0.02, rate + 0.02] } }), ...more,
});

test("what removing and adding a cell does is in points, easier first", () => {
  const found = effectsOf({ costs: [cost([0, 1], 2, -0.1)], additions: [cost([2, 2], 0.2, -0.01)] });
  assert.equal(found.unit, "points");
  assert.deepEqual(found.cells.map(({ value, isSure, isGone }) => [Math.round(value), isSure, isGone]), [[10, true, true], [-1, false, false]]);
  assert.equal(found.cells[0].words, "row 1, column 2: without box1: win rate +10.0 points (95 %: +8.0 to +12.0), −2.00 moves (95 %: −2.50 to −1.50), 64 games");
});

test("without a move limit it is in moves, and what is out of reach has no value", () => {
  const found = effectsOf({ costs: [cost([0, 0], 2), cost([0, 1], 0, undefined, { out_of_reach: true })], additions: [cost([1, 1], 3)] });
  assert.deepEqual([found.unit, found.most], ["moves", 3]);
  assert.deepEqual(found.cells.map(({ value }) => value), [2, null, -3]);
  assert.match(found.cells[1].words, /the goal would be out of reach$/);
});

test("blue is easier and orange harder, and they differ in lightness from what is neutral", () => {
  const light = (color) => /(\d+) (\d+) (\d+)/.exec(color).slice(1).map(Number).reduce((sum, part) => sum + part);
  const [blue, orange, neutral] = [1, -1, 0].map(diverging);
  assert.match(blue, /^rgb\(33 /);
  assert.match(orange, /^rgb\(179 /);
  assert.ok(light(neutral) > light(blue) + 200 && light(neutral) > light(orange) + 200);
  assert.equal(diverging(9), blue);
});

test("broken placements are named", () => {
  const entry = { broken: [{ placement: "box in A", cells: 1, at: [[0, 0]] }, { placement: "at most 3 box in a row", cells: 2, at: [] }] };
  assert.deepEqual(brokenWords(entry), ["breaks “box in A” by 1 cell", "breaks “at most 3 box in a row” by 2 cells"]);
  assert.deepEqual(brokenWords({}), []);
});

const CELLS = [
  { token: "box1", label: "box, 1 layer" }, { token: ".+chain2", label: "chain, 2 layers" }, { token: "._grass1", label: "grass, 1 layer" },
  { token: "bird", label: "bird" }, { token: "R-", label: "rocket, row" }, { token: "rC", label: "color bomb" },
];

test("parts of a goal are pictured by the cells that they count", () => {
  const tokens = ["kind:box", "layers:grass", "kind:chain", "make:rocket", "make:color_bomb", "drop", "blockers", "overlays", "score", "color:red"]
    .map((part) => tokenOf(part, CELLS));
  assert.deepEqual(tokens, ["box1", "._grass1", ".+chain2", "R-", "rC", "bird", "blocked1", ".+overlay1", undefined, undefined]);
});

test("parts of a goal have words", () => {
  const words = ["color:red", "color:9", "kind:color_box", "layers:grass", "make:rocket", "score"].map(partWords);
  assert.deepEqual(words, ["red blocks", "blocks of colour 10", "color box", "layers of grass", "rocket to make", "points"]);
});
