// Crowds of walkers, one a cell.

import { whole } from "../check.js";
import { Handle } from "../handle.js";
import { paths } from "./module.js";
import type { Navigation } from "./navigation.js";
import { putPlace, type Place } from "./place.js";
import { Points } from "./route.js";

/** What a walker is doing: it has no goal, is on its way, is at its goal, or finds no way there until the map changes. */
export type WalkerState = "idle" | "walking" | "arrived" | "unreachable";

const STATES: readonly WalkerState[] = ["idle", "walking", "arrived", "unreachable"];

/** What has happened in a step of a crowd. */
export interface CrowdStep {
  /** Four numbers for each walker that is at another place: its number, and the floor, column and row where it is now. */
  readonly moves: Int32Array;
  /** The walkers that have come to their goals. */
  readonly arrived: Int32Array;
  /** The walkers that left the crowd, since a wall was built on them and no other cell was free. */
  readonly left: Int32Array;
}

/**
 * Many walkers on the cells of a map, one a cell, each with a goal of its own, who neither collide nor change places: who has waited longest goes first, and those in its
 * way make room. Each step leads to one of the four cells beside. The map may change between two steps.
 */
export class Crowd extends Handle {
  readonly #map: Navigation;

  /** @internal */
  constructor(map: Navigation, number: number) {
    super(number, (it) => paths.exports.forget_crowd(it));
    this.#map = map;
  }

  /** Adds a walker. Returns its number, which no other walker of this crowd will ever have. */
  add(start: Place, goal?: Place | null): number {
    const into = paths.input(6);
    putPlace(into, 0, this.#map.floors, start, "start");
    if (goal != null) putPlace(into, 3, this.#map.floors, goal, "goal");
    return paths.answer(paths.exports.add_walker(this.#number, goal == null ? 0 : 1));
  }

  /** Removes a walker. */
  remove(walker: number): void {
    paths.answer(paths.exports.remove_walker(this.#number, checkWalker(walker)));
  }

  /** Gives a walker another goal, or none. */
  setGoal(walker: number, goal: Place | null): void {
    if (goal !== null) putPlace(paths.input(3), 0, this.#map.floors, goal, "goal");
    paths.answer(paths.exports.set_walker_goal(this.#number, checkWalker(walker), goal === null ? 0 : 1));
  }

  /** Where a walker is. */
  place(walker: number): Required<Place> {
    paths.answer(paths.exports.walker(this.#number, checkWalker(walker)));
    return new Points(1).at(0);
  }

  /** What a walker is doing, as of the last step. */
  state(walker: number): WalkerState {
    return STATES[paths.answer(paths.exports.walker(this.#number, checkWalker(walker)))]!;
  }

  /** Moves every walker by one step, or lets it stay. Of several with the same goal only one arrives; the others wait beside it. */
  step(): CrowdStep {
    paths.answer(paths.exports.step_crowd(Handle.number(this.#map, "the map"), this.#number));
    const [moves, arrived] = [paths.values()[0]!, paths.values()[1]!];
    const numbers = paths.whole();
    return {
      moves: numbers.slice(0, 4 * moves),
      arrived: numbers.slice(4 * moves, 4 * moves + arrived),
      left: numbers.slice(4 * moves + arrived),
    };
  }

  get #number(): number {
    return Handle.number(this, "the crowd");
  }
}

const checkWalker = (walker: number): number => whole(walker, "walker", 0, 0xffff_ffff);
