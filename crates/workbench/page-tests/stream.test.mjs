// The event stream: what is passed on, what came before, and what is said when it ends.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

import { createRun } from "../page/run.js";
import { followEvents } from "../page/sse.js";
import { closing, createHub } from "../page/stream.js";

before(() => { Object.assign(globalThis, { addEventListener() {}, removeEventListener() {} }); });
after(() => { delete globalThis.addEventListener; delete globalThis.removeEventListener; });

/** A stream of this test, and a client that knows the records of runs. */
function fake(records = {}) {
  const hub = createHub();
  const client = { json: async (path) => {
    if (records[path] instanceof Error) throw records[path];
    return records[path];
  } };
  return { hub, begin: (run) => createRun({ run, seed: 1, request: {}, task: "a/b", client, stream: hub }) };
}

/** A server whose streams the test answers; `asked` holds the `Last-Event-ID` of each request. */
async function serveStreams(answer) {
  const asked = [];
  const server = createServer((request, response) => { asked.push(request.headers["last-event-id"]); answer(response, asked.length); });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { asked, url: `http://127.0.0.1:${server.address().port}/`, close: () => { server.closeAllConnections(); server.close(); } };
}

for (const status of [401, 403, 404]) {
  test(`a stream that is answered with ${status} is closed and says so`, async () => {
    const server = await serveStreams((response) => response.writeHead(status).end());
    const state = await new Promise((resolve) => {
      followEvents({ url: server.url, onMessage() {}, onState: (...told) => resolve(told) });
    });
    server.close();
    assert.deepEqual(state, ["closed", status]);
    assert.match(closing(status).error, status === 404 ? /no events/ : /token/);
  });
}

test("a stream that breaks is read again after its last event", async () => {
  const server = await serveStreams((response, count) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.end(`id: ${count}\ndata: ${count}\n\n`);
  });
  const got = [];
  const states = [];
  await new Promise((resolve) => {
    const following = followEvents({ url: server.url, lastId: "0", onState: (state) => states.push(state), onMessage: ({ data }) => {
      got.push(data);
      if (got.length < 2) return;
      assert.equal(following.lastId, "2");
      following.close();
      resolve();
    } });
  });
  server.close();
  assert.deepEqual([got, server.asked, states], [["1", "2"], ["0", "1"], ["open", "lost", "open"]]);
});

test("an event that is delivered twice is passed on once", () => {
  const hub = createHub();
  const got = [];
  hub.on(1, (event) => got.push(event.n));
  for (const [id, n] of [["5", 0], ["6", 1], ["5", 0], ["6", 1], ["7", 2]]) hub.emit(JSON.stringify({ run: 1, event: "item", n }), id);
  assert.deepEqual(got, [0, 1, 2]);
});

test("a resumed run does not end with the last event of the cancelled one", async () => {
  const { hub, begin } = fake();
  const first = begin(7);
  hub.emit({ run: 7, event: "begun", doing: "x", steps: 2 }, "1");
  let isEnded = false;
  const waiting = hub.ended(7).then(() => { isEnded = true; });
  await Promise.resolve();
  assert.equal(isEnded, false, "the last event has not come");
  hub.emit({ run: 7, event: "answer", verdict: "stopped" }, "2");
  await waiting;
  assert.equal((await first.done).verdict, "stopped");
  // What comes while nobody listens is kept, until the run is resumed.
  hub.emit({ run: 7, event: "answer", verdict: "stopped" }, "3");
  hub.forget(7);
  const second = begin(7);
  assert.equal(second.progress.last, null);
  hub.emit({ run: 7, event: "answer", verdict: "done" }, "4");
  assert.equal((await second.done).verdict, "done");
});

test("nobody waits for the end of a run that ended during a break", async () => {
  const hub = createHub();
  await hub.ended(1);
  hub.emit({ run: 1, event: "begun" }, "1");
  const waiting = hub.ended(1);
  hub.emitState("lost");
  hub.emitState("open");
  await waiting;
});

test("a run ends with a refusal when the token is not accepted any more", async () => {
  const { hub, begin } = fake();
  const run = begin(3);
  hub.emitState("closed", 401);
  const last = await run.done;
  assert.equal(last.event, "refused");
  assert.match(last.error, /token/);
  assert.match(last.hint, /tilewright workbench/);
});

test("a run whose record was deleted during a break ends with a refusal", async () => {
  const { hub, begin } = fake({ "runs/3": Object.assign(new Error("there is no such run"), { status: 404 }) });
  const run = begin(3);
  hub.emitState("lost");
  hub.emitState("open");
  assert.match((await run.done).error, /run 3 is gone/);
});
