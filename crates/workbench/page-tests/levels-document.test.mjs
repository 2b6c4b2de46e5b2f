// The model of a level: what is read is written again, and painting changes what it should.

import assert from "node:assert/strict";
import { test } from "node:test";

import { between, changed, countFree, differences, empty, freed, images, opened, read, resized, write } from "../page/levels/document.js";
import { EXAMPLES } from "../page/levels/examples.js";
import { readText, toText } from "../page/levels/formats.js";
import { bigAt, join, misfit, painted, palette, parts, shell, strokes, turnsOf, withTurns } from "../page/levels/tokens.js";
import { packed, tabOf, unpacked } from "../page/levels/url.js";

const CLASSIC = { schema: "tilewright/level/2", rows: 2, columns: 4, colors: 5, layout: [".#1a", "_?4d"], goal: { collect: 30 }, moves: 25 };
const fixed = (contents) => ["#", "_", "?", "box1", "box2"].includes(contents);

test("classic levels are text again, and other levels are tokens", () => {
  const level = read(CLASSIC);
  assert.deepEqual(level.tokens[1], ["_", "?", "blocked4", ".+overlay4"]);
  assert.deepEqual(write(level), CLASSIC);
  for (const { level: document } of EXAMPLES) assert.deepEqual(write(read(document)), document);
});

test("what is no level is refused", () => {
  assert.throws(() => read({}), /no layout/);
  assert.throws(() => read({ layout: ["..", "..."] }), /differ in length/);
});

test("free cells are counted, opened and made", () => {
  const level = read(CLASSIC);
  assert.equal(countFree(level), 1);
  assert.equal(countFree(opened(level)), 0);
  assert.equal(countFree(freed(level)), 7, "the hole stays");
});

test("changes keep the level they were made from", () => {
  const level = empty(3, 3);
  const after = changed(level, [[1, 1, "#"], [9, 9, "#"]]);
  assert.equal(level.tokens[1][1], ".");
  assert.deepEqual(differences(level, after), [[1, 1]]);
  assert.equal(changed(level, [[1, 1, "."]]), level);
});

test("another size keeps the cells that fit and drops lists of cells", () => {
  const level = { ...changed(empty(3, 3), [[0, 0, "#"]]), spawners: [[0, 0]], cells: { exits: [[2, 0]] } };
  const larger = resized(level, 5, 70);
  assert.deepEqual([larger.rows, larger.columns, larger.tokens[0][0], larger.spawners, larger.cells], [5, 64, "#", undefined, undefined]);
});

test("strokes are mirrored and have no gaps", () => {
  const size = { rows: 5, columns: 5 };
  assert.deepEqual(images([0, 1], size, "both"), [[0, 1], [0, 3], [4, 1], [4, 3]]);
  assert.deepEqual(images([2, 2], size, "rotational"), [[2, 2]]);
  assert.deepEqual(between([0, 0], [2, 4]), [[0, 0], [1, 1], [1, 2], [2, 3], [2, 4]]);
});

test("tokens come apart and together", () => {
  for (const token of [".", "_", "?", "r+ice1_grass2", "._grass1", ".+lock1", "R|", "box2_jelly1"]) assert.equal(join(parts(token)), token);
  assert.equal(shell("r+ice1_grass2"), "-+ice1_grass2");
  assert.equal(shell("_"), "_");
});

test("brushes keep what may stay in a cell", () => {
  const paint = (token, place, brush) => painted(token, { place, token: brush }, fixed);
  assert.equal(paint("r+ice1_grass2", "contents", "box2"), "box2_grass2", "a cover does not lie over a box");
  assert.equal(paint("r+ice1_grass2", "contents", "B"), "B+ice1_grass2");
  assert.equal(paint("box2_grass1", "cover", "ice1"), ".+ice1_grass1");
  assert.equal(paint("#", "ground", "grass1"), "._grass1");
  assert.equal(paint(".+ice1", "cover", ""), ".");
  assert.equal(paint("._grass1", "contents", "."), ".");
});

test("a block of several cells is painted and goes as a whole", () => {
  const sizes = new Map([["safe2", [2, 2]]]);
  const rules = { isFixed: (contents) => ["safe2", "="].includes(contents), sizeOf: (contents) => sizes.get(contents) };
  const safe = { place: "contents", token: "safe2", cells: [2, 2] };
  let tokens = [
    [".", ".", "."],
    [".", "._grass1", "."],
  ];
  const paint = (cell, brush) => {
    const changes = strokes(tokens, cell, brush, rules);
    tokens = tokens.map((row, r) => row.map((token, c) => changes.find(([y, x]) => y === r && x === c)?.[2] ?? token));
    return tokens.map((row) => row.join(" "));
  };
  assert.deepEqual(strokes(tokens, [1, 0], safe, rules), [], "it has no room below the board");
  assert.deepEqual(paint([0, 0], safe), ["safe2 = .", "= =_grass1 ."]);
  assert.deepEqual(bigAt(tokens, [1, 1], rules.sizeOf)[0], [0, 0]);
  assert.deepEqual(bigAt(tokens, [0, 2], rules.sizeOf), []);
  assert.deepEqual(paint([0, 1], safe), [". safe2 =", ". =_grass1 ="], "the one below it goes");
  assert.deepEqual(paint([1, 2], { place: "ground", token: "grass2" }), [". safe2 =", ". =_grass1 =_grass2"]);
  assert.deepEqual(paint([1, 2], { place: "contents", token: "#" }), [". . .", ". ._grass1 #"]);
});

test("the palette names what can be painted", () => {
  const cells = [["-", "empty"], ["#", "obstacle"], ["box2", "box, 2 layers"], ["r+ice1", "ice"], ["r_grass1", "grass"], ["rW", "wrapped"], ["W!1", "armed"]];
  const groups = palette(cells.map(([token, label]) => ({ token, label })), [{ name: "red" }, { name: "blue" }]);
  const pieces = groups.find(({ title }) => title === "Pieces").brushes.map(({ token }) => token);
  assert.deepEqual(pieces, ["rW", "bW"]);
  assert.deepEqual(groups.find(({ title }) => title === "Covers").brushes.map(({ token }) => token), ["ice1", ""]);
});

test("small levels stand in the address, large ones do not", () => {
  const document = { ...CLASSIC, name: "Gärten" };
  const { rows, columns, ...rest } = document;
  assert.deepEqual(unpacked(packed(document)), rest);
  assert.equal(packed(write(empty(30, 30))), null);
  assert.throws(() => unpacked("%%"), /damaged/);
  assert.equal(tabOf({ tab: "nonsense" }), "play");
});

test("text levels are read, and other text is left to the program", () => {
  assert.deepEqual(readText("..#\n.?1\n").tokens, [[".", ".", "#"], [".", "?", "blocked1"]]);
  assert.equal(readText("size 6 4\ngrid\n. .\n"), null);
  assert.equal(toText(read(CLASSIC)), ".#1a\n_?4d\n");
  assert.match(toText(read(EXAMPLES[0].level)), /royal/);
});

test("a palette has timers with their turns, and ingredients under a heading of their own", () => {
  const cells = [
    { token: "fuse9", label: "fuse, 9 turns left" }, { token: "r+lid4", label: "lid, 4 turns left" }, { token: "box2", label: "box, 2 layers" }, { token: "duck", label: "duck" },
    { token: "safe1", label: "safe", cells: [2, 2] },
  ];
  const groups = palette(cells, []);
  const of = (title) => groups.find((group) => group.title === title).brushes;
  assert.deepEqual(of("Ingredients").map(({ token }) => token), ["duck"]);
  const [fuse, box, safe] = of("Blockers");
  assert.deepEqual([fuse.turns, of("Covers")[0].turns, box.turns], [9, 4, undefined]);
  assert.deepEqual([3, 12, undefined].map((left) => withTurns(fuse, left).token), ["fuse3", "fuse9", "fuse9"]);
  assert.equal(withTurns(box, 1).token, "box2");
  assert.deepEqual(["fuse3_grass1", "fuse9", "box2"].map((token) => turnsOf(token, fuse)), [3, 9, 0]);
  const tokens = [[".", "."], [".", "."]];
  assert.equal(misfit(tokens, [0, 0], safe), "");
  assert.match(misfit(tokens, [0, 1], safe), /does not fit here: safe, needs 2 × 2 cells/);
});
