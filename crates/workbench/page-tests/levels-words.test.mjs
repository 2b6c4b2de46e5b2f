// What the room of levels says of cells and of the game.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createCells } from "../page/levels/cells.js";
import { createWords, howTo, tapsOf } from "../page/levels/play-words.js";

const LEVEL = { rows: 1, columns: 2, colors: 2, rules: "blast", tokens: [["r", "g"]] };
const NAMES = { r: "red block", g: "green block", rO: "red ball" };
const drawn = (token, label) => ({ token, label, svg: "", layers: ["", "", ""] });

/** The pictures of a door that names all kinds in the first colour without its name, as a palette does. */
function looks() {
  globalThis.document ??= { createElementNS: () => ({ setAttribute() {}, append() {} }) };
  const ask = async (_, { cells }) => ({
    value: {
      base: { move: "tap", least: 2 },
      colors: [{ name: "red", svg: "" }, { name: "green", svg: "" }],
      cells: cells ? cells.map((token) => drawn(token, NAMES[token] ?? token)) : [drawn("r", "block"), drawn("rO", "ball")],
    },
  });
  return createCells({ ask }).look(LEVEL);
}

const playOf = (look, tokens = LEVEL.tokens, more = {}) => createWords({
  state: { look, isClassic: false, game: { frames: [{ board: { tokens, colors: [[0, 1]] } }] }, ...more }, index: () => 0,
});

test("the first colour is named like all others", async () => {
  const look = looks();
  await look.ready;
  assert.deepEqual([await look.say("r"), await look.say("g"), await look.say("rO")], ["red block", "green block", "red ball"]);
  assert.equal(await playOf(look).hint([[0, 0], [0, 0]]), "Hint: tap the red block in row 1, column 1");
});

test("what a tap, Space and a finger do is said of a game that is tapped", () => {
  const told = (rules, base) => { const { label, help, keys } = howTo(tapsOf(rules, base).isTapped); return [label, help, ...keys.flat()].join(" "); };
  const blast = { move: "tap", least: 2 };
  for (const rules of ["blast", { base: "blast", least: 3 }]) {
    assert.match(told(rules, blast), /Tap a group.*Click or tap.*Space taps.*Space or Enter/);
    assert.doesNotMatch(told(rules, blast), /[Dd]rag|swap/);
  }
  assert.match(told("royal", {}), /Drag a block.*Space picks/);
  assert.deepEqual(tapsOf({ base: "blast", least: 3 }, blast), { isTapped: true, least: 3 });
  assert.deepEqual(tapsOf({ base: "classic", move: "tap" }, {}), { isTapped: true, least: 2 });
});

test("a tap that takes nothing is answered with the reason", async () => {
  const tokens = [["g", "g", "r"], ["box1", "R-", "r"]];
  const colors = [[1, 1, 0], [null, null, 0]];
  const game = { frames: [{ board: { tokens, colors } }], over: false };
  const words = playOf(looks(), tokens, { game, least: 3 });
  assert.equal(await words.refusal([0, 1]), "The green block in row 1, column 2 touches 1 more of its colour: a tap takes 3 or more.");
  assert.match(await words.refusal([1, 0]), /^The box1 in row 2, column 1 cannot be tapped/);
  colors[0][1] = 0;
  assert.match(await words.refusal([0, 0]), /touches no other one of its colour/);
  game.over = true;
  assert.match(await words.refusal([0, 0]), /^The game is over/);
});
