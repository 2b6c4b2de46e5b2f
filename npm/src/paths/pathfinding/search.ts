// A search in JavaScript, for what the module cannot know: heuristics of the caller, and paths of the fewest steps whatever their length.

import type { Grid } from "./grid.js";
import type { HeuristicFunction, Movement } from "./options.js";

/** How a search counts. */
export interface Counting {
  movement: Movement;
  /** What a step costs. */
  step: (dx: number, dy: number, weight: number) => number;
  /** What is left from a cell, at a guess. */
  rest: HeuristicFunction;
}

/** Open cells by their values: a binary heap, in which an older entry of a cell that was found again cheaper is passed over when it comes out. */
class Queue {
  readonly #cells: number[] = [];
  readonly #values: number[] = [];

  get size(): number {
    return this.#cells.length;
  }

  push(cell: number, value: number): void {
    let at = this.#cells.length;
    for (; at > 0; ) {
      const above = (at - 1) >> 1;
      if (this.#values[above]! <= value) break;
      this.#put(at, this.#cells[above]!, this.#values[above]!);
      at = above;
    }
    this.#put(at, cell, value);
  }

  pop(): number {
    const first = this.#cells[0]!;
    const [cell, value] = [this.#cells.pop()!, this.#values.pop()!];
    const { size } = this;
    if (size === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= size) break;
      if (below + 1 < size && this.#values[below + 1]! < this.#values[below]!) below += 1;
      if (this.#values[below]! >= value) break;
      this.#put(at, this.#cells[below]!, this.#values[below]!);
      at = below;
    }
    this.#put(at, cell, value);
    return first;
  }

  #put(at: number, cell: number, value: number): void {
    this.#cells[at] = cell;
    this.#values[at] = value;
  }
}

/** The path that A* finds with this counting; empty if there is none. */
export function search(grid: Grid, fromX: number, fromY: number, toX: number, toY: number, counting: Counting): number[][] {
  const { width, height } = grid;
  const costs = new Float64Array(width * height).fill(Infinity);
  const parents = new Int32Array(width * height).fill(-1);
  const isClosed = new Uint8Array(width * height);
  const rest = (x: number, y: number): number => counting.rest(Math.abs(x - toX), Math.abs(y - toY));
  const open = new Queue();
  const goal = toY * width + toX;
  costs[fromY * width + fromX] = 0;
  open.push(fromY * width + fromX, rest(fromX, fromY));
  while (open.size > 0) {
    const cell = open.pop();
    if (cell === goal) break;
    if (isClosed[cell] === 1) continue;
    isClosed[cell] = 1;
    const [x, y] = [cell % width, Math.floor(cell / width)];
    for (const [nextX, nextY] of grid.steps(x, y, counting.movement)) {
      const next = nextY * width + nextX;
      const cost = costs[cell]! + counting.step(Math.abs(nextX - x), Math.abs(nextY - y), grid.getWeightAt(nextX, nextY));
      if (isClosed[next] === 1 || cost >= costs[next]!) continue;
      costs[next] = cost;
      parents[next] = cell;
      open.push(next, cost + rest(nextX, nextY));
    }
  }

  const path: number[][] = [];
  if (costs[goal] === Infinity) return path;
  for (let cell = goal; cell >= 0; cell = parents[cell]!) path.push([cell % width, Math.floor(cell / width)]);
  return path.reverse();
}
