// What a player thinks of the four moves. Pure, but for `evaluate`.

import { PLAYERS as NAMES } from "../names.js";
import { grouped } from "../numbers.js";

/** The moves in the order of the tasks. */
export const MOVES = ["up", "right", "down", "left"];

/** Names of players that are no words for people, and the boards of those that cannot play on all. */
const LABELS = { network: "n-tuple network", classic: "classic (article)" };
const BOARDS = {
  network: (rows, columns) => rows === 4 && columns === 4,
  perfect: (rows, columns) => rows * columns <= 6,
};

/** The players, the strong ones first, and on which boards each can play. */
export const PLAYERS = NAMES.toReversed().map((name) => [name, LABELS[name] ?? name, BOARDS[name] ?? (() => true)]);

/** Whether a player gives values to moves. */
export const givesValues = (player) => !["greedy", "random"].includes(player);

/** Players whose values are the points that are still to come; those of the others have a scale of their own. */
const POINTS = ["network", "perfect"];

/** The scale on which a player compares moves, in words. */
export const scaleOf = (player) => (POINTS.includes(player) ? "in points to come" : "on the player’s own scale, which is no score");

/** How far a move is below the best: `best`, `−1,892`, or `loses`. All moves of a board on one scale. */
export function below(value, best) {
  if (value === best) return "best";
  return Number.isFinite(value) ? `−${grouped(Math.max(1, Math.round(best - value)))}` : "loses";
}

/** The players of a board size as `[name, text]` pairs. */
export function playersFor(rows, columns) {
  return PLAYERS.filter(([, , fits]) => fits(rows, columns)).map(([name, text]) => [name, text]);
}

/**
 * Evaluates boards with a player.
 * @returns {Promise<Array<{choice: string|null, value: number, values: Object<string, number|null>|null}>>}
 */
export async function evaluate(door, player, boards, { signal, ...options } = {}) {
  const { lines } = await door.ask("2048/eval", { boards, player, values: true, ...options }, { signal });
  return lines.map((line) => ({ ...line, value: toNumber(line.value), values: line.values ? named(line.values) : null }));
}

/** Values by the names of the moves, from a list in their order or from an object. */
export function named(values) {
  const of = (move, at) => toNumber(Array.isArray(values) ? values[at] : values[move]);
  return Object.fromEntries(MOVES.map((move, at) => [move, of(move, at)]));
}

/** A number that JSON may write as `"-inf"`. */
export function toNumber(value) {
  if (value === "-inf" || value === "-Infinity") return -Infinity;
  if (value === "inf" || value === "Infinity") return Infinity;
  return value ?? null;
}

/** The rows of a bar chart for values by moves: the worst legal move has a short bar. */
export function barsOf(values, choice, show) {
  const finite = Object.values(values).filter(Number.isFinite);
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  return MOVES.map((move) => {
    const value = values[move];
    const share = !Number.isFinite(value) ? 0 : high > low ? 0.08 + (0.92 * (value - low)) / (high - low) : 1;
    return { name: move, value: value === null ? "" : show(value), share, best: move === choice };
  });
}
