/**
 * The interface of PathFinding.js over the maps of `tilewright/paths`: start it by `await init()`, and the rest stays as it is. The book says what differs.
 *
 * @module tilewright/paths/pathfinding
 */

import {
  AStarFinder,
  BestFirstFinder,
  BiAStarFinder,
  BiBestFirstFinder,
  BiBreadthFirstFinder,
  BiDijkstraFinder,
  BreadthFirstFinder,
  DijkstraFinder,
  IDAStarFinder,
  JumpPointFinder,
} from "./finders.js";
import { Grid, Node } from "./grid.js";
import { DiagonalMovement, Heuristic } from "./options.js";
import { Util } from "./util.js";

export { init } from "../index.js";
export * from "./finders.js";
export { Grid, Node, type Matrix } from "./grid.js";
export { DiagonalMovement, Heuristic, type FinderOptions, type HeuristicFunction, type Movement } from "./options.js";
export { Util, type Path } from "./util.js";

// Each by its name: Parcel 2 loses a namespace that is spread.
export default {
  AStarFinder,
  BestFirstFinder,
  BiAStarFinder,
  BiBestFirstFinder,
  BiBreadthFirstFinder,
  BiDijkstraFinder,
  BreadthFirstFinder,
  DijkstraFinder,
  IDAStarFinder,
  JumpPointFinder,
  Grid,
  Node,
  DiagonalMovement,
  Heuristic,
  Util,
};
