/**
 * The document of a level: read, written, painted and resized. Inside the room every cell is a token, such
 * as `.`, `box2` or `r+ice1_grass2`; `?` is a free cell. All functions return new documents.
 */

/** The most rows or columns. */
export const MOST = 64;

const GLYPHS = new Map([
  ...[1, 2, 3, 4].map((n) => [String(n), `blocked${n}`]),
  ...["a", "b", "c", "d"].map((letter, n) => [letter, `.+overlay${n + 1}`]),
]);
const LETTERS = new Map([...GLYPHS].map(([glyph, token]) => [token, glyph]));
const COMMON = new Set([".", "#", "_", "?"]);

/**
 * An empty level.
 * @param {number} rows
 * @param {number} columns
 * @returns {object} A level with `tokens`, a list of rows.
 */
export function empty(rows = 9, columns = 9) {
  return { rows, columns, colors: 5, rules: "classic", tokens: grid(rows, columns, () => ".") };
}

/** A grid of a value for each cell. */
export function grid(rows, columns, value) {
  return Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => value(row, column)));
}

/**
 * Reads the JSON of a level.
 * @param {object} document
 * @returns {object}
 * @throws {Error} If it has no layout of equal rows.
 */
export function read(document) {
  const { schema, layout, rows, columns, ...rest } = document ?? {};
  if (!Array.isArray(layout) || layout.length === 0) throw new Error("This is not a level: it has no layout.");
  const tokens = layout.map(tokensOf);
  const width = tokens[0].length;
  if (tokens.some((row) => row.length !== width)) throw new Error("The rows of the layout differ in length.");
  return { colors: 5, rules: "classic", ...rest, rows: tokens.length, columns: width, tokens };
}

function tokensOf(row) {
  if (Array.isArray(row)) return row.map(String);
  return [...String(row)].map((glyph) => GLYPHS.get(glyph) ?? glyph);
}

/**
 * The JSON of a level, with rows as text where the rules and the cells allow it.
 * @param {object} level
 * @returns {object}
 */
export function write(level) {
  const { tokens, rules, ...rest } = level;
  const isClassic = rules === undefined || rules === "classic";
  const known = (token) => COMMON.has(token) || (isClassic && LETTERS.has(token));
  const isText = tokens.every((row) => row.every(known));
  const layout = isText ? tokens.map((row) => row.map((token) => LETTERS.get(token) ?? token).join("")) : tokens;
  const document = { schema: "tilewright/level/2", ...rest };
  if (!isClassic) document.rules = rules;
  return { ...document, layout };
}

/** The level with every free cell ordinary: what games and measures need. */
export function opened(level) {
  return { ...level, tokens: level.tokens.map((row) => row.map((token) => (token === "?" ? "." : token))) };
}

/** The number of free cells. */
export function countFree(level) {
  return level.tokens.flat().filter((token) => token === "?").length;
}

/** The level with every cell free that is no hole. */
export function freed(level) {
  return { ...level, tokens: level.tokens.map((row) => row.map((token) => (token === "_" ? "_" : "?"))) };
}

/**
 * The level with other cells.
 * @param {object} level
 * @param {Array<[number, number, string]>} changes Row, column and token of each cell.
 * @returns {object} The same object if nothing changes.
 */
export function changed(level, changes) {
  const real = changes.filter(
    ([row, column, token]) => level.tokens[row]?.[column] !== undefined && level.tokens[row][column] !== token,
  );
  if (real.length === 0) return level;
  const tokens = level.tokens.map((row) => row.slice());
  for (const [row, column, token] of real) tokens[row][column] = token;
  return { ...level, tokens };
}

/**
 * The level with other sides. New cells are ordinary; what lists cells outside is left out.
 * @param {object} level
 * @param {number} rows
 * @param {number} columns
 * @returns {object}
 */
export function resized(level, rows, columns) {
  const [height, width] = [rows, columns].map((side) => Math.min(MOST, Math.max(1, Math.round(side) || 1)));
  const tokens = grid(height, width, (row, column) => level.tokens[row]?.[column] ?? ".");
  const { cells, spawners, regions, ...rest } = level;
  const kept = { ...rest, rows: height, columns: width, tokens };
  const fit = regions ? fitted(regions, height, width) : {};
  if (Object.keys(fit).length > 0) kept.regions = fit;
  if (spawners !== undefined && !Array.isArray(spawners)) kept.spawners = spawners;
  return kept;
}

/** The regions of a board of another size: what fits, for the rest nothing. Pure. */
function fitted(regions, rows, columns) {
  const fit = (name) => Array.from({ length: rows }, (_, row) => (regions[name][row] ?? "").slice(0, columns).padEnd(columns, "."));
  return Object.fromEntries(Object.keys(regions).map((name) => [name, fit(name)]).filter(([, cells]) => cells.some((row) => row.includes("x"))));
}

/**
 * The images of a cell under a symmetry, itself first.
 * @param {[number, number]} cell
 * @param {{rows: number, columns: number}} size
 * @param {string} symmetry `none`, `horizontal`, `vertical`, `both` or `rotational`.
 * @returns {Array<[number, number]>}
 */
export function images([row, column], { rows, columns }, symmetry) {
  const [down, right] = [rows - 1 - row, columns - 1 - column];
  const all =
    {
      horizontal: [[row, right]],
      vertical: [[down, column]],
      both: [
        [row, right],
        [down, column],
        [down, right],
      ],
      rotational: [[down, right]],
    }[symmetry] ?? [];
  const seen = new Set();
  return [[row, column], ...all].filter(([r, c]) => !seen.has(`${r},${c}`) && seen.add(`${r},${c}`));
}

/** The cells on a straight line between two cells, both included, so that fast strokes leave no gaps. */
export function between([row, column], [toRow, toColumn]) {
  const steps = Math.max(Math.abs(toRow - row), Math.abs(toColumn - column));
  const at = (from, to, step) => Math.round(from + ((to - from) * step) / Math.max(1, steps));
  return Array.from({ length: steps + 1 }, (_, step) => [at(row, toRow, step), at(column, toColumn, step)]);
}

/** What games of a level depend on, as text: all but its name, its band and the notes of the generator. */
export function gameKey(level) {
  const { name, band, found, proof, regions, ...rest } = opened(level);
  return JSON.stringify(rest);
}

/** The cells in which two levels of one size differ. */
export function differences(before, after) {
  const cells = [];
  after.tokens.forEach((row, r) =>
    row.forEach((token, c) => {
      if (before.tokens[r]?.[c] !== token) cells.push([r, c]);
    }),
  );
  return cells;
}

/** Whether potential and feasibility can apply: the rules are `classic` by name. */
export function isClassic(level) {
  return (level.rules === undefined || level.rules === "classic") && level.blocks === undefined;
}

/** The number of colours. */
export function colorsOf(level) {
  return typeof level.colors === "object" && level.colors ? Object.keys(level.colors).length : (level.colors ?? 5);
}
