/**
 * Games of 2048 that are played, with the players that give hints. The module of WebAssembly stands in the code.
 *
 * @module tilewright/2048
 */

import { inflate } from "../module.js";
import inlined from "./inlined.js";
import { game } from "./module.js";

export * from "./api.js";

/** Starts the module; before that nothing works. A second call does nothing. */
export function init(): Promise<void> {
  return game.start(() => inflate(inlined));
}
