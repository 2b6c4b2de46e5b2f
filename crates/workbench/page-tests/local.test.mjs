// The door without a server, with a worker that is played by this test.

import assert from "node:assert/strict";
import { test } from "node:test";

import { withNearby } from "../page/door.js";
import { createLocal, createNearby, hashOf } from "../page/local.js";
import { localGames } from "../page/local-games.js";

class Refusal extends Error {
  constructor({ error, hint, key }) { super(error); Object.assign(this, { hint, key }); }
}

/** A worker that answers `echo` requests, refuses `bad` ones and never answers `slow` ones. */
function fakeWorker() {
  const made = { terminated: false, terminate() { made.terminated = true; }, onmessage: null };
  const answer = (data) => queueMicrotask(() => made.onmessage?.({ data }));
  made.postMessage = ({ id, verb, task, request, documents }) => {
    if (verb === "tasks") answer({ id, answer: { version: "9", tasks: [{ name: "a/echo" }] } });
    else if (task === "a/bad") answer({ id, refused: { error: "no", key: "rows" } });
    else if (task === "a/echo") {
      answer({ id, event: { event: "begun", doing: "echoing", steps: 2 } });
      answer({ id, answer: { verdict: "done", json: `${request}\n`, svg: "<svg/>", names: Object.keys(documents) } });
    }
  };
  return made;
}

const open = (workers = []) => createLocal({ Refusal, worker: () => { const made = fakeWorker(); workers.push(made); return made; } });

test("tasks are asked in the worker", async () => {
  const door = await open();
  assert.equal(door.kind, "local");
  assert.equal(door.task("a/echo").name, "a/echo");
  const { value } = await door.ask("a/echo", { seed: 18446744073709551615n });
  assert.equal(value.seed, 18446744073709551615n);
  assert.equal(await door.ask("a/echo", {}, { as: "svg" }), "<svg/>");
  await assert.rejects(door.ask("a/bad", {}), (error) => error instanceof Refusal && error.key === "rows");
});

test("an aborted question ends the worker, and the next one starts another", async () => {
  const workers = [];
  const door = await open(workers);
  const control = new AbortController();
  const asked = door.ask("a/slow", {}, { signal: control.signal });
  control.abort();
  await assert.rejects(asked, { name: "AbortError" });
  assert.equal(workers[0].terminated, true);
  assert.equal((await door.ask("a/echo", { a: 1 })).value.a, 1);
  assert.equal(workers.length, 2);
});

test("what waits behind an aborted question is asked in the next worker", async () => {
  const workers = [];
  const door = await open(workers);
  const control = new AbortController();
  const slow = door.ask("a/slow", {}, { signal: control.signal });
  const waiting = [1, 2].map((a) => door.ask("a/echo", { a }));
  control.abort();
  await assert.rejects(slow, { name: "AbortError" });
  assert.deepEqual((await Promise.all(waiting)).map(({ value }) => value.a), [1, 2]);
  assert.deepEqual(workers.map(({ terminated }) => terminated), [true, false]);
});

test("a question that is aborted while it waits leaves the worker alone", async () => {
  const workers = [];
  const door = await open(workers);
  const control = new AbortController();
  const first = door.ask("a/echo", { a: 1 });
  const second = door.ask("a/slow", {}, { signal: control.signal });
  const third = door.ask("a/echo", { a: 3 });
  control.abort();
  await assert.rejects(second, { name: "AbortError" });
  assert.deepEqual([(await first).value.a, (await third).value.a], [1, 3]);
  assert.equal(workers.length, 1);
  assert.equal(workers[0].terminated, false);
  await assert.rejects(door.ask("a/echo", {}, { signal: control.signal }), { name: "AbortError" });
});

test("a run tells its events and can be cancelled", async () => {
  const door = await open();
  const events = [];
  const run = await door.start("a/echo", { a: 1 }, { onEvent: (event) => events.push(event.event) });
  assert.equal((await run.done).verdict, "done");
  assert.deepEqual(events, ["begun", "answer"]);
  assert.equal(run.answer.value.a, 1);
  const slow = await door.start("a/slow", {});
  await slow.cancel();
  assert.equal((await slow.done).verdict, "stopped");
});

test("documents have the hash of their name and bytes", async () => {
  const door = await open();
  const { name, hash, size } = await door.upload("a.map", new Uint8Array([1, 2]));
  assert.equal(name, `${hash}/a.map`);
  assert.equal(size, 2);
  assert.equal(hash, await hashOf("a.map", new Uint8Array([1, 2])));
  assert.match(hash, /^[0-9a-f]{16}$/);
});

test("games are kept in the browser and go on", async () => {
  let made = 0;
  const link = { call: async ({ verb, settings }) => {
    if (verb === "session/open") { made = JSON.parse(settings).saved ? Number(JSON.parse(settings).saved) : 0; return { session: "w1", made, state: {} }; }
    if (verb === "session/move") { made += 1; return { made, state: {} }; }
    return String(made);
  } };
  const storage = { getItem: (key) => storage[key] ?? null, setItem(key, value) { storage[key] = value; }, removeItem(key) { delete storage[key]; } };
  const games = localGames(link, Refusal, storage);
  const game = await games.play("2048", { name: "mine" });
  await game.move("up");
  const [listed] = await games.sessions("2048");
  assert.deepEqual([listed.id, listed.name, listed.made, listed.saved !== undefined], [game.id, "mine", 1, false]);
  made = 0;
  assert.equal((await games.session(game.id)).opened.made, 1);
  await game.forget();
  await assert.rejects(games.session(game.id), Refusal);
});

test("beside a server the worker answers what follows the pointer, and the server the rest", async () => {
  const asked = [];
  const server = {
    kind: "server",
    ask: async (task) => { asked.push(task); return { value: "server" }; },
    document: async () => new Blob(["map"]),
  };
  const worker = () => {
    const made = fakeWorker();
    const { postMessage } = made;
    made.postMessage = (message) => postMessage({ ...message, task: message.request.includes("far") ? "a/bad" : "a/echo" });
    return made;
  };
  const door = withNearby(server, createNearby({ Refusal, worker }));
  const map = "0123456789abcdef/a.map";
  assert.equal((await door.ask("path/plan", { map })).value, "server");
  // Meanwhile the map is brought to the worker.
  while ((await door.ask("path/plan", { map }, { as: "svg" })) !== "<svg/>") await new Promise(setImmediate);
  asked.length = 0;
  assert.equal((await door.ask("path/plan", { map: "far" })).value, "server");
  assert.equal((await door.ask("match3/analyze", {})).value, "server");
  assert.deepEqual(asked, ["path/plan", "match3/analyze"]);
});

test("a live map is one of the worker, and of the server where the worker has none", async () => {
  const calls = [];
  const worker = () => {
    const made = { terminate() {}, postMessage({ id, ...message }) {
      calls.push(message);
      const answer = { "live/open": { live: "w1" }, "live/frame": { places: [[0, 1]] }, "live/forget": null, tasks: { tasks: [] } }[message.verb];
      queueMicrotask(() => made.onmessage({ data: { id, answer } }));
    } };
    return made;
  };
  const door = await createLocal({ Refusal, worker });
  const live = await door.live({ walkers: 3 });
  assert.deepEqual(await live.frame({ ticks: 2 }), { places: [[0, 1]] });
  await live.forget();
  assert.deepEqual(calls.slice(1), [{ verb: "live/open", settings: '{"walkers":3}' }, { verb: "live/frame", live: "w1", frame: { ticks: 2 } }, { verb: "live/forget", live: "w1" }]);
  const server = { live: async () => "server" };
  assert.equal(typeof (await withNearby(server, createNearby({ Refusal, worker })).live({})).frame, "function");
  const broken = () => { const made = { terminate() {}, postMessage: () => queueMicrotask(() => made.onerror()) }; return made; };
  assert.equal(await withNearby(server, createNearby({ Refusal, worker: broken })).live({}), "server");
});
