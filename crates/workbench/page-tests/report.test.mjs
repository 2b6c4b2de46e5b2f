// What a report answers in place of a server.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openDoor } from "../page/report/door.js";
import { framesOf, grouped, rateOf } from "../page/report/recorded.js";

const run = (id, seed, more = {}) => ({
  id, seed, task: "match3/generate", state: "done", headline: `level ${id}`, text: "", request: { target: 300, seed }, history: [[1, id]], answer: "{}\n", ...more,
});

const text = JSON.stringify({ title: "T", lead: "L", version: "1", runs: [run(1, 5), run(2, 6), run(3, 6, { task: "path/plan", svg: "<svg/>" })] });

test("a report lists, searches and answers its runs", async () => {
  const door = await openDoor({ text });
  assert.deepEqual([door.kind, door.report.title], ["report", "T"]);
  const ids = async (filter) => (await door.runs(filter)).runs.map(({ id }) => id);
  assert.deepEqual(await ids({}), [3, 2, 1]);
  assert.deepEqual(await ids({ task: "match3/generate", before: 2 }), [1]);
  assert.deepEqual(await ids({ search: "LEVEL 2" }), [2]);
  assert.equal((await door.run("3")).has_picture, true);
  assert.equal(await door.answer(3, "svg"), "<svg/>");
  await assert.rejects(door.answer(1, "gif"), /no such picture/);
  await assert.rejects(door.run(9), /no run 9/);
  assert.deepEqual((await door.curves(1)).map(({ run: id }) => id), [1, 2]);
});

test("frames are put together from their lines", () => {
  const frames = framesOf({ lines: ["a", "b", "c"], frames: [[0, 1], [0, 2]] });
  assert.deepEqual([frames.length, frames.text(1)], [2, "a\nc"]);
  assert.equal(rateOf([10, 10, 300]), 10);
});

test("runs stand in groups of the same heading", () => {
  const of = (group) => ({ caption: { group } });
  assert.deepEqual(grouped([of("A"), of("A"), of("B")]).map(([name, runs]) => [name, runs.length]), [["A", 2], ["B", 1]]);
});
