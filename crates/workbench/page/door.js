// The one client of the tasks: the server, or the wasm worker where there is no server.
// A request that fails throws a `Refusal`.

import { createClient, Refusal } from "./client.js";
import { parseLines, stringify } from "./json.js";
import { createLocal, createNearby } from "./local.js";
import { createRun } from "./run.js";
import { openStream } from "./stream.js";
import { takeToken } from "./token.js";

export { Refusal };

/**
 * Opens the door.
 * @param {{base?: string, token?: string|null}} [options] `base`: address of the server, ending
 *   with `/`.
 * @returns {Promise<Door>} `door.kind` is `"server"` or `"local"`.
 */
export async function openDoor({ base = new URL(".", import.meta.url).href, token = takeToken() } = {}) {
  // A folder of files without a server says so in its page.
  const isAlone = globalThis.document?.querySelector('meta[name="tilewright-door"]')?.content === "local";
  if (isAlone) return createLocal({ Refusal });
  const client = createClient(base, token);
  const listed = await client.json("tasks").catch((error) => error);
  if (listed instanceof Refusal && listed.status === 401) throw listed;
  if (listed instanceof Error || !Array.isArray(listed?.tasks)) return createLocal({ Refusal });
  return createDoor({ client, listed, base, token });
}

function createDoor({ client, listed, base, token }) {
  const stream = openStream({ base, token });
  const door = {
    kind: "server",
    version: listed.version,
    stream,
    /** All tasks: `[{name, keeping, outputs, schema}]`. */
    tasks: () => listed.tasks,
    /** The task of that name. */
    task: (name) => listed.tasks.find((task) => task.name === name) ?? null,
    ...asking(client),
    ...starting(client, stream),
    ...recorded(client, stream),
    ...keeping(client),
    ...playing(client),
    live: living(client),
    drafts: drafting(client),
  };
  return listed.worker ? withNearby(door, createNearby({ Refusal })) : door;
}

/** Tasks whose answers follow the pointer. */
const NEAR = ["path/plan"];

/** Names of uploaded documents in a request. */
const DOCUMENTS = /(?<=")[0-9a-f]{16}\/[^"]+(?=")/g;

/**
 * The same door, which asks a worker first where an answer follows the pointer. Documents that a
 * request names are brought to the worker while the server still answers.
 */
export function withNearby(door, nearby) {
  const brought = new Map();
  const bring = (name) => {
    brought.set(name, false);
    return door.document(name).then((bytes) => nearby.keep(name, bytes)).then(() => brought.set(name, true)).catch(() => null);
  };
  return {
    ...door,
    // Frames follow each other faster than a server should be asked.
    live: (settings) => nearby.live(settings).catch(() => door.live(settings)),
    async ask(task, request, options = {}) {
      if (!NEAR.includes(task)) return door.ask(task, request, options);
      const names = stringify(request).match(DOCUMENTS) ?? [];
      names.filter((name) => !brought.has(name)).forEach(bring);
      if (!names.every((name) => brought.get(name))) return door.ask(task, request, options);
      try {
        return await nearby.ask(task, request, options);
      } catch (error) {
        if (error.name === "AbortError") throw error;
        // The server has the last word, also on what is wrong with a request.
        return door.ask(task, request, options);
      }
    },
  };
}

/** Requests that are answered at once and not recorded. */
function asking(client) {
  return {
    /**
     * Runs a task at once (30 s at most), without recording it.
     * @param {string} task Its name, such as `path/plan`.
     * @param {object} request The request.
     * @param {{signal?: AbortSignal, as?: "json"|"svg"|"png"|"gif"|"apng"|"text"|"file",
     *   output?: string, ending?: string}} [options] Aborting the signal cancels the task.
     * @returns {Promise<object>} For JSON `{value, lines, text}` (`value` is the last line); a
     *   string for `svg` and `text`; a `Blob` for the other forms.
     */
    async ask(task, request, { signal, as = "json", output, ending } = {}) {
      const query = new URLSearchParams({ wait: "true" });
      if (as !== "json") query.set("as", as);
      if (output) query.set("output", output);
      if (ending) query.set("ending", ending);
      const body = stringify(request);
      const response = await client.send(`tasks/${task}?${query}`, { method: "POST", body, type: "application/json", signal });
      return readAs(response, as);
    },
  };
}

async function readAs(response, as) {
  if (as === "svg" || as === "text") return response.text();
  if (as !== "json") return response.blob();
  const text = await response.text();
  const lines = parseLines(text);
  return { text, lines, value: lines.at(-1) };
}

/** Requests that run in the background and are recorded. */
function starting(client, stream) {
  return {
    /**
     * Starts a recorded run.
     * @param {string} task
     * @param {object} request
     * @param {{outputs?: string[], picture?: boolean, bound?: boolean, onEvent?: function(object)}} [options]
     *   `outputs` to be kept with the run, such as `output.tmx`; `picture` false draws none;
     *   `bound` (default true): cancelled when this page is closed, otherwise when the browser is.
     * @returns {Promise<Run>} See `run.js`.
     */
    async start(task, request, { outputs = [], picture = true, bound = true, onEvent } = {}) {
      const page = await stream.ready;
      const query = new URLSearchParams({ page });
      if (!picture) query.set("picture", "none");
      if (outputs.length) query.set("outputs", outputs.join(","));
      const begun = await client.post(`tasks/${task}?${query}`, request);
      return createRun({ ...begun, task, client, stream, bound, onEvent });
    },
    /** Continues a run that was stopped or cut off. Returns a `Run`. */
    async resume(id, { onEvent } = {}) {
      const page = await stream.ready;
      // The last event of the run so far is not that of the resumed one.
      await stream.ended(id);
      stream.forget(id);
      const begun = await client.post(`runs/${id}/resume?page=${page}`);
      return createRun({ run: id, ...begun, client, stream, bound: false, onEvent });
    },
    /** Starts a new run with the same request and seed. Returns a `Run`. */
    async repeat(id, { onEvent } = {}) {
      const page = await stream.ready;
      const begun = await client.post(`runs/${id}/repeat?page=${page}`);
      return createRun({ ...begun, client, stream, bound: false, onEvent });
    },
  };
}

/** The history of runs. */
function recorded(client, stream) {
  const bytes = async (path) => (await client.send(path)).blob();
  return {
    /** Lists runs: `{runs, total}`. Keys: `search`, `task`, `state`, `before`, `limit`. */
    runs(filter = {}, { signal } = {}) {
      const query = new URLSearchParams(
        Object.entries(filter).filter(([, value]) => value !== undefined && value !== null && value !== ""),
      );
      return client.json(`runs?${query}`, { signal });
    },
    /** The record of a run. */
    run: (id) => client.json(`runs/${id}`),
    /** The answer of a run: `"json"` (text of JSON lines), `"txt"`, `"svg"` as strings; `"png"`, `"gif"`, `"apng"` as blobs. */
    async answer(id, form = "json") {
      const response = await client.send(`runs/${id}/answer${form === "json" ? "" : `.${form}`}`);
      return ["json", "txt", "svg"].includes(form) ? response.text() : response.blob();
    },
    /** The record of a run with all that belongs to it, as a document to be kept. */
    exported: async (id) => (await client.send(`runs/${id}/export`)).blob(),
    /** The curves of the runs that differ from this one by their seed: `[{run, seed, curve}]`. */
    curves: async (id) => (await client.json(`runs/${id}/curves`)).curves,
    /** The files of a run: `[{output, name, size}]`. */
    files: (id) => client.json(`runs/${id}/files`),
    /** One file of a run as a blob; `null` for a zip of all. */
    file: (id, name) => bytes(name === null ? `runs/${id}/files.zip` : `runs/${id}/files/${encodeName(name)}`),
    /** Cancels a run. */
    cancel: (id) => client.send(`runs/${id}`, { method: "DELETE" }),
    /** Deletes the record of a run. */
    forget: (id) => client.send(`runs/${id}?forget=true`, { method: "DELETE" }),
    /** Repeats a run and compares the bytes of its answer: `{same}`. */
    replay: (id) => client.post(`runs/${id}/replay`),
    /** Calls `listener` with each further event of a run of this browser; returns the stop function. */
    follow: (id, listener) => stream.on(id, listener),
  };
}

/** Documents and the folder. */
function keeping(client) {
  /** The tags of the files of the folder as they were written here, by their names. */
  const known = new Map();
  return {
    /**
     * Uploads a document (64 MiB at most). Its `name` is the value of a request's key.
     * @param {string} name
     * @param {Blob|ArrayBuffer|Uint8Array|string} bytes
     * @param {{beside?: string}} [options] Hash of the document beside which it is put.
     * @returns {Promise<{name: string, hash: string, size: number}>}
     */
    upload(name, bytes, { beside } = {}) {
      const query = new URLSearchParams(beside ? { name, beside } : { name });
      return client.json(`documents?${query}`, { method: "POST", body: bytes, type: "application/octet-stream" });
    },
    /** The bytes of an uploaded document by its name `hash/name`. */
    document: async (name) => (await client.send(`documents/${encodeName(name)}`)).blob(),
    /** The opened folder `{name, files}`, or `null`. */
    folder: () => client.json("folder"),
    /** A file of the folder as a blob. */
    folderFile: async (name) => (await client.send(`folder/${encodeName(name)}`)).blob(),
    /**
     * Writes a file of the folder, whole or not at all. One that was not written here, or has changed since,
     * is replaced only if that `isMeant`; else the call is refused with 409.
     */
    async saveFile(name, bytes, { isMeant = false } = {}) {
      const tag = known.get(name);
      const headers = isMeant ? {} : tag ? { "If-Match": tag } : { "If-None-Match": "*" };
      const response = await client.send(`folder/${encodeName(name)}`, { method: "PUT", body: bytes, headers });
      known.set(name, response.headers.get("etag"));
    },
  };
}

/** Games that are played: `match3`, `2048`, `battleship`. */
function playing(client) {
  const verbs = (opened) => {
    const path = `sessions/${opened.session}`;
    const change = async (verb, what) => {
      const answer = await client.post(`${path}/${verb}`, { ...what, revision: session.revision });
      session.revision = answer.revision;
      return answer;
    };
    const session = {
      id: opened.session,
      opened,
      revision: opened.revision,
      state: () => client.json(path),
      move: (move) => change("move", { move }),
      undo: () => change("undo"),
      copy: async (name) => verbs(await client.post(`${path}/copy`, { revision: session.revision, name })),
      hint: (player) => client.post(`${path}/hint`, { ...(typeof player === "object" ? player : { player }), revision: session.revision }),
      /** What the person may know beyond the state: in Battleship `{probabilities}`. */
      outlook: ({ signal } = {}) => client.json(`${path}/outlook`, { signal }),
      save: async () => (await client.send(`${path}/save`)).text(),
      picture: async (form = "svg") => {
        const sent = await client.send(`${path}/picture.${form}`);
        return form === "svg" ? sent.text() : sent.blob();
      },
      forget: () => client.send(path, { method: "DELETE" }),
    };
    return session;
  };
  return {
    /**
     * Begins a game; `settings` may be `{saved}`, and `name` names it.
     * @returns {Promise<Session>} `{id, opened: {state, moves, over, made, revision}, state(), move(m),
     *   undo(), copy(name), hint(player), save(), picture(form), forget()}`; the answers are `{state,
     *   moves, over, made, revision}`, that of `move` has `events`, that of `hint` is `{move, values?}`.
     *   `move`, `undo` and `hint` are refused with 409 if another page has changed the game; `copy` then opens
     *   a new session with the game as this page had it.
     *   `outlook()` is what the person may know beyond the state; `picture()` is the position as
     *   SVG, `picture("gif")` or `picture("apng")` the game from its beginning as a blob.
     */
    play: async (game, settings = {}) => verbs(await client.post(`sessions/${game}`, settings)),
    /** Opens a game that was begun before. */
    session: async (id) => verbs({ session: id, ...(await client.json(`sessions/${encodeURIComponent(id)}`)) }),
    /** The games of a kind, the one touched last first: `[{id, name, made, headline, changed}]`. */
    sessions: async (game) => (await client.json(`sessions?game=${encodeURIComponent(game)}`)).sessions,
  };
}

/** Live maps, on which walkers walk while the map changes. */
function living(client) {
  /**
   * Opens one.
   * @param {object} settings `{map, walkers, to?, sizes, movement, …}`; the map as a document.
   * @returns {Promise<LiveMap>} `{frame(input), forget()}`. `frame({changes: [[row, column, "#"]…], ticks, to})` resolves to
   *   `{places: [[row, column]…], planned, again, waiting, stranded, moved, arrivals, repaired, timing}`.
   */
  return async (settings) => {
    const { live } = await client.post("live", settings);
    return {
      frame: (input) => client.post(`live/${live}`, input),
      forget: () => client.send(`live/${live}`, { method: "DELETE" }),
    };
  };
}

/** The longest body that a browser still sends when its page is closed, in bytes. */
const LASTING = 60_000;

/** What is drawn, under a revision: see `drafts.js`. */
function drafting(client) {
  const read = async (id) => {
    try {
      return await client.json(`drafts/${encodeURIComponent(id)}`);
    } catch (error) {
      if (error.status === 404) return null;
      throw error;
    }
  };
  return {
    read,
    async newest(kind) {
      const { drafts } = await client.json(`drafts?kind=${encodeURIComponent(kind)}`);
      return drafts.length > 0 ? read(drafts[0].id) : null;
    },
    async write(id, draft) {
      const body = stringify(draft);
      return client.json(`drafts/${encodeURIComponent(id)}`, { method: "PUT", body, type: "application/json", keepalive: body.length < LASTING });
    },
  };
}

const encodeName = (name) => name.split("/").map(encodeURIComponent).join("/");
