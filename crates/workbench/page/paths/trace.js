// The course of a search as `path/plan` reports it (`trace`). Pure.

/**
 * The cells that an exact planner expanded, in their order.
 * @param {string} order Differences of indices as zigzag LEB128 in base64.
 * @param {number} expanded Their number.
 * @returns {Int32Array} The index of each cell.
 */
export function decodeOrder(order, expanded) {
  const bytes = atob(order);
  const cells = new Int32Array(expanded);
  let [index, shift, value, at] = [0, 0, 0, 0];
  for (let position = 0; position < bytes.length; position += 1) {
    const byte = bytes.charCodeAt(position);
    value |= (byte & 127) << shift;
    shift += 7;
    if (byte < 128) {
      index += (value >>> 1) ^ -(value & 1);
      cells[at] = index;
      at += 1;
      value = 0;
      shift = 0;
    }
  }
  return cells;
}

const STEPS = { N: [-1, 0], E: [0, 1], S: [1, 0], W: [0, -1] };

/**
 * The corners of a path from its directions, such as `E12S3W`.
 * @param {number[]} start The cell that the path starts in.
 * @returns {number[][]} Its cells where it turns, with both ends.
 */
export function decodeDirections(start, text) {
  const cells = [start];
  let [row, column] = start;
  for (const [, heading, count] of text.matchAll(/([NESW])(\d*)/g)) {
    const [down, right] = STEPS[heading];
    const steps = count === "" ? 1 : Number(count);
    row += down * steps;
    column += right * steps;
    cells.push([row, column]);
  }
  return cells;
}

/**
 * The rank of each cell in an order: 1 for the first, 0 for cells that were never expanded. A cell
 * that was expanded again keeps its first rank.
 */
export function ranksOf(order, area) {
  const ranks = new Int32Array(area);
  for (let at = 0; at < order.length; at += 1) if (ranks[order[at]] === 0) ranks[order[at]] = at + 1;
  return ranks;
}

/**
 * The cells that wait after `count` expansions: walkable neighbours of expanded cells that are not
 * expanded yet.
 * @param {{rows: number, columns: number, ranks: Int32Array, blocked: function(number): boolean,
 *   neighbors: number}} search
 * @param {number} count
 * @returns {number[]} Their indices.
 */
export function frontierOf({ rows, columns, ranks, blocked, neighbors }, count) {
  const found = [];
  const isExpanded = (index) => ranks[index] > 0 && ranks[index] <= count;
  const steps = neighbors === 4 ? FOUR : EIGHT;
  for (let index = 0; index < ranks.length; index += 1) {
    if (isExpanded(index) || blocked(index)) continue;
    const [row, column] = [Math.floor(index / columns), index % columns];
    const isWaiting = steps.some(([down, right]) => {
      const [r, c] = [row + down, column + right];
      return r >= 0 && c >= 0 && r < rows && c < columns && isExpanded(r * columns + c);
    });
    if (isWaiting) found.push(index);
  }
  return found;
}

const FOUR = [[-1, 0], [0, 1], [1, 0], [0, -1]];
const EIGHT = [...FOUR, [-1, 1], [1, 1], [1, -1], [-1, -1]];

/** The cells of a path where it turns, with both ends. */
export function turnsOf(cells) {
  return cells.filter((cell, at) => {
    const [before, after] = [cells[at - 1], cells[at + 1]];
    if (!before || !after) return true;
    return cell[0] - before[0] !== after[0] - cell[0] || cell[1] - before[1] !== after[1] - cell[1];
  });
}

/**
 * The costs by generation: a ribbon from the best to the worst path with the median, and the
 * cheapest path of all. `weighted-sum` ranks paths by other numbers, so that there is no ribbon.
 * @param {{trace: object, optimum: number}} answer An answer of an evolved planner.
 * @returns {object[]} Series of a chart.
 */
export function curvesOf({ trace: { generations }, optimum }) {
  const curve = (key) => generations.map((each) => [each.generation, each[key]]);
  const ranked = [
    { points: generations.map(({ generation, best, worst }) => [generation, best, worst]), kind: "ribbon", name: "best to worst", color: 0 },
    { points: curve("median"), thick: true, name: "median", color: 1 },
  ];
  return [
    ...(generations[0]?.worst === undefined ? [] : ranked),
    { points: curve("best"), name: "best", color: 0 },
    { points: [0, generations.at(-1)?.generation ?? 0].map((at) => [at, optimum]), name: "cheapest path, by A*", color: 2 },
  ];
}
