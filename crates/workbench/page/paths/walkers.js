// Walkers on paths: where they are at a time, and how many pass each cell. Pure.

/** Lengths that differ by less are equal: their terms were added in another order. */
const ROUNDING = 1e-9;

/** The lengths from the start to each cell of a path: 1 for a straight step, √2 for a diagonal one. */
export function measure(cells) {
  const lengths = [0];
  for (let at = 1; at < cells.length; at += 1) {
    lengths.push(lengths[at - 1] + Math.hypot(cells[at][0] - cells[at - 1][0], cells[at][1] - cells[at - 1][1]));
  }
  return lengths;
}

/**
 * The place on a path after a length, as `[row, column]` with fractions.
 * @param {number[][]} cells
 * @param {number[]} lengths As `measure` gives them.
 * @param {number} length
 */
export function placeAt(cells, lengths, length) {
  const last = cells.length - 1;
  if (last < 1 || length <= 0) return cells[0];
  if (length >= lengths[last]) return cells[last];
  let [low, high] = [0, last];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (lengths[middle] <= length) low = middle; else high = middle;
  }
  const share = (length - lengths[low]) / (lengths[high] - lengths[low]);
  return placeBetween(cells[low], cells[high], share);
}

/** The place between two cells. */
export const placeBetween = (from, to, share) => from.map((value, at) => value + (to[at] - value) * share);

/**
 * Walkers that leave the start one after the other, each on the next route in turn.
 * @param {number[][][]} routes The cells of each route.
 * @param {{count: number, gap: number}} options `gap`: the distance between two that follow each
 *   other, in cells.
 */
export function createWalkers(routes, { count, gap }) {
  const lengths = routes.map(measure);
  const longest = Math.max(0, ...lengths.map((each) => each.at(-1)));
  const routeOf = (walker) => walker % routes.length;
  return {
    /** The distance that the first has walked when the last arrives. */
    end: longest + gap * Math.max(0, count - 1),
    routeOf,
    /** The places at a distance of the first; `null` before a walker leaves and after it arrives. */
    places(distance) {
      return Array.from({ length: count }, (_, walker) => {
        const [route, own] = [routeOf(walker), distance - walker * gap];
        return own < 0 || own > lengths[route].at(-1) + ROUNDING ? null : placeAt(routes[route], lengths[route], own);
      });
    },
    /** The number of walkers that have entered each cell by then. */
    load(distance, map) {
      const load = new Uint32Array(map.rows * map.columns);
      for (let walker = 0; walker < count; walker += 1) {
        const route = routeOf(walker);
        const own = distance - walker * gap;
        for (let at = 0; at < routes[route].length && lengths[route][at] <= own + ROUNDING; at += 1) {
          const [row, column] = routes[route][at];
          load[row * map.columns + column] += 1;
        }
      }
      return load;
    },
    /** The number of walkers that have arrived by then. */
    arrived: (distance) => Array.from({ length: count }, (_, walker) => distance - walker * gap + ROUNDING >= lengths[routeOf(walker)].at(-1)).filter(Boolean).length,
  };
}
