// Routes, and searches that are not at their end.

import { whole } from "../check.js";
import { Handle } from "../handle.js";
import type { Navigation } from "./navigation.js";
import { paths } from "./module.js";
import type { Place } from "./place.js";

/** A line of points: columns and rows in turn, and the floors if any is not floor 0. */
export class Points {
  /** Column and row of each place, one after the other: x0, y0, x1, y1, … */
  readonly points: Int32Array;
  /** The floor of each place; absent if all are floor 0. */
  readonly floors: Int32Array | undefined;

  /** @internal Takes places from the answer of the module. */
  constructor(count: number) {
    const numbers = paths.whole();
    this.points = numbers.slice(0, 2 * count);
    this.floors = numbers.length > 2 * count ? numbers.slice(2 * count) : undefined;
  }

  /** The number of places. */
  get length(): number {
    return this.points.length / 2;
  }

  /** The place of this number, from 0 on. */
  at(number: number): Required<Place> {
    whole(number, "number", 0, this.length - 1);
    return { x: this.points[2 * number]!, y: this.points[2 * number + 1]!, floor: this.floors?.[number] ?? 0 };
  }

  /** All places, one after the other. */
  *[Symbol.iterator](): Generator<Required<Place>, void, undefined> {
    for (let at = 0; at < this.length; at++) yield this.at(at);
  }
}

/** A walk along a route that turns only where it must: straight lines between the middles of cells. */
export class Walk extends Points {
  /** The length of its lines in cells, and the costs of its links. */
  readonly distance: number;

  /** @internal */
  constructor(count: number) {
    super(count);
    this.distance = paths.values()[0]!;
  }
}

/** A route on a map: its places, its cost, and whether it outlasts changes of the map. */
export class Route extends Handle {
  readonly #map: Navigation;
  /** Its places from the start to the end, both included. */
  readonly places: Points;
  /** What all its steps and links cost; on maps with doors the time from departure to arrival. */
  readonly cost: number;
  /** What the cheapest route costs at least: as much, but for a `weight` above 1 or a coarse query. */
  readonly least: number;

  /** @internal Takes the route from the answer of the module. */
  constructor(map: Navigation) {
    const values = paths.values();
    super(values[2]!, (number) => paths.exports.forget_route(number));
    this.#map = map;
    this.cost = values[0]!;
    this.least = values[1]!;
    this.places = new Points(values[3]!);
  }

  /** Column and row of each place, one after the other: x0, y0, x1, y1, … */
  get points(): Int32Array {
    return this.places.points;
  }

  /** Whether every step from the place of this number on is still one; by default from the start. */
  isValid(from = 0): boolean {
    const last = Math.max(0, this.places.length - 1);
    const at = whole(from, "from", 0, last);
    return paths.answer(paths.exports.is_valid(Handle.number(this.#map, "the map"), Handle.number(this, "the route"), at)) === 1;
  }

  /** Whether there may be a better one since the map has changed. False is certain. */
  mayImprove(): boolean {
    return paths.answer(paths.exports.may_improve(Handle.number(this.#map, "the map"), Handle.number(this, "the route"))) === 1;
  }

  /** The links that it uses: the number of the place from which each is used, and the number of the link. */
  links(): { at: number; link: number }[] {
    const count = paths.answer(paths.exports.route_links(Handle.number(this.#map, "the map"), Handle.number(this, "the route")));
    const numbers = paths.whole();
    return Array.from({ length: count }, (_, index) => ({ at: numbers[2 * index]!, link: numbers[2 * index + 1]! }));
  }

  /** On maps with doors the ticks at which the agent comes to each place and leaves it; both are empty on other maps. */
  times(): { arrivals: Float64Array; departures: Float64Array } {
    const count = paths.answer(paths.exports.route_times(Handle.number(this, "the route")));
    const times = paths.values();
    return { arrivals: times.slice(0, count), departures: times.slice(count) };
  }

  /** The route pulled taut: from each turn straight to the farthest place of it that can be seen. It takes some microseconds. */
  pull(): Walk {
    return this.#walk(0);
  }

  /** The walk between its ends at any angle that Theta* finds: often shorter than {@link pull}, never longer, and as slow as a search. */
  anyAngle(): Walk {
    return this.#walk(1);
  }

  #walk(isAnyAngle: number): Walk {
    return new Walk(paths.answer(paths.exports.walk(Handle.number(this.#map, "the map"), Handle.number(this, "the route"), isAnyAngle)));
  }
}

/** A search whose budget was used up. `resume` continues it for as much again; disposed of, it is given up. */
export class Search extends Handle {
  readonly #map: Navigation;

  /** @internal Takes the search from the answer of the module. */
  constructor(map: Navigation) {
    super(paths.values()[2]!, (number) => paths.exports.forget_search(number));
    this.#map = map;
  }

  /**
   * Continues it, for as much again. This search is used up: the answer has another one if it is not at its end. The answer is for the map as it is then: a search begins anew
   * when cells have changed where it has been, so that on a map that changes in every frame the budget must suffice for one.
   */
  resume(): Answer {
    const map = Handle.number(this.#map, "the map");
    return answerOf(this.#map, paths.answer(paths.exports.resume(map, this.give())));
  }
}

/** The answer to a query. */
export type Answer =
  /** A route to a goal: the cheapest, or one within the weight of the query. */
  | { readonly state: "reached"; readonly route: Route }
  /** No goal can be reached: a route to the nearest place that can, for a query with `orNearest`. */
  | { readonly state: "nearest"; readonly route: Route }
  /** No goal can be reached, or none at the largest cost of the query. */
  | { readonly state: "unreachable"; readonly route?: undefined }
  /** The budget is used up. */
  | { readonly state: "unfinished"; readonly search: Search; readonly route?: undefined };

/** @internal The answer of the module, by its number. */
export function answerOf(map: Navigation, number: number): Answer {
  if (number === 0) return { state: "unreachable" };
  if (number === 3) return { state: "unfinished", search: new Search(map) };
  return { state: number === 1 ? "reached" : "nearest", route: new Route(map) };
}
