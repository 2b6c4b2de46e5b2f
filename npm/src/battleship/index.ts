/**
 * Duels of Battleship against a hunter. The module of WebAssembly stands in the code.
 *
 * @module tilewright/battleship
 */

import { inflate } from "../module.js";
import inlined from "./inlined.js";
import { game } from "./module.js";

export * from "./api.js";

/** Starts the module; before that nothing works. A second call does nothing. */
export function init(): Promise<void> {
  return game.start(() => inflate(inlined));
}
