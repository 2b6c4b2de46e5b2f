// The pure parts of the rooms 2048, Battleship and Runs.

import assert from "node:assert/strict";
import { test } from "node:test";

import { sharesOf } from "../page/tiles/bench.js";
import { describe } from "../page/tiles/board.js";
import { gradeOf, lineOf, lossOf, pointsOf, recordOf, requestOf } from "../page/tiles/coach.js";
import { swipeOf } from "../page/tiles/play.js";
import { judge } from "../page/tiles/practice.js";
import { takePoint } from "../page/tiles/train.js";
import { barsOf, named, playersFor, toNumber } from "../page/tiles/values.js";
import { afloat, cellName, cellsOf, clashes, fleetDocument, lengthsOf, revealed, turned, within } from "../page/battleship/fleet.js";
import { boardDocument, countOf, marked, raised, sank, shipOf, sunkAt, unmarked } from "../page/battleship/notes.js";
import { sentence } from "../page/battleship/stage.js";
import { seriesOf } from "../page/history/compare.js";
import { ago, isLost, isResumable, progressText } from "../page/history/words.js";

test("values of moves come as lists or objects", () => {
  assert.deepEqual(named([1, null, "-inf", 4]), { up: 1, right: null, down: -Infinity, left: 4 });
  assert.deepEqual(named({ up: 1, right: 2, down: 3, left: 4 }), { up: 1, right: 2, down: 3, left: 4 });
  assert.equal(toNumber(undefined), null);
});

test("bars: the best is whole, the worst short, illegal moves have none", () => {
  const bars = barsOf({ up: 10, right: 20, down: null, left: -Infinity }, "right", String);
  assert.deepEqual(bars.map(({ share }) => Number(share.toFixed(2))), [0.08, 1, 0, 0]);
  assert.deepEqual(bars.map(({ best }) => best), [false, true, false, false]);
  assert.equal(bars[2].value, "");
});

test("a game is a record of positions, each with the move that was made in it", () => {
  const frames = [{ board: [[2, 2]], score: 0 }, { board: [[4, 2]], score: 4, move: "left" }];
  assert.deepEqual(recordOf(frames), { positions: [{ board: [[2, 2]], score: 0, move: "left" }, { board: [[4, 2]], score: 4 }] });
  assert.deepEqual(requestOf("2 2").game, { text: "2 2" });
});

test("losses, grades and lines in words", () => {
  assert.equal(lossOf({ move: "up", best: "left", loss: 1234.4, quality: "mistake" }), "a mistake: up loses 1\u202f234 points, left is best");
  assert.equal(lossOf({ move: "up", best: "left", loss: 3 }), "up loses 3, left is best", "values of expectimax are no points");
  assert.equal(lossOf({ move: "up", best: "up", loss: 0, quality: "best" }), "up is the best move");
  const qualities = { best: 60, good: 30, inaccuracy: 5, mistake: 3, blunder: 2 };
  assert.equal(pointsOf("up", 0.6), "up loses 1 point");
  const games = { played_on: { loss: { mean: 700, ci95: [400, 1000] } } };
  assert.equal(lossOf({ move: "up", best: "down", loss: 700, quality: "mistake", ...games }), "a mistake: up loses 700 points (± 300), down is best");
  assert.match(gradeOf({ grade: "C", loss_share: { mean: 0.00661, ci95: [0.005, 0.008] }, moves: 100, qualities }), /^Grade C: by the search, a move lost 0\.66 \(0\.50 to 0\.80\) % .* 3 mistakes, 2 blunders/);
  const one = { player: "perfect", loss_share: { mean: 0.25, ci95: [0.25, 0.25] }, moves: 1, qualities };
  assert.match(gradeOf(one), /^Loss: a move lost 25\.00 % of/, "one move has no interval, and perfect values are no search");
  assert.equal(gradeOf({ moves: 7 }), "7 moves");
  const steps = [{ move: "down", points: 8, cell: [0, 3] }, { move: "left", points: 0, cell: [1, 1] }];
  assert.equal(lineOf(steps), "down +8, then 2 in row 1, column 4; left");
});

test("practice: a choice that loses little counts as found", () => {
  // Games that were played on have shown that the made move lost less than the search said.
  const lesson = { values: { up: 100, right: 99, down: 60, left: 50 }, best: "up", move: "down", loss: 30 };
  assert.deepEqual(["up", "right", "down"].map((move) => judge(lesson, move).isFound), [true, true, false]);
  assert.deepEqual(["down", "left"].map((move) => judge(lesson, move).loss), [30, 50]);
});

test("players fit the board, swipes have a direction", () => {
  assert.ok(playersFor(4, 4).some(([name]) => name === "network"));
  assert.ok(!playersFor(3, 3).some(([name]) => name === "network" || name === "perfect"));
  assert.equal(swipeOf(3, -40), "up");
  assert.equal(swipeOf(50, 10), "right");
  assert.equal(swipeOf(5, 5), null);
  assert.equal(describe([[2, 0], [0, 4]]), "Board of 2 × 2: 2, empty; empty, 4");
});

test("shares of games that reach a tile", () => {
  const shares = sharesOf([{ largest: 512 }, { largest: 2048 }, { largest: 1024 }, { largest: 2048 }]);
  assert.deepEqual(shares.map(({ name, share }) => [name, share]), [["512", 1], ["1024", 0.75], ["2048", 0.5]]);
});

test("a learning curve grows from events", () => {
  const curve = { points: [], mean: 0 };
  takePoint(curve, { event: "reached", done: 0 });
  takePoint(curve, { event: "status", text: ", mean score 1234" });
  takePoint(curve, { event: "reached", done: 100 });
  takePoint(curve, { event: "item", item: { episodes: 1000, score: { mean: 2000 } } });
  assert.deepEqual(curve.points, [[100, 1234], [1000, 2000]]);
});

const SHIP = { cell: [0, 1], length: 3, heading: "east" };

test("cells and ships", () => {
  assert.equal(cellName([9, 2]), "C10");
  assert.equal(cellName([0, 26]), "AA1");
  assert.deepEqual(cellsOf(SHIP), [[0, 1], [0, 2], [0, 3]]);
  assert.deepEqual(within({ ...SHIP, cell: [-2, 9] }, 10, 10).cell, [0, 7]);
  const south = turned({ ...SHIP, cell: [5, 1] }, 1, 10, 10);
  assert.deepEqual(south, { cell: [4, 2], length: 3, heading: "south" });
  assert.deepEqual(turned(south, 1, 10, 10), { ...SHIP, cell: [5, 1] });
  assert.deepEqual(lengthsOf("us"), [5, 4, 3, 3, 2]);
  assert.deepEqual(lengthsOf("4,2"), [4, 2]);
});

test("ships that lie too close, by the rule", () => {
  const corner = [SHIP, { cell: [1, 4], length: 1, heading: "east" }];
  assert.equal(clashes(corner, "never").size, 2);
  assert.equal(clashes(corner, "corners").size, 0);
  const side = [SHIP, { cell: [1, 3], length: 1, heading: "east" }];
  assert.equal(clashes(side, "corners").size, 2);
  assert.equal(clashes(side, "free").size, 0);
  assert.equal(clashes([SHIP, SHIP], "free").size, 2);
  assert.deepEqual(fleetDocument({ rows: 4, columns: 4, touch: "free", ships: corner }).lengths, [3, 1]);
});

test("shots reveal a field", () => {
  const shots = [
    { side: "person", cell: [0, 1], answer: "hit" }, { side: "hunter", cell: [2, 2], answer: "miss" },
    { side: "person", cell: [0, 2], answer: "hit" }, { side: "person", cell: [0, 3], answer: "sunk", ship: SHIP },
  ];
  const seen = revealed(shots, "person", 4, 4);
  assert.deepEqual(seen.marks[0], ["unknown", "sunk", "sunk", "sunk"]);
  assert.deepEqual([seen.last, seen.count], [[0, 3], 3]);
  assert.equal(revealed(shots.slice(0, 1), "person", 4, 4).marks[0][1], "hit");
  assert.deepEqual(afloat([1, 3, 3], seen.sunk), [3, 1]);
  assert.equal(sentence(shots.slice(3)), "D1: sunk, a ship of 3. Shoot again.");
  assert.equal(sentence([{ side: "person", cell: [1, 0], answer: "miss" }, shots[1]]), "A2: miss. The hunter shoots at C3.");
});

test("words about runs", () => {
  assert.equal(ago(1000, 1010), "just now");
  assert.equal(ago(1000, 1000 + 7200), "2 h ago");
  assert.equal(progressText({ done: 1, steps: 4, status: ", 12 moves" }), "25 % · 12 moves");
  assert.equal(isResumable({ state: "cut off", is_kept: true }), true);
  assert.equal(isResumable({ state: "done", is_kept: true }), false);
  const lost = ["stopped", "cut off", "done", "running"].map((state) => isLost({ state, is_kept: false }));
  assert.deepEqual(lost, [true, true, false, false]);
  assert.equal(isLost({ state: "stopped", is_kept: true }), false);
  const series = seriesOf([{ run: 1, curve: [[0, 1]] }, { run: 2, curve: [[0, 3]] }], 2);
  assert.deepEqual(series.map(({ thin, name }) => [thin ?? false, name ?? ""]), [[true, ""], [true, ""], [false, "Median"]]);
  assert.deepEqual(series[2].points, [[0, 2]]);
});

test("a game elsewhere is noted cell by cell, and touching sunk ships stay apart", () => {
  const start = unmarked(3, 4);
  const hit = marked(marked(start, [0, 0], "hit"), [2, 3], "miss");
  assert.deepEqual(boardDocument(hit), { board: ["x...", "....", "...o"], sunk: [] });
  assert.deepEqual(marked(hit, [0, 0], "hit"), marked(start, [2, 3], "miss"), "the same mark again takes it back");
  assert.equal(start.marks[0][0], "unknown", "notes are not changed in place");

  const one = sank(hit, [0, 1], [0, 0]);
  const two = sank(one, [1, 0], [2, 0]);
  assert.deepEqual(boardDocument(two).sunk, [[[0, 0], [0, 1]], [[1, 0], [2, 0]]]);
  assert.deepEqual(boardDocument(two).board, ["....", "....", "...o"]);
  assert.equal(sank(two, [1, 0], [1, 3]), two, "a sunk ship keeps its cells");
  assert.equal(sank(hit, [0, 0], [1, 1]), hit, "a ship is straight");
  assert.equal(shipOf([2, 1], [0, 1]).heading, "south");

  const back = raised(two, sunkAt(two, [2, 0]));
  assert.deepEqual(boardDocument(back).board, ["....", "x...", "x..o"]);
  assert.deepEqual(marked(two, [2, 0], "miss"), back, "any mark raises a sunk ship first");
});

test("the number of possible fleets is said exactly or about", () => {
  assert.equal(countOf({ fleets: "1855545978831780" }), "1,855,545,978,831,780 possible fleets");
  assert.equal(countOf({ fleets: "1" }), "1 possible fleet");
  assert.equal(countOf({ fleets_estimate: { mean: 1.86e15 } }), "about 1.9 × 10^15 possible fleets");
  assert.equal(countOf({ fleets_estimate: { mean: 1234.4 } }), "about 1234 possible fleets");
  assert.equal(countOf({}), "");
});
