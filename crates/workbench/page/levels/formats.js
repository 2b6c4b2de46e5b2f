/**
 * Levels as text that the page reads by itself: JSON, tables, and rows of cells, all with free cells.
 * Everything else is read by the program.
 */

import { read, write } from "./document.js";
import { isTable, readTable, tokensOf } from "./table.js";

/**
 * @param {string} text
 * @returns {object|null} None if the program must read it.
 * @throws {Error} If it is JSON, but not a level.
 */
export function readText(text) {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (trimmed.startsWith("{")) return readJson(trimmed);
  if (isTable(trimmed)) return readTable(trimmed)[0];
  const rows = trimmed.split(/\r?\n/).map((row) => row.trimEnd());
  const isText = rows.length > 0 && rows.every((row) => /^[.#_?1-4a-d]+$/.test(row) && row.length === rows[0].length);
  if (isText && rows[0] !== "") return read({ layout: rows });
  const cells = rows.map(tokensOf);
  const isCells = cells[0].length > 1 && cells.every((row) => row.length === cells[0].length && row.every((token) => CELL.test(token)));
  // Which rules they belong to is not said: see `rulesOf` in files.js.
  return isCells ? { ...read({ layout: cells }), rules: undefined } : null;
}

/** The token of a cell. */
const CELL = /^[A-Za-z0-9.#?_*!+-]{1,60}$/;

/** A level, or the game of one. */
function readJson(text) {
  let document;
  try {
    document = JSON.parse(text);
  } catch {
    throw new Error("This begins like JSON, but is damaged or cut off.");
  }
  return read(document.layout === undefined && document.level ? document.level : document);
}

/** The level as text: rows of characters, or its JSON if cells have none. */
export function toText(level) {
  const document = write(level);
  const isText = typeof document.layout[0] === "string" && (level.rules ?? "classic") === "classic";
  return isText ? `${document.layout.join("\n")}\n` : `${JSON.stringify(document, null, 1)}\n`;
}
