// A game elsewhere, as its player notes it: misses, hits and sunk ships. Pure.

import { cellsOf } from "./fleet.js";

/** A field at which nobody has shot. */
export const unmarked = (rows, columns) => ({ rows, columns, marks: Array.from({ length: rows }, () => Array(columns).fill("unknown")), sunk: [] });

const isAt = ([row, column]) => (ship) => cellsOf(ship).some(([r, c]) => r === row && c === column);

/** The sunk ship in a cell, if there is one. */
export const sunkAt = (notes, cell) => notes.sunk.find(isAt(cell)) ?? null;

/** The notes with a cell marked `miss` or `hit`; the same mark again takes it back, and a sunk ship there is afloat again. */
export function marked(notes, cell, mark) {
  const ship = sunkAt(notes, cell);
  if (ship) return raised(notes, ship);
  const [row, column] = cell;
  const marks = notes.marks.map((line) => [...line]);
  marks[row][column] = marks[row][column] === mark ? "unknown" : mark;
  return { ...notes, marks };
}

/** The notes with a ship sunk that reaches from one cell to another; the same notes if they are not in one line. A sunk ship
 * keeps its own cells, so that ships which touch stay apart. */
export function sank(notes, from, to) {
  const ship = shipOf(from, to);
  if (!ship || cellsOf(ship).some((cell) => sunkAt(notes, cell))) return notes;
  const marks = notes.marks.map((line) => [...line]);
  for (const [row, column] of cellsOf(ship)) marks[row][column] = "sunk";
  return { ...notes, marks, sunk: [...notes.sunk, ship] };
}

/** The notes with a sunk ship afloat again: its cells are hits. */
export function raised(notes, ship) {
  const marks = notes.marks.map((line) => [...line]);
  for (const [row, column] of cellsOf(ship)) marks[row][column] = "hit";
  return { ...notes, marks, sunk: notes.sunk.filter((other) => other !== ship) };
}

/** The ship between two cells of a row or a column; `null` for others. */
export function shipOf([row, column], [otherRow, otherColumn]) {
  if (row !== otherRow && column !== otherColumn) return null;
  const cell = [Math.min(row, otherRow), Math.min(column, otherColumn)];
  const length = Math.abs(row - otherRow) + Math.abs(column - otherColumn) + 1;
  return { cell, length, heading: row === otherRow ? "east" : "south" };
}

const SIGNS = { unknown: ".", miss: "o", hit: "x", sunk: "." };

/** The document of a board, as `battleship/advise` reads it. */
export function boardDocument({ marks, sunk }) {
  return { board: marks.map((line) => line.map((mark) => SIGNS[mark]).join("")), sunk: sunk.map(cellsOf) };
}

/** The number of possible fleets in words, from an answer or from what a duel knows. */
export function countOf({ fleets, fleets_estimate: estimate }) {
  if (fleets === "1") return "1 possible fleet";
  if (fleets) return `${fleets.replace(/\B(?=(\d{3})+$)/g, ",")} possible fleets`;
  if (!estimate) return "";
  const [digits, power] = estimate.mean.toExponential(1).split("e+");
  return estimate.mean < 1e6 ? `about ${Math.round(estimate.mean)} possible fleets` : `about ${digits} × 10^${power} possible fleets`;
}
