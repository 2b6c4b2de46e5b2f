/**
 * A board that follows the events of a game and knows none of its rules: every element by its id, with its cell
 * and its look.
 */

import { read } from "./document.js";
import { join, others } from "./tokens.js";

const LAYERS = { ground: "ground", cover: "cover" };

/** A board of a state with its cells as tokens. */
export function boardOf({ layout, tokens, colors }) {
  const cells = tokens?.length ? tokens : layout;
  return { tokens: read({ layout: cells }).tokens, colors };
}

/**
 * The board of a state, to which events can be applied.
 * @param {object} state A state of a game, with its `elements`.
 * @returns {{walls: string[][], isClassic: boolean, elements: Map<number, object>}}
 */
export function mirrorOf(state) {
  const elements = new Map((state.elements ?? []).map((element) => [element.id, element]));
  return { walls: boardOf(state).tokens, isClassic: !state.tokens?.length, elements };
}

/**
 * Applies the events of a step; those that give reasons change nothing.
 * @param {{elements: Map<number, object>}} mirror
 * @param {object[]} events
 */
export function apply({ elements }, events) {
  for (const { event, id, look, to } of events) {
    if (event === "appear") elements.set(id, { ...look, id, cell: to });
    else if (event === "leave") elements.delete(id);
    else if (event === "move") elements.set(id, { ...elements.get(id), cell: to });
    else if (event === "turn" || event === "hit") elements.set(id, { ...look, id, cell: elements.get(id)?.cell });
  }
}

/**
 * The board as a page draws it.
 * @param {{walls: string[][], isClassic: boolean, elements: Map<number, object>}} mirror
 * @returns {{tokens: string[][], colors: Array<Array<number|null>>}}
 */
export function shown({ walls, isClassic, elements }) {
  const parts = walls.map((row) => row.map(() => ({ contents: isClassic ? "." : "-", cover: "", ground: "" })));
  const colors = walls.map((row) => row.map(() => null));
  for (const { cell, sort, token, name, layers, color, cells } of elements.values()) {
    const [row, column] = cell;
    for (const [r, c] of cells ? others(cell, cells) : []) parts[r][c].contents = "=";
    parts[row][column][LAYERS[sort] ?? "contents"] = layers === undefined ? token : `${name}${layers}`;
    if (color !== undefined) colors[row][column] = color;
  }
  const tokens = walls.map((row, r) => row.map((wall, c) => (wall === "_" ? wall : join(parts[r][c]))));
  return { tokens, colors };
}
