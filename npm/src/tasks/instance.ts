// An instance of the module of all tasks: a call is bytes, and so is its reply. It runs on the caller's thread or in a worker: `crates/wasm/src/desk.rs` is the other end.

/** What the module exports. */
interface Exports {
  memory: WebAssembly.Memory;
  room(length: number): number;
  answer(): number;
  reply(): number;
}

/** Where what happens during a call goes. */
export interface Listener {
  event(document: string): void;
  /** Whether the call is to end. */
  isStopped(): boolean;
}

/** An instance that answers one call after the other. */
export interface Instance {
  /** The reply to a call. An Error is a fault of the module, which is broken then. */
  answer(call: Uint8Array, listener: Listener): Uint8Array;
  readonly isBroken: boolean;
}

/** Makes an instance of a compiled module. */
export async function createInstance(module: WebAssembly.Module): Promise<Instance> {
  let current: Listener | undefined;
  let failure: string | undefined;
  const read = (address: number, length: number) => new TextDecoder().decode(new Uint8Array(exports.memory.buffer, address, length));
  const page = {
    event: (address: number, length: number) => current?.event(read(address, length)),
    milliseconds: () => performance.now(),
    panicked(address: number, length: number) {
      failure = read(address, length);
    },
    stopped: () => Number(current?.isStopped() ?? false),
  };
  const exports = (await WebAssembly.instantiate(module, { page })).exports as unknown as Exports;
  return {
    get isBroken() {
      return failure !== undefined;
    },
    answer(call, listener) {
      if (failure !== undefined) throw new Error(failure);
      current = listener;
      try {
        const at = exports.room(call.length) >>> 0;
        new Uint8Array(exports.memory.buffer, at, call.length).set(call);
        const length = exports.answer() >>> 0;
        return new Uint8Array(exports.memory.buffer, exports.reply() >>> 0, length).slice();
      } catch (error) {
        failure ??= String(error);
        throw new Error(failure);
      } finally {
        current = undefined;
      }
    },
  };
}
