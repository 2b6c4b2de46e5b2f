// A module of WebAssembly and the memory through which text and bytes go in and out of it.

/** Where a module comes from: its address, an answer of `fetch`, its bytes, or a module that was compiled before. */
export type ModuleSource = string | URL | Response | PromiseLike<Response> | BufferSource | WebAssembly.Module;

/** What every module exports for its memory. */
export interface MemoryExports {
  memory: WebAssembly.Memory;
  held(): number;
  text(length: number): number;
  said(): number;
  said_length(): number;
}

/** A module that was started once; before that every call is an Error. */
export class Module<Exports extends MemoryExports> {
  #exports: Exports | undefined;
  #starting: Promise<void> | undefined;
  #broken: Error | undefined;

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
    const instance = await WebAssembly.instantiate(await compile(await source()), { page });
    this.#exports = instance.exports as unknown as Exports;
  }

  /** What the module exports. */
  get exports(): Exports {
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

  /** Hands bytes over. */
  bytes(bytes: Uint8Array): void {
    const address = this.exports.text(bytes.length);
    new Uint8Array(this.exports.memory.buffer, address, bytes.length).set(bytes);
  }

  /** Hands a text over. */
  write(text: string): void {
    this.bytes(new TextEncoder().encode(text));
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

/** Compiles a module, wherever it comes from. */
export async function compile(source: ModuleSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return WebAssembly.compile(source);

  const isAddress = typeof source === "string" || source instanceof URL;
  if (!isAddress && (typeof source !== "object" || source === null)) {
    throw new TypeError(`the source of the module is ${String(source)}, expected an address, a Response, bytes or a WebAssembly.Module`);
  }
  const response = await (isAddress ? fetch(source as string | URL) : (source as Response | PromiseLike<Response>));
  if (!response.ok) throw new Error(`${response.url || "the module"} cannot be loaded: ${response.status} ${response.statusText}`);
  // Streaming needs the type application/wasm, which not every server knows.
  const isTyped = response.headers.get("content-type") === "application/wasm";
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** The bytes of a module that stands in the code: deflated, in base 64. */
export async function inflate(text: string): Promise<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}
