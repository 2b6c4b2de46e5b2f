/**
 * Levels as text that the page reads by itself: JSON, and the text form of classic levels, both with free
 * cells. Everything else is read by the program.
 */

import { read, write } from "./document.js";

/**
 * @param {string} text
 * @returns {object|null} None if the program must read it.
 * @throws {Error} If it is JSON, but not a level.
 */
export function readText(text) {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (trimmed.startsWith("{")) return read(JSON.parse(trimmed));
  const rows = trimmed.split(/\r?\n/).map((row) => row.trimEnd());
  const isText = rows.length > 0 && rows.every((row) => /^[.#_?1-4a-d]+$/.test(row) && row.length === rows[0].length);
  return isText && rows[0] !== "" ? read({ layout: rows }) : null;
}

/** The level as text: rows of characters, or its JSON if cells have none. */
export function toText(level) {
  const document = write(level);
  const isText = typeof document.layout[0] === "string" && (level.rules ?? "classic") === "classic";
  return isText ? `${document.layout.join("\n")}\n` : `${JSON.stringify(document, null, 1)}\n`;
}
