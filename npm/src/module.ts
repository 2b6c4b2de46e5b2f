// A module of WebAssembly and the memory through which numbers and bytes go in and out of it.

/** Where a module comes from: its address, an answer of `fetch`, its bytes, or a module that was compiled before. */
export type ModuleSource = string | URL | Response | PromiseLike<Response> | BufferSource | WebAssembly.Module;

/** What every module exports for its memory. */
interface MemoryExports {
  memory: WebAssembly.Memory;
  numbers(count: number): number;
  text(length: number): number;
  whole(): number;
  whole_length(): number;
  values(): number;
  values_length(): number;
  said(): number;
  said_length(): number;
}

/** The numbers that fit into the buffer for calls without asking the module again. */
const ROOM = 64;

/** A module that was started once; before that every call is an Error. */
export class Module<Exports extends object> {
  #exports: (Exports & MemoryExports) | undefined;
  #starting: Promise<void> | undefined;
  #broken: Error | undefined;
  #input = new Float64Array(0);
  #values = new Float64Array(0);
  #room = 0;

  constructor(readonly path: string) {}

  /** Starts it; a module that was started stays. A failed start may be tried again. */
  start(source: () => ModuleSource | PromiseLike<ModuleSource>): Promise<void> {
    this.#starting ??= this.#load(source).catch((error: unknown) => {
      this.#starting = undefined;
      throw error;
    });
    return this.#starting;
  }

  async #load(source: () => ModuleSource | PromiseLike<ModuleSource>): Promise<void> {
    const page = {
      // Thrown through the module to who called it, which leaves it in the middle of the call.
      panicked: (address: number, length: number): never => {
        this.#broken = new Error(`${this.path} broke, and cannot be used any more: ${this.#decode(address, length)}`);
        throw this.#broken;
      },
    };
    const instance = await instantiate(await source(), { page });
    this.#exports = instance.exports as unknown as Exports & MemoryExports;
    this.#grow(ROOM);
  }

  /** What the module exports. */
  get exports(): Exports & MemoryExports {
    if (this.#broken !== undefined) throw this.#broken;
    const exports = this.#exports;
    if (exports === undefined) throw new Error(`${this.path} was not started: await init() first`);
    return exports;
  }

  /** The answer of a call: a number from 0 on, or an Error with what the module says. */
  answer(number: number): number {
    if (number >= 0) return number;
    throw new Error(this.said());
  }

  /** Where numbers of a call go, at least as many. */
  input(count: number): Float64Array {
    // Memory that has grown leaves an empty view behind.
    if (count > this.#room || this.#input.length === 0) this.#grow(count);
    return this.#input;
  }

  #grow(count: number): void {
    this.#room = Math.max(count, ROOM);
    const address = this.exports.numbers(this.#room);
    this.#input = new Float64Array(this.exports.memory.buffer, address, this.#room);
  }

  /** Hands bytes over. */
  bytes(bytes: Uint8Array): void {
    const address = this.exports.text(bytes.length);
    new Uint8Array(this.exports.memory.buffer, address, bytes.length).set(bytes);
  }

  /** The whole numbers of the answer, until the next call. */
  whole(): Int32Array {
    const exports = this.exports;
    return new Int32Array(exports.memory.buffer, exports.whole(), exports.whole_length());
  }

  /** The numbers of the answer, until the next call. */
  values(): Float64Array {
    const exports = this.exports;
    const [address, length] = [exports.values(), exports.values_length()];
    const { buffer } = exports.memory;
    const known = this.#values;
    if (known.buffer !== buffer || known.byteOffset !== address || known.length !== length) {
      this.#values = new Float64Array(buffer, address, length);
    }
    return this.#values;
  }

  /** The text of the answer. */
  said(): string {
    return this.#decode(this.exports.said(), this.exports.said_length());
  }

  #decode(address: number, length: number): string {
    const bytes = new Uint8Array(this.exports.memory.buffer, address, length);
    return new TextDecoder().decode(bytes);
  }
}

async function instantiate(source: ModuleSource, imports: WebAssembly.Imports): Promise<WebAssembly.Instance> {
  if (source instanceof WebAssembly.Module) return WebAssembly.instantiate(source, imports);
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) {
    return (await WebAssembly.instantiate(source, imports)).instance;
  }

  const isAddress = typeof source === "string" || source instanceof URL;
  if (!isAddress && (typeof source !== "object" || source === null)) {
    throw new TypeError(`the source of the module is ${String(source)}, expected an address, a Response, bytes or a WebAssembly.Module`);
  }
  const response = await (isAddress ? fetch(source as string | URL) : (source as Response | PromiseLike<Response>));
  if (!response.ok) throw new Error(`${response.url || "the module"} cannot be loaded: ${response.status} ${response.statusText}`);
  // Streaming needs the type application/wasm, which not every server knows.
  if (response.headers.get("content-type") === "application/wasm") {
    return (await WebAssembly.instantiateStreaming(response, imports)).instance;
  }
  return (await WebAssembly.instantiate(await response.arrayBuffer(), imports)).instance;
}

/** The bytes of a module that stands in the code: deflated, in base 64. */
export async function inflate(text: string): Promise<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}
