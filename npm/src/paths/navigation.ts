// The map.

import { known, list, number, object, some, whole, word } from "../check.js";
import { Handle } from "../handle.js";
import { agentNumbers, checkTerrain, LAYER_NUMBERS, putLayer, type Agent, type KnownLayer, type Layer } from "./agent.js";
import { Crowd } from "./crowd.js";
import { Field } from "./field.js";
import { paths } from "./module.js";
import { checkCell, checkFloor, putPlace, putPlaces, type Extent, type Place } from "./place.js";
import { putPath, putQuery, type Query, type QueryOptions } from "./query.js";
import { answerOf, type Answer } from "./route.js";

/** The shape of cells that are no squares, and which rows or columns are shifted. */
export type Shape = `${"hexagons" | "diamonds"} ${"odd" | "even"} ${"rows" | "columns"}`;

const SHAPES = ["hexagons", "diamonds"].flatMap((cells) =>
  ["rows", "columns"].flatMap((lines) => ["odd", "even"].map((which) => `${cells} ${which} ${lines}`)),
) as Shape[];

/** One of the floors of a map. */
export interface Floor {
  /** Columns. */
  width: number;
  /** Rows. */
  height: number;
  /** The terrain of each cell, row by row; default: free ground everywhere. */
  cells?: ArrayLike<number>;
}

/** What a map is made of. */
export interface NavigationOptions {
  /** Who moves on it; default: one layer, `walk`, by eight steps over free ground and swamp. */
  layers?: readonly Layer[];
  /** The shape of its cells; default: squares. */
  shape?: Shape;
}

/** A way from one place to another beside the steps of the map: stairs, a ladder, a teleporter, a drop. */
export interface Link {
  from: Place;
  to: Place;
  /** What it costs; default: 1. */
  cost?: number;
  /** Who may use it: agents whose masks have a bit in common with it; default: all. */
  mask?: number;
  /** Whether it leads from its end to its beginning too; default: true. */
  bothWays?: boolean;
}

/** A door that opens and shuts by the clock, in ticks. */
export interface Door {
  /** The ticks for which it stays open, and then shut. */
  open: number;
  shut: number;
  /** At tick 0 it has been open for so long; default: 0. */
  shift?: number;
}

/** A change of a cell. */
export interface Change extends Place {
  terrain: number;
}

const FLOOR = ["width", "height", "cells"] as const;
const OPTIONS = ["layers", "shape"] as const;
const LINK = ["from", "to", "cost", "mask", "bothWays"] as const;
const DOOR = ["open", "shut", "shift"] as const;
const WALK: readonly Layer[] = [{ name: "walk" }];

/** The most columns or rows of a floor, so that its size is a number that can be meant; the module bounds the cells. */
const MOST = 1 << 24;

/** The most ticks of a door. */
const MOST_TICKS = 1_000_000;

/**
 * A tile map that lives in a game: its cells, costs, danger, links and doors change, and queries are answered at once, for agents of several
 * layers and sizes. Coordinates are `x`, the column, before `y`, the row, from the upper left corner; floors count from 0.
 */
export class Navigation extends Handle {
  /** Its floors. */
  readonly floors: readonly Extent[];
  /** Its layers: their names and the sizes of their agents. */
  readonly layers: readonly KnownLayer[];

  /**
   * A map of one floor, of several, or a copy of another map with its links, which changes without it.
   *
   * Throws a RangeError or TypeError that names what cannot be, and an Error for maps that are too large, and for hexagons with agents of
   * several cells.
   */
  constructor(floors: Floor | readonly Floor[] | Navigation, options: NavigationOptions = {}) {
    if (floors instanceof Navigation) {
      if (Object.keys(object(options, "options")).length > 0) throw new TypeError("options are those of the map that is copied: leave them out");
      super(paths.answer(paths.exports.copy_map(Handle.number(floors, "the map"))), forget);
      this.floors = floors.floors;
      this.layers = floors.layers;
      return;
    }

    const each = (Array.isArray(floors) ? floors : [floors]) as readonly Floor[];
    const names = each.map((_, at) => (Array.isArray(floors) ? `floors[${at}]` : "floor"));
    const extents = each.map((floor, at) => extent(floor, names[at]!));
    known(object(options, "options"), "options", OPTIONS);
    const layers = list(options.layers ?? WALK, "options.layers") as readonly Layer[];
    super(make(each, names, extents, layers, options.shape), forget);
    this.floors = extents;
    this.layers = layers.map(({ name, sizes = [] }) => ({ name, sizes: [...new Set([1, ...Array.from(sizes)])].sort() }));
  }

  /** Columns of floor 0. */
  get width(): number {
    return this.floors[0]!.width;
  }

  /** Rows of floor 0. */
  get height(): number {
    return this.floors[0]!.height;
  }

  /** Makes a cell of another terrain: a wall is built, a bridge falls. */
  set(x: number, y: number, terrain: number, floor = 0): void {
    checkCell(this.floors, x, y, floor);
    paths.answer(paths.exports.set(this.#number, floor, x, y, checkTerrain(terrain)));
  }

  /** Makes many cells of other terrains, at less than the cost of one after the other. */
  setAll(changes: ArrayLike<Change>): void {
    const count = list(changes, "changes").length;
    this.#putAll(changes, ({ terrain }, name) => checkTerrain(terrain, `${name}.terrain`));
    paths.answer(paths.exports.set_all(this.#number, count));
  }

  /** Sets the cost of a cell, from 0.001 to a million, by which that of its terrain is multiplied. */
  setCost(x: number, y: number, cost: number, floor = 0): void {
    checkCell(this.floors, x, y, floor);
    paths.answer(paths.exports.set_cost(this.#number, floor, x, y, number(cost, "cost", 0.001, 1e6)));
  }

  /** Sets the danger of cells, from 0 on. */
  setDanger(changes: ArrayLike<Place & { danger: number }>): void {
    const count = list(changes, "changes").length;
    this.#putAll(changes, ({ danger }, name) => whole(danger, `${name}.danger`, 0, 0xffff_ffff));
    paths.answer(paths.exports.set_danger(this.#number, count));
  }

  #putAll<C extends Place>(changes: ArrayLike<C>, value: (change: C, name: string) => number): void {
    const into = paths.input(4 * changes.length);
    for (let at = 0; at < changes.length; at++) {
      putPlace(into, 4 * at, this.floors, changes[at]!, `changes[${at}]`);
      into[4 * at + 3] = value(changes[at]!, `changes[${at}]`);
    }
  }

  /** What a cell is made of. */
  terrain(x: number, y: number, floor = 0): number {
    checkCell(this.floors, x, y, floor);
    return paths.answer(paths.exports.cell(this.#number, floor, x, y));
  }

  /** The cost of a cell, by which that of its terrain is multiplied. */
  cost(x: number, y: number, floor = 0): number {
    this.terrain(x, y, floor);
    return paths.values()[0]!;
  }

  /** The danger of a cell. */
  danger(x: number, y: number, floor = 0): number {
    this.terrain(x, y, floor);
    return paths.values()[1]!;
  }

  /** Whether an agent can stand at a place. */
  canStand(x: number, y: number, agent: Agent & { floor?: number } = {}): boolean {
    const { floor = 0 } = object(agent, "agent");
    checkCell(this.floors, x, y, floor);
    return paths.answer(paths.exports.can_stand(this.#number, floor, x, y, ...agentNumbers(this.layers, agent))) === 1;
  }

  /** The largest size, up to 8, of an agent of a layer that could stand at a place; 0 where none can. */
  clearance(x: number, y: number, layer: string | number = 0, floor = 0): number {
    checkCell(this.floors, x, y, floor);
    const [at] = agentNumbers(this.layers, { layer });
    return paths.answer(paths.exports.clearance(this.#number, floor, x, y, at));
  }

  /**
   * Prepares queries of an agent on a map with costs, which then take a fraction of the time, until a cell becomes cheaper: it takes 64 bytes a cell and some tenths of
   * a second for 512 × 512 cells.
   */
  prepare(agent: Agent = {}): void {
    paths.answer(paths.exports.prepare(this.#number, ...agentNumbers(this.layers, object(agent, "agent"))));
  }

  /** Adds a link. Returns its number, which no other link of this map will ever have. */
  addLink(link: Link): number {
    this.#putLink(link);
    return paths.answer(paths.exports.add_link(this.#number));
  }

  /** Makes a link another one, which keeps its number. */
  setLink(number: number, link: Link): void {
    this.#putLink(link);
    paths.answer(paths.exports.set_link(this.#number, whole(number, "number", 0, 0xffff_ffff)));
  }

  /** Removes a link. */
  removeLink(number: number): void {
    paths.answer(paths.exports.remove_link(this.#number, whole(number, "number", 0, 0xffff_ffff)));
  }

  #putLink(link: Link): void {
    known(object(link, "link"), "link", LINK);
    const { from, to, cost = 1, mask = 0xffff_ffff, bothWays = true } = link;
    const into = paths.input(9);
    putPlace(into, 0, this.floors, from, "link.from");
    putPlace(into, 3, this.floors, to, "link.to");
    into[6] = number(cost, "link.cost", 0, 1e6);
    into[7] = whole(mask, "link.mask", 0, 0xffff_ffff);
    into[8] = bothWays ? 1 : 0;
  }

  /**
   * Puts a door that opens by the clock into a cell. From then on queries have a `departure`, the cost of a route is the time that it takes, and its
   * `times` say when to leave each place. A door that the game opens and shuts is not one of these: it sets the terrain.
   */
  setDoor(x: number, y: number, door: Door, floor = 0): void {
    checkCell(this.floors, x, y, floor);
    known(object(door, "door"), "door", DOOR);
    const { open, shut, shift = 0 } = door;
    paths.answer(
      paths.exports.set_door(
        this.#number, floor, x, y,
        whole(open, "door.open", 1, MOST_TICKS), whole(shut, "door.shut", 0, MOST_TICKS), whole(shift, "door.shift", 0, MOST_TICKS),
      ),
    );
  }

  /** Removes the door of a cell, which stands open then. Returns whether there was one. */
  removeDoor(x: number, y: number, floor = 0): boolean {
    checkCell(this.floors, x, y, floor);
    return paths.answer(paths.exports.remove_door(this.#number, floor, x, y)) === 1;
  }

  /**
   * The cheapest route between two cells of floor 0, as columns and rows in turn: x0, y0, x1, y1, …; null if there is none. A start where the agent cannot stand is
   * moved to the nearest cell where it can. With a `budget` use {@link route}, which can go on.
   */
  path(fromX: number, fromY: number, toX: number, toY: number, options?: Omit<QueryOptions, "budget">): Int32Array | null {
    return this.#find(fromX, fromY, toX, toY, options) ? paths.whole().slice(0, 2 * paths.values()[3]!) : null;
  }

  /**
   * As {@link path}, but the numbers go into a buffer of the caller. Returns how many cells the route has, 0 if there is none; a buffer that is too small gets as much as it
   * can hold.
   */
  pathInto(into: Int32Array, fromX: number, fromY: number, toX: number, toY: number, options?: Omit<QueryOptions, "budget">): number {
    if (!(into instanceof Int32Array)) throw new TypeError("into is no Int32Array");
    if (!this.#find(fromX, fromY, toX, toY, options)) return 0;
    const count = paths.values()[3]!;
    into.set(paths.whole().subarray(0, Math.min(2 * count, into.length)));
    return count;
  }

  #find(fromX: number, fromY: number, toX: number, toY: number, options?: QueryOptions): boolean {
    if (options?.budget !== undefined) throw new TypeError("options.budget needs route(), whose answer can go on");
    putPath(this.floors, this.layers, fromX, fromY, toX, toY, options);
    return paths.answer(paths.exports.route(this.#number, 0)) > 0;
  }

  /** Answers a query. The same query on the same map has the same answer, whatever was asked before. */
  route(query: Query): Answer {
    putQuery(this.floors, this.layers, query);
    return answerOf(this, paths.answer(paths.exports.route(this.#number, 1)));
  }

  /** Whether a goal of a query can be reached, without searching a route: blocked cells and the largest cost do not count. */
  isReachable(query: Query): boolean {
    putQuery(this.floors, this.layers, query);
    return paths.answer(paths.exports.is_reachable(this.#number)) === 1;
  }

  /** How many cells the last query has expanded, those before `resume` included; where it jumped, how many jump points. */
  get expansions(): number {
    return paths.answer(paths.exports.expansions(this.#number));
  }

  /** What it costs an agent to come from every place to the nearest of some goals, and the next step there. */
  field(goals: ArrayLike<Place>, agent: Agent = {}): Field {
    const into = paths.input(3 * some(goals, "goals"));
    putPlaces(into, 0, this.floors, goals, "goals");
    const numbers = agentNumbers(this.layers, object(agent, "agent"));
    return new Field(this, paths.answer(paths.exports.new_field(this.#number, ...numbers, goals.length)));
  }

  /** A crowd of walkers, one a cell, who make room for each other; ties are broken by the seed, from 0 to 2³² − 1. */
  crowd(agent: Agent = {}, seed = 0): Crowd {
    const numbers = agentNumbers(this.layers, object(agent, "agent"));
    return new Crowd(this, paths.answer(paths.exports.new_crowd(this.#number, ...numbers, whole(seed, "seed", 0, 0xffff_ffff))));
  }

  get #number(): number {
    return Handle.number(this, "the map");
  }

  /** @internal Refuses a floor that it does not have. */
  checkFloor(floor: number): number {
    return checkFloor(this.floors, floor);
  }
}

const forget = (number: number): void => paths.exports.forget_map(number);

/** Columns and rows of a floor. */
function extent(floor: Floor, name: string): Extent {
  known(object(floor, name), name, FLOOR);
  const width = whole(floor.width, `${name}.width`, 1, MOST);
  const height = whole(floor.height, `${name}.height`, 1, MOST);
  if (floor.cells !== undefined && list(floor.cells, `${name}.cells`).length !== width * height) {
    throw new RangeError(`${name}.cells has ${floor.cells.length} cells, expected ${width * height} in one list: ${width} × ${height}, row by row`);
  }
  return { width, height };
}

/** Has the module make a map. Returns its number. */
function make(
  floors: readonly Floor[],
  names: readonly string[],
  extents: readonly Extent[],
  layers: readonly Layer[],
  shape: Shape | undefined,
): number {
  const twice = layers.find(({ name }, at) => layers.findIndex((layer) => layer.name === name) !== at);
  if (twice !== undefined) throw new RangeError(`options.layers has two layers of the name ${JSON.stringify(twice.name)}`);
  const into = paths.input(3 + 2 * floors.length + LAYER_NUMBERS * layers.length);
  into[0] = floors.length;
  into[1] = shape === undefined ? 0 : 1 + word(shape, "options.shape", SHAPES);
  into[2] = layers.length;
  let at = 3;
  for (const { width, height } of extents) {
    into[at++] = width;
    into[at++] = height;
  }
  layers.forEach((layer, index) => {
    putLayer(into, at, layer, `options.layers[${index}]`);
    at += LAYER_NUMBERS;
  });

  const isPlain = floors.every(({ cells }) => cells === undefined);
  paths.bytes(isPlain ? new Uint8Array(0) : terrain(floors, names, extents));
  return paths.answer(paths.exports.new_map());
}

/** The terrain of all cells as bytes. */
function terrain(floors: readonly Floor[], names: readonly string[], extents: readonly Extent[]): Uint8Array {
  const bytes = new Uint8Array(extents.reduce((sum, { width, height }) => sum + width * height, 0));
  let at = 0;
  floors.forEach(({ cells }, floor) => {
    const { width, height } = extents[floor]!;
    for (let cell = 0; cells !== undefined && cell < cells.length; cell++) {
      bytes[at + cell] = checkTerrain(cells[cell]!, `${names[floor]!}.cells[${cell}]`);
    }
    at += width * height;
  });
  return bytes;
}
