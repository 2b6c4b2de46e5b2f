// A run in progress: its events, its progress so far and how it ended.

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
  const end = (event) => {
    off();
    removeEventListener("pagehide", leave);
    finish(event);
  };
  // Events that came before are delivered by this call, so it stands last.
  off = stream.on(run, (event) => {
    progress.take(event);
    [...listeners].forEach((listener) => listener(event, progress));
    if (event.event === "answer" || event.event === "refused") end(event);
  });
  if (progress.last) off();
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
 * The sum of the events so far: `{doing, steps, reached, status, items, notes, last}`.
 * `share` is the part done from 0 to 1, or `null` where it is unknown.
 */
export function createProgress() {
  const progress = {
    doing: "",
    steps: null,
    reached: 0,
    status: "",
    items: 0,
    notes: [],
    last: null,
    get share() {
      return progress.steps ? Math.min(1, progress.reached / progress.steps) : null;
    },
    take(event) {
      if (event.event === "begun") Object.assign(progress, { doing: event.doing, steps: event.steps, reached: 0, status: "" });
      else if (event.event === "reached") progress.reached = event.done;
      else if (event.event === "status") progress.status = event.text;
      else if (event.event === "item") progress.items += 1;
      else if (event.event === "note" || event.event === "warning") progress.notes.push(event);
      else if (event.event === "answer" || event.event === "refused") progress.last = event;
    },
  };
  return progress;
}
