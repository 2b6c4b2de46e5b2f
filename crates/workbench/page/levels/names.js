/**
 * What the rules of a level know, by name and in words: colours, kinds of cells, pieces. Pure.
 */

import { parts } from "./tokens.js";

/**
 * The names that goals use.
 * @param {{cells: Array<{token: string, label: string}>, colors: Array<{name?: string}>}} legend The answer of
 * `match3/legend`.
 * @returns {{colors: string[], kinds: string[], layered: string[], pieces: string[], ingredients: string[]}} `layered`: kinds with more
 * than one layer.
 */
export function namesOf({ cells, colors }) {
  const most = new Map();
  const pieces = new Set();
  const ingredients = [];
  for (const { token, label } of cells) {
    const { contents, cover, ground } = parts(token);
    const layered = [cover, ground, /^[a-z_]{2,}\d$/.test(contents) ? contents : ""].find(Boolean);
    if (layered) most.set(layered.slice(0, -1), Math.max(most.get(layered.slice(0, -1)) ?? 0, Number(layered.at(-1))));
    else if (/^[a-z_]{2,}$/.test(contents)) {
      most.set(contents, 1);
      ingredients.push(contents);
    }
    else if (/[A-Z]/.test(contents) && !contents.includes("!")) pieces.add(label.replace(/, (row|column)$/, "").replaceAll(" ", "_"));
  }
  return {
    colors: colors.map(({ name }) => name).filter(Boolean),
    kinds: [...most.keys()],
    layered: [...most].filter(([, layers]) => layers > 1).map(([name]) => name),
    pieces: [...pieces],
    ingredients,
  };
}

/**
 * The cells that a generator can place, with their words: `["box2", "box, 2 layers"]`.
 * @param {Array<{token: string, label: string}>} cells
 * @returns {Array<[string, string]>}
 */
export function placeable(cells) {
  const listed = [["obstacle", "obstacle"]];
  for (const { token, label } of cells) {
    const { contents, cover, ground } = parts(token);
    const word = cover || ground || (/^[a-z_]{2,}\d?$/.test(contents) ? contents : "");
    if (word && !listed.some(([known]) => known === word)) listed.push([word, label]);
  }
  return listed;
}
