/// <reference lib="esnext.disposable" preserve="true" />

// Things that live in the module under a number, until they are disposed of or forgotten.

/** `Symbol.dispose`, which engines without `using` lack. */
const dispose: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/** How a kind of things is given up, by its number. */
type Forget = (number: number) => void;

/** Gives up what nobody refers to any more. */
const forgotten = new FinalizationRegistry<{ forget: Forget; number: number }>(({ forget, number }) => forget(number));

/**
 * Something that lives in the module. `dispose()` gives its memory back at once, as `using` does; without it the garbage collector does so
 * sooner or later. After it, every call throws an Error.
 */
export abstract class Handle implements Disposable {
  #number: number | undefined;
  readonly #forget: Forget;

  /** @internal */
  protected constructor(number: number, forget: Forget) {
    this.#number = number;
    this.#forget = forget;
    forgotten.register(this, { forget, number }, this);
  }

  /** Whether it was disposed of. */
  get isDisposed(): boolean {
    return this.#number === undefined;
  }

  /** Gives its memory back; a second time does nothing. */
  dispose(): void {
    const number = this.#number;
    if (number === undefined) return;
    this.give();
    this.#forget(number);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** @internal Hands its number over to the module, which gives it up itself. */
  protected give(): number {
    const number = this.#number;
    if (number === undefined) throw new Error(`this ${this.constructor.name} was disposed of`);
    this.#number = undefined;
    forgotten.unregister(this);
    return number;
  }

  /** @internal The number of a handle; an Error names the argument that is none, or was disposed of. */
  static number(handle: Handle, name: string): number {
    if (typeof handle !== "object" || handle === null || !(#number in handle)) {
      throw new TypeError(`${name} is not of this module`);
    }
    const number = handle.#number;
    if (number === undefined) throw new Error(`${name} was disposed of`);
    return number;
  }
}

if (dispose !== Symbol.dispose) {
  Object.defineProperty(Handle.prototype, dispose, { value(this: Handle) { this.dispose(); } });
}
