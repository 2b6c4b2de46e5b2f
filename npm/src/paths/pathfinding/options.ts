// The names of PathFinding.js for movements, heuristics and what a finder is made with.

/** When diagonal steps are allowed. */
export const DiagonalMovement = {
  Always: 1,
  Never: 2,
  IfAtMostOneObstacle: 3,
  OnlyWhenNoObstacles: 4,
} as const;

/** One of {@link DiagonalMovement}. */
export type Movement = (typeof DiagonalMovement)[keyof typeof DiagonalMovement];

/** What a search guesses of the way between two cells, by the columns and rows between them. */
export type HeuristicFunction = (dx: number, dy: number) => number;

/** The usual heuristics. */
export const Heuristic = {
  manhattan: (dx: number, dy: number): number => dx + dy,
  euclidean: (dx: number, dy: number): number => Math.sqrt(dx * dx + dy * dy),
  octile: (dx: number, dy: number): number => Math.max(dx, dy) + (Math.SQRT2 - 1) * Math.min(dx, dy),
  chebyshev: (dx: number, dy: number): number => Math.max(dx, dy),
} as const;

/** What a finder is made with. */
export interface FinderOptions {
  /** When diagonal steps are allowed; default: never, and `IfAtMostOneObstacle` for {@link JumpPointFinder}. */
  diagonalMovement?: Movement;
  /** The older way to say it: diagonal steps, past corners too unless `dontCrossCorners`. */
  allowDiagonal?: boolean;
  dontCrossCorners?: boolean;
  /** One of {@link Heuristic}, which changes nothing but ties, or one of your own: then the search runs in JavaScript, about as fast as PathFinding.js. */
  heuristic?: HeuristicFunction;
  /** The path may cost up to this factor more than the cheapest; default: 1. */
  weight?: number;
  /** Of `IDAStarFinder`, and without meaning: no search here runs away. */
  trackRecursion?: boolean;
  timeLimit?: number;
}

const MOVEMENTS: readonly Movement[] = Object.values(DiagonalMovement);

/** The movement that options ask for. */
export function movementOf(options: FinderOptions): Movement {
  const { diagonalMovement, allowDiagonal, dontCrossCorners } = options;
  if (diagonalMovement !== undefined) return checkMovement(diagonalMovement);
  if (!allowDiagonal) return DiagonalMovement.Never;
  return dontCrossCorners ? DiagonalMovement.OnlyWhenNoObstacles : DiagonalMovement.IfAtMostOneObstacle;
}

/** A movement that there is. */
export function checkMovement(movement: Movement): Movement {
  if (!MOVEMENTS.includes(movement)) throw new RangeError(`diagonalMovement is ${String(movement)}, expected one of DiagonalMovement`);
  return movement;
}

/** Whether a heuristic is one of the caller's own. */
export const isOwn = (heuristic: HeuristicFunction | undefined): heuristic is HeuristicFunction =>
  heuristic !== undefined && !Object.values(Heuristic).includes(heuristic);
