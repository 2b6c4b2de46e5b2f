// Games, goals, statistics and curves of the room of levels.

import assert from "node:assert/strict";
import { test } from "node:test";

import { aimRequest, meaningOf } from "../page/levels/aims.js";
import { ends } from "../page/levels/archive.js";
import { distance } from "../page/levels/comparison.js";
import { curveDocument, dotOf, simplified, stretched, stroked, valueAt } from "../page/levels/curve.js";
import { endOf, framesOf, firstFrames, legal, openGame } from "../page/levels/game.js";
import { placeOn, timesOf } from "../page/levels/game-motion.js";
import { goal, sentence, words } from "../page/levels/goals.js";
import { apply, boardOf, mirrorOf, shown } from "../page/levels/mirror.js";
import { endWords } from "../page/levels/play-words.js";
import { rateWithin } from "../page/levels/results.js";
import { edited, editable, underRules } from "../page/levels/rules.js";
import { headline, histogram, standing, strip } from "../page/levels/statistics.js";
import { parts } from "../page/levels/tokens.js";

const board = (layout) => ({ layout, colors: layout.map((row) => [...row].map(() => 0)) });

/** The events of a block that is matched and leaves. */
const leaving = (step) => [
  { event: "group", step, id: 9, ids: [3] },
  { event: "leave", step, manner: "matched", id: 3, by: 9, from: [0, 2], look: { sort: "block", token: ".", color: 0 } },
];

/** A door whose game shifts its only row by one with each move. */
function door() {
  let made = 0;
  const state = () => ({ ...board([`${"#".repeat(made)}${".".repeat(3 - made)}`]), moves_made: made, score: 10 * made, left: 3 - made });
  const answer = () => ({ state: state(), moves: made < 3 ? [[[0, made], [0, made + 1]]] : [], over: made === 3 });
  return {
    play: async () => ({
      opened: answer(),
      move: async () => { made += 1; return { ...answer(), events: [{ event: "swap", step: 0 }, ...leaving(1)] }; },
      undo: async () => { made -= 1; return answer(); },
      hint: async () => ({ move: answer().moves[0] }), forget: async () => null,
    }),
  };
}

test("frames of a move begin with the choice and end at rest", () => {
  const elements = [{ id: 3, cell: [0, 2], sort: "block", token: ".", color: 0 }];
  const first = firstFrames({ ...board(["..."]), elements, score: 0 }).at(-1);
  const frames = framesOf(first, [[0, 0], [0, 1]], leaving(1), { ...board(["..."]), score: 30 });
  assert.deepEqual([...new Set(frames.map(({ event }) => event))], ["chosen", "matched", "cleared", "rest"]);
  assert.deepEqual(frames.find(({ event }) => event === "matched").board.colors, [[null, null, 0]]);
  assert.deepEqual(frames.find(({ event }) => event === "cleared").hits.map(({ cell, isGone }) => [cell, isGone]), [[[0, 2], true]]);
  assert.deepEqual([frames[0].made, frames.at(-1).made, frames.at(-1).state.score, frames.at(-1).omitted], [0, 1, 30, 0]);
});

test("steps say what moves, and what was too much to be sent", () => {
  const elements = [{ id: 1, cell: [0, 0], sort: "block", token: ".", color: 1 }];
  const first = firstFrames({ ...board(["...", "..."]), elements }).at(-1);
  const events = [
    { event: "move", step: 0, manner: "fall", id: 1, from: [0, 0], to: [1, 0] },
    { event: "appear", step: 0, manner: "refilled", id: 2, from: [0, 0], to: [0, 0], look: { sort: "block", token: ".", color: 2 } },
    { event: "move", step: 1, manner: "conveyor", id: 1, from: [1, 0], to: [1, 1] },
    { event: "move", step: 2, manner: "portal", id: 1, from: [1, 1], to: [0, 2] },
    { event: "score", step: 3, value: 10 },
    { event: "omitted", step: 4, value: 7 },
  ];
  const frames = framesOf(first, [[0, 0], [0, 0]], events, board(["...", "..."]));
  const moved = frames.filter(({ event }) => event !== "chosen" && event !== "rest").map((frame) => [frame.event, frame.moved]);
  assert.deepEqual(moved, [
    ["fallen", [[[0, 0], [1, 0]], [null, [0, 0]]]],
    ["conveyed", [[[1, 0], [1, 1]]]],
    ["fallen", [[null, [0, 2]]]],
  ]);
  assert.deepEqual(frames.find(({ event }) => event === "conveyed").board.colors, [[2, null, null], [null, 1, null]]);
  assert.equal(frames.at(-1).omitted, 7);
});

test("pieces fire along their cells in order, and what they hit breaks there", () => {
  const elements = [
    { id: 1, cell: [0, 1], sort: "piece", token: "R-", name: "rocket" },
    { id: 2, cell: [0, 0], sort: "blocker", token: "box1", name: "box", layers: 1 },
    { id: 3, cell: [0, 2], sort: "blocker", token: "vase2", name: "vase", layers: 2 },
    { id: 4, cell: [1, 2], sort: "blocker", token: "box1", name: "box", layers: 1 },
  ];
  const state = { tokens: [["box1", "R-", "vase2"], ["-", "-", "box1"]], colors: [[null, null, null], [null, null, null]], elements };
  const look = ({ sort, token, name, layers }) => ({ sort, token, name, layers });
  const events = [
    { event: "tap", step: 0, id: 1, from: [0, 1] },
    { event: "fire", step: 1, manner: "across", id: 1, from: [0, 1], cells: [[0, 0], [0, 2]] },
    { event: "leave", step: 1, manner: "fired", id: 1, from: [0, 1], look: look(elements[0]) },
    { event: "hit", step: 1, id: 2, from: [0, 0], look: { ...look(elements[1]), layers: 0 } },
    { event: "leave", step: 1, manner: "destroyed", id: 2, from: [0, 0], look: look(elements[1]) },
    { event: "hit", step: 1, id: 3, from: [0, 2], look: { ...look(elements[2]), token: "vase1", layers: 1 } },
    { event: "leave", step: 1, manner: "destroyed", id: 4, from: [1, 2], look: look(elements[3]) },
  ];
  const frames = framesOf(firstFrames(state).at(-1), [[0, 1], [0, 1]], events, state);
  const [fired, cleared] = ["fired", "cleared"].map((name) => frames.find(({ event }) => event === name));
  assert.deepEqual(fired.fires, [{ from: [0, 1], cells: [[0, 0], [0, 2]], isLine: true }]);
  assert.deepEqual(fired.board.tokens[0], ["box1", "R-", "vase2"], "nothing has left while it fires");
  assert.deepEqual(fired.hits.map(({ cell, isGone }) => [...cell, isGone]), [[0, 1, true], [0, 0, true], [0, 2, false]]);
  assert.deepEqual([cleared.board.tokens[0], cleared.hits.map(({ cell }) => cell)], [["-", "-", "vase1"], [[1, 2]]]);
  const times = timesOf(fired.fires);
  assert.ok(times.get("0,0") === 0 && times.get("0,2") > 0.4 && times.get("0,2") < 1);
  assert.deepEqual([placeOn([[0, 0], [0, 2]], 0.5), placeOn([[0, 0], [0, 2]], 2)], [[0, 1], [0, 2]]);
});

test("a mirror draws what its elements are", () => {
  const element = (id, cell, look) => ({ id, cell, ...look });
  const classic = mirrorOf({
    ...board([".2b#"]),
    elements: [
      element(1, [0, 0], { sort: "block", token: ".", color: 4 }),
      element(2, [0, 1], { sort: "blocker", token: "2", name: "blocked", layers: 2 }),
      element(3, [0, 2], { sort: "block", token: ".", color: 0 }),
      element(4, [0, 2], { sort: "cover", token: "b", name: "overlay", layers: 2 }),
      element(5, [0, 3], { sort: "obstacle", token: "#" }),
    ],
  });
  assert.deepEqual(shown(classic), { tokens: boardOf(board([".2b#"])).tokens, colors: [[4, null, 0, null]] });
  apply(classic, [
    { event: "hit", id: 4, look: { sort: "cover", token: "a", name: "overlay", layers: 1 } },
    { event: "leave", id: 2 },
  ]);
  assert.deepEqual(shown(classic).tokens, boardOf(board(["..a#"])).tokens);

  const tokens = [["_", "rR-+ice1_grass2", "P!+1", "-"]];
  const royal = mirrorOf({
    tokens, colors: [[null, 0, null, null]],
    elements: [
      element(1, [0, 1], { sort: "ground", token: "grass2", name: "grass", layers: 2 }),
      element(2, [0, 1], { sort: "piece", token: "rR-", name: "rocket", color: 0 }),
      element(3, [0, 1], { sort: "cover", token: "ice1", name: "ice", layers: 1 }),
      element(4, [0, 2], { sort: "armed-piece", token: "P!+1", name: "plane" }),
    ],
  });
  assert.deepEqual(shown(royal), { tokens, colors: [[null, 0, null, null]] });
  assert.deepEqual(parts("P!+1"), { contents: "P!+1", cover: "", ground: "" });
  assert.deepEqual(parts("P!+1+ice2_grass1"), { contents: "P!+1", cover: "ice2", ground: "grass1" });
});

test("a move from an earlier frame takes the later moves back", async () => {
  const game = await openGame(door(), {});
  for (let move = await game.hint("greedy"); move; move = await game.hint("greedy")) await game.play(move);
  assert.deepEqual([game.made, game.over, game.frames.at(-1).state.score], [3, true, 30]);
  await game.play([[0, 1], [0, 2]], 1);
  assert.deepEqual([game.made, game.over, endOf(game.frames, 2)], [2, false, game.frames.length - 1]);
});

test("a swap is legal in either order", () => {
  const moves = [[[0, 0], [0, 1]], [[2, 2], [2, 2]]];
  assert.deepEqual(legal(moves, [0, 1], [0, 0]), [[0, 1], [0, 0]]);
  assert.deepEqual(legal(moves, [2, 2], [2, 2]), [[2, 2], [2, 2]]);
  assert.equal(legal(moves, [0, 0], [1, 0]), null);
});

test("words of goals lead back, and wrong ones are refused", () => {
  const all = ["collect:30", "collect:8:3", "color:red:20", "kind:box:all", "kind:box:12", "layers:ice:12", "clear:specials", "drop:2", "make:rocket:4", "score:5000"];
  assert.deepEqual(words(goal(all)), all);
  assert.deepEqual(goal([" ", ""]), undefined);
  assert.throws(() => goal(["win:3"]), /Unknown goal/);
  assert.throws(() => goal(["collect:x"]), /whole number/);
  assert.match(sentence(goal(["kind:box:all", "drop:2"])), /clear every box, and bring down 2/);
});

test("the bars of a histogram add up to the share of games that were won", () => {
  const curve = Array.from({ length: 100 }, (_, at) => ({ moves: at + 3, win_rate: { mean: (at + 1) / 125 } }));
  const { width, bars } = histogram(curve);
  const total = bars.reduce((sum, { share }) => sum + share, 0);
  assert.ok(width === 3 && Math.abs(total - 0.8) < 1e-9);
  assert.deepEqual(histogram([]).bars, []);
});

test("the large number is the win rate within the limit, else the mean swaps", () => {
  const played = { games: 1000, finished: 1000, bot: "article", swaps: { mean: 14.26, ci95: [13.4, 15.1] }, win_rate: { mean: 0.825, ci95: [0.77, 0.87] } };
  assert.deepEqual([headline({ ...played, moves: 25 }).value, headline({ ...played, moves: 25 }).unit], ["83", "%"]);
  assert.deepEqual([headline(played).value, headline(played).unit], ["14.3", "swaps"]);
  assert.equal(standing({ swaps: [14, 15] }, played).isIn, true);
  assert.match(standing({ win_rate: [0.4, 0.6] }, played).words, /above the wanted band/);
  assert.equal(standing(undefined, played), null);
  assert.equal(rateWithin({ curve: [{ moves: 9, win_rate: { mean: 0.4 } }] }, 12), 0.4);
});

test("the strip has every bot, from weak to strong, then the ladder", () => {
  const other = (bot, mean, rate, games = 50) => ({ bot, swaps: mean && { mean }, win_rate: { mean: rate }, games });
  const others = [other("random", 61.24, 0.08, 200), other("expert", 20, 1, 20), other("novice", undefined, 0.25), other("planner", 25, 0.5, 8)];
  const played = { bot: "greedy", swaps: { mean: 30.62 }, win_rate: { mean: 0.9 }, games: 400, others };
  const limited = strip({ ...played, moves: 25 });
  assert.deepEqual(limited.map(({ bot, words }) => `${bot} ${words}`), ["random 8 %", "greedy 90 %", "planner 50 %", "novice 25 %", "expert 100 %"]);
  assert.deepEqual(limited.map(({ isOwn }) => isOwn), [false, true, false, false, false]);
  const endless = strip(played);
  assert.deepEqual(endless.map(({ bot, words, share }) => `${bot} ${words} ${share.toFixed(2)}`), ["random 61.2 1.00", "greedy 30.6 0.50", "planner 25.0 0.41", "novice never 0.00", "expert 20.0 0.33"]);
  assert.deepEqual(strip({ ...played, bot: "greedy:0.7", others: [] }).map(({ bot }) => bot), ["greedy:0.7"]);
  assert.equal(strip({ ...played, bot: "greedy:0.7" }).at(-1).bot, "greedy:0.7");
});

test("aims become keys of the request", () => {
  const level = { goal: { collect: 9 }, moves: 20 };
  assert.deepEqual(aimRequest("win_rate", 60, level), { win_rate: 0.6, moves: 20 });
  assert.deepEqual(aimRequest("easy", 0, level), { difficulty: "easy" });
  assert.deepEqual(aimRequest("potential", 250, {}, { algorithm: "fi2pop" }), { target: 250, tolerance: 3, algorithm: "fi2pop" });
  assert.throws(() => aimRequest("hard", 0, {}), /needs a goal/);
  assert.deepEqual(meaningOf("easy: 12.5 swaps, the 15 % quantile of random levels of this request"), { name: "easy", meaning: "12.5 swaps" });
});

test("curves are drawn, simplified and stretched", () => {
  const drawn = stroked([[1, 10], [5, 10]], [1, 10], [3, 20], 5);
  assert.deepEqual(drawn, [[1, 10], [2, 15], [3, 20], [5, 10]]);
  assert.deepEqual(simplified(drawn, 0.1), [[1, 10], [3, 20], [5, 10]]);
  assert.deepEqual(stretched([[1, 10], [5, 20]], 5, 9), [[1, 10], [9, 20]]);
  assert.equal(valueAt([[2, 10], [4, 20]], 3), 15);
  const what = { levels: 5, quantity: "win_rate", points: [[1, 90.04]], level: { rows: 6, columns: 7, colors: 5, moves: 20, rules: "royal" }, kinds: ["box1"], symmetry: "none", bot: "greedy", goals: ["collect:9"] };
  const { win_rate: rate, moves, rules } = curveDocument(what);
  assert.deepEqual([rate, moves, rules], [[[1, 0.9]], 20, "royal"]);
  assert.deepEqual([curveDocument(what).bot, "bot" in curveDocument({ ...what, bot: "" })], ["greedy", false]);
  assert.throws(() => curveDocument({ ...what, goals: [] }), /needs a goal/);
});

test("notes of a pack become dots of the chart", () => {
  assert.deepEqual(dotOf("level 2 of 4: played 13.65 swaps (95 %: 13.54 to 13.75, 13122 games)"), { level: 2, value: 13.65, ci95: [13.54, 13.75] });
  const text = "level 1 of 4: played 17.26 swaps (95 %: 17.00 to 17.50, 4096 games), 83.3 % won within 25 moves (95 %: 82.1 to 84.4 %)";
  assert.deepEqual(dotOf(text), { level: 1, value: 83.3, ci95: [82.1, 84.4] });
  const safe = "level 1 of 4: played 9.10 swaps (95 %: 9.00 to 9.20, 3000 games), no loss in 3,000 games (at least 99.9 %, 95 % confidence) within 20 moves";
  assert.deepEqual(dotOf(safe), { level: 1, value: 100, ci95: [99.9, 100] });
  assert.equal(dotOf("drawing"), null);
});

test("the end of a game counts one move and one point in the singular", () => {
  assert.equal(endWords({ won: true, score: 1 }, 1), "Won after 1 move, 1 point.");
  assert.equal(endWords({ won: false, score: 240 }, 9), "Not won after 9 moves, 240 points.");
});

test("another preset keeps only what it knows", () => {
  const level = { rows: 1, columns: 3, tokens: [["box2", "#", "?"]], rules: "royal", goal: { collect: { kind: "box", count: "all" } } };
  const after = underRules(level, "candy");
  assert.deepEqual([after.tokens[0], after.goal], [[".", "#", "?"], { collect: 20 }]);
});

test("the level's own kinds are edited with its rules, and stay in one place", () => {
  const level = { rows: 1, columns: 1, tokens: [["nest1"]], rules: "blast", blocks: { nest: { place: "blocker" } } };
  assert.deepEqual(editable(level), { base: "blast", blocks: level.blocks });
  assert.deepEqual(edited(level, editable(level)), level);
  const more = edited(level, { base: "blast", least: 3, blocks: { ...level.blocks, den: { place: "blocker" } } });
  assert.deepEqual([more.rules, Object.keys(more.blocks)], [{ base: "blast", least: 3 }, ["nest", "den"]]);
  assert.equal("blocks" in edited(level, { base: "blast" }), false);
  const { blocks, ...plain } = level;
  assert.deepEqual(edited(plain, { base: "blast", blocks }).rules.blocks, blocks);
  assert.equal("blocks" in edited(plain, { base: "blast", blocks }), false);
});

test("bins of an axis lie beside each other", () => {
  assert.deepEqual(ends({ low: 8, high: 20, bins: 2 }, 1), [14, 20]);
});

test("results are compared by their distance from the request", () => {
  assert.equal(distance({ target: 380, potential: 377 }), 3);
  assert.equal(distance({ wanted: { swaps: 20 }, played: { swaps: { mean: 21 } } }), 0.05);
  const rate = distance({ wanted: { win_rate: 0.6, moves: 9 }, played: { curve: [{ moves: 8, win_rate: { mean: 0.55 } }] } });
  assert.ok(Math.abs(rate - 0.05) < 1e-9);
});
