/**
 * The kinds of cells that a generator places.
 */

import { parts } from "./tokens.js";

/**
 * The kinds that a level has, as words of a request; obstacles if it has none.
 * @param {object} level
 * @returns {string} Separated by commas.
 */
export function kindsOf(level) {
  const found = new Set();
  for (const token of level.tokens.flat()) {
    const { contents, cover, ground } = parts(token);
    if (contents === "#") found.add("obstacle");
    else if (/^[a-z]{2,}\d$/.test(contents)) found.add(contents);
    for (const each of [cover, ground]) if (each) found.add(each);
  }
  return found.size > 0 ? [...found].sort().join(", ") : "obstacle";
}
