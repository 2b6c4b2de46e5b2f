// Duels as a game uses them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { held } from "./module.mjs";

const { init, Duel } = await import("tilewright/battleship");
await init();

/** The cells of a ship. */
const cells = ({ x, y, length, heading }) => Array.from({ length }, (_, at) => (heading === "east" ? [x + at, y] : [x, y + at]));

test("a duel to its end: what was shot is what was hidden", () => {
  for (const hunter of ["novice", "expert", "density:0.5"]) {
    const duel = new Duel({ hunter, seed: 4 });
    for (let at = duel.hint(); at !== null; at = duel.hint()) {
      const before = duel.state();
      const { made, shots } = duel.shoot(at);
      assert.ok(made);
      assert.deepEqual(shots[0].at, at);
      const after = duel.state();
      for (const { side, at: { x, y }, answer, ship } of shots) {
        const field = side === "person" ? "hunter" : "person";
        assert.equal(before[field].marks[y][x], "unknown");
        assert.equal(after[field].marks[y][x] === "miss", answer === "miss");
        assert.equal(ship !== undefined, answer === "sunk");
      }
    }
    const { hunter: field, person, winner, over } = duel.state();
    assert.ok(over && winner !== null);
    const ships = new Set(field.fleet.flatMap(cells).map(String));
    field.marks.forEach((row, y) => row.forEach((mark, x) => assert.ok(mark === "unknown" || (mark === "miss") !== ships.has(`${x},${y}`))));
    assert.equal(person.fleet.length, 10);
    assert.deepEqual(duel.moves(), []);
  }
});

test("undo, copies and saved duels go on alike", () => {
  const duel = new Duel({ width: 8, height: 6, fleet: "us", seed: 9, undo: 2 });
  for (let shot = 0; shot < 3; shot++) duel.shoot(duel.hint("lattice"));
  const others = [Duel.load(duel.save()), duel.copy()];
  const next = duel.hint("posterior", 500);
  const played = duel.shoot(next);
  for (const other of others) {
    assert.deepEqual(other.shoot(next), played);
    assert.equal(other.save(), duel.save());
  }
  assert.ok(duel.undo() && duel.undo() && !duel.undo());
});

test("what the shots tell is what a count of all fleets tells", () => {
  const hidden = [{ x: 1, y: 1, length: 2, heading: "east" }];
  const duel = new Duel({ width: 4, height: 3, fleet: [2], hidden, own: [{ x: 0, y: 0, length: 2, heading: "south" }] });
  duel.shoot({ x: 0, y: 0 });
  const { probabilities, fleets, method } = duel.advise();
  const all = [];
  for (let y = 0; y < 3; y++) for (let x = 0; x < 4; x++) for (const heading of ["east", "south"]) {
    const ship = cells({ x, y, length: 2, heading });
    if (ship.every(([x, y]) => x < 4 && y < 3)) all.push(ship);
  }
  const shots = duel.state().hunter.marks.flatMap((row, y) => row.flatMap((mark, x) => (mark === "miss" ? [`${x},${y}`] : [])));
  const left = all.filter((ship) => !ship.some((cell) => shots.includes(String(cell))));
  assert.deepEqual([fleets, method], [BigInt(left.length), "exact"]);
  for (let y = 0; y < 3; y++) for (let x = 0; x < 4; x++) {
    const share = left.filter((ship) => ship.some((cell) => String(cell) === `${x},${y}`)).length / left.length;
    assert.ok(Math.abs(probabilities[y][x] - share) < 1e-12);
  }
  assert.deepEqual([duel.shoot({ x: 0, y: 0 }).code, duel.shoot({ x: 9, y: 0 }).code], ["shot-before", "outside"]);
});

test("what cannot be meant is an Error that says so", () => {
  const duel = new Duel();
  for (const [call, error] of [
    [() => new Duel({ fleet: "french" }), /options\.fleet is "french"/],
    [() => new Duel({ fleet: [] }), /ship/],
    [() => new Duel({ fleet: [99] }), /99|length/],
    [() => new Duel({ width: 27 }), /options\.width is 27/],
    [() => new Duel({ touch: "maybe" }), /options\.touch is "maybe"/],
    [() => new Duel({ hunter: "nobody" }), /nobody/],
    [() => new Duel({ own: [{ x: 0, y: 0, length: 1, heading: "up" }] }), /options\.own\[0\]\.heading is "up"/],
    [() => new Duel({ own: [{ x: 0, y: 0, length: 1, heading: "east" }] }), /ship/],
    [() => new Duel({ width: 2, height: 2 }), /./],
    [() => new Duel({ opponent: "novice" }), /options has no member "opponent"/],
    [() => duel.shoot(), /at is no place/],
    [() => duel.shoot({ x: 0.5, y: 0 }), /at\.x is 0\.5/],
    [() => duel.hint("nobody"), /nobody/],
    [() => Duel.load("{}"), /./],
  ]) {
    assert.throws(call, (thrown) => thrown instanceof Error && error.test(thrown.message) || assert.fail(`${call} says ${thrown}`));
  }
});

test("handles that are disposed of leave nothing behind", () => {
  const before = held();
  for (let round = 0; round < 300; round++) {
    const duel = new Duel({ seed: round });
    duel.copy().dispose();
    duel.dispose();
  }
  assert.equal(held(), before);
});
