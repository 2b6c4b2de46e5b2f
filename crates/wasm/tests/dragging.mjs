// Measures how long the module takes for a path while its goal is dragged: `node dragging.mjs
// MAP [FROM]`. The map is handed over once; every request names it.

import { readFileSync } from "node:fs";
import { openTasks } from "./common.mjs";

const [path, from = "", planner = "astar"] = process.argv.slice(2);
const text = readFileSync(path, "utf8");
const rows = text.split("\n").slice(4).filter((row) => row !== "");
const free = rows.flatMap((row, at) => [...row].flatMap((glyph, column) => (glyph === "." ? [[at, column]] : [])));
const tasks = await openTasks();
await tasks.ask({ verb: "documents", documents: { map: Buffer.from(text) } });
const start = from || free[0].join();

for (const form of ["json", "svg"]) {
  const times = [];
  let bytes = 0;
  for (let turn = 0; turn < (form === "svg" ? 20 : 220); turn += 1) {
    const to = free[Math.floor((turn + 1) * 7919 % free.length)].join();
    const begun = performance.now();
    const answer = await tasks.ask({ verb: "run", task: "path/plan", request: { map: "map", from: start, to, planner }, form });
    times.push(performance.now() - begun);
    bytes = Math.max(bytes, answer.json.length, answer.svg?.length ?? 0);
  }
  const sorted = times.slice(form === "svg" ? 2 : 20).sort((a, b) => a - b);
  const share = (part) => sorted[Math.floor(part * (sorted.length - 1))].toFixed(2);
  console.log(`${form}: ${sorted.length} paths, p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, longest answer ${bytes} characters`);
}
