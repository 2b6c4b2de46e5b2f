// A plain second way to find what routes cost: Dijkstra's search with a list for a queue.

const STEPS = [[0, -1], [1, 0], [0, 1], [-1, 0], [1, -1], [1, 1], [-1, 1], [-1, -1]];

/** Random numbers from 0 to below 1, the same on every machine (Park and Miller's generator). */
export function random(seed) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

/** Costs from a cell to all others, Infinity where none leads: `enter(x, y)` is what the terrain of a cell costs, undefined if nobody can enter it. */
export function costs({ width, height }, from, { steps = 8, corners = "never", enter }) {
  const at = ([x, y]) => y * width + x;
  const inside = ([x, y]) => x >= 0 && y >= 0 && x < width && y < height;
  const free = (cell) => inside(cell) && enter(...cell) !== undefined;
  const found = new Array(width * height).fill(Infinity);
  if (!free(from)) return found;
  found[at(from)] = 0;
  const open = new Set([at(from)]);
  while (open.size > 0) {
    let best;
    for (const cell of open) if (best === undefined || found[cell] < found[best]) best = cell;
    open.delete(best);
    const [x, y] = [best % width, Math.floor(best / width)];
    for (const [dx, dy] of STEPS.slice(0, steps)) {
      const next = [x + dx, y + dy];
      if (!free(next)) continue;
      const beside = [[x + dx, y], [x, y + dy]].filter(free).length;
      const passes = dx === 0 || dy === 0 || { never: beside === 2, one: beside >= 1, always: true }[corners];
      const cost = found[best] + Math.hypot(dx, dy) * enter(...next);
      if (passes && cost < found[at(next)]) {
        found[at(next)] = cost;
        open.add(at(next));
      }
    }
  }
  return found;
}
