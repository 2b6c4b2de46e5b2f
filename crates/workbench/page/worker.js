// The tasks in a Web Worker: `tilewright.wasm`, built by `cargo xtask site`.
//
// In: `{id, verb: "run", task, request, form?, output?, ending?, documents?: {name: Uint8Array}}`,
// `{id, verb: "session/open", game, settings?}`, `{id, verb: "session/move", session, move}`,
// `{id, verb: "live/open", settings}`, `{id, verb: "live/frame", live, frame}` and the other verbs of `crates/wasm`; documents stay for later requests, and `{id, verb: "documents",
// documents}` only hands them over. Requests and settings are objects, or the text of one, in which
// seeds of 64 bits stay exact.
// Out: `{id, event}` while it works, then `{id, answer}` or `{id, refused: {error, hint?, key?}}`.
// The answer of a run is `{verdict, reached?, json, …}`: `json` as the command line prints it, and
// what `form` asks for: `text` and `svg` as texts; `png`, `gif`, `apng` as Uint8Array; for `file`,
// `files` as `[{name, bytes}]`, and `bytes` if there is only one.

const TEXTS = ["json", "text", "svg"];
const utf8 = new TextEncoder();
const text = new TextDecoder();

/**
 * The tasks, without a worker around them.
 * @param {{load: function(string): Promise<BufferSource>, onEvent?: function(number, object)}} options
 *   `load` gets a file that lies beside the page: `tilewright.wasm`, and `4x6.tw2048` once a game
 *   needs the network.
 * @returns {{handle: function(object): Promise<object>}} `handle` takes a message and resolves to
 *   the last message about it, `{id, answer}` or `{id, refused}`; it never rejects. Messages are
 *   answered in their order.
 */
export function createTasks({ load, onEvent = () => {} }) {
  let module = null;
  let instance = null;
  let last = Promise.resolve();

  const open = async () => {
    module ??= load("tilewright.wasm").then((bytes) => WebAssembly.compile(bytes));
    module.catch(() => {
      module = null;
    });
    instance ??= await createInstance(await module, onEvent);
    return instance;
  };

  /** Answers a message; the network is loaded when it turns out to be needed. */
  const answer = async ({ documents = {}, ...rest }) => {
    const tasks = await open();
    const call = { seed: randomSeed(), ...rest };
    for (const [name, bytes] of Object.entries(documents)) {
      const kept = tasks.call({ verb: "document", name }, bytes);
      if (kept.refused) return kept;
    }
    if (call.verb === "documents") return { answer: {} };
    const reply = tasks.call(call);
    if (reply.missing !== "network") return reply;
    const network = tasks.call({ verb: "network" }, new Uint8Array(await load("4x6.tw2048")));
    return network.refused ? network : tasks.call(call);
  };

  const handle = async (message) => {
    const { id } = message;
    try {
      const { answer: answered, refused } = await answer(message);
      return refused ? { id, refused } : { id, answer: answered };
    } catch (error) {
      if (!isTrap(error)) return { id, refused: { error: error.message } };
      // The memory of the module is in an unknown state: the next message gets a new one.
      const told = instance.failure ?? error.message;
      instance = null;
      return {
        id,
        refused: { error: `the task failed: ${told}`, hint: "this is a mistake of the program; open games again from what was saved" },
      };
    }
  };

  return {
    handle(message) {
      last = last.then(() => handle(message));
      return last;
    },
  };
}

/** A seed for requests that have none; 32 bits are easy to type. */
const randomSeed = () => globalThis.crypto.getRandomValues(new Uint32Array(1))[0];

/** Whether the module failed, by a panic or with a stack that is too deep. */
const isTrap = (error) => error instanceof WebAssembly.RuntimeError || error instanceof RangeError;

/** A module with its memory. */
async function createInstance(module, onEvent) {
  const made = { failure: null, current: null };
  const read = (address, length) => text.decode(new Uint8Array(wasm.memory.buffer, address, length));
  const page = {
    event: (address, length) => onEvent(made.current, JSON.parse(read(address, length))),
    panicked: (address, length) => {
      made.failure = read(address, length);
    },
    milliseconds: () => performance.now(),
    // A page stops a task by ending its worker.
    stopped: () => 0,
  };
  const wasm = (await WebAssembly.instantiate(module, { page })).exports;
  made.call = ({ id = null, ...call }, bytes = new Uint8Array()) => {
    made.current = id;
    const line = utf8.encode(`${JSON.stringify(call)}\n`);
    const at = wasm.room(line.length + bytes.length) >>> 0;
    const room = new Uint8Array(wasm.memory.buffer, at, line.length + bytes.length);
    room.set(line);
    room.set(bytes, line.length);
    const length = wasm.answer() >>> 0;
    return readReply(new Uint8Array(wasm.memory.buffer, wasm.reply() >>> 0, length));
  };
  return made;
}

/** A reply: a line of JSON, then the bytes of its parts. */
function readReply(bytes) {
  let at = bytes.indexOf(10) + 1;
  const { parts = [], ...reply } = JSON.parse(text.decode(bytes.subarray(0, at)));
  for (const { name, size, file } of parts) {
    const part = bytes.slice(at, (at += size));
    if (file) (reply.answer.files ??= []).push({ name, bytes: part });
    else reply.answer[name] = TEXTS.includes(name) ? text.decode(part) : part;
  }
  const files = reply.answer?.files;
  if (files?.length === 1) reply.answer.bytes = files[0].bytes;
  return reply;
}

/** Serves a worker: messages come in and go out through `scope`, the worker's global object. */
export function serve(scope, load) {
  const tasks = createTasks({ load, onEvent: (id, event) => scope.postMessage({ id, event }) });
  scope.addEventListener("message", async ({ data }) => scope.postMessage(await tasks.handle(data)));
}

/** Loads a file beside this one. */
async function loadBeside(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name} could not be loaded: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

if (typeof DedicatedWorkerGlobalScope !== "undefined" && globalThis instanceof DedicatedWorkerGlobalScope) {
  serve(globalThis, loadBeside);
}
