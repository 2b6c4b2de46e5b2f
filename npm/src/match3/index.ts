/**
 * Match-3 levels that are played, with the events of every step. The module of WebAssembly stands in the code.
 *
 * @module tilewright/match3
 */

import { inflate } from "../module.js";
import inlined from "./inlined.js";
import { game } from "./module.js";

export * from "./api.js";

/** Starts the module; before that nothing works. A second call does nothing. */
export function init(): Promise<void> {
  return game.start(() => inflate(inlined));
}
