/**
 * The line above a game: moves, score, what is left of the goal.
 */

import { el } from "../dom.js";
import { partChips } from "./goal-parts.js";
import { sentence } from "./goals.js";

/**
 * @param {number} made Moves that have been made.
 * @param {object} state The state of the game.
 * @param {object|undefined} goal
 * @param {object} look That of the cells; it draws what the parts of the goal count.
 * @returns {HTMLElement[]}
 */
export function statusOf(made, { move_limit: limit, score, left, parts: counted = [] }, goal, look) {
  const parts = [
    ["moves", limit === undefined ? String(made) : `${made} of ${limit}`],
    ["score", String(score)],
    ...(counted.length > 0 ? [] : [["left of the goal", String(left)]]),
  ];
  const numbers = parts.map(([name, value]) => el("span", {}, el("b", { text: value }), ` ${name}`));
  return [...numbers, ...partChips(counted, look), el("span.muted", { text: sentence(goal) })];
}
