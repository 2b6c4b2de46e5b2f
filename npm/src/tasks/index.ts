/**
 * Every task of the command line by its document: levels, difficulty, paths, fleets, 2048. The module of WebAssembly stands in the code.
 *
 * @module tilewright/tasks
 */

import { inflate } from "../module.js";
import inlined from "./inlined.js";
import type { InitOptions } from "./desk.js";
import { start } from "./run.js";

export * from "./api.js";

/** Starts the module; before that nothing works. A second call does nothing. */
export function init(options?: InitOptions): Promise<void> {
  return start(() => inflate(inlined), options);
}
