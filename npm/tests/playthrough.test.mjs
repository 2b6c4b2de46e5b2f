// The calls of games and of walkers that every language plays: each answers with the same numbers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const match3 = await import("tilewright/match3");
const game2048 = await import("tilewright/2048");
const battleship = await import("tilewright/battleship");
const paths = await import("tilewright/paths");
for (const module of [match3, game2048, battleship, paths]) await module.init();

class Mix {
  value = 0;

  add(...numbers) {
    for (const number of numbers) this.value = (this.value * 65599 + number) % 2147483647;
    return this;
  }
}

const millionths = (cost) => Math.floor(cost * 1e6 + 0.5);

/** Plays the lines of a file by `call`, which returns the numbers that it finds; none of a call that this language finds in another form. */
function played(name, call) {
  const lines = readFileSync(join(process.env.TILEWRIGHT_PLAYTHROUGH, name), "utf8").trimEnd().split("\n");
  let checked = 0;
  lines.forEach((line, at) => {
    const [, before, expected] = /^(.*?)(?: = ([\d ]+))?$/.exec(line);
    const found = call(before);
    if (found.length === 0) return;
    checked += 1;
    assert.equal(found.join(" "), expected, `line ${at + 1}: ${before}`);
  });
  return checked;
}

const OPENERS = {
  match3: (options) => new match3.Match3Game(options),
  2048: (options) => new game2048.Game2048(options),
  battleship: ({ rows, columns, ...options }) => new battleship.Duel({ width: columns, height: rows, ...options }),
};

test("games answer with the same bytes as in every language", () => {
  let game;
  const checked = played("games.txt", (line) => {
    const [, verb, rest] = /^(\S+) (.*)$/.exec(line);
    if (verb === "swap") {
      // Events are words here: the state after the move has its number.
      const [x, y, toX, toY] = rest.split(" ").map(Number);
      game.play({ from: { x, y }, to: { x: toX, y: toY } });
      return [];
    }
    const [, word, argument] = /^(\S+) ?(.*)$/.exec(rest);
    if (verb === "game") {
      game?.dispose();
      game = OPENERS[word](JSON.parse(argument));
      return [];
    }
    const said = game.say(word, argument === "" ? undefined : JSON.parse(argument));
    return [new Mix().add(...new TextEncoder().encode(said)).value];
  });
  assert.ok(checked > 400, String(checked));
});

test("a thousand frames of walkers find the same as in every language", () => {
  const floors = [];
  const layers = [];
  const [links, fields, crowds, walkers] = [[], [], [], []];
  let map;
  const values = (field) => {
    const mix = new Mix();
    floors.forEach((_, floor) => field.values(floor).forEach((value) => mix.add(value === Infinity ? 0 : millionths(value) + 1)));
    return [mix.value];
  };
  const checked = played("walkers.txt", (line) => {
    const [verb, ...words] = line.split("#")[0].trim().split(/\s+/);
    if (verb === "") return [];
    const n = words.map(Number);
    const place = (first) => ({ x: n[first], y: n[first + 1], floor: n[first + 2] });
    const places = (first) => Array.from({ length: (n.length - first) / 3 }, (_, at) => place(first + 3 * at));
    const agentOf = (first) => ({ layer: n[first], size: n[first + 1], mask: n[first + 2] });

    if (verb === "floor") {
      floors.push({ width: n[0], height: n[1] });
      return [];
    }
    if (verb === "layer") {
      const [steps, corners, bits, ...costs] = n;
      const sizes = [1, 2, 3, 4, 5, 6, 7, 8].filter((size) => (bits >> (size - 1)) & 1);
      const known = costs.map((cost, terrain) => [terrain, cost]).filter(([, cost]) => cost > 0);
      layers.push({ name: String(layers.length), steps, corners: ["never", "one", "always"][corners], sizes, costs: Object.fromEntries(known) });
      return [];
    }
    map ??= new paths.Navigation(floors, { layers });
    switch (verb) {
      case "set":
        map.set(n[0], n[1], n[3], n[2]);
        return [];
      case "fill": {
        const cells = Array.from({ length: n[3] * n[4] }, (_, at) => ({ x: n[0] + (at % n[3]), y: n[1] + Math.floor(at / n[3]), floor: n[2], terrain: n[5] }));
        map.setAll(cells);
        return [];
      }
      case "cost":
        map.setCost(n[0], n[1], n[3], n[2]);
        return [];
      case "door":
        if (n[3] === 0) map.removeDoor(n[0], n[1], n[2]);
        else map.setDoor(n[0], n[1], { open: n[3], shut: n[4], shift: n[5] }, n[2]);
        return [];
      case "link":
        links.push(map.addLink({ from: place(0), to: place(3), cost: n[6], mask: n[7], bothWays: n[8] > 0 }));
        return [];
      case "unlink":
        map.removeLink(links[n[0]]);
        return [];
      case "reach":
        return [Number(map.isReachable({ from: place(0), to: place(3), ...agentOf(6) }))];
      case "route": {
        let answer = map.route({ from: place(0), to: place(3), ...agentOf(6), orNearest: n[9] > 0, budget: n[10] > 0 ? n[10] : undefined });
        let frames = 1;
        for (; answer.state === "unfinished"; frames++) answer = answer.search.resume();
        if (answer.route === undefined) return [0, 0, 0, 0, frames];
        const mix = new Mix();
        for (const { x, y, floor } of answer.route.places) mix.add(x, y, floor);
        const found = [answer.state === "reached" ? 1 : 2, answer.route.places.length, millionths(answer.route.cost), mix.value, frames];
        answer.route.dispose();
        return found;
      }
      case "field":
        fields.push(map.field(places(3), agentOf(0)));
        return values(fields.at(-1));
      case "update":
        fields[n[0]].update();
        return values(fields[n[0]]);
      case "aim":
        fields[n[0]].setGoals(places(1));
        return values(fields[n[0]]);
      case "follow": {
        let at = place(1);
        for (let step = 0; step < n[4]; step++) at = fields[n[0]].next(at.x, at.y, at.floor) ?? at;
        return [at.x, at.y, at.floor];
      }
      case "crowd":
        crowds.push(map.crowd({ layer: n[0] }, n[1]));
        return [];
      case "walker":
        walkers.push(crowds[n[0]].add(place(1), n.length > 4 ? place(4) : null));
        return [];
      case "goal":
        crowds[n[0]].setGoal(walkers[n[1]], n.length > 2 ? place(2) : null);
        return [];
      case "step": {
        const mix = new Mix();
        for (let step = 0; step < n[1]; step++) {
          const { moves, arrived, left } = crowds[n[0]].step();
          for (let at = 0; at < moves.length; at += 4) mix.add(walkers.indexOf(moves[at]), moves[at + 2], moves[at + 3], moves[at + 1]);
          for (const walker of [...arrived, ...left]) mix.add(walkers.indexOf(walker));
        }
        return [mix.value];
      }
      default:
        throw new Error(`no call ${verb}`);
    }
  });
  assert.ok(checked > 1000, String(checked));
});
