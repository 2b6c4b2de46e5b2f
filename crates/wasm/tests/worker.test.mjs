// The worker of the page: events, refusals, games, and what happens after a failure.

import assert from "node:assert/strict";
import { test } from "node:test";

import { documents, golden, load, openTasks, serve } from "./common.mjs";

test("events come while a task works, and a seed is chosen", async () => {
  const tasks = await openTasks();
  const request = { player: "greedy", games: 50 };
  const { verdict, json } = await tasks.ask({ verb: "run", task: "2048/bench", request });
  assert.equal(verdict, "done");
  assert.ok(Number.isInteger(JSON.parse(json).seed));
  const kinds = tasks.events.map(({ event }) => event.event);
  assert.equal(kinds[0], "begun");
  assert.ok(kinds.includes("reached") && kinds.includes("ended"), kinds.join(" "));
  assert.ok(tasks.events.every(({ id }) => id === 1));
});

test("a search that is watched sends its scenes", async () => {
  const tasks = await openTasks();
  const request = { rows: 7, columns: 7, fleet: "3,2,1", method: "evolve", watch: true };
  await tasks.ask({ verb: "run", task: "battleship/place", request });
  const scenes = tasks.events.filter(({ event }) => event.event === "scene");
  assert.ok(scenes.length > 0 && scenes.every(({ event }) => event.svg.startsWith("<svg")));
});

test("refusals name the key and what to do", async () => {
  const tasks = await openTasks();
  const refused = async (message) => (await tasks.send({ verb: "run", ...message })).refused;
  const range = await refused({ task: "battleship/count", request: { rows: 0 } });
  assert.equal(range.key, "rows");
  const name = await refused({ task: "battleship/cuont", request: {} });
  assert.equal(name.hint, "did you mean `battleship/count`?");
  const missing = await refused({ task: "path/plan", request: { map: "../none.map", from: "0,0", to: "0,1" } });
  assert.match(missing.error, /no such document/);
  const text = await refused({ task: "battleship/count", request: "{" });
  assert.match(text.error, /`request` is not a JSON object/);
  const form = await refused({ task: "battleship/count", request: { rows: 4, fleet: "2" }, form: "jpeg" });
  assert.match(form.error, /unknown form/);
  assert.ok((await refused({})).error);
  assert.ok((await tasks.send({ verb: "dance" })).refused.error);
});

test("ten moves of 2048, taken back, saved and opened again", async () => {
  const tasks = await openTasks();
  const settings = '{"rows": 4, "columns": 4, "seed": 18446744073709551615}';
  let position = await tasks.ask({ verb: "session/open", game: "2048", settings });
  const { session } = position;
  const ask = (verb, more = {}) => tasks.ask({ verb: `session/${verb}`, session, ...more });
  for (let made = 1; made <= 10; made += 1) {
    const hint = await ask("hint", { player: "greedy" });
    assert.ok(position.moves.includes(hint.move));
    position = await ask("move", { move: hint.move });
    assert.equal(position.made, made);
    assert.equal(position.events.at(-1).event, "spawned");
  }
  const saved = await ask("save");
  await ask("undo");
  assert.equal((await ask("state")).made, 9);
  const { events, ...last } = position;
  const again = await tasks.ask({ verb: "session/open", game: "2048", settings: { saved } });
  assert.deepEqual({ ...again, session }, last);
  assert.ok((await ask("picture")).svg.startsWith("<svg"));
  const { gif } = await ask("picture", { form: "gif" });
  assert.equal(new TextDecoder().decode(gif.subarray(0, 6)), "GIF89a");
  const wrong = await tasks.send({ verb: "session/move", session, move: "sideways" });
  assert.match(wrong.refused.error, /not a move/);
  await ask("forget");
  assert.ok((await tasks.send({ verb: "session/state", session })).refused);
});

test("walkers of a live map walk round what is painted, and the same frames give the same places", async () => {
  const tasks = await openTasks();
  const settings = { map: { layout: Array(12).fill(".".repeat(20)) }, walkers: 50, seed: 4 };
  const walk = async () => {
    const { live } = await tasks.ask({ verb: "live/open", settings });
    const frames = [];
    for (let column = 0; column < 12; column += 1) {
      const { timing, ...frame } = await tasks.ask({ verb: "live/frame", live, frame: { changes: [[6, column, "#"]], ticks: 6 } });
      assert.ok(timing.change_us >= 0);
      frames.push(frame);
    }
    await tasks.ask({ verb: "live/forget", live });
    return frames;
  };
  const frames = await walk();
  assert.ok(frames.some(({ again }) => again.length > 0));
  assert.ok(frames.at(-1).places.every(([row, column]) => Math.round(row) !== 6 || Math.round(column) > 11));
  assert.deepEqual(await walk(), frames);
});

test("match-3 and Battleship are played", async () => {
  const tasks = await openTasks();
  const games = { match3: { level: "level.json" }, battleship: { rows: 6, columns: 6, fleet: "3,2" } };
  for (const [game, settings] of Object.entries(games)) {
    const opened = await tasks.ask({ verb: "session/open", game, settings, documents: documents(golden.files) });
    const { session } = opened;
    const { move } = await tasks.ask({ verb: "session/hint", session });
    const position = await tasks.ask({ verb: "session/move", session, move });
    assert.equal(position.made, 1, game);
    assert.ok(position.events.length > 0, game);
  }
});

test("after a failure the next message gets a new module", async () => {
  // A module that only fails, where the real one is expected first.
  const wat = [0, 97, 115, 109, 1, 0, 0, 0, 1, 10, 2, 96, 1, 127, 1, 127, 96, 0, 1, 127, 3, 4, 3, 0, 1, 1, 5, 3, 1, 0, 17,
    7, 34, 4, 6, 109, 101, 109, 111, 114, 121, 2, 0, 4, 114, 111, 111, 109, 0, 0, 6, 97, 110, 115, 119, 101, 114, 0, 1,
    5, 114, 101, 112, 108, 121, 0, 2, 10, 14, 3, 4, 0, 65, 0, 11, 3, 0, 0, 11, 3, 0, 0, 11];
  const tasks = await openTasks({ load: async () => Uint8Array.from(wat) });
  for (const _ of [1, 2]) {
    const { refused } = await tasks.send({ verb: "tasks" });
    assert.match(refused.error, /the task failed/);
    assert.ok(refused.hint);
  }
});

test("a file that cannot be loaded is refused, and loaded by the next message", async () => {
  let failures = 1;
  const working = await openTasks();
  const failing = async (name) => {
    if (failures-- > 0) throw new Error("offline");
    return load(name);
  };
  const tasks = await openTasks({ load: failing });
  assert.equal((await tasks.send({ verb: "tasks" })).refused.error, "offline");
  assert.deepEqual(await tasks.ask({ verb: "tasks" }), await working.ask({ verb: "tasks" }));
});

test("a worker answers messages in their order", async () => {
  const sent = [];
  let listener;
  const done = new Promise((resolve) => {
    const scope = {
      addEventListener: (_, given) => { listener = given; },
      postMessage: (message) => { sent.push(message); if (message.id === 2) resolve(); },
    };
    serve(scope, load);
  });
  listener({ data: { id: 1, verb: "run", task: "2048/bench", request: { player: "greedy", games: 20 } } });
  listener({ data: { id: 2, verb: "tasks" } });
  await done;
  const ids = sent.map(({ id }) => id);
  assert.deepEqual(ids, ids.toSorted());
  assert.ok(sent.some(({ id, event }) => id === 1 && event) && sent.some(({ id, answer }) => id === 1 && answer));
});
