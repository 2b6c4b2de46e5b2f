// The finders of PathFinding.js. All but those with a heuristic of one's own ask the same map, and find the cheapest path.

import { number, object, whole } from "../../check.js";
import { Grid } from "./grid.js";
import { DiagonalMovement, isOwn, movementOf, type FinderOptions, type HeuristicFunction, type Movement } from "./options.js";
import { search } from "./search.js";

const length = (dx: number, dy: number): number => (dx + dy === 2 ? Math.SQRT2 : 1);

/** What all finders do. */
abstract class Finder {
  readonly diagonalMovement: Movement;
  readonly heuristic: HeuristicFunction | undefined;
  readonly weight: number;

  constructor(options: FinderOptions = {}) {
    object(options, "options");
    this.diagonalMovement = this.movement(options);
    this.heuristic = options.heuristic;
    if (this.heuristic !== undefined && typeof this.heuristic !== "function") throw new TypeError("heuristic is no function");
    this.weight = number(options.weight ?? 1, "weight", 1, Infinity);
  }

  /** @internal */
  protected movement(options: FinderOptions): Movement {
    return movementOf(options);
  }

  /** A path as a list of [x, y], both ends included; empty if there is none. A start that cannot be entered is left all the same. */
  findPath(startX: number, startY: number, endX: number, endY: number, grid: Grid): number[][] {
    if (!(grid instanceof Grid)) throw new TypeError("grid is no Grid of this package");
    const { width, height } = grid;
    whole(startX, "startX", 0, width - 1);
    whole(startY, "startY", 0, height - 1);
    whole(endX, "endX", 0, width - 1);
    whole(endY, "endY", 0, height - 1);
    if (startX === endX && startY === endY) return [[startX, startY]];
    if (!grid.isWalkableAt(endX, endY)) return [];
    return this.find(startX, startY, endX, endY, grid);
  }

  /** @internal */
  protected find(startX: number, startY: number, endX: number, endY: number, grid: Grid): number[][] {
    const { heuristic, diagonalMovement: movement, weight } = this;
    if (isOwn(heuristic)) {
      const step = (dx: number, dy: number, cell: number): number => length(dx, dy) * cell;
      return search(grid, startX, startY, endX, endY, { movement, step, rest: (dx, dy) => weight * heuristic(dx, dy) });
    }
    const options = weight > 1 ? { weight } : undefined;
    return grid.whileWalkable(startX, startY, () => {
      const points = grid.map(movement).path(startX, startY, endX, endY, options);
      const path: number[][] = new Array(points === null ? 0 : points.length / 2);
      for (let at = 0; at < path.length; at++) path[at] = [points![2 * at]!, points![2 * at + 1]!];
      return path;
    });
  }
}

/** The cheapest path, or one within the weight. */
export class AStarFinder extends Finder {}

/** As {@link AStarFinder}: a path that was found in haste is no faster here. */
export class BestFirstFinder extends Finder {}

/** As {@link AStarFinder}. */
export class DijkstraFinder extends Finder {}

/** As {@link AStarFinder}. */
export class BiAStarFinder extends Finder {}

/** As {@link AStarFinder}. */
export class BiBestFirstFinder extends Finder {}

/** As {@link AStarFinder}. */
export class BiDijkstraFinder extends Finder {}

/** As {@link AStarFinder}. */
export class IDAStarFinder extends Finder {}

/** A path of the fewest steps, a diagonal one counting as one and weights as nothing. With diagonal steps it searches in JavaScript. */
export class BreadthFirstFinder extends Finder {
  /** @internal */
  protected override find(startX: number, startY: number, endX: number, endY: number, grid: Grid): number[][] {
    const movement = this.diagonalMovement;
    if (movement === DiagonalMovement.Never && !grid.hasWeights) return super.find(startX, startY, endX, endY, grid);
    return search(grid, startX, startY, endX, endY, { movement, step: () => 1, rest: () => 0 });
  }
}

/** As {@link BreadthFirstFinder}. */
export class BiBreadthFirstFinder extends BreadthFirstFinder {}

/** As {@link AStarFinder}, with diagonal steps past at most one obstacle unless the options say else. */
export class JumpPointFinder extends Finder {
  /** @internal */
  protected override movement(options: FinderOptions): Movement {
    return options.diagonalMovement === undefined ? DiagonalMovement.IfAtMostOneObstacle : movementOf(options);
  }
}
