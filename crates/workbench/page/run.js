// A run in progress: its events, its progress so far and how it ended.

import { closing } from "./closing.js";
import { parseLines } from "./json.js";

/**
 * @typedef {object} Run
 * @property {number} id
 * @property {string} task
 * @property {number|bigint} seed
 * @property {object} request
 * @property {object} progress See `createProgress`.
 * @property {Promise<object>} done Resolves to the last event (`answer` or `refused`).
 * @property {function(function(object)): function(): void} on Listens to further events.
 * @property {function(): Promise<void>} cancel Stops the run; its best result is kept.
 */

/** Follows a run that was just started. */
export function createRun({ run, seed, request, task, client, stream, bound, onEvent }) {
  const listeners = new Set(onEvent ? [onEvent] : []);
  const progress = createProgress();
  let finish;
  const done = new Promise((resolve) => {
    finish = resolve;
  });
  const cancel = (keepalive = false) => client.send(`runs/${run}`, { method: "DELETE", keepalive }).catch(() => null);
  const leave = () => cancel(true);
  let off = () => {};
  let offState = () => {};
  const end = (event) => {
    off();
    offState();
    removeEventListener("pagehide", leave);
    finish(event);
  };
  // Events that came before are delivered by this call, so it stands last.
  const take = (event) => {
    if (progress.last) return;
    progress.take(event);
    [...listeners].forEach((listener) => listener(event, progress));
    if (event.event === "answer" || event.event === "refused") end(event);
  };
  off = stream.on(run, take);
  if (progress.last) off();
  else offState = endIfCutOff({ run, client, stream, take });
  if (bound && !progress.last) addEventListener("pagehide", leave);
  return {
    id: run,
    task,
    seed,
    request,
    progress,
    done,
    cancel: () => cancel(),
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * A server that was started again no longer works on the run: its record says how it ended. No
 * event comes any more where the token is refused, or where the record was deleted.
 */
function endIfCutOff({ run, client, stream, take }) {
  let wasLost = false;
  const refused = ({ message, error = message, hint }) => take({ run, event: "refused", error, hint });
  return stream.onState(async (state, status) => {
    if (state === "closed") refused(closing(status));
    if (state === "lost") wasLost = true;
    if (state !== "open" || !wasLost) return;
    wasLost = false;
    const record = await client.json(`runs/${run}`).catch((error) => {
      if (error.status === 404) refused({ error: `run ${run} is gone: its record was deleted`, hint: "start it again" });
      else if (error.status) refused(error);
      return null;
    });
    if (!record || record.state === "running") return;
    if (record.state === "refused") take({ run, event: "refused", error: record.error, hint: record.hint });
    else take({ run, event: "answer", verdict: record.state === "cut off" ? "stopped" : record.state });
  });
}

/**
 * The sum of the events so far: `{doing, steps, reached, status, items, last}`.
 * `share` is the part done from 0 to 1, or `null` where it is unknown.
 */
export function createProgress() {
  const progress = {
    doing: "",
    steps: null,
    reached: 0,
    status: "",
    items: 0,
    last: null,
    get share() {
      return progress.steps ? Math.min(1, progress.reached / progress.steps) : null;
    },
    take(event) {
      if (event.event === "begun") Object.assign(progress, { doing: event.doing, steps: event.steps, reached: 0, status: "" });
      else if (event.event === "reached") progress.reached = event.done;
      else if (event.event === "status") progress.status = event.text;
      else if (event.event === "item") progress.items += 1;
      else if (event.event === "answer" || event.event === "refused") progress.last = event;
    },
  };
  return progress;
}

/** The document of a finished run's answer, or none. */
export async function answerOf(door, run) {
  if (run.answer) return run.answer.value;
  const lines = parseLines(await door.answer(run.id));
  return lines.at(-1);
}
