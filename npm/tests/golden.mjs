// The golden requests of the command line, and what it answers.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export const golden = JSON.parse(readFileSync(process.env.TILEWRIGHT_GOLDEN, "utf8"));

const folder = mkdtempSync(join(tmpdir(), "tasks-"));
for (const [name, content] of Object.entries(golden.files)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

/** What the command line prints, once for both threads; variables of the tests would be settings of the program. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("TILEWRIGHT")));
const printed = new Map();
function commandLine(task, request, output) {
  const key = JSON.stringify([task, request]);
  if (!printed.has(key)) {
    writeFileSync(join(folder, "request.json"), JSON.stringify({ task, ...request }));
    const words = ["run", "request.json", "--json", ...(output ? ["--output", output, "--force"] : [])];
    const { stdout } = spawnSync(process.env.TILEWRIGHT, words, { cwd: folder, env, encoding: "utf8", maxBuffer: 1 << 28 });
    printed.set(key, stdout);
  }
  return printed.get(key);
}

/** Checks that a task answers as the command line does, byte for byte, files and all. */
export async function sameAsCommandLine(run, { task, output, request }) {
  const answer = await run(task, request, { documents: golden.files, ...(output && { output: { name: "output", ending: "" } }) });
  assert.equal(answer.json, commandLine(task, request, output), task);
  for (const { name, bytes } of answer.files) assert.deepEqual(Buffer.from(bytes), readFileSync(join(folder, output, name)), name);
}
