// Queries: `crates/wasm/src/paths/queries.rs` reads what is written here.

import { known, number, object, whole } from "../check.js";
import { AGENT, agentNumbers, type Agent, type KnownLayer } from "./agent.js";
import { paths } from "./module.js";
import { putPlace, putPlaces, type Extent, type Place } from "./place.js";

/** What a query may say besides its places. */
export interface QueryOptions extends Agent {
  /** The route leads to the place that can be reached and is nearest to a goal, as the crow flies, if no goal can be reached. */
  orNearest?: boolean;
  /** Chooses the regions to cross first: faster on large maps with costs, and not always the cheapest. */
  coarse?: boolean;
  /** Other cells that count as walls; the start does not count. */
  blocked?: ArrayLike<Place>;
  /** A route must not cost more. */
  maxCost?: number;
  /** The route may cost up to this factor more than the cheapest, which is found faster where steps have costs; 1 or more. */
  weight?: number;
  /** The cells to expand before the search is left to the next frame, 1 or more. */
  budget?: number;
  /** On maps with doors the tick at which the agent leaves; default: 0. */
  departure?: number;
}

/** From where to where, for whom, within which limits. */
export interface Query extends QueryOptions {
  from: Place;
  /** The goal, or several, of which the cheapest is reached. */
  to: Place | readonly Place[];
  /** Any place of the goal's floor at most this far from it, as the crow flies, in cells: for archers, and for talking. */
  within?: number;
}

/** The numbers of a query before its lists. */
const HEAD = 16;
const OPTIONS = [...AGENT, "orNearest", "coarse", "blocked", "maxCost", "weight", "budget", "departure"] as const;
const QUERY = [...OPTIONS, "from", "to", "within"] as const;
const NONE: readonly Place[] = [];
const PLAIN: QueryOptions = {};

/** Writes everything but the places. Returns where the numbers go. */
function putOptions(layers: readonly KnownLayer[], options: QueryOptions, radius: number, goals: number): Float64Array {
  const { orNearest = false, coarse = false, blocked = NONE, maxCost = Infinity, weight = 1, budget, departure = 0 } = options;
  const [layer, size, mask] = agentNumbers(layers, options);
  const into = paths.input(HEAD + 3 * (goals + blocked.length));
  into[3] = layer;
  into[4] = size;
  into[5] = mask;
  into[6] = (orNearest ? 1 : 0) | (coarse ? 2 : 0);
  into[7] = number(departure, "departure", 0, 1e15);
  into[8] = number(maxCost, "maxCost", 0, Infinity);
  into[9] = number(weight, "weight", 1, Infinity);
  into[10] = budget === undefined || budget === Infinity ? -1 : whole(budget, "budget", 1, Number.MAX_SAFE_INTEGER);
  into[11] = radius;
  into[12] = goals;
  into[13] = blocked.length;
  return into;
}

/** Writes a query. */
export function putQuery(floors: readonly Extent[], layers: readonly KnownLayer[], query: Query): void {
  known(object(query, "query"), "query", QUERY);
  const { from, to, within, blocked = NONE } = query;
  const goals = Array.isArray(to) ? (to as readonly Place[]) : undefined;
  const count = goals?.length ?? 1;
  if (count === 0) throw new RangeError("to is an empty list, expected at least one place");
  const radius = within === undefined ? -1 : number(within, "within", 0, Infinity);
  if (within !== undefined && count > 1) throw new TypeError("within needs one place in to");
  const into = putOptions(layers, query, radius, count);
  putPlace(into, 0, floors, from, "from");
  if (goals === undefined) putPlace(into, HEAD, floors, to as Place, "to");
  else putPlaces(into, HEAD, floors, goals, "to");
  putPlaces(into, HEAD + 3 * count, floors, blocked, "blocked");
}

/** Writes a query between two cells of floor 0. */
export function putPath(
  floors: readonly Extent[],
  layers: readonly KnownLayer[],
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  options: QueryOptions | undefined,
): void {
  if (options !== undefined) known(object(options, "options"), "options", OPTIONS);
  const { width, height } = floors[0]!;
  const into = putOptions(layers, options ?? PLAIN, -1, 1);
  into[0] = 0;
  into[1] = whole(fromX, "fromX", 0, width - 1);
  into[2] = whole(fromY, "fromY", 0, height - 1);
  into[HEAD] = 0;
  into[HEAD + 1] = whole(toX, "toX", 0, width - 1);
  into[HEAD + 2] = whole(toY, "toY", 0, height - 1);
  putPlaces(into, HEAD + 3, floors, options?.blocked ?? NONE, "blocked");
}
