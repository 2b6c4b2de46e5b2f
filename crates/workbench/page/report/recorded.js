// Questions to the runs of a report. Pure.

import { stringify } from "../json.js";

/** The runs that match a filter, as the server lists them: newest first, by pages. */
export function lookFor(runs, { search = "", task, state, before, limit = 50 } = {}) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = (run) => {
    const text = `${run.task} ${run.headline} ${run.text} ${stringify(run.request)} ${run.caption?.title ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word)) && (!task || run.task === task) && (!state || run.state === state);
  };
  const found = runs.filter(isFound).sort((a, b) => b.id - a.id);
  const rest = before ? found.filter(({ id }) => id < before) : found;
  return { runs: rest.slice(0, limit), total: found.length };
}

/** The curves of the runs that differ from this one by their seed alone. */
export function seedsOf(runs, of) {
  const alike = ({ task, request }) => stringify([task, { ...request, seed: null }]);
  const wanted = alike(of);
  return runs.filter((run) => alike(run) === wanted).map(({ id, seed, history }) => ({ run: id, seed, curve: history ?? [] }));
}

/** The runs in groups of the same heading, in their order: `[heading, runs]`. */
export function grouped(runs) {
  const groups = [];
  for (const run of runs) {
    const heading = run.caption?.group ?? "";
    if (groups.at(-1)?.[0] !== heading) groups.push([heading, []]);
    groups.at(-1)[1].push(run);
  }
  return groups;
}

/** The frames of an animation as SVG texts are made when they are shown: `{length, text(index)}`. */
export function framesOf({ lines, frames }) {
  return { length: frames.length, text: (index) => frames[index].map((number) => lines[number]).join("\n") };
}

/** The usual number of frames a second of an animation; its last frames may stay for longer. */
export function rateOf(hundredths) {
  const sorted = [...hundredths].sort((a, b) => a - b);
  const usual = sorted[Math.floor(sorted.length / 2)] || 10;
  return Math.min(30, Math.max(1, Math.round(100 / usual)));
}
