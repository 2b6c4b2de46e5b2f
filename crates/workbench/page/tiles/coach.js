// What a coach says of moves: the task `2048/analyze`, and its answers in words.

import { grouped } from "../numbers.js";

/** Moves of a game that are explained. */
export const EXPLAINED = 10;

/** The moves of a game as the task takes them. Pure. */
export function recordOf(frames) {
  return { positions: frames.map(({ board, score }, at) => ({ board, score, ...(frames[at + 1]?.move ? { move: frames[at + 1].move } : {}) })) };
}

/** The request that analyzes a game, or boards as text. Pure. */
export const requestOf = (game) => ({ game: typeof game === "string" ? { text: game } : game, worst: EXPLAINED });

/**
 * What the coach says of one position, and of the move that was made in it.
 * @returns {Promise<object|null>} `{best, other, values, played_on, loss, share, quality, why, better, instead}`; `null` where the move lost nothing (another may have a higher value, and no more points in games that were played on), or no move is legal.
 */
export async function adviceOn(door, { board, score }, move, { signal } = {}) {
  const position = { board, score, ...(move ? { move } : {}) };
  const { value } = await door.ask("2048/analyze", { game: { positions: [position] }, worst: 1 }, { signal });
  // A move that lost nothing is not among the worst.
  return value.worst[0] ?? null;
}

/** What a move lost in words: `a mistake: left loses 1,200 points (± 300), down is best`, with the interval if games tell it. Pure. */
export function lossOf({ move, best, loss, quality, played_on: games }) {
  if (!loss) return `${move} is the best move`;
  if (!quality) return `${move} loses ${grouped(Math.round(loss))}, ${best} is best`;
  const kind = { good: "a good move", inaccuracy: "an inaccuracy", mistake: "a mistake", blunder: "a blunder" }[quality];
  const sure = games ? ` (± ${grouped(Math.round((games.loss.ci95[1] - games.loss.ci95[0]) / 2))})` : "";
  return `${kind}: ${pointsOf(move, loss)}${sure}, ${best} is best`;
}

/** What a move lost, without saying which is best. Pure. */
export function pointsOf(move, loss) {
  const points = Math.max(1, Math.round(loss));
  return `${move} loses ${grouped(points)} ${points === 1 ? "point" : "points"}`;
}

/** The game in words. Pure. */
export function gradeOf({ player, grade, loss_share: lost, moves, qualities }) {
  if (!qualities) return `${grouped(moves)} moves`;
  const { best, good, inaccuracy, mistake, blunder } = qualities;
  const by = player === "perfect" ? "" : "by the search, ";
  const hundredths = (share) => (100 * share).toFixed(2);
  const sure = moves > 1 ? ` (${lost.ci95.map(hundredths).join(" to ")})` : "";
  return `${grade ? `Grade ${grade}: ` : "Loss: "}${by}a move lost ${hundredths(lost.mean)}${sure} % of the expected final score on average. ${grouped(best)} best, ${grouped(good)} good, ${grouped(inaccuracy)} inaccurate, ${grouped(mistake)} mistakes, ${grouped(blunder)} blunders.`;
}

/** A line of moves in words: `down +8, then 2 in row 1, column 4; left`. Pure. */
export function lineOf(steps) {
  return steps
    .map(({ move, points, cell }, at) => {
      const tile = cell && at + 1 < steps.length ? `, then 2 in row ${cell[0] + 1}, column ${cell[1] + 1}` : "";
      return `${move}${points ? ` +${grouped(points)}` : ""}${tile}`;
    })
    .join("; ");
}
