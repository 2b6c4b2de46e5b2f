/**
 * Paths on tile maps that change: routes, fields and crowds. The module of WebAssembly stands in the code.
 *
 * @module tilewright/paths
 */

import { inflate } from "../module.js";
import inlined from "./inlined.js";
import { paths } from "./module.js";

export * from "./api.js";

/** Starts the module; before that nothing works. A second call does nothing. */
export function init(): Promise<void> {
  return paths.start(() => inflate(inlined));
}
