/**
 * The same as `tilewright/battleship`, without the module of WebAssembly in the code: for those who send `tilewright/battleship.wasm` by an address of their own, which browsers keep.
 *
 * @module tilewright/battleship/external
 */

import type { ModuleSource } from "../module.js";
import { game } from "./module.js";

export * from "./api.js";

/** Starts the module from its address, an answer of `fetch`, bytes or a compiled module; before that nothing works. A second call does nothing. */
export function init(source: ModuleSource | PromiseLike<ModuleSource>): Promise<void> {
  return game.start(() => source);
}
