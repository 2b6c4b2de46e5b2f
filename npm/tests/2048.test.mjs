// 2048 as a game uses it, beside plain rules.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { held } from "./module.mjs";

const { init, Game2048, takeNetwork } = await import("tilewright/2048");
await init();

/** A row that slides to its beginning, by the rules. */
function slid(row) {
  const tiles = row.filter((tile) => tile > 0);
  const after = [];
  while (tiles.length > 0) {
    const tile = tiles.shift();
    after.push(tile === tiles[0] ? tile + tiles.shift() : tile);
  }
  return [...after, ...Array(row.length - after.length).fill(0)];
}

const turned = (board) => board[0].map((_, x) => board.map((row) => row[x]));
const mirrored = (board) => board.map((row) => [...row].reverse());
const PLAIN = {
  left: (board) => board.map(slid),
  right: (board) => mirrored(mirrored(board).map(slid)),
  up: (board) => turned(turned(board).map(slid)),
  down: (board) => turned(mirrored(mirrored(turned(board)).map(slid))),
};

test("every move is that of the rules, and the events lead from board to board", () => {
  for (const [width, height] of [[4, 4], [3, 2], [5, 5]]) {
    const game = new Game2048({ width, height, seed: 3 });
    for (let moves = game.moves(), made = 0; moves.length > 0 && made < 300; moves = game.moves(), made++) {
      const { board } = game.state();
      assert.deepEqual(moves, ["up", "right", "down", "left"].filter((way) => JSON.stringify(PLAIN[way](board)) !== JSON.stringify(board)));
      const move = moves[made % moves.length];
      const { events } = game.slide(move);
      const after = game.state().board.map((row) => [...row]);
      const shown = board.map((row) => [...row]);
      for (const event of events.filter(({ event }) => event === "slid")) shown[event.from.y][event.from.x] = 0;
      for (const event of events) {
        const at = event.at ?? event.to;
        shown[at.y][at.x] = event.tile;
      }
      assert.deepEqual(shown, after);
      const { at } = events.at(-1);
      after[at.y][at.x] = 0;
      assert.deepEqual(after, PLAIN[move](board));
    }
  }
});

test("undo, copies and saved games go on alike", () => {
  const game = new Game2048({ seed: 2n ** 64n - 1n, undo: 2 });
  for (let move = 0; move < 5; move++) game.slide(game.hint("greedy"));
  const before = game.state();
  const others = [Game2048.load(game.save()), game.copy()];
  const next = game.hint("expectimax", { depth: 2 });
  const played = game.slide(next);
  for (const other of others) {
    assert.equal(other.hint("expectimax", { depth: 2 }), next);
    assert.deepEqual(other.slide(next), played);
    assert.equal(other.save(), game.save());
  }
  assert.ok(game.undo() && game.undo() && !game.undo());
  assert.notDeepEqual(game.state(), before);
});

test("players give hints and values, and an illegal move is no Error", () => {
  const game = new Game2048({ seed: 1 });
  for (const player of ["random", "greedy", "classic", "expectimax"]) assert.ok(game.moves().includes(game.hint(player)));
  const values = game.values("expectimax", { depth: 2 });
  assert.equal(game.hint("expectimax", { depth: 2 }), ["up", "right", "down", "left"][values.indexOf(Math.max(...values.map((value) => value ?? -Infinity)))]);
  const illegal = ["up", "right", "down", "left"].find((way) => !game.moves().includes(way));
  if (illegal) assert.deepEqual([game.slide(illegal).made, game.slide(illegal).code, game.slide(illegal).events], [false, "no-effect", []]);
  assert.equal(game.hint(), game.hint("expectimax"));
  assert.equal(game.hint("expectimax", { budget: 100 }), game.hint("expectimax", { budget: 100 }));
  assert.throws(() => game.hint("network"), /the network was not handed over: takeNetwork\(bytes\) first/);
  assert.throws(() => takeNetwork(new Uint8Array(9)), /./);
  if (process.env.TILEWRIGHT_NETWORK) {
    takeNetwork(readFileSync(process.env.TILEWRIGHT_NETWORK));
    assert.ok(game.moves().includes(game.hint("network", { budget: 100 })));
    assert.deepEqual(game.values(), game.values("network", { depth: 3 }));
    assert.deepEqual(new Game2048({ width: 3, seed: 1 }).values(), new Game2048({ width: 3, seed: 1 }).values("expectimax"));
  }
});

test("what cannot be meant is an Error that says so", () => {
  const game = new Game2048();
  for (const [call, error] of [
    [() => new Game2048(null), /options is null/],
    [() => new Game2048({ width: 6 }), /options\.width is 6, expected a whole number from 2 to 5/],
    [() => new Game2048({ fourProbability: 2 }), /options\.fourProbability is 2/],
    [() => new Game2048({ size: 4 }), /options has no member "size"/],
    [() => new Game2048({ seed: "1" }), /options\.seed is "1"/],
    [() => game.slide("north"), /direction is "north"/],
    [() => game.hint("perfect"), /player is "perfect"/],
    [() => game.hint("greedy", { depth: 2 }), /takes no depth/],
    [() => game.hint("greedy", { budget: 2 }), /takes no budget/],
    [() => game.hint("expectimax", { depth: 99 }), /depth is 99/],
    [() => game.hint("expectimax", { budget: 0 }), /budget is 0/],
    [() => game.hint("expectimax", { depth: 2, budget: 9 }), /a depth or a budget, not both/],
    [() => game.hint("expectimax", { nodes: 9 }), /search has no member "nodes"/],
    [() => game.hint("expectimax", 2), /search is 2, expected an object/],
    [() => new Game2048({ width: 3 }).hint("network"), /does not play boards of this size/],
    [() => Game2048.load("{}"), /./],
    [() => takeNetwork("file"), /bytes is no Uint8Array/],
  ]) {
    assert.throws(call, (thrown) => thrown instanceof Error && error.test(thrown.message) || assert.fail(`${call} says ${thrown}`));
  }
});

test("handles that are disposed of leave nothing behind", () => {
  const before = held();
  for (let round = 0; round < 10_000; round++) {
    const game = new Game2048({ seed: round });
    game.copy().dispose();
    game.dispose();
  }
  assert.equal(held(), before);
});
