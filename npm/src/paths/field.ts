// Fields: what it costs to come from every place to the nearest goal.

import { some } from "../check.js";
import { Handle } from "../handle.js";
import { paths } from "./module.js";
import type { Navigation } from "./navigation.js";
import { checkCell, putPlaces, type Place } from "./place.js";
import { Points } from "./route.js";

/**
 * For every place of a map what it costs to come from there to the nearest goal, and the next step: for any number of walkers, without a search for each. It stays as it
 * is when the map changes, until {@link update} repairs it.
 */
export class Field extends Handle {
  readonly #map: Navigation;

  /** @internal */
  constructor(map: Navigation, number: number) {
    super(number, (it) => paths.exports.forget_field(it));
    this.#map = map;
  }

  /** The cost from a place to the nearest goal; Infinity where none can be reached, and where the agent cannot stand, as on a wall that was built on it. */
  value(x: number, y: number, floor = 0): number {
    checkCell(this.#map.floors, x, y, floor);
    const has = paths.answer(paths.exports.field_value(Handle.number(this, "the field"), floor, x, y));
    return has === 1 ? paths.values()[0]! : Infinity;
  }

  /** The place to go to from another one, by a step or a link; null on goals, where none can be reached, and where the agent cannot stand. */
  next(x: number, y: number, floor = 0): Required<Place> | null {
    checkCell(this.#map.floors, x, y, floor);
    const has = paths.answer(paths.exports.field_next(Handle.number(this, "the field"), floor, x, y));
    return has === 1 ? new Points(1).at(0) : null;
  }

  /** The values of all cells of a floor, row by row; into a buffer of the caller if there is one, which must have as many. */
  values(floor = 0, into?: Float64Array): Float64Array {
    const number = this.#map.checkFloor(floor);
    const { width, height } = this.#map.floors[number]!;
    if (into !== undefined && !(into instanceof Float64Array)) throw new TypeError("into is no Float64Array");
    if (into !== undefined && into.length !== width * height) {
      throw new RangeError(`into has room for ${into.length} numbers, expected ${width * height}`);
    }
    paths.answer(paths.exports.field_values(Handle.number(this.#map, "the map"), Handle.number(this, "the field"), number));
    const values = paths.values();
    if (into === undefined) return values.slice();
    into.set(values);
    return into;
  }

  /** Repairs it after changes of the map, at the cost of what they changed. Returns how many values were found anew. */
  update(): number {
    return paths.answer(paths.exports.update_field(Handle.number(this.#map, "the map"), Handle.number(this, "the field")));
  }

  /** Gives it other goals, and repairs it: goals that move a little cost less than a new field. Returns how many values were found anew. */
  setGoals(goals: ArrayLike<Place>): number {
    const count = some(goals, "goals");
    putPlaces(paths.input(3 * count), 0, this.#map.floors, goals, "goals");
    return paths.answer(paths.exports.set_field_goals(Handle.number(this.#map, "the map"), Handle.number(this, "the field"), count));
  }
}
