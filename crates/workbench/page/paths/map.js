// A tile map as the page holds it: a character for each cell, as in the text form of the tasks.
// Pure.

/**
 * @typedef {object} TileMap
 * @property {number} rows
 * @property {number} columns
 * @property {Uint8Array} cells The character of each cell, row by row.
 */

export const FREE = ".".charCodeAt(0);
export const WALL = "#".charCodeAt(0);
export const DANGER = "~".charCodeAt(0);
const TREES = "T".charCodeAt(0);
const SAME = { G: ".", "@": "#", O: "#" };

/**
 * Reads the text form, or a `.map` file of the MovingAI benchmarks.
 * @returns {TileMap}
 */
export function parseMap(text) {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const begin = lines[0].startsWith("type") ? lines.findIndex((line) => line.trim() === "map") + 1 : 0;
  return fromLayout(lines.slice(begin).filter((line) => line !== ""));
}

/** Refuses a map of other cells: it would be shown and planned as if these were squares. */
export function checkSquares({ stagger, cells = "hexagons" }) {
  if (!stagger) return;
  const hint = "tilewright path plan MAP --picture path.png plans on it and draws its cells";
  throw Object.assign(new Error(`its cells are ${cells}, and this page shows squares only`), { hint });
}

/** A map from its rows of text. */
export function fromLayout(layout) {
  const [rows, columns] = [layout.length, layout[0]?.length ?? 0];
  if (rows === 0 || columns === 0) throw new Error("the map has no cells");
  const cells = new Uint8Array(rows * columns);
  layout.forEach((line, row) => {
    if (line.length !== columns) throw new Error(`row ${row + 1} has ${line.length} cells, expected ${columns}`);
    for (let column = 0; column < columns; column += 1) {
      const character = line[column];
      cells[row * columns + column] = (SAME[character] ?? character).charCodeAt(0);
    }
  });
  return { rows, columns, cells };
}

/** An empty map. */
export const emptyMap = (rows, columns) => ({ rows, columns, cells: new Uint8Array(rows * columns).fill(FREE) });

/** The rows of text. */
export function layoutOf({ rows, columns, cells }) {
  const decoder = new TextDecoder();
  return Array.from({ length: rows }, (_, row) => decoder.decode(cells.subarray(row * columns, (row + 1) * columns)));
}

/** The text form. */
export const textOf = (map) => `${layoutOf(map).join("\n")}\n`;

/** Whether nobody can walk on a cell of this character. */
export const isBlocked = (code) => code === WALL || code === TREES;

/** The cost of a cell by its character. */
export const costOf = (code) => (code >= 50 && code <= 57 ? code - 48 : 1);

export const indexOf = (map, [row, column]) => row * map.columns + column;
export const cellOf = (map, index) => [Math.floor(index / map.columns), index % map.columns];
export const isInside = (map, [row, column]) => row >= 0 && column >= 0 && row < map.rows && column < map.columns;

/** Whether a cell lies on the map and is walkable. */
export const isWalkable = (map, cell) => isInside(map, cell) && !isBlocked(map.cells[indexOf(map, cell)]);

/** Where a cell is, in words: they count from 1, as those of all answers do. */
export const inWords = ([row, column]) => `row ${row + 1}, column ${column + 1}`;

/** What a cell is, in words. */
export function describeCell(map, cell) {
  const code = map.cells[indexOf(map, cell)];
  const names = { "#": "wall", T: "trees", W: "water", S: "swamp", "~": "danger", ".": "free" };
  const name = names[String.fromCharCode(code)] ?? `cost ${costOf(code)}`;
  return `${inWords(cell)}: ${name}`;
}

/**
 * The walkable cell nearest to a cell, by rings of growing distance; `null` if there is none.
 */
export function nearestWalkable(map, [row, column]) {
  const most = Math.max(map.rows, map.columns);
  for (let ring = 0; ring <= most; ring += 1) {
    let best = null;
    let least = Infinity;
    const look = (cell) => {
      const apart = (cell[0] - row) ** 2 + (cell[1] - column) ** 2;
      if (apart < least && isWalkable(map, cell)) { best = cell; least = apart; }
    };
    for (let at = -ring; at <= ring; at += 1) {
      look([row - ring, column + at]); look([row + ring, column + at]);
      look([row + at, column - ring]); look([row + at, column + ring]);
    }
    if (best) return best;
  }
  return null;
}

/**
 * Different walkable cells, chosen by a seed: the same for the same map. Fewer where the map has
 * fewer.
 */
export function scattered(map, count, seed) {
  const free = [];
  map.cells.forEach((code, index) => { if (!isBlocked(code)) free.push(index); });
  const chosen = [];
  let state = seed * 7919 + 1;
  while (chosen.length < count && free.length > 0) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const at = Math.floor(state / 2 ** 32 * free.length);
    chosen.push(cellOf(map, free[at]));
    free[at] = free.at(-1);
    free.pop();
  }
  return chosen;
}

/** A number of cells: the first of those given, then scattered ones, as far as there are. */
export function countedOut(map, cells, count) {
  const given = new Set(cells.map(String));
  const others = scattered(map, count, 0).filter((cell) => !given.has(String(cell)));
  return [...cells, ...others].slice(0, count);
}

/** The cells of a round brush around a cell, within the map, as indices. */
export function brushCells(map, [row, column], size) {
  const [low, high] = [-Math.floor((size - 1) / 2), Math.floor(size / 2)];
  const middle = (low + high) / 2;
  const found = [];
  for (let down = low; down <= high; down += 1) {
    for (let right = low; right <= high; right += 1) {
      const cell = [row + down, column + right];
      const isRound = (down - middle) ** 2 + (right - middle) ** 2 <= (size / 2) ** 2 + 0.5;
      if (isRound && isInside(map, cell)) found.push(indexOf(map, cell));
    }
  }
  return found;
}
