// The interface of PathFinding.js, beside a plain search.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./module.mjs";
import { costs, random } from "./plain.mjs";

const { default: PF, init } = await import("tilewright/paths/pathfinding");
await init();
const { DiagonalMovement, Grid, Heuristic, Util } = PF;

const MOVEMENTS = [
  [DiagonalMovement.Never, { steps: 4 }],
  [DiagonalMovement.Always, { corners: "always" }],
  [DiagonalMovement.IfAtMostOneObstacle, { corners: "one" }],
  [DiagonalMovement.OnlyWhenNoObstacles, { corners: "never" }],
];

/** A random matrix, and two cells of it that can be entered. */
function randomGrid(next) {
  const [width, height] = [3 + Math.floor(next() * 9), 3 + Math.floor(next() * 9)];
  const matrix = Array.from({ length: height }, () => Array.from({ length: width }, () => (next() < 0.3 ? 1 : 0)));
  const ends = [0, 1].map(() => [Math.floor(next() * width), Math.floor(next() * height)]);
  for (const [x, y] of ends) matrix[y][x] = 0;
  return { width, height, matrix, ends };
}

/** What a path costs, every step of which must be one. */
function costOf(path, grid, movement, weight = () => 1) {
  let cost = 0;
  path.slice(1).forEach(([x, y], at) => {
    const [fromX, fromY] = path[at];
    const next = grid.getNeighbors(grid.getNodeAt(fromX, fromY), movement);
    assert.ok(next.includes(grid.getNodeAt(x, y)), `no step from ${path[at]} to ${[x, y]}`);
    cost += Math.hypot(x - fromX, y - fromY) * weight(x, y);
  });
  return cost;
}

test("finders that promise the cheapest path find it, with every movement", () => {
  const next = random(2);
  let found = 0;
  for (let round = 0; round < 80; round++) {
    const { width, height, matrix, ends: [from, to] } = randomGrid(next);
    for (const [diagonalMovement, rules] of MOVEMENTS) {
      const enter = (x, y) => (matrix[y][x] ? undefined : 1);
      const cost = costs({ width, height }, from, { ...rules, enter })[to[1] * width + to[0]];
      const grid = new Grid(matrix);
      for (const name of ["AStarFinder", "DijkstraFinder", "BiAStarFinder", "JumpPointFinder"]) {
        const path = new PF[name]({ diagonalMovement }).findPath(...from, ...to, grid.clone());
        assert.equal(path.length > 0, cost < Infinity);
        if (path.length === 0) continue;
        found += 1;
        assert.deepEqual([path[0], path.at(-1)], [from, to]);
        assert.ok(Math.abs(costOf(path, grid, diagonalMovement) - cost) < 1e-9);
      }
      const own = new PF.AStarFinder({ diagonalMovement, heuristic: (dx, dy) => Math.max(dx, dy) });
      const path = own.findPath(...from, ...to, grid);
      assert.ok(path.length === 0 ? cost === Infinity : Math.abs(costOf(path, grid, diagonalMovement) - cost) < 1e-9);
      const few = new PF.BreadthFirstFinder({ diagonalMovement }).findPath(...from, ...to, grid);
      assert.ok(few.length <= (path.length || Infinity) && few.length > 0 === path.length > 0);
    }
  }
  assert.ok(found > 200);
});

test("weights are the costs of entering cells", () => {
  const next = random(5);
  for (let round = 0; round < 40; round++) {
    const { width, height, matrix, ends: [from, to] } = randomGrid(next);
    const weights = matrix.map((row) => row.map(() => [1, 1, 3, 0.5][Math.floor(next() * 4)]));
    const grid = new Grid(matrix);
    weights.forEach((row, y) => row.forEach((weight, x) => grid.setWeightAt(x, y, weight)));
    const enter = (x, y) => (matrix[y][x] ? undefined : weights[y][x]);
    const cost = costs({ width, height }, from, { corners: "never", enter })[to[1] * width + to[0]];
    const path = new PF.AStarFinder({ allowDiagonal: true, dontCrossCorners: true }).findPath(...from, ...to, grid);
    assert.equal(path.length > 0, cost < Infinity);
    const found = costOf(path, grid, DiagonalMovement.OnlyWhenNoObstacles, (x, y) => weights[y][x]);
    assert.ok(path.length === 0 || Math.abs(found - cost) < 1e-9);
    assert.deepEqual(new PF.DijkstraFinder({ allowDiagonal: true, dontCrossCorners: true }).findPath(...from, ...to, grid.clone()), path);
  }
});

test("clones keep what was, whatever is written to which of them", () => {
  const next = random(9);
  const size = 5;
  const plain = () => Array.from({ length: size }, () => new Array(size).fill(0));
  const all = [{ grid: new Grid(size, size), cells: plain(), weights: plain().map((row) => row.map(() => 1)) }];
  const finder = new PF.AStarFinder();
  for (let round = 0; round < 3000; round++) {
    const at = Math.floor(next() * all.length);
    const { grid, cells, weights } = all[at];
    const [x, y, what] = [Math.floor(next() * size), Math.floor(next() * size), next()];
    if (what < 0.1) {
      all.push({ grid: grid.clone(), cells: cells.map((row) => [...row]), weights: weights.map((row) => [...row]) });
      if (all.length > 12) all.splice(Math.floor(next() * all.length), 1);
    } else if (what < 0.5) {
      cells[y][x] = 1 - cells[y][x];
      if (what < 0.3) grid.setWalkableAt(x, y, cells[y][x] === 0);
      else grid.getNodeAt(x, y).walkable = cells[y][x] === 0;
    } else if (what < 0.6) {
      weights[y][x] = 1 + Math.floor(next() * 3);
      grid.setWeightAt(x, y, weights[y][x]);
    } else {
      const fresh = new Grid(cells);
      weights.forEach((row, y) => row.forEach((weight, x) => fresh.setWeightAt(x, y, weight)));
      const to = [Math.floor(next() * size), Math.floor(next() * size)];
      assert.deepEqual(finder.findPath(x, y, ...to, grid), finder.findPath(x, y, ...to, fresh));
    }
    const other = all[Math.floor(next() * all.length)];
    other.cells.forEach((row, y) => row.forEach((cell, x) => {
      assert.equal(other.grid.isWalkableAt(x, y), cell === 0);
      assert.equal(other.grid.getWeightAt(x, y), other.weights[y][x]);
    }));
  }
});

test("ends that cannot be entered", () => {
  const grid = new Grid([[1, 0, 0], [0, 0, 1]]);
  const finder = new PF.AStarFinder();
  assert.deepEqual(finder.findPath(0, 0, 2, 0, grid), [[0, 0], [1, 0], [2, 0]]);
  assert.ok(!grid.isWalkableAt(0, 0));
  assert.deepEqual(finder.findPath(0, 1, 2, 1, grid), []);
  assert.deepEqual(finder.findPath(2, 1, 2, 1, grid), [[2, 1]]);
});

test("paths are expanded, compressed and smoothened", () => {
  assert.deepEqual(Util.expandPath([[0, 0], [3, 3], [3, 1]]), [[0, 0], [1, 1], [2, 2], [3, 3], [3, 2], [3, 1]]);
  assert.deepEqual(Util.compressPath([[0, 0], [1, 1], [2, 2], [3, 3], [3, 2], [3, 1]]), [[0, 0], [3, 3], [3, 1]]);
  assert.deepEqual(Util.compressPath([[0, 0], [4, 0], [2, 0]]), [[0, 0], [4, 0], [2, 0]]);
  const grid = new Grid([[0, 0, 0, 0], [0, 1, 1, 0], [0, 0, 0, 0]]);
  assert.deepEqual(Util.smoothenPath(grid, [[0, 2], [0, 1], [0, 0], [1, 0], [2, 0], [3, 0]]), [[0, 2], [1, 0], [3, 0]]);
  assert.equal(Util.pathLength([[0, 0], [3, 4], [3, 5]]), 6);
  assert.equal(Heuristic.octile(2, 5), 5 + 2 * (Math.SQRT2 - 1));
});

test("what cannot be meant is an Error that names it", () => {
  const grid = new Grid(4, 3);
  const finder = new PF.AStarFinder();
  const cases = [
    [() => new Grid(0, 3), "width is 0, expected a whole number from 1"],
    [() => new Grid([[0, 0], [0]]), "Matrix size does not fit: expected 2 rows of 2 cells"],
    [() => new Grid(3, 1, [[0, 0]]), "Matrix size does not fit"],
    [() => grid.setWalkableAt(4, 0, false), "x is 4, expected a whole number from 0 to 3"],
    [() => grid.setWeightAt(0, 0, 0), "weight is 0, expected a number from 0.001"],
    [() => finder.findPath(0, 0, 0, 3, grid), "endY is 3, expected a whole number from 0 to 2"],
    [() => grid.getNeighbors(grid.getNodeAt(0, 0), 7), "diagonalMovement is 7"],
    [() => new PF.AStarFinder({ heuristic: "manhattan" }), "heuristic is no function"],
    [() => new PF.AStarFinder({ weight: 0.5 }), "weight is 0.5, expected a number from 1"],
  ];
  for (const [call, message] of cases) {
    assert.throws(call, (error) => error.message.startsWith(message) || assert.fail(`${call}: ${error.message}`));
  }
});
