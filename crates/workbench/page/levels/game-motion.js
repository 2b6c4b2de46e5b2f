/**
 * How the board of a game gets into a frame: blocks glide, pieces fire along the cells that they reach, and what is
 * hit shakes or breaks when its turn comes. All of it is reported by the events of the move.
 */

import { svg } from "../dom.js";
import { corner } from "./board.js";
import { TILE } from "./cells.js";

/** Milliseconds of the transition into a frame. */
export const DURATION = { swapped: 120, matched: 140, fired: 420, cleared: 150, fallen: 55, conveyed: 80, spread: 80, shuffled: 240 };

/** The share of the time in which a piece passes its cells; in the rest the last one of them breaks. */
const PASSING = 0.6;

/**
 * The motion into a frame.
 * @param {object} frame See `game.js`.
 * @param {object[][]} cells The shapes of the cells: `contents` and `above`.
 * @param {SVGGElement} reach The layer of what fires.
 * @returns {((share: number) => void)|null} A function of a share from 0 to 1; none for frames without motion.
 */
export function motionOf(frame, cells, reach) {
  if (frame.event === "fired") return firing(frame, cells, reach);
  if (frame.event === "cleared" && frame.hits.length > 0) return (share) => frame.hits.forEach((hit) => strike(cells, hit, hit.isMatched ? 0.5 + share / 2 : share));
  if (frame.moved.length > 0) return (share) => frame.moved.forEach((move) => glide(cells, move, share));
  if (frame.event === "shuffled") return (share) => cells.flat().forEach(({ contents }) => contents.setAttribute("opacity", share));
  return null;
}

/** What shows the cells that pieces reach. */
export function reachOf({ fires = [] }) {
  const seen = new Set();
  const all = fires.flatMap(({ from, cells }) => [from, ...cells]).filter((cell) => !seen.has(String(cell)) && seen.add(String(cell)));
  return all.map(([row, column]) => svg("rect", { class: "levels-reach", x: corner(column), y: corner(row), width: TILE, height: TILE, "data-cell": `${row},${column}` }));
}

/**
 * When the cells of what fires are reached, as shares of the time: 0 for the first one. Pure.
 * @param {Array<{from: number[], cells: number[][]}>} fires
 * @returns {Map<string, number>} By the cell as text, such as `2,3`.
 */
export function timesOf(fires) {
  const times = new Map();
  for (const { from, cells } of fires) {
    times.set(String(from), 0);
    cells.forEach((cell, index) => {
      const time = (PASSING * index) / Math.max(1, cells.length - 1);
      times.set(String(cell), Math.min(time, times.get(String(cell)) ?? 1));
    });
  }
  return times;
}

/** Where something is on its way along cells, as row and column with fractions. Pure. */
export function placeOn(way, share) {
  const at = Math.min(1, Math.max(0, share)) * (way.length - 1);
  const [one, two] = [way[Math.floor(at)], way[Math.ceil(at)]];
  return [0, 1].map((side) => one[side] + (two[side] - one[side]) * (at - Math.floor(at)));
}

/** Pieces fire: the band of their reach grows cell by cell, and a piece of a line, or one that has a target, flies. */
function firing({ fires, hits }, cells, reach) {
  const times = timesOf(fires);
  const band = [...reach.children];
  const flights = fires.map((fire) => flightOf(fire, cells)).filter(Boolean);
  reach.append(...flights.map(({ use }) => use));
  return (share) => {
    for (const rect of band) rect.setAttribute("opacity", share >= times.get(rect.dataset.cell) ? 1 : 0);
    for (const hit of hits) strike(cells, hit, (share - (times.get(String(hit.cell)) ?? 0)) / (1 - PASSING));
    for (const { use, own, from, way } of flights) {
      own.setAttribute("opacity", 0);
      const [row, column] = placeOn(way, share / PASSING);
      shift(use, row - from[0], column - from[1]);
      use.setAttribute("opacity", share < PASSING ? 1 : 0);
    }
  };
}

/** The piece that flies, drawn as it stands on the board; none if it works where it is. */
function flightOf({ from, cells: reached, isLine, to }, cells) {
  const way = isLine ? reached : to ? [from, to] : [];
  const own = cells[from[0]]?.[from[1]]?.contents;
  if (way.length < 2 || !own?.getAttribute("href")) return null;
  const use = own.cloneNode();
  use.removeAttribute("transform");
  return { use, own, from, way };
}

const shift = (use, down, right) => use.setAttribute("transform", `translate(${right * TILE} ${down * TILE})`);

function glide(cells, [from, to], share) {
  const use = cells[to[0]][to[1]].contents;
  const [down, right] = from ? [from[0] - to[0], from[1] - to[1]] : [-1, 0];
  shift(use, down * (1 - share), right * (1 - share));
  if (!from) use.setAttribute("opacity", share);
}

/** What is hit shakes in the first half; if it leaves, it breaks in the second. */
function strike(cells, { cell: [row, column], isCover, isGone }, share) {
  const use = cells[row][column][isCover ? "above" : "contents"];
  const now = Math.min(1, share);
  if (now <= 0) return;
  if (now < 0.5 || !isGone) return shift(use, 0, 0.08 * Math.sin(now * 6 * Math.PI));
  const left = 2 - 2 * now;
  const [x, y] = [corner(column) + TILE / 2, corner(row) + TILE / 2];
  use.setAttribute("transform", `translate(${x} ${y}) scale(${0.4 + 0.6 * left}) translate(${-x} ${-y})`);
  use.setAttribute("opacity", left);
}
