// What a grid and its clones share: PathFinding.js asks for a clone before every search, so that cloning must cost next to nothing.

import { Terrain, type Layer } from "../agent.js";
import { Navigation } from "../navigation.js";
import { DiagonalMovement, type Movement } from "./options.js";

/** The layer of each movement. */
const LAYERS: Record<Movement, Layer> = {
  [DiagonalMovement.Always]: { name: "always", corners: "always" },
  [DiagonalMovement.Never]: { name: "never", steps: 4 },
  [DiagonalMovement.IfAtMostOneObstacle]: { name: "one", corners: "one" },
  [DiagonalMovement.OnlyWhenNoObstacles]: { name: "none", corners: "never" },
};

/** Walls and weights of a grid, and a map for each movement that was searched with. */
export class Ground {
  /** 1 for a wall, row by row. */
  readonly walls: Uint8Array;
  /** The weight of each cell; absent as long as all are 1. */
  weights: Float64Array | undefined;
  /** What was changed since a clone was taken: cell, whether it was a wall, and its weight before. */
  readonly log: number[] = [];
  readonly #maps = new Map<Movement, Navigation>();

  constructor(
    readonly width: number,
    readonly height: number,
    walls?: Uint8Array,
    weights?: Float64Array,
  ) {
    this.walls = walls ?? new Uint8Array(width * height);
    this.weights = weights;
  }

  /** A copy as it was when the log was so long. */
  before(length: number): Ground {
    const earlier = new Ground(this.width, this.height, this.walls.slice(), this.weights?.slice());
    for (let at = this.log.length - 3; at >= length; at -= 3) {
      const [cell, wall, weight] = this.log.slice(at, at + 3) as [number, number, number];
      earlier.walls[cell] = wall;
      if (earlier.weights !== undefined) earlier.weights[cell] = weight;
    }
    return earlier;
  }

  /** The same with a log of its own; it takes the maps along. */
  renewed(): Ground {
    const next = new Ground(this.width, this.height, this.walls.slice(), this.weights?.slice());
    this.#maps.forEach((map, movement) => next.#maps.set(movement, map));
    this.#maps.clear();
    return next;
  }

  /** Makes a cell a wall or not, and gives it a weight. */
  set(x: number, y: number, wall: number, weight: number): void {
    const cell = y * this.width + x;
    this.walls[cell] = wall;
    if (weight !== 1 && this.weights === undefined) this.weights = new Float64Array(this.walls.length).fill(1);
    if (this.weights !== undefined) this.weights[cell] = weight;
    for (const map of this.#maps.values()) {
      map.set(x, y, wall === 1 ? Terrain.WALL : Terrain.FREE);
      if (map.cost(x, y) !== weight) map.setCost(x, y, weight);
    }
  }

  /** The map of a movement. */
  map(movement: Movement): Navigation {
    const known = this.#maps.get(movement);
    if (known !== undefined) return known;
    const { width, height, walls, weights } = this;
    const cells = walls.map((wall) => (wall === 1 ? Terrain.WALL : Terrain.FREE));
    const map = new Navigation({ width, height, cells }, { layers: [LAYERS[movement]] });
    weights?.forEach((weight, cell) => {
      if (weight !== 1) map.setCost(cell % width, Math.floor(cell / width), weight);
    });
    this.#maps.set(movement, map);
    return map;
  }
}
