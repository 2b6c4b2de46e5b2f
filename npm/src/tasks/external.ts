/**
 * The same as `tilewright/tasks`, without the module of WebAssembly in the code: for those who send `tilewright/tasks.wasm` by an address of their own, which browsers keep.
 *
 * @module tilewright/tasks/external
 */

import type { ModuleSource } from "../module.js";
import type { InitOptions } from "./desk.js";
import { start } from "./run.js";

export * from "./api.js";

/** Starts the module from its address, an answer of `fetch`, bytes or a compiled module; before that nothing works. A second call does nothing. */
export function init(source: ModuleSource | PromiseLike<ModuleSource>, options?: InitOptions): Promise<void> {
  return start(() => source, options);
}
