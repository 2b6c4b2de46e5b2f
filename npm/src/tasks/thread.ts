// Where calls are answered: on the caller's thread, or in a worker of its own.

import { createInstance, type Listener } from "./instance.js";
import worker from "./worker-text.js";

/** What a worker is sent: the module, then calls. */
export type ToWorker = { module: WebAssembly.Module; id?: never; call?: never } | { id: number; call: Uint8Array; module?: never };

/** What it sends back while it works, and at the end of a call. */
export interface FromWorker {
  id: number;
  event?: string;
  reply?: Uint8Array;
  failure?: string;
}

/** Answers calls, each at its turn. */
export interface Thread {
  /** The reply to a call. When the signal stops it, it rejects; a worker then begins anew. */
  answer(call: Uint8Array, listener: Omit<Listener, "isStopped">, signal: AbortSignal | undefined): Promise<Uint8Array>;
  /** Ends it. */
  end(): void;
}

/** The thread of the caller, which a call keeps until it is answered. Its signal is looked at when the call begins, and after every event. */
export async function ownThread(module: WebAssembly.Module): Promise<Thread> {
  let instance = await createInstance(module);
  return {
    async answer(call, { event }, signal) {
      signal?.throwIfAborted();
      // What a listener throws must not leave the module in the middle of a call: it ends the call instead.
      let thrown: { error: unknown } | undefined;
      const careful = (document: string) => {
        try {
          event(document);
        } catch (error) {
          thrown ??= { error };
        }
      };
      try {
        const reply = instance.answer(call, { event: careful, isStopped: () => thrown !== undefined || (signal?.aborted ?? false) });
        if (thrown !== undefined) throw thrown.error;
        signal?.throwIfAborted();
        return reply;
      } finally {
        // After a fault its memory is in an unknown state.
        if (instance.isBroken) instance = await createInstance(module);
      }
    },
    end() {},
  };
}

interface Started {
  post(message: ToWorker): void;
  end(): void;
}

/** Starts a worker from its text; Node.js has another kind of workers than browsers. */
function start(receive: (message: FromWorker) => void, fail: (error: Error) => void): Started {
  if (typeof Worker === "function") {
    const address = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
    const started = new Worker(address);
    started.onmessage = ({ data }) => receive(data as FromWorker);
    started.onerror = ({ message }) => fail(new Error(message || "the worker cannot start: does the content security policy allow worker-src blob:?"));
    return {
      post: (message) => started.postMessage(message),
      end() {
        started.terminate();
        URL.revokeObjectURL(address);
      },
    };
  }

  interface NodeWorker {
    on(event: string, listener: (value: never) => void): void;
    postMessage(message: ToWorker): void;
    terminate(): void;
    unref(): void;
  }
  interface Threads {
    Worker: new (code: string, options: { eval: true }) => NodeWorker;
  }
  const process = (globalThis as { process?: { getBuiltinModule?(name: string): Threads } }).process;
  const threads = process?.getBuiltinModule?.("node:worker_threads");
  if (threads === undefined) throw new Error("there are no workers here: Node.js has them from 20.16 on");
  const started = new threads.Worker(worker, { eval: true });
  started.on("message", (message: FromWorker) => receive(message));
  started.on("error", (error: Error) => fail(error));
  // Nobody waits for a worker that has nothing to do.
  started.unref();
  return { post: (message) => started.postMessage(message), end: () => started.terminate() };
}

interface Waiting {
  event(document: string): void;
  resolve(reply: Uint8Array): void;
  reject(error: unknown): void;
}

/** A worker of its own. A call that is stopped ends it, and the next one starts another. */
export class OtherThread implements Thread {
  readonly #module: WebAssembly.Module;
  readonly #path: string;
  readonly #waiting = new Map<number, Waiting>();
  #started: Started | undefined;
  #calls = 0;

  /** With the path by which the module is imported. */
  constructor(module: WebAssembly.Module, path: string) {
    this.#module = module;
    this.#path = path;
  }

  async answer(call: Uint8Array, { event }: Omit<Listener, "isStopped">, signal: AbortSignal | undefined): Promise<Uint8Array> {
    signal?.throwIfAborted();
    if (this.#started === undefined) {
      this.#started = start(
        (message) => this.#receive(message),
        (error) => this.#fail(error),
      );
      this.#started.post({ module: this.#module });
    }
    const { post } = this.#started;
    const id = this.#calls++;
    // Keeps Node.js running until the reply is there.
    const awake = setInterval(() => {}, 0x7fff_ffff);
    const stop = () => this.#fail(signal?.reason);
    try {
      return await new Promise<Uint8Array>((resolve, reject) => {
        this.#waiting.set(id, { event, resolve, reject });
        signal?.addEventListener("abort", stop, { once: true });
        post({ id, call });
      });
    } finally {
      signal?.removeEventListener("abort", stop);
      clearInterval(awake);
      this.#waiting.delete(id);
    }
  }

  #receive({ id, event, reply, failure }: FromWorker): void {
    const waiting = this.#waiting.get(id);
    if (event !== undefined) {
      try {
        waiting?.event(event);
      } catch (error) {
        // What a listener throws ends its call.
        this.#fail(error);
      }
    } else if (reply !== undefined) waiting?.resolve(reply);
    else this.#fail(new Error(failure));
  }

  /** Ends the worker, and what waits for it. */
  #fail(error: unknown): void {
    this.#started?.end();
    this.#started = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
  }

  end(): void {
    this.#fail(new Error(`${this.#path} was ended`));
  }
}
