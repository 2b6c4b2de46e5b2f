// The door of a report, in place of the page's own `door.js`: the runs that the file contains.
// It answers what a server would of runs that have ended, and begins none.

import { Refusal } from "../client.js";
import { parse } from "../json.js";
import { lookFor, seedsOf } from "./recorded.js";

export { Refusal };

/** Opens the door. `door.kind` is `"report"`; `door.report` is `{title, lead, version}`. */
export async function openDoor({ text = document.getElementById("report").textContent } = {}) {
  const { runs, ...report } = parse(text);
  const find = (id) => {
    const found = runs.find((run) => run.id === Number(id));
    if (!found) throw new Refusal({ error: `the report contains no run ${id}` });
    return found;
  };
  const names = [...new Set(runs.map(({ task }) => task))].sort();
  const tasks = names.map((name) => ({ name, outputs: [{ name: "picture" }], schema: {} }));
  return {
    kind: "report",
    version: report.version,
    stream: null,
    report,
    /** All runs in the order in which they are shown. */
    shown: runs,
    tasks: () => tasks,
    task: (name) => tasks.find((task) => task.name === name) ?? null,
    runs: async (filter = {}) => lookFor(runs, filter),
    run: async (id) => ({ ...find(id), has_picture: Boolean(find(id).svg) }),
    answer: async (id, form = "json") => answerOf(find(id), form),
    curves: async (id) => seedsOf(runs, find(id)),
    files: async () => [],
    follow: () => () => {},
  };
}

function answerOf(run, form) {
  const text = { json: run.answer, txt: run.text, svg: run.svg }[form];
  if (text === undefined) throw new Refusal({ error: `the report contains no such picture`, hint: "the command makes it" });
  return text;
}
