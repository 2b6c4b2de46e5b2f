/**
 * Levels of match-3, made to measure, played, measured and changed, by the documents of the command line. The module of WebAssembly stands in the code.
 *
 * @module tilewright/match3-design
 */

import { inflate } from "../module.js";
import inlined from "./inlined.js";
import type { InitOptions } from "../tasks/desk.js";
import { start } from "./run.js";

export * from "./api.js";

/** Starts the module; before that nothing works. A second call does nothing. */
export function init(options?: InitOptions): Promise<void> {
  return start(() => inflate(inlined), options);
}
