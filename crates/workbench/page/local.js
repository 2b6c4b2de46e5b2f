// The door without a server: tasks, games and live maps in a Web Worker (wasm). See `worker.js` for what the
// worker understands. A busy worker hears no message, so cancelling ends it and starts another for
// the calls that wait.

import { createProgress } from "./run.js";
import { localGames } from "./local-games.js";
import { localLive } from "./local-live.js";
import { parseLines, stringify } from "./json.js";

/**
 * A door that runs everything in this browser.
 * @param {{Refusal: Function, worker?: function(): Worker}} options
 */
export async function createLocal({ Refusal, worker = makeWorker }) {
  const link = createLink({ Refusal, worker });
  // Games have a worker of their own: they end with it, and their calls are never aborted.
  const games = createLink({ Refusal, worker });
  const listed = await link.call({ verb: "tasks" });
  const documents = new Map();
  const missing = (what) => async () => {
    throw new Refusal({ error: `${what} needs the program`, hint: "start it: tilewright workbench" });
  };
  return {
    kind: "local",
    version: listed.version,
    stream: null,
    tasks: () => listed.tasks,
    task: (name) => listed.tasks.find((task) => task.name === name) ?? null,
    ask: (task, request, options = {}) => ask(link, task, request, documents, options),
    start: (task, request, options = {}) => start({ worker, Refusal, task, request, documents, ...options }),
    runs: async () => ({ runs: [], total: 0 }),
    run: missing("The history"),
    answer: missing("The history"),
    files: missing("The history"),
    file: missing("The history"),
    cancel: missing("The history"),
    forget: missing("The history"),
    replay: missing("The history"),
    resume: missing("The history"),
    repeat: missing("The history"),
    exported: missing("The history"),
    curves: async () => [],
    follow: () => () => {},
    async upload(name, bytes) {
      const data = new Uint8Array(await new Blob([bytes]).arrayBuffer());
      const hash = await hashOf(name, data);
      documents.set(`${hash}/${name}`, data);
      return { name: `${hash}/${name}`, hash, size: data.length };
    },
    document: async (name) => new Blob([documents.get(name) ?? ""]),
    folder: async () => null,
    folderFile: missing("A folder"),
    saveFile: missing("A folder"),
    ...localGames(games, Refusal),
    // A hint of a game would hold up its frames.
    live: localLive(createLink({ Refusal, worker })),
  };
}

/**
 * The tasks in a worker beside a server, for answers that follow the pointer: without a round trip.
 * Whatever the worker cannot answer, such as a request for a file of the open folder, is for the
 * server.
 * @param {{Refusal: Function, worker?: function(): Worker}} options
 * @returns {{ask: function(string, object, object): Promise<object>, keep: function(string, Blob),
 *   live: function(object): Promise<object>}}
 */
export function createNearby({ Refusal, worker = makeWorker }) {
  const link = createLink({ Refusal, worker });
  const documents = new Map();
  return {
    ask: (task, request, options) => ask(link, task, request, documents, options),
    keep: async (name, bytes) => documents.set(name, new Uint8Array(await new Blob([bytes]).arrayBuffer())),
    live: localLive(createLink({ Refusal, worker })),
  };
}

const makeWorker = () => new Worker(new URL("worker.js", import.meta.url), { type: "module" });

/** The first 16 hexadecimal digits of SHA-256 over name and bytes. */
export async function hashOf(name, bytes, before = "") {
  const head = new TextEncoder().encode(before + name);
  const all = new Uint8Array(head.length + bytes.length);
  all.set(head);
  all.set(bytes, head.length);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", all));
  return [...digest.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Calls to a worker, one after the other. A call that is aborted while the worker is at it ends the
 * worker; the calls that wait are asked in the next one.
 */
function createLink({ Refusal, worker }) {
  let made = null;
  let next = 1;
  /** The calls in their order; the worker is at the first. */
  let queue = [];
  const open = () => {
    made = worker();
    made.onmessage = ({ data }) => receive(data);
    made.onerror = () => stop("the tasks could not be loaded in this browser");
  };
  const ask = () => {
    if (queue.length === 0) return;
    if (!made) open();
    made.postMessage(queue[0].message);
  };
  const receive = ({ id, event, answer, refused }) => {
    const call = queue[0];
    if (call?.message.id !== id) return;
    if (event) {
      call.onEvent?.(event);
      return;
    }
    queue.shift();
    if (refused) call.reject(new Refusal(refused));
    else call.resolve(answer);
    ask();
  };
  const end = () => {
    made?.terminate();
    made = null;
  };
  const stop = (error) => {
    end();
    const all = queue;
    queue = [];
    for (const call of all) call.reject(error instanceof Error ? error : new Refusal({ error }));
  };
  const abort = (call) => {
    const at = queue.indexOf(call);
    if (at < 0) return;
    queue.splice(at, 1);
    call.reject(new DOMException("cancelled", "AbortError"));
    if (at > 0) return;
    end();
    ask();
  };
  return {
    stop,
    call(message, { onEvent, signal } = {}) {
      return new Promise((resolve, reject) => {
        const call = { message: { id: next++, ...message }, resolve, reject, onEvent };
        if (signal?.aborted) {
          reject(new DOMException("cancelled", "AbortError"));
          return;
        }
        signal?.addEventListener("abort", () => abort(call), { once: true });
        if (queue.push(call) === 1) ask();
      });
    },
  };
}

/** The documents that a request names. */
function named(request, documents) {
  const text = stringify(request);
  return Object.fromEntries([...documents].filter(([name]) => text.includes(JSON.stringify(name))));
}

async function ask(link, task, request, documents, { signal, as = "json", output, ending }) {
  const message = { verb: "run", task, request: stringify(request), form: as, output, ending, documents: named(request, documents) };
  return formed(await link.call(message, { signal }), as);
}

function formed(answer, as) {
  if (as === "json") {
    const lines = parseLines(answer.json ?? "");
    return { text: answer.json, lines, value: lines.at(-1) };
  }
  const made = answer[as] ?? answer.picture ?? answer.bytes;
  return as === "svg" || as === "text" ? made : new Blob([made]);
}

/** A run in a worker of its own, so that it can be cancelled. */
async function start({ worker, Refusal, task, request, documents, onEvent }) {
  const link = createLink({ Refusal, worker });
  const listeners = new Set(onEvent ? [onEvent] : []);
  const progress = createProgress();
  const take = (event) => {
    progress.take(event);
    listeners.forEach((listener) => listener(event, progress));
  };
  const message = { verb: "run", task, request: stringify(request), form: "json", documents: named(request, documents) };
  const run = { id: 0, task, request, seed: request.seed, progress, answer: null };
  run.done = link
    .call(message, { onEvent: take })
    .then(
      (answer) => {
        run.answer = formed(answer, "json");
        return { event: "answer", verdict: answer.verdict };
      },
      (error) => ({
        event: error.name === "AbortError" ? "answer" : "refused",
        verdict: "stopped",
        error: error.message,
        hint: error.hint,
        key: error.key,
      }),
    )
    .then((last) => {
      take(last);
      link.stop("ended");
      return last;
    });
  run.cancel = async () => link.stop(new DOMException("cancelled", "AbortError"));
  run.on = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return run;
}
