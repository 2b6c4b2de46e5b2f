/**
 * The difficulty curve of a pack: points of a level's number and a value. Pure.
 */

/**
 * The document of a curve for `match3/pack`.
 * @param {{levels: number, quantity: string, points: Array<[number, number]>, level: object, kinds: string[],
 * symmetry: string, style?: string, placed?: object, bot: string, goals: string[]}} what Without a name of a bot the goal chooses; `quantity` is `difficulty` or `win_rate` (in percent).
 * @returns {object}
 * @throws {Error} If the level lacks a goal or a move limit that the curve needs.
 */
export function curveDocument({ levels, quantity, points, level, kinds, symmetry, style, placed = {}, bot, goals }) {
  if (goals.length === 0) throw new Error("A pack needs a goal: set one under Rules.");
  const isRate = quantity === "win_rate";
  if (isRate && !level.moves) throw new Error("A curve of win rates needs a move limit: set one under Rules.");
  const rounded = points.map(([at, value]) => [at, isRate ? provable(round(value / 100, 1000)) : round(value, 10)]);
  const document = {
    levels,
    goal: goals,
    rows: level.rows,
    columns: level.columns,
    kinds,
    symmetry,
    ...(style ? { style } : {}),
    ...placed,
    ...(bot ? { bot } : {}),
    [quantity]: rounded,
  };
  if (typeof level.colors === "number") document.colors = level.colors;
  if (typeof level.rules === "string" && level.rules !== "classic") document.rules = level.rules;
  return isRate ? { ...document, moves: level.moves } : document;
}

/** The nearest share that games can prove: 1 to 99 %, or all for a level that cannot be lost. */
const provable = (share) => (share >= 0.995 ? 1 : Math.min(0.99, Math.max(0.01, share)));

const round = (value, by) => Math.round(value * by) / by;

/** The value of a curve at a level: linear between points, constant outside. */
export function valueAt(points, at) {
  const after = points.findIndex(([x]) => x > at);
  if (after === -1) return points.at(-1)[1];
  if (after === 0) return points[0][1];
  const [[x0, y0], [x1, y1]] = [points[after - 1], points[after]];
  return y0 + ((y1 - y0) * (at - x0)) / (x1 - x0);
}

/**
 * A stroke by hand: every level that the pointer passed has the value at which it was passed.
 * @param {Array<[number, number]>} points
 * @param {[number, number]} from Level and value of the pointer before.
 * @param {[number, number]} to And now.
 * @param {number} levels
 * @returns {Array<[number, number]>}
 */
export function stroked(points, from, to, levels) {
  const values = new Map(points);
  const [start, end] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])].map((at) =>
    Math.max(1, Math.min(levels, Math.round(at))),
  );
  for (let at = start; at <= end; at += 1) {
    const share = to[0] === from[0] ? 1 : (at - from[0]) / (to[0] - from[0]);
    values.set(at, from[1] + (to[1] - from[1]) * Math.max(0, Math.min(1, share)));
  }
  return [...values].sort(([a], [b]) => a - b);
}

/** The points without those that lie on the line of their neighbours. */
export function simplified(points, tolerance) {
  const kept = [];
  points.forEach((point, index) => {
    const [before, after] = [kept.at(-1), points[index + 1]];
    const isOnLine = before && after && Math.abs(valueAt([before, after], point[0]) - point[1]) <= tolerance;
    if (!isOnLine) kept.push(point);
  });
  return kept;
}

/** The points for another number of levels: stretched. */
export function stretched(points, before, levels) {
  const at = (x) => (before === 1 ? 1 : 1 + ((x - 1) * (levels - 1)) / (before - 1));
  const moved = new Map(points.map(([x, y]) => [Math.round(at(x)), y]));
  return [...moved].sort(([a], [b]) => a - b);
}

/**
 * The level that a note of `match3/pack` tells of.
 * @param {string} text Such as `level 2 of 4: played 13.65 swaps (95 %: 13.54 to 13.75, 13122 games)`, with the
 * win rate behind it if the level has a move limit, or how many games were played without a loss.
 * @returns {{level: number, value: number, ci95: number[]}|null} The win rate in percent if there is one.
 */
export function dotOf(text) {
  const level = /^level (\d+) of \d+: played/.exec(text);
  const safe = /no loss in [\d,]+ games \(at least ([\d.]+) %/.exec(text);
  if (level && safe) return { level: Number(level[1]), value: 100, ci95: [Number(safe[1]), 100] };
  const rate = /([\d.]+) % won within \d+ moves \(95 %: ([\d.]+) to ([\d.]+) %/.exec(text);
  const swaps = /played ([\d.]+) swaps \(95 %: ([\d.]+) to ([\d.]+)/.exec(text);
  const found = rate ?? swaps;
  if (!level || !found) return null;
  const [value, low, high] = found.slice(1).map(Number);
  return { level: Number(level[1]), value, ci95: [low, high] };
}
