/**
 * Regions that are painted on the board, which placements name as places: names with rows of text, `x` inside and `.` outside.
 * They stand in the level as its key `regions`, so that undo, drafts and addresses have them, too.
 */

import { svg } from "../dom.js";
import { corner } from "./board.js";
import { TILE } from "./cells.js";

/** The names of regions, each with its colour: three of Okabe and Ito's that no eye confuses. The letter in each cell says the same. */
export const REGIONS = [
  ["A", "#56b4e9"],
  ["B", "#e69f00"],
  ["C", "#cc79a7"],
];

/** Whether a cell lies in a region. Pure. */
export function isInside(level, name, [row, column]) {
  return level.regions?.[name]?.[row]?.[column] === "x";
}

/**
 * The level with cells put into a region, or taken out of it. Pure.
 * @param {object} level
 * @param {Array<[number, number]>} cells
 * @param {{region: string, isInside: boolean}} brush
 * @returns {object} The same object if nothing changes.
 */
export function regioned(level, cells, { region, isInside: goesIn }) {
  const real = cells.filter(([row, column]) => level.tokens[row]?.[column] !== undefined && isInside(level, region, [row, column]) !== goesIn);
  if (real.length === 0) return level;
  const before = level.regions?.[region] ?? level.tokens.map((row) => ".".repeat(row.length));
  const rows = before.map((row) => [...row]);
  for (const [row, column] of real) rows[row][column] = goesIn ? "x" : ".";
  return withRegion(level, region, rows.map((row) => row.join("")));
}

/** The level with other rows of a region; without cells there is no region. */
export function withRegion(level, name, rows) {
  const { regions: before = {}, ...rest } = level;
  const { [name]: _, ...others } = before;
  const regions = rows?.some((row) => row.includes("x")) ? { ...others, [name]: rows } : others;
  return Object.keys(regions).length > 0 ? { ...rest, regions } : rest;
}

/** Another level of the same size on the same board keeps its regions. Pure. */
export function kept(next, before) {
  const isOfSize = next.rows === before.rows && next.columns === before.columns;
  return before.regions && !next.regions && isOfSize ? { ...next, regions: before.regions } : next;
}

/** The regions of a level as shapes over its board: tinted cells with their letters, where several lie in a cell, side by side. */
export function regionShapes(level) {
  const shapes = [];
  level.tokens.forEach((row, r) =>
    row.forEach((_, c) => {
      const here = REGIONS.filter(([name]) => isInside(level, name, [r, c]));
      here.forEach(([name, color], at) => {
        const width = (TILE - 2) / here.length;
        const x = corner(c) + 1 + at * width;
        shapes.push(svg("rect", { x, y: corner(r) + 1, width, height: TILE - 2, fill: color, "fill-opacity": 0.38, stroke: color, "stroke-width": 2 }));
        shapes.push(svg("text", { x: x + 4, y: corner(r) + 13, class: "levels-region-name", fill: "#ffffff", text: name }));
      });
    }),
  );
  return shapes;
}
