/**
 * The potential of each cell over the board, in the colours of viridis.
 */

import { svg } from "../dom.js";
import { corner } from "./board.js";
import { TILE } from "./cells.js";

/** Viridis at quarters of its range. */
const STOPS = [
  [68, 1, 84],
  [59, 82, 139],
  [33, 145, 140],
  [94, 201, 98],
  [253, 231, 37],
];

/**
 * The colour of a share from 0 to 1.
 * @param {number} share
 * @returns {string}
 */
export function viridis(share) {
  const at = Math.max(0, Math.min(1, share)) * (STOPS.length - 1);
  const low = Math.min(STOPS.length - 2, Math.floor(at));
  const mixed = STOPS[low].map((value, index) => Math.round(value + (STOPS[low + 1][index] - value) * (at - low)));
  return `rgb(${mixed.join(" ")})`;
}

/**
 * Squares with the values of cells.
 * @param {number[][]} values
 * @param {string[][]} tokens Holes have no square.
 * @returns {SVGElement[]}
 */
export function heatSquares(values, tokens) {
  const most = Math.max(1, ...values.flat());
  return values
    .flatMap((row, r) =>
      row.map((value, c) => {
        if (tokens[r]?.[c] === undefined || tokens[r][c] === "_") return null;
        const share = value / most;
        const text = svg("text", {
          x: corner(c) + TILE / 2,
          y: corner(r) + TILE * 0.62,
          "text-anchor": "middle",
          class: "levels-heat-value",
          fill: share > 0.6 ? "#1f2328" : "#ffffff",
          text: String(value),
        });
        const square = svg("rect", {
          x: corner(c) + 2,
          y: corner(r) + 2,
          width: TILE - 4,
          height: TILE - 4,
          rx: 5,
          fill: viridis(share),
          "fill-opacity": 0.8,
        });
        return svg("g", {}, square, text);
      }),
    )
    .filter(Boolean);
}
