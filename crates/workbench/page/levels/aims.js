/**
 * What a generated level is wanted to be, as keys of a request.
 */

/** The choices, simplest first. */
export const AIMS = [
  ["easy", "easy"],
  ["normal", "normal"],
  ["hard", "hard"],
  ["win_rate", "a win rate"],
  ["swaps", "a number of swaps"],
  ["potential", "a potential (classic)"],
];

/**
 * The keys of `match3/generate` for an aim.
 * @param {string} aim One of `AIMS`.
 * @param {number} value Swaps, percent or potential.
 * @param {{goal?: object, moves?: number}} level
 * @param {{algorithm?: string}} [options]
 * @returns {object}
 * @throws {Error} If the level lacks a goal or a move limit that the aim needs.
 */
export function aimRequest(aim, value, level, { algorithm } = {}) {
  if (aim === "potential") return { target: Math.round(value), tolerance: Math.ceil(value / 100), algorithm };
  if (!level.goal) throw new Error("A difficulty needs a goal: set one under Rules.");
  if (aim === "win_rate") {
    if (!level.moves) throw new Error("A win rate needs a move limit: set one under Rules.");
    return { win_rate: value / 100, moves: level.moves };
  }
  return { difficulty: aim === "swaps" ? value : aim };
}

/**
 * What a name means, from the note of the task.
 * @param {string} text Such as `easy: 12.5 swaps, the 15 % quantile of random levels of this request`.
 * @returns {{name: string, meaning: string}|null}
 */
export function meaningOf(text) {
  const found = /^(easy|normal|hard): (\d[^,]*)/.exec(text);
  return found ? { name: found[1], meaning: found[2] } : null;
}
