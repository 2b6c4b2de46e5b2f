/**
 * Levels of a table that the page or `match3 export` has saved: a head, then a level in each row.
 */

import { read } from "./document.js";
import { goal } from "./goals.js";

/** The columns that make a level. */
const NEEDED = ["layout", "rules"];

/** Whether a text begins like such a table. */
export function isTable(text) {
  const head = rowsOf(text.slice(0, 2000))[0] ?? [];
  return NEEDED.every((name) => head.includes(name));
}

/**
 * @param {string} text
 * @returns {object[]} The levels of the table.
 * @throws {Error} If a row has no level.
 */
export function readTable(text) {
  const [head, ...rows] = rowsOf(text);
  return rows.map((row) => levelOf(Object.fromEntries(head.map((name, at) => [name, row[at] ?? ""]))));
}

function levelOf({ layout, rules, colors, goal: aims, moves }) {
  const lines = layout.split("/");
  const document = { rules: rules || "classic", layout: lines.some((line) => line.includes(" ")) ? lines.map(tokensOf) : lines };
  if (Number(colors) > 0) document.colors = Number(colors);
  const aim = goal(aims.split(" and "));
  if (aim) document.goal = aim;
  if (Number(moves) > 0) document.moves = Number(moves);
  return read(document);
}

/** The cells of a row whose tokens stand apart. */
export const tokensOf = (line) => line.trim().split(/\s+/);

/** The rows of a table with commas; what holds one stands in quotes. */
function rowsOf(text) {
  const rows = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    if (rows.length === 0 || rows.at(-1).isWhole) rows.push([]);
    const row = rows.at(-1);
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    row.isWhole = end !== ",";
  }
  return rows.filter((row) => row.some((field) => field !== ""));
}
