// Maps, traces and colours of the room of paths.

import assert from "node:assert/strict";
import { test } from "node:test";

import { EXAMPLES } from "../page/paths/examples.js";
import { brushCells, cellOf, checkSquares, costOf, fromLayout, indexOf, isWalkable, layoutOf, nearestWalkable, parseMap, textOf } from "../page/paths/map.js";
import { curvesOf, decodeDirections, decodeOrder, frontierOf, ranksOf, turnsOf } from "../page/paths/trace.js";
import { boxOf } from "../page/canvas.js";

test("text and MovingAI maps are read alike", () => {
  const text = "..#\n~5T\n";
  assert.equal(textOf(parseMap(text)), text);
  const movingai = "type octile\nheight 2\nwidth 3\nmap\n.G@\n.OT\n";
  assert.deepEqual(layoutOf(parseMap(movingai)), ["..#", ".#T"]);
  assert.throws(() => fromLayout(["..", "."]), /row 2 has 1 cells, expected 2/);
  assert.throws(() => parseMap("\n"), /no cells/);
});

test("cells and indices are inverse, walls and trees block", () => {
  const map = parseMap("..#\n~5T\n");
  assert.equal(indexOf(map, [1, 2]), 5);
  assert.deepEqual(cellOf(map, 4), [1, 1]);
  assert.deepEqual([[0, 2], [1, 2], [1, 1], [2, 0], [0, -1]].map((cell) => isWalkable(map, cell)), [false, false, true, false, false]);
  assert.deepEqual(["5", ".", "~"].map((character) => costOf(character.charCodeAt(0))), [5, 1, 1]);
});

test("an end in a wall goes to the nearest walkable cell", () => {
  const map = parseMap("####\n###.\n####\n");
  assert.deepEqual(nearestWalkable(map, [0, 0]), [1, 3]);
  assert.equal(nearestWalkable(parseMap("##\n"), [0, 0]), null);
});

test("the brush is round and stays on the map", () => {
  const map = parseMap(".....\n".repeat(5));
  assert.deepEqual(brushCells(map, [2, 2], 1), [12]);
  assert.deepEqual(brushCells(map, [2, 2], 3).length, 9);
  assert.ok(brushCells(map, [0, 0], 3).every((index) => index >= 0 && index < 25));
  assert.ok(brushCells(map, [2, 2], 5).length < 25);
});

test("an order is decoded from differences", () => {
  // +1, -1, +100, +29,899, -29,999 as the test of the task writes them.
  const bytes = [2, 1, 0xc8, 1, 0x96, 0xd3, 3, 0xdd, 0xd4, 3];
  const order = btoa(String.fromCharCode(...bytes));
  assert.deepEqual([...decodeOrder(order, 5)], [1, 0, 100, 29_999, 0]);
});

test("directions become corners", () => {
  assert.deepEqual(decodeDirections([2, 2], "E12S3W"), [[2, 2], [2, 14], [5, 14], [5, 13]]);
  assert.deepEqual(decodeDirections([2, 2], ""), [[2, 2]]);
});

test("the frontier lies around what is expanded", () => {
  const map = { rows: 3, columns: 3 };
  const ranks = ranksOf(Int32Array.from([4, 1, 4]), 9);
  assert.deepEqual([...ranks], [0, 2, 0, 0, 1, 0, 0, 0, 0]);
  const blocked = (index) => index === 3;
  assert.deepEqual(frontierOf({ ...map, ranks, blocked, neighbors: 4 }, 1), [1, 5, 7]);
  assert.deepEqual(frontierOf({ ...map, ranks, blocked, neighbors: 8 }, 2), [0, 2, 5, 6, 7, 8]);
});

test("a path is drawn by its turns", () => {
  assert.deepEqual(turnsOf([[0, 0], [0, 1], [0, 2], [1, 3], [2, 4]]), [[0, 0], [0, 2], [2, 4]]);
  assert.deepEqual(turnsOf([[0, 0]]), [[0, 0]]);
});

test("only the smallest box around painted cells is copied", () => {
  assert.deepEqual(boxOf([11, 23], 10), { x: 1, y: 1, width: 3, height: 2 });
  assert.deepEqual(boxOf([], 10), { x: 0, y: 0, width: 0, height: 0 });
});

test("the example maps are whole", () => {
  for (const { text, start, goal, doors } of Object.values(EXAMPLES)) {
    const map = parseMap(text);
    for (const cell of [start, goal, ...doors.map((door) => door.cell)]) assert.ok(isWalkable(map, cell), `${cell}`);
    assert.ok(map.cells.length <= 2000);
  }
});

test("a ribbon lies between the best and the worst path of each generation", () => {
  const generations = [{ generation: 0, best: 9, median: 12, worst: 30 }, { generation: 3, best: 7, median: 8, worst: 11 }];
  const [ribbon, median, best, optimum] = curvesOf({ trace: { generations }, optimum: 6 });
  assert.deepEqual([ribbon.kind, ribbon.points], ["ribbon", [[0, 9, 30], [3, 7, 11]]]);
  assert.deepEqual([median.thick, median.points], [true, [[0, 12], [3, 8]]]);
  assert.deepEqual([best.points, optimum.points], [[[0, 9], [3, 7]], [[0, 6], [3, 6]]]);
  const unranked = generations.map(({ generation, best: cost }) => ({ generation, best: cost }));
  assert.deepEqual(curvesOf({ trace: { generations: unranked }, optimum: 6 }).map(({ name }) => name), ["best", "cheapest path, by A*"]);
});

test("a map whose cells are no squares is refused", () => {
  assert.throws(() => checkSquares({ stagger: "odd-rows", cells: "diamonds" }), /cells are diamonds/);
  assert.throws(() => checkSquares({ stagger: "odd-rows" }), /cells are hexagons/);
  checkSquares({ layout: [".."] });
});
