// NPCs of the room of paths: their requests, where they stand, and how they walk.

import assert from "node:assert/strict";
import { test } from "node:test";

import { crowdRequest, npcsRequest, readState } from "../page/paths/address.js";
import { createCrowd } from "../page/paths/crowd.js";
import { countedOut, fromLayout, isWalkable, scattered } from "../page/paths/map.js";
import { createParty } from "../page/paths/party.js";

const state = (more = {}) => readState({ from: "1,2", to: "3,4", ...more });

test("the map of a request for NPCs holds them, and the command names a file", () => {
  const map = fromLayout(["....", "...."]);
  const given = state({ npcs: "0,1;x;1,0", spread: "1.2" });
  assert.deepEqual(npcsRequest(given, map), { map: { layout: ["....", "...."], npcs: [[0, 1], [1, 0]] }, to: "3,4", npcs: true, detour: 1.2 });
  assert.deepEqual(npcsRequest(state({ npcs: "0,1" }), map, "map.json"), { map: "map.json", to: "3,4", npcs: true });
});

test("a crowd is asked for by steps to B or to goals of their own, or along a field", () => {
  const map = fromLayout(["...."]);
  const given = (more) => crowdRequest(state({ npcs: "0,1", ...more }), map, "map.json");
  assert.deepEqual(given({ walk: "steps" }), { map: "map.json", goal: ["3,4"], seed: 1 });
  assert.deepEqual(given({ walk: "steps", aim: "own", seed: "7" }), { map: "map.json", own_goals: true, seed: 7 });
  assert.deepEqual(given({ walk: "field", aim: "own" }), { map: "map.json", kind: "field", goal: ["3,4"], seed: 1 });
  assert.equal(given({ walk: "field", settle: "stay" }).stay, true);
  assert.deepEqual(crowdRequest(state({ npcs: "0,1", walk: "steps" }), map).map, { layout: ["...."], npcs: [[0, 1]] });
});

test("NPCs are scattered over different walkable cells, the same for the same seed", () => {
  const map = fromLayout(["..#.", "#...", "..##"]);
  const cells = scattered(map, 5, 3);
  assert.equal(new Set(cells.map(String)).size, 5);
  assert.ok(cells.every((cell) => isWalkable(map, cell)));
  assert.deepEqual(scattered(map, 5, 3), cells);
  assert.notDeepEqual(scattered(map, 5, 4), cells);
  assert.equal(scattered(map, 99, 1).length, 8, "no more than there are");
});

const row = (from, to) => Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => [0, from + at * Math.sign(to - from)]);

test("two NPCs that pass each other are in conflict once, where they meet", () => {
  const party = createParty([row(0, 8), row(8, 0), []]);
  assert.deepEqual([party.end, party.count, party.conflicts.length], [8, 3, 1]);
  const [{ pair, time, place }] = party.conflicts;
  assert.equal(pair, "0-1");
  assert.ok(Math.abs(time - 4) <= 0.25 && Math.abs(place[1] - 4) <= 0.25, `${time} at ${place}`);
  assert.equal(party.conflictsAt(4).length, 1);
  assert.deepEqual(party.conflictsAt(1), []);
  assert.deepEqual(party.places(3), [[0, 3], [0, 5], null]);
  assert.deepEqual([party.arrived(7.9), party.arrived(8)], [0, 2]);
});

test("who has arrived is in nobody's way, and who follows at a distance neither", () => {
  assert.deepEqual(createParty([row(3, 4), row(0, 4)]).conflicts, []);
  assert.deepEqual(createParty([row(1, 9), row(0, 9)]).conflicts, []);
  assert.equal(createParty([row(0, 9), row(0, 9)]).conflicts[0].time, 0);
});

test("a longer crossing of a hundred NPCs has the conflicts of every pair that comes near", () => {
  const cells = scattered({ rows: 30, columns: 30, cells: new Uint8Array(900).fill(46) }, 100, 1);
  const paths = cells.map(([down, right], npc) => [[down, right], npc % 2 ? [29 - down, right] : [down, 29 - right]]);
  const party = createParty(paths);
  const place = ([from, to], time) => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    return time < length ? from.map((value, at) => value + (to[at] - value) * time / length) : null;
  };
  const pairs = new Set();
  for (let time = 0; time < party.end; time += 0.25) {
    const places = paths.map((path) => place(path, time));
    places.forEach((one, first) => places.forEach((other, second) => {
      if (first < second && one && other && Math.hypot(one[0] - other[0], one[1] - other[1]) < 0.5) pairs.add(`${first}-${second}`);
    }));
  }
  assert.ok(pairs.size > 20, `${pairs.size} pairs`);
  assert.deepEqual(new Set(party.conflicts.map(({ pair }) => pair)), pairs);
  assert.ok(party.conflicts.every(({ time }, at, all) => at === 0 || all[at - 1].time <= time));
});

test("walkers of a crowd are between their cells, and leave the map at B", () => {
  const walkers = [
    { state: "arrived", arrived: 2, cells: [[0, 0], [0, 1], [0, 2]] },
    { state: "walking", arrived: null, cells: [[1, 0], [1, 0], [1, 1], [1, 2]] },
    { state: "unreachable", arrived: null, cells: [[5, 5], [5, 5], [5, 5], [5, 5]] },
    { state: "refused", arrived: null, cells: [[9, 9]] },
  ];
  const crowd = createCrowd({ steps: 3, walkers }, {});
  assert.deepEqual([crowd.end, crowd.count, crowd.unreachable, crowd.refused], [3, 4, 1, 1]);
  assert.deepEqual(crowd.places(1.5), [[0, 1.5], [1, 0.5], [5, 5], null]);
  assert.deepEqual(crowd.places(2), [[0, 2], [1, 1], [5, 5], null]);
  assert.deepEqual(crowd.places(2.2).slice(0, 1), [null], "who has arrived is gone");
  assert.deepEqual(crowd.places(9), [null, [1, 2], [5, 5], null], "who has not arrived is there after the end");
  assert.deepEqual([1.9, 2, 9].map(crowd.arrived), [0, 1, 1]);
  assert.equal(crowd.isStill(0, 3), false);
  const own = createCrowd({ steps: 3, walkers }, { own_goals: true });
  assert.deepEqual([own.places(9)[0], own.isStill(0, 1), own.isStill(0, 2)], [[0, 2], false, true]);
});

test("walkers that flow are drawn in the middle of their circles", () => {
  const walkers = [{ state: "arrived", arrived: 2, points: [[0.5, 0.5], [0.5, 0.7], [0.6, 1]] }];
  const crowd = createCrowd({ steps: 2, walkers }, { kind: "field" });
  assert.deepEqual([0, 2, 3].map((time) => crowd.places(time)[0]), [[0, 0], [0.6 - 0.5, 0.5], null]);
  assert.ok(crowd.margin > 0 && crowd.margin < 0.5);
  const settled = createCrowd({ steps: 2, walkers }, { kind: "field", stay: true });
  assert.deepEqual([settled.places(3)[0], settled.isStill(0, 1), settled.isStill(0, 2)], [[0.6 - 0.5, 0.5], false, true]);
});

test("more NPCs are added to those that are there, and fewer are the first of them", () => {
  const map = fromLayout(["..#.", "#...", "..##"]);
  const given = [[0, 3], [1, 1]];
  const five = countedOut(map, given, 5);
  assert.deepEqual([five.slice(0, 2), new Set(five.map(String)).size], [given, 5]);
  assert.ok(five.every((cell) => isWalkable(map, cell)));
  assert.deepEqual(countedOut(map, five, 3), five.slice(0, 3));
  assert.equal(countedOut(map, given, 99).length, 8, "no more than there are");
});
