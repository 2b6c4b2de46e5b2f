// All tasks by their documents: the same bytes as on the command line, on the own thread and in a worker.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { golden, sameAsCommandLine } from "./golden.mjs";

const { end, init, RefusedError, run, takeNetwork, tasks } = await import("tilewright/tasks");
test("before init everything says what is missing", async () => {
  await assert.rejects(tasks(), /tilewright\/tasks was not started: await init\(\) first/);
});

for (const worker of [false, true]) {
  const where = worker ? "in a worker" : "on the own thread";

  test(`${where} every task answers as the command line does`, async () => {
    await end();
    await init({ worker });
    const names = new Set((await tasks()).map(({ name }) => name));
    for (const one of golden.requests) {
      names.delete(one.task);
      await sameAsCommandLine(run, one);
    }
    assert.deepEqual([...names], []);
  });

  test(`${where} events come before the answer, and pictures with it`, async () => {
    const request = { rows: 6, columns: 6, goal: ["collect:12"], moves: 9, win_rate: 0.5, seed: 2n ** 64n - 1n };
    const events = [];
    const answer = await run("match3/generate", request, { forms: ["text", "svg", "png"], onEvent: (event) => events.push(event) });
    const kinds = events.map(({ event }) => event);
    assert.ok(kinds.includes("begun"), kinds.join(" "));
    assert.match(answer.json, /"seed":18446744073709551615/);
    assert.equal(typeof answer.document, "object");
    assert.match(answer.svg, /^<svg/);
    assert.deepEqual([...answer.png.slice(1, 4)], [...Buffer.from("PNG")]);
    assert.ok(answer.text.length > 20);
    const plan = { map: "...\n.#.\n...\n", from: "0,0", to: "2,2" };
    assert.equal((await run("path/plan", plan)).verdict, "done");
    const seeded = await run("match3/generate", { ...request, seed: undefined }, { seed: 2n ** 64n - 1n });
    assert.equal(seeded.json, answer.json);
  });

  test(`${where} a signal stops what runs, and the next task is answered`, async () => {
    const control = new AbortController();
    const long = { level: { layout: Array(9).fill(".........") }, goal: ["collect:60"], moves: 30, games: 10_000_000, seed: 1 };
    const stopped = run("match3/play", long, { signal: control.signal, onEvent: () => control.abort(new Error("enough")) });
    await assert.rejects(stopped, /enough/);
    const thrown = run("match3/play", { ...long, games: 1000 }, { onEvent: () => { throw new Error("a fault of the listener"); } });
    await assert.rejects(thrown, /a fault of the listener/);
    const first = run("match3/play", { ...long, games: 20_000 });
    const queued = new AbortController();
    const later = run("battleship/count", {}, { signal: queued.signal });
    queued.abort(new Error("not now"));
    await assert.rejects(later, /not now/);
    await first;
    const early = run("battleship/count", { rows: 4, columns: 4, fleet: "2" }, { signal: AbortSignal.abort(new Error("too late")) });
    await assert.rejects(early, /too late/);
    const { document } = await run("battleship/count", { rows: 4, columns: 4, fleet: "2" });
    assert.equal(document.count, "24");
  });

  test(`${where} a wrong request says what is wrong`, async () => {
    await assert.rejects(run("match3/analyse", {}), (error) => error instanceof RefusedError && /did you mean `match3\/analyze`/.test(error.hint));
    await assert.rejects(run("path/plan", { map: "absent.txt" }), /absent\.txt/);
    await assert.rejects(run("path/plan", { map: "../map.txt" }, { documents: { "../map.txt": "." } }), /not the name of a file/);
    await assert.rejects(run("battleship/count", { rows: 99 }), (error) => error.key === "rows");
    await assert.rejects(run("battleship/count", null), /request is null/);
    await assert.rejects(run("battleship/count", {}, { sead: 1 }), /options has no member "sead"/);
    await assert.rejects(run("2048/eval", { boards: [{ board: [[2, 2, 4, 8], [0, 16, 2, 4], [2, 0, 0, 0], [4, 2, 0, 0]] }], player: "network" }), (error) =>
      /the network of 2048 was not handed over/.test(error.message),
    );
    for (const [options, error] of [
      [{ forms: "svg" }, /options\.forms is a text, expected a list/],
      [{ forms: ["jpg"] }, /options\.forms\[0\] is "jpg"/],
      [{ output: "level.json" }, /options\.output is "level\.json", expected an object/],
      [{ documents: { a: 5 } }, /options\.documents\["a"\] is neither a text nor a Uint8Array/],
      [{ onEvent: "x" }, /options\.onEvent is no function/],
      [{ signal: {} }, /options\.signal is no AbortSignal/],
      [{ seed: -1 }, /options\.seed is -1/],
    ]) await assert.rejects(run("battleship/count", {}, options), error);
    await assert.rejects(run(undefined, {}), /task is undefined, expected a text/);
    await assert.rejects(run("path/plan", { map: "map.txt" }), /no such document was handed over/);
    await assert.rejects(takeNetwork("file"), /bytes is no Uint8Array/);
  });
}

test("a worker that was stopped gets the network again", async () => {
  const request = { boards: [{ board: [[2, 2, 4, 8], [0, 16, 2, 4], [2, 0, 0, 0], [4, 2, 0, 0]] }], player: "network" };
  await takeNetwork(readFileSync(process.env.TILEWRIGHT_NETWORK));
  const before = await run("2048/eval", request);
  const long = { level: { layout: Array(9).fill(".........") }, goal: ["collect:60"], moves: 30, games: 10_000_000, seed: 1 };
  const control = new AbortController();
  await assert.rejects(run("match3/play", long, { signal: control.signal, onEvent: () => control.abort(new Error("enough")) }), /enough/);
  const after = await run("2048/eval", request);
  assert.equal(after.json, before.json);
});

test("where it runs is decided once", async () => {
  await assert.rejects(init({ worker: false }), /was started in a worker: await end\(\) first/);
  await assert.rejects(init({ thread: 2 }), /options has no member "thread"/);
});

after(() => end());
