// The module of paths and its functions: `crates/wasm/src/exports/paths.rs` is the other end.

import { Module, type MemoryExports } from "../module.js";

interface Exports extends MemoryExports {
  numbers(count: number): number;
  whole(): number;
  whole_length(): number;
  values(): number;
  values_length(): number;
  new_map(): number;
  copy_map(map: number): number;
  set(map: number, floor: number, x: number, y: number, terrain: number): number;
  set_all(map: number, count: number): number;
  set_cost(map: number, floor: number, x: number, y: number, cost: number): number;
  set_danger(map: number, count: number): number;
  cell(map: number, floor: number, x: number, y: number): number;
  clearance(map: number, floor: number, x: number, y: number, layer: number): number;
  can_stand(map: number, floor: number, x: number, y: number, layer: number, size: number, mask: number): number;
  prepare(map: number, layer: number, size: number, mask: number): number;
  set_door(map: number, floor: number, x: number, y: number, open: number, shut: number, shift: number): number;
  remove_door(map: number, floor: number, x: number, y: number): number;
  add_link(map: number): number;
  set_link(map: number, link: number): number;
  remove_link(map: number, link: number): number;
  route(map: number, isHeld: number): number;
  resume(map: number, search: number): number;
  is_reachable(map: number): number;
  expansions(map: number): number;
  is_valid(map: number, route: number, from: number): number;
  may_improve(map: number, route: number): number;
  route_links(map: number, route: number): number;
  route_times(route: number): number;
  walk(map: number, route: number, isAnyAngle: number): number;
  new_field(map: number, layer: number, size: number, mask: number, goals: number): number;
  update_field(map: number, field: number): number;
  set_field_goals(map: number, field: number, goals: number): number;
  field_value(field: number, floor: number, x: number, y: number): number;
  field_next(field: number, floor: number, x: number, y: number): number;
  field_values(map: number, field: number, floor: number): number;
  new_crowd(map: number, layer: number, size: number, mask: number, seed: number): number;
  add_walker(crowd: number, hasGoal: number): number;
  remove_walker(crowd: number, walker: number): number;
  set_walker_goal(crowd: number, walker: number, hasGoal: number): number;
  walker(crowd: number, walker: number): number;
  step_crowd(map: number, crowd: number): number;
  forget_map(map: number): void;
  forget_route(route: number): void;
  forget_search(search: number): void;
  forget_field(field: number): void;
  forget_crowd(crowd: number): void;
}

/** The numbers that fit into the buffer for calls without asking the module again. */
const ROOM = 64;

/** The module of paths, in and out of which numbers go without becoming text. */
class PathsModule extends Module<Exports> {
  #input = new Float64Array(0);
  #values = new Float64Array(0);
  #room = 0;

  /** Where numbers of a call go, at least as many. */
  input(count: number): Float64Array {
    // Memory that has grown leaves an empty view behind.
    if (count > this.#room || this.#input.length === 0) {
      this.#room = Math.max(count, ROOM);
      const address = this.exports.numbers(this.#room);
      this.#input = new Float64Array(this.exports.memory.buffer, address, this.#room);
    }
    return this.#input;
  }

  /** The whole numbers of the answer, until the next call. */
  whole(): Int32Array {
    const exports = this.exports;
    return new Int32Array(exports.memory.buffer, exports.whole(), exports.whole_length());
  }

  /** The numbers of the answer, until the next call. */
  values(): Float64Array {
    const exports = this.exports;
    const [address, length] = [exports.values(), exports.values_length()];
    const { buffer } = exports.memory;
    const known = this.#values;
    if (known.buffer !== buffer || known.byteOffset !== address || known.length !== length) {
      this.#values = new Float64Array(buffer, address, length);
    }
    return this.#values;
  }
}

/** The module of paths. */
export const paths = new PathsModule("tilewright/paths");
