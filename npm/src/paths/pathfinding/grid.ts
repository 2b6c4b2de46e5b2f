// The grid of PathFinding.js.

import { number, whole } from "../../check.js";
import { Ground } from "./ground.js";
import { checkMovement, DiagonalMovement, type Movement } from "./options.js";
import type { Navigation } from "../navigation.js";

/** A cell of a grid. */
export class Node {
  readonly #grid: Grid;

  /** @internal */
  constructor(
    readonly x: number,
    readonly y: number,
    grid: Grid,
  ) {
    this.#grid = grid;
  }

  /** Whether it can be entered. */
  get walkable(): boolean {
    return this.#grid.isWalkableAt(this.x, this.y);
  }

  set walkable(walkable: boolean) {
    this.#grid.setWalkableAt(this.x, this.y, walkable);
  }
}

/** The steps to the four cells beside, then to those over a corner: each of these passes the two steps that are named. */
const STRAIGHT = [[0, -1], [1, 0], [0, 1], [-1, 0]] as const;
const DIAGONAL = [[-1, -1, 3, 0], [1, -1, 0, 1], [1, 1, 1, 2], [-1, 1, 2, 3]] as const;

/** Rows of cells: 0 or false for those that can be entered. */
export type Matrix = readonly (readonly (number | boolean)[])[];

/** The most columns or rows. */
const MOST = 1 << 24;

/**
 * A grid of cells that can be entered or not. Finders do not write to it, so that it needs no `clone()` before a search; a clone costs
 * next to nothing until one of the two changes.
 */
export class Grid {
  #ground: Ground;
  /** Of a clone the length of the log when it was taken; absent of a grid whose ground is its own. */
  #since: number | undefined;
  #hasClones = false;
  #nodes: Node[][] | undefined;

  /** A grid from its rows, or of a number of columns and rows: all cells can be entered unless the matrix says else. */
  constructor(rows: Matrix);
  constructor(width: number, height: number, matrix?: Matrix);
  constructor(first: number | Matrix, rows?: number, matrix?: Matrix) {
    const cells = typeof first === "number" ? matrix : first;
    const width = whole(typeof first === "number" ? first : (first[0]?.length ?? 0), "width", 1, MOST);
    const height = whole(typeof first === "number" ? (rows as number) : first.length, "height", 1, MOST);
    if (cells !== undefined && (cells.length !== height || cells.some((row) => row.length !== width))) {
      throw new RangeError(`Matrix size does not fit: expected ${height} rows of ${width} cells`);
    }
    this.#ground = new Ground(width, height);
    cells?.forEach((row, y) => row.forEach((cell, x) => (this.#ground.walls[y * width + x] = cell ? 1 : 0)));
  }

  /** Columns. */
  get width(): number {
    return this.#ground.width;
  }

  /** Rows. */
  get height(): number {
    return this.#ground.height;
  }

  /** The ground as it is for this grid. */
  get #own(): Ground {
    if (this.#since !== this.#ground.log.length) this.#detach();
    return this.#ground;
  }

  /** Gives a clone a ground of its own. */
  #detach(): void {
    if (this.#since === undefined) return;
    this.#ground = this.#ground.before(this.#since);
    this.#since = undefined;
    this.#hasClones = false;
  }

  /** Its nodes, row by row. */
  get nodes(): Node[][] {
    this.#nodes ??= Array.from({ length: this.height }, (_, y) =>
      Array.from({ length: this.width }, (_, x) => new Node(x, y, this)),
    );
    return this.#nodes;
  }

  getNodeAt(x: number, y: number): Node {
    this.#check(x, y);
    return this.nodes[y]![x]!;
  }

  isInside(x: number, y: number): boolean {
    return x >= 0 && x < this.width && y >= 0 && y < this.height;
  }

  isWalkableAt(x: number, y: number): boolean {
    return this.isInside(x, y) && this.#own.walls[y * this.width + x] === 0;
  }

  setWalkableAt(x: number, y: number, walkable: boolean): void {
    this.#set(x, y, walkable ? 0 : 1, this.getWeightAt(x, y));
  }

  /** The weight of a cell, by which the length of a step into it is multiplied; 1 at first. */
  getWeightAt(x: number, y: number): number {
    this.#check(x, y);
    return this.#own.weights?.[y * this.width + x] ?? 1;
  }

  /** Gives a cell a weight from 0.001 to a million. PathFinding.js has none. */
  setWeightAt(x: number, y: number, weight: number): void {
    this.#check(x, y);
    this.#set(x, y, this.isWalkableAt(x, y) ? 0 : 1, number(weight, "weight", 0.001, 1e6));
  }

  #check(x: number, y: number): void {
    whole(x, "x", 0, this.width - 1);
    whole(y, "y", 0, this.height - 1);
  }

  #set(x: number, y: number, wall: number, weight: number): void {
    const cell = y * this.width + x;
    this.#detach();
    const before = [cell, this.#ground.walls[cell]!, this.#ground.weights?.[cell] ?? 1] as const;
    if (before[1] === wall && before[2] === weight) return;
    if (this.#hasClones) {
      // Clones that are still there keep the ground of before. A log of the size of the grid costs no more than a copy.
      if (this.#ground.log.length >= 3 * this.#ground.walls.length) {
        this.#ground = this.#ground.renewed();
        this.#hasClones = false;
      } else {
        this.#ground.log.push(...before);
      }
    }
    this.#ground.set(x, y, wall, weight);
  }

  /** The nodes that a step leads to from a node: those beside it first, from the one above clockwise, then those over the corners from the upper left one. */
  getNeighbors(node: { x: number; y: number }, diagonalMovement: Movement): Node[] {
    return this.steps(node.x, node.y, checkMovement(diagonalMovement)).map(([x, y]) => this.nodes[y]![x]!);
  }

  /** @internal Where steps lead from a cell. */
  steps(x: number, y: number, movement: Movement): [number, number][] {
    const free = STRAIGHT.map(([dx, dy]) => this.isWalkableAt(x + dx, y + dy));
    const found = STRAIGHT.filter((_, at) => free[at]).map(([dx, dy]): [number, number] => [x + dx, y + dy]);
    if (movement === DiagonalMovement.Never) return found;
    for (const [dx, dy, one, two] of DIAGONAL) {
      const passed = Number(free[one]) + Number(free[two]);
      const least = movement === DiagonalMovement.Always ? 0 : movement === DiagonalMovement.IfAtMostOneObstacle ? 1 : 2;
      if (passed >= least && this.isWalkableAt(x + dx, y + dy)) found.push([x + dx, y + dy]);
    }
    return found;
  }

  /** A grid like this one, which changes without it. */
  clone(): Grid {
    const clone = new Grid(1, 1);
    const ground = this.#own;
    clone.#ground = ground;
    clone.#since = this.#since ?? ground.log.length;
    this.#hasClones = true;
    return clone;
  }

  /** @internal Whether a cell has another weight than 1. */
  get hasWeights(): boolean {
    return this.#own.weights !== undefined;
  }

  /** @internal The map of a movement. */
  map(movement: Movement): Navigation {
    return this.#own.map(movement);
  }

  /** @internal Does something while a cell can be entered. */
  whileWalkable<T>(x: number, y: number, call: () => T): T {
    if (this.isWalkableAt(x, y)) return call();
    this.setWalkableAt(x, y, true);
    try {
      return call();
    } finally {
      this.setWalkableAt(x, y, false);
    }
  }
}
