// What the page says in words: cells, goals, kinds, values, times. Nothing of it is a document's word.

import assert from "node:assert/strict";
import { test } from "node:test";

import { timeOf } from "../page/history/words.js";
import { goalOf, wordOf } from "../page/levels/goal-editor.js";
import { goal, sentence, words } from "../page/levels/goals.js";
import { scaleOf as rangeOf } from "../page/levels/histogram.js";
import { requestOf } from "../page/levels/kinds-field.js";
import { namesOf, placeable } from "../page/levels/names.js";
import { gamesWords } from "../page/levels/results.js";
import { plain } from "../page/plain.js";
import { describeCell, inWords, parseMap } from "../page/paths/map.js";
import { placeOf } from "../page/tiles/stage.js";
import { below, scaleOf } from "../page/tiles/values.js";

const CELLS = [
  ["-", "empty"], ["#", "obstacle"], ["r", "red block"], ["R-", "rocket, row"], ["R|", "rocket, column"], ["C", "color bomb"], ["R!1", "rocket, armed: area 1"],
  ["box1", "box, 1 layer"], ["box2", "box, 2 layers"], ["r+chain1", "chain"], ["r_grass1", "grass, 1 layer"], ["r_grass2", "grass, 2 layers"], ["bird", "bird"],
].map(([token, label]) => ({ token, label }));

test("the names that goals can use come from the rules", () => {
  assert.deepEqual(namesOf({ cells: CELLS, colors: [{ name: "red" }, { name: "green" }, {}] }), {
    colors: ["red", "green"], kinds: ["box", "chain", "grass", "bird"], layered: ["box", "grass"], pieces: ["rocket", "color_bomb"], ingredients: ["bird"],
  });
});

test("the cells that a generator places have words", () => {
  assert.deepEqual(placeable(CELLS), [
    ["obstacle", "obstacle"], ["box1", "box, 1 layer"], ["box2", "box, 2 layers"], ["chain1", "chain"], ["grass1", "grass, 1 layer"], ["grass2", "grass, 2 layers"], ["bird", "bird"],
  ]);
});

test("counts of kinds are those of a request", () => {
  const asked = [["", ""], ["4", "8"], ["4", ""], ["", "8"], ["4", "4"], ["8", "4"]].map(([low, high]) => requestOf({ word: "box2", low, high }));
  assert.deepEqual(asked, ["box2", "box2:4-8", "box2:4-4096", "box2:0-8", "box2:4", "box2:4-8"]);
});

test("each goal is shown in parts, and read from them", () => {
  const all = ["collect:30", "collect:20:3", "color:red:20", "kind:box:all", "kind:box:4", "layers:ice:12", "clear:blockers", "drop:2", "make:rocket:4", "score:5000"];
  assert.deepEqual(all.map((word) => wordOf(goalOf(word))), all);
  assert.deepEqual(words(goal(all)), all);
});

test("goals are sentences without the words of documents", () => {
  const said = sentence(goal(["kind:color_bomb:all", "make:color_bomb:2", "drop:1", "collect:5", "color:red:9"]));
  assert.equal(said, "clear every color bomb, and make 2 × color bomb, and bring down an ingredient, and collect 5 blocks of the first colour, and collect 9 red blocks");
  assert.doesNotMatch(said, /[_:]/);
});

test("what answers say is said without the words of documents", () => {
  assert.equal(plain("m.json: kind:box:all and drop:2, 4 colours"), "m.json: clear every box and bring down 2 ingredients, 4 colours");
  assert.equal(plain("the document in the request: goal.drop is 1: can never be reached: no ingredient is on the board"), "the goal: can never be reached: no ingredient is on the board");
  assert.equal(plain("change `goal` or `win_rate`, or add `symmetry=none`; found `x`"), "change goal or win rate, or add symmetry none; found `x`");
  assert.equal(plain("981da89fe224294a/level.txt: line 1, column 1"), "level.txt: line 1, column 1");
  assert.equal(plain("`goal.drop`: the level has no ingredient · at 12:30, 3 drop: none"), "the goal: the level has no ingredient · at 12:30, 3 drop: none");
});

test("a level with a move limit has one number: its win rate", () => {
  const played = { swaps: { mean: 20.9 }, games: 400, curve: [{ moves: 20, win_rate: { mean: 0.02 } }, { moves: 24, win_rate: { mean: 0.03 } }] };
  assert.equal(gamesWords(played, 24), "3 % won within 24 moves");
  assert.equal(gamesWords(played), "20.9 swaps");
  assert.equal(gamesWords({ games: 400 }), "goal not reached in 400 games");
});

test("the bars of a histogram lie within it, at 0 swaps too", () => {
  for (const [from, to, others] of [[0, 0, [0]], [0, 3, [1.5]], [12, 40, [5, 50]]]) {
    const { low, high } = rangeOf([{ from, to: from }, { from: to, to }], others);
    assert.ok(low <= Math.min(from - 0.5, ...others) && high >= Math.max(to + 0.5, ...others), `${from} to ${to}: ${low} to ${high}`);
  }
});

test("all four moves of 2048 are compared on one scale", () => {
  const best = 1_612_345;
  assert.deepEqual([best, best - 1892, best - 0.2, -Infinity].map((value) => below(value, best)), ["best", "−1\u202f892", "−1", "loses"]);
  assert.equal(scaleOf("network"), "in points to come");
  assert.match(scaleOf("expectimax"), /no score/);
});

test("the scrubber of 2048 counts moves as the board does", () => {
  assert.equal(placeOf(7, 8), "7 of 7");
  assert.equal(placeOf(7, 8, 14), "21 of 21", "after a reload, too");
});

test("rows and columns are counted from 1", () => {
  assert.equal(inWords([0, 4]), "row 1, column 5");
  assert.equal(describeCell(parseMap("..\n.#\n"), [1, 1]), "row 2, column 2: wall");
});

test("the time of a run whose program was killed is not 0 ms", () => {
  assert.equal(timeOf({ state: "cut off", seconds: 0 }), "–");
  assert.equal(timeOf({ state: "cut off", seconds: 90 }), "over 1 min 30 s");
  assert.equal(timeOf({ state: "done", seconds: 0.012 }), "12 ms");
});
