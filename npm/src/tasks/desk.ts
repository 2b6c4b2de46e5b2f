// Tasks by their documents: what the modules that run them have in common.

import { known, list, object, text, word } from "../check.js";
import { seedOf } from "../games/game.js";
import { compile, type ModuleSource } from "../module.js";
import { OtherThread, ownThread, type Thread } from "./thread.js";

/** How the tasks are started. */
export interface InitOptions {
  /** Whether they run in a worker, so that the page stays awake meanwhile; with the same answers. */
  worker?: boolean;
}

/** What happens while a task runs; the book says what each kind has. */
export interface TaskEvent {
  readonly event: "begun" | "reached" | "status" | "values" | "scene" | "ended" | "item" | "file" | "timing" | "note" | "warning" | (string & {});
  readonly [key: string]: unknown;
}

/** A form of an answer besides JSON. */
export type Form = "text" | "svg" | "png" | "gif" | "apng";

/** How a task is run. */
export interface RunOptions<F extends Form = Form> {
  /** The seed for a request that has none; a random one if it is not said. */
  seed?: number | bigint;
  /** The forms in which the answer is wanted besides JSON. */
  forms?: readonly F[];
  /** Files that the answer can be written to: their names, such as `output`, with an ending, such as `tmx`. */
  output?: { readonly name: string; readonly ending: string };
  /** The files that the request names, by their names; they are of this run only. A map or level may also stand in the request: as its document, `{ layout: [".#.", "..."] }`, or as its text with line breaks. */
  documents?: Readonly<Record<string, string | Uint8Array>>;
  /** Receives what happens. On the own thread it is called before `run` returns control. */
  onEvent?: (event: TaskEvent) => void;
  /** Stops the task; `run` then rejects with its reason. In a worker it stops at once. The own thread is busy until the answer is there, so that only what `onEvent` calls can stop it: no timer, and no click. */
  signal?: AbortSignal;
}

/** A file of an answer. */
export interface AnswerFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What a task has found. */
export class TaskAnswer {
  /** Whether it was found: `done`, `no` where what was asked for does not exist or was not reached, `stopped`. */
  readonly verdict: string;
  /** How much of what was asked for was done, in words, such as `2 of 3 levels were generated`. */
  readonly reached?: string;
  /** The answer, byte for byte as the command line prints it: a document, or one on each line. */
  readonly json: string;
  readonly text?: string;
  readonly svg?: string;
  readonly png?: Uint8Array;
  readonly gif?: Uint8Array;
  readonly apng?: Uint8Array;
  readonly files: readonly AnswerFile[] = [];

  /** @internal */
  constructor(reply: Omit<TaskAnswer, "document">) {
    this.verdict = reply.verdict;
    this.json = reply.json;
    Object.assign(this, reply);
  }

  /** The answer as a value: the document, or the list of those on the lines. */
  get document(): unknown {
    try {
      return JSON.parse(this.json);
    } catch {
      return this.json.trimEnd().split("\n").map((line) => JSON.parse(line) as unknown);
    }
  }
}

/** A request that was refused: `message` says why, `hint` what to do, `key` which key of the request it is about. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly hint: string | undefined;
  readonly key: string | undefined;

  /** @internal */
  constructor({ error, hint, key }: { error: string; hint?: string; key?: string }) {
    super(error);
    this.hint = hint;
    this.key = key;
  }
}

/** A task and what it may be asked. */
export interface TaskDescription {
  readonly name: string;
  /** The JSON Schema of its request. */
  readonly schema: object;
  readonly [key: string]: unknown;
}

interface Part {
  name: string;
  size: number;
  file?: boolean;
}

interface Reply {
  answer?: Record<string, unknown>;
  refused?: { error: string; hint?: string; key?: string };
  missing?: string;
  parts?: Part[];
}

const FORMS: readonly Form[] = ["text", "svg", "png", "gif", "apng"];
const OPTIONS = ["seed", "forms", "output", "documents", "onEvent", "signal"] as const;
const TEXTS = ["json", "text", "svg"];

/** @internal Runs the tasks of a module, one after the other. */
export class Desk {
  readonly #path: string;
  #starting: Promise<Thread> | undefined;
  #isWorker = false;
  /** Calls wait for the one before, as documents belong to one of them. */
  #last: Promise<unknown> = Promise.resolve();
  /** The network that was handed over: a worker that was stopped has lost it, and the next one gets it again. */
  #network: Uint8Array | undefined;

  /** The path by which the module is imported. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Starts the module once. */
  async start(source: () => ModuleSource | PromiseLike<ModuleSource>, options: InitOptions = {}): Promise<void> {
    known(object(options, "options"), "options", ["worker"]);
    const { worker = false } = options;
    if (this.#starting !== undefined && worker !== this.#isWorker) {
      throw new Error(`${this.#path} was started ${this.#isWorker ? "in" : "without"} a worker: await end() first`);
    }
    this.#isWorker = worker;
    this.#starting ??= this.#load(source, worker).catch((error: unknown) => {
      this.#starting = undefined;
      throw error;
    });
    await this.#starting;
  }

  async #load(source: () => ModuleSource | PromiseLike<ModuleSource>, worker: boolean): Promise<Thread> {
    const module = await compile(await source());
    return worker ? new OtherThread(module, this.#path) : ownThread(module);
  }

  async end(): Promise<void> {
    const thread = await this.#starting?.catch(() => undefined);
    this.#starting = undefined;
    thread?.end();
  }

  run(task: string, request: object, options: RunOptions): Promise<TaskAnswer> {
    const answered = this.#last.then(() => this.#answerTask(task, request, options));
    this.#last = answered.catch(() => {});
    const signal: unknown = (options as RunOptions | null)?.signal;
    return signal instanceof AbortSignal ? orStopped(answered, signal) : answered;
  }

  async #answerTask(task: string, request: object, options: RunOptions): Promise<TaskAnswer> {
    checkOptions(options);
    text(task, "task");
    object(request, "request");
    const { seed, forms = [], output, documents = {}, onEvent, signal } = options;
    signal?.throwIfAborted();
    await this.#ask({ verb: "documents/clear" });
    for (const [name, content] of Object.entries(documents)) {
      await this.#ask({ verb: "document", name }, typeof content === "string" ? new TextEncoder().encode(content) : content);
    }
    const call: Record<string, unknown> = { verb: "run", task, request: written(request), form: [...forms, ...(output ? ["file"] : [])] };
    if (output) Object.assign(call, { output: output.name, ending: output.ending });
    if (seed !== undefined) call.request = withSeed(call.request as string, seedOf(seed));
    else call.seed = globalThis.crypto.getRandomValues(new Uint32Array(1))[0];
    const { answer, parts } = await this.#ask(call, new Uint8Array(), onEvent, signal);
    return new TaskAnswer({ ...(answer as object), ...parts } as unknown as TaskAnswer);
  }

  async tasks(): Promise<TaskDescription[]> {
    const { answer } = await this.#ask({ verb: "tasks" });
    return (answer as { tasks: TaskDescription[] }).tasks;
  }

  async takeNetwork(bytes: Uint8Array): Promise<void> {
    if (!(bytes instanceof Uint8Array)) throw new TypeError("bytes is no Uint8Array");
    const { answer } = await this.#ask({ verb: "network" }, bytes);
    // The first one stays, in the worker that comes next too.
    if ((answer as { first: boolean }).first) this.#network = bytes.slice();
  }

  async #ask(
    document: Record<string, unknown>,
    bytes: Uint8Array = new Uint8Array(),
    onEvent?: (event: TaskEvent) => void,
    signal?: AbortSignal,
  ): Promise<{ answer: unknown; parts: Record<string, unknown> }> {
    const thread = await this.#starting;
    if (thread === undefined) throw new Error(`${this.#path} was not started: await init() first`);
    const line = new TextEncoder().encode(`${JSON.stringify(document)}\n`);
    const call = new Uint8Array(line.length + bytes.length);
    call.set(line);
    call.set(bytes, line.length);
    const event = (text: string) => onEvent?.(JSON.parse(text) as TaskEvent);
    const reply = await thread.answer(call, { event }, signal);
    const at = reply.indexOf(10) + 1;
    const { answer, refused, missing, parts = [] } = JSON.parse(new TextDecoder().decode(reply.subarray(0, at))) as Reply;
    if (refused !== undefined) throw new RefusedError(refused);
    if (missing !== undefined) {
      if (this.#network === undefined) throw new RefusedError({ error: "the network of 2048 was not handed over", hint: "await takeNetwork(bytes) first" });
      await this.#ask({ verb: "network" }, this.#network);
      return this.#ask(document, bytes, onEvent, signal);
    }
    return { answer, parts: read(reply, at, parts) };
  }
}

/** What comes first: the answer, or the signal while others are still answered. */
function orStopped<T>(answered: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    answered.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

function checkOptions(options: RunOptions): void {
  known(object(options, "options"), "options", OPTIONS);
  const { forms = [], output, documents = {}, onEvent, signal } = options;
  if (typeof forms === "string") throw new TypeError("options.forms is a text, expected a list");
  Array.from(list(forms, "options.forms"), (form, at) => word(form, `options.forms[${at}]`, FORMS));
  if (output !== undefined) {
    known(object(output, "options.output"), "options.output", ["name", "ending"]);
    text(output.name, "options.output.name");
    text(output.ending, "options.output.ending");
  }
  for (const [name, content] of Object.entries(object(documents, "options.documents"))) {
    if (typeof content !== "string" && !(content instanceof Uint8Array)) throw new TypeError(`options.documents[${JSON.stringify(name)}] is neither a text nor a Uint8Array`);
  }
  if (onEvent !== undefined && typeof onEvent !== "function") throw new TypeError("options.onEvent is no function");
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw new TypeError("options.signal is no AbortSignal");
}

/** Numbers of 64 bits, which JSON of JavaScript does not know, stand as digits in the text. */
function written(request: object): string {
  let hasLarge = false;
  const json = JSON.stringify(request, (_, value: unknown) => {
    if (typeof value !== "bigint") return value;
    hasLarge = true;
    return `\u0000${value}`;
  }) as string | undefined;
  if (json === undefined) throw new TypeError("request is no document");
  return hasLarge ? json.replace(/"\\u0000(-?\d+)"/g, "$1") : json;
}

/** A request with a seed, unless it has one. */
function withSeed(request: string, seed: string): string {
  const own = (JSON.parse(request) as { seed?: unknown }).seed;
  if (own !== undefined && own !== null) return request;
  return request === "{}" ? `{"seed":${seed}}` : `${request.slice(0, -1)},"seed":${seed}}`;
}

/** The parts of a reply: forms by their names, and files. */
function read(reply: Uint8Array, start: number, parts: readonly Part[]): Record<string, unknown> {
  const found: Record<string, unknown> & { files: AnswerFile[] } = { files: [] };
  let at = start;
  for (const { name, size, file } of parts) {
    const bytes = reply.slice(at, (at += size));
    if (file) found.files.push({ name, bytes });
    else found[name] = TEXTS.includes(name) ? new TextDecoder().decode(bytes) : bytes;
  }
  return found;
}
