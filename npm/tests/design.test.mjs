// The tasks that make levels, in a module of their own: the same bytes as on the command line.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { golden, sameAsCommandLine } from "./golden.mjs";

const { end, init, RefusedError, run, tasks } = await import("tilewright/match3-design");

for (const worker of [false, true]) {
  test(`${worker ? "in a worker" : "on the own thread"} every task answers as the command line does`, async () => {
    await end();
    await init({ worker });
    const names = new Set((await tasks()).map(({ name }) => name));
    const requests = golden.requests.filter(({ task }) => names.has(task));
    for (const one of requests) await sameAsCommandLine(run, one);
    assert.deepEqual(new Set(requests.map(({ task }) => task)), names);
  });
}

test("a level is made, measured, made easier and drawn", async () => {
  const request = { rules: "royal", kinds: ["box1:8-12"], goal: ["kind:box:all"], moves: 8, win_rate: 0.6, seed: 1 };
  const made = await run("match3/generate", request, { forms: ["svg", "text"] });
  assert.equal(made.verdict, "done");
  assert.match(made.svg, /^<svg/);
  const [{ level, within }] = made.document.levels;
  assert.ok(Math.abs(within.win_rate.mean - 0.6) < 0.1 && within.moves === 8);
  const tweaked = await run("match3/tweak", { level, direction: "easier", seed: 1 });
  assert.ok(tweaked.document.tweaks[0].within.win_rate.mean > within.win_rate.mean);
});

test("what the module has not is refused", async () => {
  await assert.rejects(run("match3/pack", {}), (error) => error instanceof RefusedError && /unknown task/.test(error.message));
  await assert.rejects(run("match3/generate", { goal: ["collect:12"], potential: 5, rows: 5, columns: 5, seed: 1 }, { forms: ["png"] }), RefusedError);
  await assert.rejects(init({ worker: false }), /tilewright\/match3-design was started in a worker/);
});

after(() => end());
