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
  const isPart = (r, c) => level.tokens[r]?.[c]?.startsWith("=");
  level.tokens.forEach((row, r) =>
    row.forEach((token, c) => {
      const { contents, cover, ground } = parts(token);
      // Beside `=` is a block of several cells, which a generator does not place.
      const isBig = isPart(r, c + 1) || isPart(r + 1, c);
      if (contents === "#") found.add("obstacle");
      else if (/^[a-z]{2,}\d+$/.test(contents) && !isBig) found.add(contents);
      for (const each of [cover, ground]) if (each) found.add(each);
    }),
  );
  return found.size > 0 ? [...found].sort().join(", ") : "obstacle";
}
