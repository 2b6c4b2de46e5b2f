// Maps, routes, fields and crowds as a game uses them, beside plain searches.

import assert from "node:assert/strict";
import { test } from "node:test";
import { held } from "./module.mjs";
import { costs, random } from "./plain.mjs";

const { init, Navigation, Terrain } = await import("tilewright/paths");
const external = await import("tilewright/paths/external");

test("before init everything says what is missing", () => {
  assert.throws(() => new Navigation({ width: 2, height: 2 }), /tilewright\/paths was not started: await init\(\) first/);
});

test("a failed start may be tried again, and both forms share the module", async () => {
  await assert.rejects(external.init(new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
  await assert.rejects(external.init(), /the source of the module is undefined, expected an address/);
  await Promise.all([init(), init()]);
  await external.init("this address is not looked at any more");
  assert.equal(external.Navigation, Navigation);
});

/** A random map: walls, swamp at a cost of 3, free ground. */
function randomMap(next, width, height) {
  const cells = Array.from({ length: width * height }, () => (next() < 0.25 ? Terrain.WALL : next() < 0.2 ? Terrain.SWAMP : Terrain.FREE));
  return { width, height, cells };
}

test("routes cost as much as those of a plain search, before and after changes", () => {
  const next = random(1);
  for (let round = 0; round < 60; round++) {
    const map = randomMap(next, 2 + Math.floor(next() * 11), 2 + Math.floor(next() * 11));
    const { width, height, cells } = map;
    const [steps, corners] = [[4, "never"], [8, "never"], [8, "one"], [8, "always"]][round % 4];
    const layer = { name: "ground", steps, corners, costs: { [Terrain.FREE]: 1, [Terrain.SWAMP]: 3 } };
    const navigation = new Navigation(map, { layers: [layer] });
    for (let change = 0; change < 5; change++) {
      const [x, y, terrain] = [Math.floor(next() * width), Math.floor(next() * height), [0, 1, 3][Math.floor(next() * 3)]];
      navigation.set(x, y, terrain);
      cells[y * width + x] = terrain;
      assert.equal(navigation.terrain(x, y), terrain);
      const enter = (x, y) => ({ 0: 1, 1: 3 })[cells[y * width + x]];
      const free = cells.flatMap((cell, at) => (cell === Terrain.WALL ? [] : [[at % width, Math.floor(at / width)]]));
      if (free.length === 0) continue;
      const from = free[Math.floor(next() * free.length)];
      const plain = costs(map, from, { steps, corners, enter });
      const field = navigation.field([{ x: from[0], y: from[1] }]);
      for (const [x, y] of free) {
        const cost = plain[y * width + x];
        const answer = navigation.route({ from: { x: from[0], y: from[1] }, to: { x, y } });
        assert.equal(answer.state, cost < Infinity ? "reached" : "unreachable");
        const points = navigation.path(...from, x, y);
        assert.equal(points === null, cost === Infinity);
        assert.equal(field.value(x, y) < Infinity, cost < Infinity);
        if (answer.route === undefined) continue;
        assert.ok(Math.abs(answer.route.cost - cost) < 1e-9, `${answer.route.cost} instead of ${cost}`);
        assert.deepEqual(points, answer.route.points);
        assert.deepEqual([...points.slice(0, 2)], from);
        assert.deepEqual([...points.slice(-2)], [x, y]);
        assert.ok(answer.route.isValid());
        answer.route.dispose();
      }
    }
  }
});

test("a field leads down to a goal, and is repaired", () => {
  const map = new Navigation({ width: 9, height: 5 });
  for (let y = 0; y < 4; y++) map.set(4, y, Terrain.WALL);
  const field = map.field([{ x: 8, y: 0 }, { x: 8, y: 4 }]);
  const walk = (x, y) => {
    const cells = [];
    for (let at = field.next(x, y); at !== null; at = field.next(at.x, at.y)) cells.push([at.x, at.y]);
    return cells;
  };
  assert.deepEqual(walk(0, 0).at(-1), [8, 4]);
  map.set(4, 0, Terrain.FREE);
  assert.ok(field.update() > 0);
  assert.deepEqual(walk(0, 0).at(-1), [8, 0]);
  assert.ok(field.setGoals([{ x: 0, y: 4 }]) > 0);
  const values = field.values();
  assert.equal(values[0 * 9 + 0], 4);
  assert.equal(values[0 * 9 + 0], field.value(0, 0));
  const into = new Float64Array(45);
  assert.equal(field.values(0, into), into);
  assert.deepEqual(into, values);
  assert.equal(field.next(0, 4), null);
});

test("floors, links, masks and layers", () => {
  const cellar = { width: 5, height: 3 };
  const house = { width: 5, height: 3, cells: [0, 0, 3, 0, 0, 0, 0, 3, 0, 0, 0, 0, 3, 0, 0] };
  const map = new Navigation([cellar, house], { layers: [{ name: "walk", sizes: [2] }, { name: "swim", costs: { 2: 1 } }] });
  const stairs = [0, 4].map((x) => map.addLink({ from: { x, y: 0 }, to: { x, y: 0, floor: 1 }, mask: 1 }));
  assert.deepEqual(stairs, [0, 1]);
  const query = { from: { x: 0, y: 0, floor: 1 }, to: { x: 4, y: 0, floor: 1 } };
  const { route } = map.route(query);
  assert.equal(route.cost, 6);
  assert.deepEqual(route.links(), [{ at: 0, link: 0 }, { at: 5, link: 1 }]);
  assert.deepEqual([...route.places].map(({ floor }) => floor), [1, 0, 0, 0, 0, 0, 1]);
  assert.equal(map.route({ ...query, mask: 2 }).state, "unreachable");
  assert.equal(map.route({ ...query, layer: "swim" }).state, "unreachable");
  assert.ok(map.isReachable(query));

  const copy = new Navigation(map);
  copy.removeLink(1);
  assert.ok(!copy.isReachable(query) && map.isReachable(query));
  assert.throws(() => copy.removeLink(1), /the link was removed/);
  assert.equal(copy.addLink({ from: { x: 4, y: 1 }, to: { x: 4, y: 1, floor: 1 } }), 2);
  copy.setLink(2, { from: { x: 4, y: 2 }, to: { x: 4, y: 2, floor: 1 }, cost: 3 });
  assert.deepEqual(copy.route(query).route.links().at(-1), { at: 5, link: 2 });
  assert.equal(map.clearance(0, 0, "walk", 1), 2);
  assert.ok(map.canStand(0, 0, { size: 2, floor: 1 }) && !map.canStand(1, 0, { size: 2, floor: 1 }));
});

test("costs, danger, the nearest place, a range, blocked cells", () => {
  const map = new Navigation({ width: 5, height: 3 }, { layers: [{ name: "walk", dangerWeight: 1 }] });
  map.setCost(2, 1, 9);
  map.setDanger([{ x: 2, y: 0, danger: 5 }]);
  assert.equal(map.cost(2, 1), 9);
  assert.equal(map.danger(2, 0), 5);
  assert.deepEqual([...map.path(0, 1, 4, 1)].filter((_, at) => at % 2 === 1), [1, 1, 2, 1, 1]);
  map.setAll([0, 1, 2].map((y) => ({ x: 2, y, terrain: Terrain.WALL })));
  assert.equal(map.path(0, 1, 4, 1), null);
  const nearest = map.route({ from: { x: 0, y: 1 }, to: { x: 4, y: 1 }, orNearest: true });
  assert.equal(nearest.state, "nearest");
  assert.deepEqual(nearest.route.places.at(1), { x: 1, y: 1, floor: 0 });
  assert.equal(map.route({ from: { x: 0, y: 1 }, to: { x: 3, y: 1 }, within: 2 }).route.cost, 1);
  assert.equal(map.path(0, 0, 0, 2, { blocked: [{ x: 0, y: 1 }, { x: 1, y: 1 }] }), null);
});

test("a budget leaves the rest to the next frames, with the same answer", () => {
  const next = random(2);
  const map = new Navigation(randomMap(next, 40, 40), { layers: [{ name: "walk", costs: { 0: 1, 1: 3 } }] });
  const query = { from: { x: 0, y: 0 }, to: { x: 39, y: 39 }, orNearest: true };
  const whole = map.route(query);
  assert.ok(whole.route.places.length > 30);
  let frames = 1;
  let answer = map.route({ ...query, budget: 20 });
  for (; answer.state === "unfinished"; frames++) {
    const { search } = answer;
    answer = search.resume();
    assert.throws(() => search.resume(), /this Search was disposed of/);
  }
  assert.ok(frames > 5);
  assert.equal(answer.route.cost, whole.route.cost);
});

test("doors tell when to leave each place", () => {
  const map = new Navigation({ width: 3, height: 1 }, { layers: [{ name: "walk", steps: 4 }] });
  map.setDoor(1, 0, { open: 1, shut: 9, shift: 5 });
  const { route } = map.route({ from: { x: 0, y: 0 }, to: { x: 2, y: 0 } });
  assert.deepEqual(route.times(), { arrivals: new Float64Array([0, 6, 7]), departures: new Float64Array([5, 6, 7]) });
  assert.ok(map.removeDoor(1, 0) && !map.removeDoor(1, 0));
});

test("walks at any angle are no longer than pulled ones, and those no longer than routes", () => {
  const next = random(3);
  const map = new Navigation(randomMap(next, 30, 30), { layers: [{ name: "walk", costs: { 0: 1, 1: 1 } }] });
  let found = 0;
  for (let round = 0; round < 40; round++) {
    const [x0, y0, x1, y1] = Array.from({ length: 4 }, () => Math.floor(next() * 30));
    const { route } = map.route({ from: { x: x0, y: y0 }, to: { x: x1, y: y1 } });
    if (route === undefined) continue;
    found += 1;
    const [pulled, any] = [route.pull(), route.anyAngle()];
    assert.ok(any.distance <= pulled.distance + 1e-9 && pulled.distance <= route.cost + 1e-9);
    assert.deepEqual(pulled.at(pulled.length - 1), route.places.at(route.places.length - 1));
  }
  assert.ok(found > 20);
});

test("walkers of a crowd never share a cell and never change places, and come to their goals", () => {
  const map = new Navigation({ width: 12, height: 12 });
  const crowd = map.crowd({}, 5);
  const next = random(11);
  const places = new Map();
  for (let x = 0; x < 12; x++) {
    const walker = crowd.add({ x, y: 0 }, { x: 11 - x, y: 11 });
    places.set(walker, [0, x, 0]);
  }
  const arrived = new Set();
  for (let step = 0; step < 200 && arrived.size < 12; step++) {
    const before = new Map([...places].map(([walker, place]) => [String(place), walker]));
    const { moves, arrived: come } = crowd.step();
    come.forEach((walker) => arrived.add(walker));
    for (let at = 0; at < moves.length; at += 4) places.set(moves[at], [...moves.slice(at + 1, at + 4)]);
    assert.equal(new Set([...places.values()].map(String)).size, 12, "two share a cell");
    for (const [walker, place] of places) {
      const other = before.get(String(place));
      if (other === undefined || other === walker) continue;
      assert.notEqual(before.get(String(places.get(other))), walker, "two change places");
    }
    if (step === 5) map.set(Math.floor(next() * 12), 6, Terrain.WALL);
  }
  assert.equal(arrived.size, 12);
  assert.deepEqual(Object.values(crowd.place(0)), [places.get(0)[1], places.get(0)[2], 0]);
  crowd.setGoal(0, null);
  assert.equal(crowd.state(0), "idle");
  crowd.remove(0);
  assert.throws(() => crowd.state(0), /the walker has left the crowd/);
  assert.throws(() => crowd.add(crowd.place(1)), /nobody can stand at start, or another walker of the crowd does/);
  assert.throws(() => crowd.add({ x: 5, y: 5 }, { x: 12, y: 0 }), /goal\.x is 12, expected a whole number from 0 to 11/);
});

test("buffers of the caller are filled, and what is returned is a copy", () => {
  const map = new Navigation({ width: 4, height: 1 });
  const kept = map.path(0, 0, 3, 0);
  const into = new Int32Array(6);
  assert.equal(map.pathInto(into, 3, 0, 0, 0), 4);
  assert.deepEqual(into, new Int32Array([3, 0, 2, 0, 1, 0]));
  // Memory that grows leaves views of it empty, but not copies.
  const large = new Navigation({ width: 2000, height: 2000 });
  assert.deepEqual(kept, new Int32Array([0, 0, 1, 0, 2, 0, 3, 0]));
  assert.equal(large.pathInto(into, 0, 0, 2, 0), 3);
  large.dispose();
});

/** Waits until no more than this number of things is held. What was forgotten is given up between two turns of the event loop, some of it at a time. */
async function forgotten(count) {
  for (let turn = 0; turn < 1000 && held() > count; turn++) {
    globalThis.gc();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(held(), count);
}

test("handles that are disposed of or forgotten leave nothing behind", async () => {
  await forgotten(0);
  const map = new Navigation({ width: 3, height: 1 });
  for (let round = 0; round < 1_000_000; round++) map.route({ from: { x: 0, y: 0 }, to: { x: 2, y: 0 } }).route.dispose();
  assert.equal(held(), 1);

  (() => {
    for (let round = 0; round < 1_000_000; round++) map.route({ from: { x: 0, y: 0 }, to: { x: 2, y: 0 } });
  })();
  await forgotten(1);
  map[Symbol.dispose]();
  map.dispose();
  assert.equal(held(), 0);
});

test("what cannot be meant is an Error that names the argument", () => {
  const map = new Navigation({ width: 4, height: 3 });
  const gone = new Navigation({ width: 1, height: 1 });
  gone.dispose();
  const { route } = map.route({ from: { x: 0, y: 0 }, to: { x: 1, y: 0 } });
  const cases = [
    [() => map.set(4, 0, 1), "x is 4, expected a whole number from 0 to 3"],
    [() => map.set(0, 1.5, 1), "y is 1.5, expected a whole number from 0 to 2"],
    [() => map.set("1", 0, 1), 'x is "1", expected a number'],
    [() => map.set(0n, 0, 1), "x is 0, expected a number"],
    [() => map.set(null, 0, 1), "x is null, expected a number"],
    [() => map.set(0, 0, 16), "terrain is 16, expected a whole number from 0 to 15"],
    [() => map.set(0, 0, 1, 1), "floor is 1, expected a whole number from 0 to 0"],
    [() => map.setCost(0, 0, NaN), "cost is NaN, expected a number from 0.001 to 1000000"],
    [() => map.setAll([{ x: 0, y: 0, terrain: 1 }, { x: 0, y: -1, terrain: 1 }]), "changes[1].y is -1, expected a whole number from 0 to 2"],
    [() => map.setAll(7), "changes is 7, expected a list"],
    [() => map.setDanger([{ x: 0, y: 0, danger: -1 }]), "changes[0].danger is -1, expected a whole number from 0 to 4294967295"],
    [() => map.path(0, 0, 1e300, 0), "toX is 1e+300, expected a whole number from 0 to 3"],
    [() => map.path(0, 0, 1, 0, { layr: 1 }), 'options has no member "layr"; it may have layer, size, mask, orNearest, coarse, blocked, maxCost, weight, budget, departure'],
    [() => map.path(0, 0, 1, 0, { layer: "swim" }), 'layer is "swim", expected "walk"'],
    [() => map.path(0, 0, 1, 0, { budget: 3 }), "options.budget needs route(), whose answer can go on"],
    [() => map.path(0, 0, 1, 0, { size: 2 }), 'size is 2, and the layer walk has agents of 1: name others in its sizes'],
    [() => map.path(0, 0, 1, 0, { weight: 0.5 }), "weight is 0.5, expected a number from 1 to Infinity"],
    [() => map.pathInto([], 0, 0, 1, 0), "into is no Int32Array"],
    [() => map.route(), "query is undefined, expected an object"],
    [() => map.route({ from: { x: 0, y: 0 } }), "to is undefined, expected an object"],
    [() => map.route({ from: { x: 0, y: 0 }, to: [] }), "to is an empty list, expected at least one place"],
    [() => map.route({ from: { x: 0, y: 0 }, to: [{ x: 0, y: 0 }, 5] }), "to[1] is 5, expected an object"],
    [() => map.field([]), "goals is an empty list, expected at least one place"],
    [() => map.path(0, 0, 1, 0, { size: 9 }), "size is 9, expected a whole number from 1 to 8"],
    [() => map.route({ from: { x: 0, y: 0 }, to: { x: 1, y: 0 }, budget: 0 }), "budget is 0, expected a whole number from 1"],
    [() => new Navigation(map, { layers: [] }), "options are those of the map that is copied"],
    [() => new Navigation(10, 8), "floor is 10, expected an object"],
    [() => new Navigation({ width: 1, height: 1 }, { layers: [{ name: "a" }, { name: "a" }] }), 'options.layers has two layers of the name "a"'],
    [() => new Navigation({ width: 1, height: 1 }, { layers: [{ name: "a", costs: { FREE: 1 } }] }), 'options.layers[0].costs names a terrain "FREE"'],
    [() => map.removeLink(0), "there is no such link"],
    [() => map.addLink({ from: { x: 0, y: 0 }, to: { x: 0, y: 0 }, cost: -1 }), "link.cost is -1, expected a number from 0 to 1000000"],
    [() => map.setDoor(0, 0, { open: 0, shut: 1 }), "door.open is 0, expected a whole number from 1 to 1000000"],
    [() => map.crowd({}, -1), "seed is -1, expected a whole number from 0 to 4294967295"],
    [() => route.isValid(9), "from is 9, expected a whole number from 0 to 1"],
    [() => gone.set(0, 0, 0), "the map was disposed of"],
    [() => new Navigation(gone), "the map was disposed of"],
    [() => Navigation.prototype.set.call({ floors: map.floors }, 0, 0, 0), "Receiver must be an instance of class Navigation"],
    [() => new Navigation({ width: 2, height: 2, cells: [0] }), "floor.cells has 1 cells, expected 4 in one list: 2 × 2, row by row"],
    [() => new Navigation({ width: 2, height: 2, cels: [0] }), 'floor has no member "cels"; it may have width, height, cells'],
    [() => new Navigation({ width: 1 << 20, height: 1 << 20 }), "found 1048576 × 1048576 cells, expected at most 16777216"],
    [() => new Navigation([]), "found 0 floors, expected 1 to 256"],
    [() => new Navigation({ width: 2, height: 2 }, { shape: "hexes" }), 'options.shape is "hexes", expected "hexagons odd rows"'],
    [() => new Navigation({ width: 2, height: 2 }, { layers: [{ name: "walk", steps: 6 }] }), "options.layers[0].steps is 6, expected 4 or 8"],
    [() => new Navigation({ width: 2, height: 2 }, { layers: [{ name: "a", costs: { 16: 1 } }] }), "a terrain of options.layers[0].costs is 16"],
  ];
  for (const [call, message] of cases) {
    assert.throws(call, (error) => error instanceof Error && error.message.startsWith(message) || assert.fail(`${call}: ${error.message}`));
  }
  // After all of them the map is as it was.
  assert.deepEqual(map.path(0, 0, 3, 0), new Int32Array([0, 0, 1, 0, 2, 0, 3, 0]));
});

test("hexagons have six neighbours", () => {
  const map = new Navigation({ width: 3, height: 3 }, { shape: "hexagons odd rows" });
  assert.equal(map.route({ from: { x: 0, y: 0 }, to: { x: 1, y: 2 } }).route.cost, 2);
});
