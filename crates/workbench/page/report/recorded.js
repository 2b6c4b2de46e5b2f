// Questions to the runs of a report. Pure.

import { stringify } from "../json.js";

/** The runs that match a filter, as the server lists them: newest first, by pages. */
export function lookFor(runs, { search = "", task, state, before, limit = 50 } = {}) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = (run) => {
    const text = `${run.task} ${run.headline} ${run.text} ${stringify(run.request)}`.toLowerCase();
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
