// Match-3 as a game uses it: every board follows from the events, and the recordings of the command line are played again.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { blast, classic, royal } from "./levels.mjs";
import { held } from "./module.mjs";

const { init, Match3Game, Mirror } = await import("tilewright/match3");

const GAMES = [
  ["classic", { level: classic, goal: "collect:60", moves: 30 }],
  ["royal", { level: royal }],
  ["blast", { level: JSON.stringify(blast) }],
];

test("before init everything says what is missing", async () => {
  assert.throws(() => new Match3Game({ level: classic, goal: "collect:9" }), /tilewright\/match3 was not started: await init\(\) first/);
  await init();
});

/** Elements in an order of their own, since those of one cell have none that matters. */
const sorted = (elements) => [...elements].sort((a, b) => a.id - b.id);

for (const [name, options] of GAMES) {
  test(`${name}: who applies the events has every board, and who shows what is left has every number`, () => {
    for (const seed of [1, 2, 2n ** 64n - 1n]) {
      const game = new Match3Game({ ...options, seed });
      const start = game.state();
      const mirror = new Mirror(start.elements);
      const left = start.parts.map((part) => part.left);
      let score = 0;
      let made = 0;
      for (let move = game.hint(); move !== null; move = game.hint()) {
        assert.ok(game.moves().length > 0);
        const { made: isMade, steps, why } = game.play(move);
        assert.ok(isMade && why === undefined);
        made += 1;
        steps.forEach((step, at) => step.forEach((event) => assert.equal(event.step, steps[0][0].step + at)));
        for (const event of steps.flat()) {
          mirror.apply(event);
          if (event.event === "count") left[event.part] = event.value;
          if (event.event === "score") score += event.value;
        }
        const state = game.state();
        assert.deepEqual(sorted(mirror.elements.values()), sorted(state.elements));
        assert.deepEqual(left, state.parts.map((part) => part.left));
        assert.equal(score, state.score);
        assert.equal(made, state.movesMade);
        assert.equal(steps.at(-1).at(-1).event, state.over ? "end" : "rest");
      }
      const end = game.state();
      assert.ok(end.over && (end.won || end.movesMade === end.moveLimit));
      assert.deepEqual(game.moves(), []);
      assert.match(game.play({ from: { x: 0, y: 0 }, to: { x: 1, y: 0 } }).why, /over/);
      game.dispose();
    }
  });

  test(`${name}: undo, copies and saved games go on alike`, () => {
    const game = new Match3Game({ ...options, seed: 7, undo: 3 });
    const states = [game.state()];
    for (let move = 0; move < 4; move++) {
      game.play(game.hint("random"));
      states.push(game.state());
    }
    const others = [Match3Game.load(game.save()), Match3Game.load(game.recording()), game.copy()];
    const next = game.hint("planner", 20);
    const played = game.play(next);
    for (const other of others) {
      assert.deepEqual(other.hint("planner", 20), next);
      assert.deepEqual(other.play(next), played);
      assert.deepEqual(other.state(), game.state());
    }
    assert.equal(others[2].save(), game.save());
    assert.ok(game.undo() && game.undo() && game.undo() && !game.undo());
    assert.deepEqual(game.state(), states[2]);
  });

  test(`${name}: a recording of the command line has the same boards`, () => {
    const file = `${name}.level`;
    writeFileSync(file, typeof options.level === "string" ? options.level : JSON.stringify(options.level));
    const words = ["match3", "play", file, "--games", "1", "--bot", "greedy", "--seed", "5", "--record", `${name}.recording.json`];
    if (options.goal) words.push("--goal", options.goal, "--moves", String(options.moves));
    // It says by its status that games were lost.
    spawnSync(process.env.TILEWRIGHT, words);
    const { bot, checksum, ...recorded } = JSON.parse(readFileSync(`${name}.recording.json`, "utf8"));
    assert.deepEqual([bot, checksum.length], ["greedy", 16]);
    const game = new Match3Game({ ...options, seed: 5 });
    for (const [[y, x], [toY, toX]] of recorded.swaps) {
      assert.ok(game.swap({ x, y }, { x: toX, y: toY }).made);
    }
    // The fingerprint of every board is in it; the checksum covers the name of the bot as well.
    const { checksum: _, ...own } = JSON.parse(game.recording());
    assert.deepEqual(own, recorded);
    writeFileSync(`${name}.own.json`, game.recording());
    const again = spawnSync(process.env.TILEWRIGHT, ["match3", "play", "--replay", `${name}.own.json`], { encoding: "utf8" });
    assert.match(again.stdout + again.stderr, /all \d+ boards agree/, again.stderr);
  });
}

test("a swap that makes nothing is shown and taken back", () => {
  const game = new Match3Game({ level: royal });
  const before = game.state();
  const can = new Set(game.moves().map(({ from, to }) => JSON.stringify([from, to])));
  const blocks = before.elements.filter(({ sort }) => sort === "block");
  const swaps = blocks.flatMap((from) => blocks.filter(({ x, y, color }) => x === from.x + 1 && y === from.y && color !== from.color).map((to) => [from, to]));
  const places = swaps.map((swap) => swap.map(({ x, y }) => ({ x, y })));
  const [from, to] = places.find((swap) => !can.has(JSON.stringify(swap)));
  const { made, why, code, steps } = game.swap(from, to);
  assert.deepEqual([made, code], [false, "no-effect"]);
  assert.match(why, /would make nothing|no move|makes no/);
  assert.deepEqual(steps.flat().map(({ event }) => event).filter((event) => event !== "rest" && event !== "move"), ["swap", "refused"]);
  const mirror = new Mirror(before.elements);
  steps.flat().forEach((event) => mirror.apply(event));
  assert.deepEqual(sorted(mirror.elements.values()), sorted(game.state().elements));
  assert.deepEqual(game.state(), before);
});

test("boosters, more moves, another goal, other cells", () => {
  const game = new Match3Game({ level: royal, moves: 1 });
  assert.deepEqual([game.width, game.height, game.pieces.includes("rocket")], [8, 7, true]);
  const mirror = new Mirror(game.state().elements);
  const follow = ({ made, steps, why }) => {
    assert.ok(made, why);
    steps.flat().forEach((event) => mirror.apply(event));
    assert.deepEqual(sorted(mirror.elements.values()), sorted(game.state().elements));
  };
  const box = game.state().elements.find(({ name }) => name === "box");
  follow(game.boost({ hammer: { x: box.x, y: box.y } }));
  assert.ok(!game.state().elements.some(({ id }) => id === box.id));
  follow(game.boost({ piece: "rocket", at: { x: 3, y: 6 }, down: true }));
  follow(game.boost({ freeSwap: [{ x: 0, y: 6 }, { x: 1, y: 6 }] }));
  follow(game.boost("shuffle"));
  assert.match(game.boost({ hammer: { x: 99, y: 0 } }).why, /nothing that this booster can change/);
  assert.throws(() => game.recording(), /not known from its beginning/);
  follow(game.play(game.hint()));
  assert.ok(game.state().over);
  game.addMoves(5);
  assert.deepEqual([game.state().over, game.state().moveLimit], [false, 6]);
  follow(game.setGoal(["kind:box:1", "score:1"]));
  follow(game.setGoal({ score: 1_000_000 }));
  assert.deepEqual(game.state().parts.map(({ part }) => part), ["score"]);
  follow(game.setCells([{ x: 0, y: 0, token: "box2" }, { x: 1, y: 0, token: ".", color: 1 }]));
  assert.equal(game.state().tokens[0][0], "box2");
  const hint = game.hint("planner");
  assert.ok(Array.isArray(game.reasons(hint)));
  assert.equal(game.level().rules, "royal");
});

/** Waits until the garbage collector has given up what is forgotten. */
async function emptied() {
  for (let known = Infinity; held() < known || known === Infinity; ) {
    known = held();
    for (let round = 0; round < 5; round++) {
      gc();
      await new Promise((done) => setImmediate(done));
    }
  }
}

test("handles that are disposed of or forgotten leave nothing behind", async () => {
  await emptied();
  const before = held();
  for (let round = 0; round < 2000; round++) {
    const game = new Match3Game({ level: classic, goal: "collect:9", seed: round });
    game.copy().dispose();
    game.dispose();
  }
  assert.equal(held(), before);
  for (let round = 0; round < 2000; round++) new Match3Game({ level: classic, goal: "collect:9", undo: 0 });
  await emptied();
  assert.equal(held(), before);
});

test("what cannot be meant is an Error that says so", () => {
  const game = new Match3Game({ level: royal });
  const gone = game.copy();
  gone.dispose();
  const level = royal;
  for (const [call, error] of [
    [() => new Match3Game(), /options is undefined/],
    [() => new Match3Game({}), /options\.level is no level/],
    [() => new Match3Game({ level: 3 }), /options\.level is no level/],
    [() => new Match3Game({ level: "" }), /empty|no cells|no row/i],
    [() => new Match3Game({ level: "..x" }), /x/],
    [() => new Match3Game({ level: classic }), /no goal/],
    [() => new Match3Game({ level: classic, goal: "win" }), /unknown goal `win`/],
    [() => new Match3Game({ level: classic, goal: "kind:box:1" }), /box|rules/],
    [() => new Match3Game({ level: "#.\n.#\n", goal: "collect:3" }), /cannot be reached|no swap|room/i],
    [() => new Match3Game({ level: { ...royal, rules: "none" } }), /none/],
    [() => new Match3Game({ level: { ...royal, colors: 99 } }), /colou?rs?/],
    [() => new Match3Game({ level: { levels: [{ level }] } }), /a level of it is levels\[0\]\.level/],
    [() => new Match3Game({ level: [] }), /options\.level is no level/],
    [() => new Match3Game({ level, goal: 5 }), /options\.goal is 5, expected words/],
    [() => new Match3Game({ level, goal: ["score:1", 5] }), /options\.goal\[1\] is 5/],
    [() => new Match3Game({ level, seed: "1" }), /options\.seed is "1"/],
    [() => new Match3Game({ level, seed: -1 }), /options\.seed is -1/],
    [() => new Match3Game({ level, seed: 2n ** 64n }), /seed is 18446744073709551616/],
    [() => new Match3Game({ level, seed: 0.5 }), /seed is 0\.5/],
    [() => new Match3Game({ level, undo: 1e9 }), /options\.undo is 1000000000/],
    [() => new Match3Game({ level, game: NaN }), /options\.game is NaN/],
    [() => new Match3Game({ level, moves: 0 }), /moves?/],
    [() => new Match3Game({ level, sead: 1 }), /options has no member "sead"/],
    [() => Match3Game.load(), /saved is no text/],
    [() => Match3Game.load("{}"), /missing key `level`/],
    [() => Match3Game.load(game.save().slice(0, 200)), /./],
    [() => game.swap({ x: 0, y: 0 }), /to is no place/],
    [() => game.swap({ x: -1, y: 0 }, { x: 0, y: 0 }), /from\.x is -1/],
    [() => game.swap({ x: "0", y: 0 }, { x: 0, y: 0 }), /from\.x is "0"/],
    [() => game.tap(), /at is no place/],
    [() => game.play(null), /move is null/],
    [() => game.hint("nobody"), /nobody/],
    [() => game.hint("planner", -1), /budget is -1/],
    [() => game.reasons({ from: { x: 0, y: 0 }, to: { x: 5, y: 5 } }), /neighbours/],
    [() => game.boost({}), /booster is none of/],
    [() => game.boost({ hammer: null }), /booster\.hammer is no place/],
    [() => game.hint(5), /bot is 5, expected a text/],
    [() => game.hint("planner", 0), /budget is 0/],
    [() => game.boost({ hammer: { x: 0, y: 0 }, down: true }), /booster has no member "down"/],
    [() => game.boost({ freeSwap: {} }), /booster\.freeSwap is an object, expected a list/],
    [() => game.boost({ piece: 5, at: { x: 0, y: 0 } }), /booster\.piece is 5/],
    [() => game.boost({ piece: "rocket", at: { x: 0, y: 0 }, down: "no" }), /booster\.down/],
    [() => game.setCells(null), /contents is an object|contents is null/],
    [() => game.setCells([null]), /contents\[0\] is null/],
    [() => game.setCells([{ x: 0, y: 0 }]), /contents\[0\]\.token is undefined/],
    [() => game.setCells([{ x: 0, y: 0, token: ".", color: NaN }]), /contents\[0\]\.color is NaN/],
    [() => game.setCells([{ x: 0, y: 0, token: ".", colour: 1 }]), /contents\[0\] has no member "colour"/],
    [() => game.setGoal(), /goal is undefined/],
    [() => new Mirror(), /elements is undefined/],
    [() => new Mirror([]).apply([]), /event is a list/],
    [() => game.addMoves(-1), /moves is -1/],
    [() => game.addMoves("5"), /moves is "5"/],
    [() => game.setGoal("nothing"), /unknown goal `nothing`/],
    [() => gone.state(), /this Match3Game was disposed of/],
    [() => Match3Game.prototype.state.call({}), /./],
  ]) {
    assert.throws(call, (thrown) => thrown instanceof Error && error.test(thrown.message) || assert.fail(`${call} says ${thrown}`));
  }
  for (const [answer, error, code] of [
    [game.swap({ x: 0, y: 0 }, { x: 5, y: 5 }), /not neighbours/, "not-neighbors"],
    [game.swap({ x: 99, y: 0 }, { x: 0, y: 0 }), /outside the board/, "outside"],
    [game.tap({ x: 0, y: 0 }), /tap/, "no-tap"],
    [game.boost({ piece: "cannon", at: { x: 0, y: 0 } }), /no piece `cannon`/, "no-piece"],
    [game.setCells([{ x: 99, y: 0, token: "." }]), /outside the board/, "outside"],
    [game.setGoal("kind:tree:1"), /tree/, "goal"],
  ]) {
    assert.deepEqual([answer.made, answer.code], [false, code]);
    assert.match(answer.why, error);
  }
});
