// Requests, walkers and doors of the room of paths.

import assert from "node:assert/strict";
import { test } from "node:test";

import { DEFAULTS, doorsRequest, evolveRequest, fieldRequest, frontRequest, liveSettings, planRequest, reachRequest, readState, routesRequest, writeState } from "../page/paths/address.js";
import { doorValues, formatDoors, isOpen, parseDoors, stateAt } from "../page/paths/doors.js";
import { fromLayout } from "../page/paths/map.js";
import { changesBetween, createClock, createTicks, createTimes } from "../page/paths/live.js";
import { createMeter, createNewest, quantileOf } from "../page/paths/newest.js";
import { arrowsOf, walkOf } from "../page/paths/view-field.js";
import { createWalkers, measure, placeAt } from "../page/paths/walkers.js";

const state = (more = {}) => readState({ from: "1,2", to: "3,4", ...more });

test("the address holds the state and leaves defaults out", () => {
  const given = { map: "village", from: "1,2", to: "3,4", planner: "jps", danger: "2,2,4;5,6,1", doors: "1,1,4,5,0", npcs: "0,1;2,0" };
  const written = Object.fromEntries(Object.entries(writeState(readState(given))).filter(([, value]) => value !== ""));
  assert.deepEqual(written, given);
  assert.deepEqual(readState({}).settings, DEFAULTS);
  assert.equal(readState({ from: "x" }).start, null);
});

test("requests have only the keys that differ from the defaults", () => {
  assert.deepEqual(planRequest(state(), "m"), { map: "m", from: "1,2", to: "3,4", planner: "astar" });
  assert.equal(planRequest(state({ planner: "fastest" }), "m").planner, undefined);
  const full = state({ planner: "dijkstra", corners: "one", weight: "0.5", danger: "2,2,4" });
  assert.deepEqual(planRequest(full, "m", { trace: true }), { map: "m", from: "1,2", to: "3,4", corners: "one", danger: ["2,2,4"], danger_weight: 0.5, planner: "dijkstra", trace: true });
  // A weight of danger is refused where there is none.
  const weighed = state({ weight: "0.5" });
  assert.equal(planRequest(weighed, "m").danger_weight, undefined);
  assert.equal(routesRequest({ ...weighed, hasDanger: true }, "m").danger_weight, 0.5);
  assert.deepEqual(evolveRequest(state(), "m"), { map: "m", from: "1,2", to: "3,4", connectivity: "4", planner: "improved", trace: true, generations: 40, seed: 1 });
  assert.deepEqual(routesRequest(state({ method: "random-walk" }), "m"), { map: "m", from: "1,2", to: "3,4", routes: 6, detour: 1.2, method: "random-walk", seed: 1 });
  assert.equal(frontRequest(state(), "m", 900).method, undefined);
  assert.equal(frontRequest(state(), "m", 37_000).method, "approximate");
});

test("of waiting requests only the newest is sent, one at a time", async () => {
  const [sent, answered] = [[], []];
  let most = 0;
  let running = 0;
  const newest = createNewest({
    async act(request) { sent.push(request); running += 1; most = Math.max(most, running); await null; running -= 1; return request * 10; },
    onAnswer: (answer) => answered.push(answer),
  });
  for (let request = 1; request <= 5; request += 1) newest.push(request);
  await newest.idle();
  assert.deepEqual(sent, [1, 5]);
  assert.deepEqual(answered, [10, 50]);
  assert.equal(most, 1);
});

test("a cleared request has no answer, and a refused one does not block", async () => {
  const [answered, refused] = [[], []];
  const newest = createNewest({
    act: async (request) => { if (request === 0) throw new Error("refused"); return request; },
    onAnswer: (answer) => answered.push(answer), onError: (error) => refused.push(error.message),
  });
  newest.push(7);
  newest.clear();
  await newest.idle();
  assert.deepEqual(answered, []);
  newest.push(0);
  await newest.idle();
  newest.push(3);
  await newest.idle();
  assert.deepEqual([answered, refused], [[3], ["refused"]]);
});

test("rates and quantiles", () => {
  const meter = createMeter();
  for (let at = 0; at < 30; at += 1) meter.tick(at * 20);
  assert.equal(meter.rate(600), 30);
  assert.equal(meter.rate(5000), 0);
  assert.equal(quantileOf([5, 1, 9, 3], 0.95), 9);
  assert.equal(quantileOf([], 0.5), 0);
});

test("a walker is between the cells of its path", () => {
  const cells = [[0, 0], [0, 1], [1, 2]];
  const lengths = measure(cells);
  assert.deepEqual(lengths, [0, 1, 1 + Math.SQRT2]);
  assert.deepEqual(placeAt(cells, lengths, 0.5), [0, 0.5]);
  assert.deepEqual(placeAt(cells, lengths, -1), [0, 0]);
  assert.deepEqual(placeAt(cells, lengths, 99), [1, 2]);
  const [row, column] = placeAt(cells, lengths, 1 + Math.SQRT2 / 2);
  assert.ok(Math.abs(row - 0.5) < 1e-9 && Math.abs(column - 1.5) < 1e-9);
});

test("walkers take the routes in turn, and their load is counted", () => {
  const routes = [[[0, 0], [0, 1], [0, 2]], [[0, 0], [1, 1], [0, 2]]];
  const map = { rows: 2, columns: 3 };
  const walkers = createWalkers(routes, { count: 4, gap: 1 });
  assert.equal(walkers.end, 2 * Math.SQRT2 + 3);
  assert.deepEqual(walkers.places(0).map((place) => place !== null), [true, false, false, false]);
  assert.deepEqual([...walkers.load(walkers.end, map)], [4, 2, 4, 0, 2, 0]);
  assert.equal(walkers.arrived(walkers.end), 4);
  assert.equal(walkers.arrived(2.5), 1);
});

test("doors open and shut by their own clocks", () => {
  const door = { cell: [0, 1], open: 2, shut: 3, shift: 1 };
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((tick) => isOpen(door, tick)), [true, false, false, false, true, true]);
  assert.deepEqual(doorValues([door], 8), ["0,1,2,3,4"], "the clock of a walker that leaves at tick 8");
  assert.deepEqual(parseDoors(formatDoors([door])), [door]);
  assert.deepEqual(parseDoors("1,2;x;1,1,0,0,0"), []);
});

test("a walker waits in front of a door and glides between cells", () => {
  const walk = { cells: [[0, 0], [0, 1], [0, 2]], arrivals: [0, 1, 4], departures: [0, 3, 4] };
  const states = [0, 0.5, 1, 2, 3.25, 4, 9].map((time) => stateAt(walk, time));
  assert.deepEqual(states.map(({ place }) => place[1]), [0, 0.5, 1, 1, 1.25, 2, 2]);
  assert.deepEqual(states.map(({ isWaiting }) => isWaiting), [false, false, true, true, false, false, false]);
  assert.deepEqual(states.map(({ waited }) => waited), [0, 0, 0, 1, 2, 2, 2]);
  assert.deepEqual(states.map(({ at }) => at), [0, 0, 1, 1, 1, 2, 2]);
});

test("the way back past doors is a request with their clocks moved on", () => {
  const given = state({ doors: "1,1,4,5,0", planner: "jps" });
  assert.deepEqual(doorsRequest(given, "m"), { map: "m", from: "1,2", to: "3,4", planner: "astar", door: ["1,1,4,5,0"] });
  assert.deepEqual(doorsRequest(given, "m", { ends: [[3, 4], [1, 2]], begin: 11 }), { map: "m", from: "3,4", to: "1,2", planner: "astar", door: ["1,1,4,5,2"] });
});

test("what is reached and fields are asked for by size", () => {
  const full = state({ danger: "2,2,4", weight: "0.5", size: "2", shown: "clearance", leads: "keep", distance: "5" });
  assert.deepEqual(reachRequest(state(), "m"), { map: "m", from: "1,2" });
  assert.deepEqual(reachRequest(full, "m"), { map: "m", from: "1,2", size: 2, clearance: true });
  assert.deepEqual(fieldRequest(state({ leads: "flee" }), "m"), { map: "m", goal: ["3,4"], flee: 1.2 });
  assert.deepEqual(fieldRequest(full, "m"), { map: "m", goal: ["3,4"], danger: ["2,2,4"], danger_weight: 0.5, size: 2, keep_distance: 5 });
});

test("arrows lead to the goal, and in no circle without end", () => {
  assert.deepEqual(walkOf(["→↘", "··"], [0, 0]), [[0, 0], [0, 1], [1, 2]]);
  assert.deepEqual(walkOf(["↘ ", " ·"], [0, 0]), [[0, 0], [1, 1]]);
  assert.deepEqual(walkOf(["→←"], [0, 0]).length, 3);
  assert.deepEqual(walkOf(["·"], null), []);
});

test("the agent that moves is in requests where it is not the usual one", () => {
  assert.deepEqual(reachRequest(state({ movement: "fly", size: "3" }), "m"), { map: "m", from: "1,2", size: 3, movement: "fly" });
  assert.deepEqual(fieldRequest(state({ movement: "swim" }), "m"), { map: "m", goal: ["3,4"], movement: "swim" });
});

test("a live map has the walkers, their sizes and the danger that may be painted", () => {
  assert.deepEqual(liveSettings(state()), { walkers: 200, seed: 1, movement: "walk", sizes: [1] });
  const given = state({ agents: "7", sizes: "mixed", size: "3", weight: "0.5", danger: "2,2,4", connectivity: "4" });
  assert.deepEqual(liveSettings(given), { connectivity: "4", danger: ["2,2,4"], walkers: 7, seed: 1, movement: "walk", sizes: [1, 2, 3], danger_weight: 0.5 });
});

test("what was painted since the last frame is what it is asked for", () => {
  const map = fromLayout(["..#", "5.."]);
  const before = map.cells.slice();
  assert.deepEqual(changesBetween(before, map), []);
  map.cells.set([...".~"].map((glyph) => glyph.charCodeAt(0)), 2);
  assert.deepEqual(changesBetween(before, map), [[0, 2, "."], [1, 0, "~"]]);
});

test("ticks pass with the time and the speed, and none twice", () => {
  const ticks = createTicks();
  ticks.pass(25, 1);
  assert.equal(ticks.take(), 1);
  assert.equal(ticks.take(), 0);
  ticks.pass(25, 1);
  assert.equal(ticks.take(), 2, "half a tick was left");
  ticks.pass(60_000, 4);
  assert.ok(ticks.take() <= 240, "a page that slept asks for no more than a frame may have");
});

test("no time has passed before the first picture", () => {
  const clock = createClock();
  assert.equal(clock.passed(performance.now() - 8), 0, "a picture begins before the code that it calls");
  const began = performance.now();
  clock.passed(began);
  assert.equal(clock.passed(began + 16), 16);
  assert.equal(clock.passed(began + 60_000), 100, "a page that slept");
});

test("of times the last, the median and the greatest are known", () => {
  const times = createTimes();
  assert.equal(times.summary(), null);
  [5, 900, 3, 4].forEach((time) => times.add(time));
  assert.deepEqual(times.summary(), { count: 4, last: 4, median: 5, greatest: 900 });
  for (let at = 0; at < 600; at += 1) times.add(2);
  assert.deepEqual(times.summary(), { count: 604, last: 2, median: 2, greatest: 900 });
});

test("arrows are the steps of the cells that have one", () => {
  assert.deepEqual(arrowsOf(["→·", " ↖"]), [[0, 0, [0, 1]], [1, 1, [-1, -1]]]);
});
