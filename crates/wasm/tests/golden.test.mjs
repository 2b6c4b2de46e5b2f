// The module gives the same bytes as the command line.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { bytes, documents, golden, openFolder, openTasks } from "./common.mjs";

const folder = openFolder(golden.files);
let tasks;
before(async () => { tasks = await openTasks(); });
after(() => folder.remove());

for (const { task, output, request } of golden.requests) {
  test(`${task} answers as the command line does`, async () => {
    folder.put("request.json", JSON.stringify({ task, ...request }));
    const outputs = output ? ["--output", output, "--force"] : [];
    const expected = folder.run("run", "request.json", "--json", ...outputs);
    const form = output ? "file" : "json";
    const answer = await tasks.ask({ verb: "run", task, request, form, documents: documents(golden.files) });
    assert.notEqual(expected, "");
    assert.equal(answer.json, expected);
    for (const { name, bytes: content } of answer.files ?? []) {
      assert.deepEqual(Buffer.from(content), folder.read(`${output}/${name}`), name);
    }
  });
}

test("every task is answered", async () => {
  const { tasks: all } = await tasks.ask({ verb: "tasks" });
  const names = new Set(golden.requests.map(({ task }) => task));
  assert.deepEqual(all.map(({ name }) => name).sort(), [...names].sort());
  assert.ok(all.every(({ schema }) => schema.properties !== undefined));
});

test("pictures and texts are those of the command line", async () => {
  const request = { ...golden.requests.find(({ task }) => task === "path/plan").request };
  folder.put("request.json", JSON.stringify({ task: "path/plan", ...request }));
  const text = folder.run("run", "request.json");
  for (const form of ["svg", "png", "gif", "apng"]) {
    folder.run("run", "request.json", "--json", "--picture", `plan.${form}`, "--force");
    const answer = await tasks.ask({ verb: "run", task: "path/plan", request, form: [form, "text"], documents: documents(golden.files) });
    assert.equal(answer.text, text);
    assert.deepEqual(Buffer.from(answer[form]), folder.read(`plan.${form}`), form);
  }
});

test("a path is written into a map of Tiled, with the files that it refers to", async () => {
  const tour = "crates/cli/src/tour";
  const names = ["village.tmx", "village-tiles.tsx", "village-tiles.png"];
  const files = Object.fromEntries(names.map((name) => [name, bytes(`${tour}/${name}`)]));
  const request = { map: "village.tmx", npcs: true };
  Object.entries(files).forEach(([name, content]) => folder.put(name, content));
  folder.put("request.json", JSON.stringify({ task: "path/plan", ...request }));
  folder.run("run", "request.json", "--output", "output.tmx", "--force");
  const answer = await tasks.ask({ verb: "run", task: "path/plan", request, form: "file", ending: "tmx", documents: files });
  assert.ok(answer.files.length > 1);
  for (const { name, bytes: content } of answer.files) {
    assert.deepEqual(Buffer.from(content), folder.read(name), name);
  }
});

test("a layer of Tiled in Zstandard is read", async () => {
  const map = bytes("crates/formats/tests/data/rs-tiled/tiled_base64_zstandard.tmx");
  const request = { map: "map.tmx", walkable_tiles: ["34", "32"], from: "0,0", to: "0,10" };
  folder.put("map.tmx", map);
  folder.put("request.json", JSON.stringify({ task: "path/plan", ...request }));
  const expected = folder.run("run", "request.json", "--json");
  const answer = await tasks.ask({ verb: "run", task: "path/plan", request, documents: { "map.tmx": map } });
  assert.equal(answer.json, expected);
});

test("the network of 2048 is loaded when it plays, and not before", async () => {
  const own = await openTasks();
  const boards = [{ board: [[2, 2, 4, 8], [0, 16, 2, 4], [2, 0, 0, 0], [4, 2, 0, 0]] }];
  await own.ask({ verb: "run", task: "2048/move", request: { boards } });
  assert.deepEqual(own.loaded, ["tilewright.wasm"]);
  const request = { boards, player: "network" };
  folder.put("request.json", JSON.stringify({ task: "2048/eval", ...request }));
  const expected = folder.run("run", "request.json", "--json");
  const answer = await own.ask({ verb: "run", task: "2048/eval", request });
  assert.deepEqual(own.loaded, ["tilewright.wasm", "4x6.tw2048"]);
  assert.equal(answer.json, expected);
});

test("a seed of 64 bits stays exact in a request that is a text", async () => {
  const request = '{"rows": 4, "columns": 4, "fleet": "2", "seed": 18446744073709551615}';
  const answer = await tasks.ask({ verb: "run", task: "battleship/place", request });
  assert.match(answer.json, /"seed":18446744073709551615,/);
});
