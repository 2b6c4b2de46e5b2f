// Layers of movement, and the agents that move on them.

import { list, number, object, known, whole, word } from "../check.js";

/** What cells are made of: a number from 0 to 15. The first five have names; the others are free for roads, mud or lava. */
export const Terrain = { FREE: 0, SWAMP: 1, WATER: 2, WALL: 3, TREES: 4 } as const;

/** The number of terrains. */
const TERRAINS = 16;

/** The largest size of an agent. */
export const MAX_SIZE = 8;

/** A way to move. */
export interface Layer {
  /** Its name, by which queries ask for it. */
  name: string;
  /** Neighbours of a cell: 4, or 8, which is what is taken if it is not said. */
  steps?: 4 | 8;
  /** When diagonal steps may pass blocked cells: only if both cells beside them are free (`never`), if one is, or always. Default: `never`. */
  corners?: "never" | "one" | "always";
  /** The cost of entering each terrain, from 0.001 to a million; terrains that are not named cannot be entered. Default: free ground and swamp, at 1 each. */
  costs?: Readonly<Record<number, number>>;
  /** What each unit of danger of a cell adds to the cost of a step into it. Default: 0. */
  dangerWeight?: number;
  /** Sizes of agents beside 1: one of size n covers n × n cells, and stands where the upper left one of them is. */
  sizes?: ArrayLike<number>;
}

/** Who asks. */
export interface Agent {
  /** The layer that it moves on, by its name or its number; default: the first. */
  layer?: string | number;
  /** Its size; default: 1. */
  size?: number;
  /** It may use the links whose masks have a bit in common with this one; default: all. */
  mask?: number;
}

/** The members of {@link Agent}. */
export const AGENT = ["layer", "size", "mask"] as const;

/** The numbers that a layer takes in a call. */
export const LAYER_NUMBERS = 4 + TERRAINS;

const CORNERS = ["never", "one", "always"] as const;
const LAYER = ["name", "steps", "corners", "costs", "dangerWeight", "sizes"] as const;

/** Writes a layer to the numbers of a call. */
export function putLayer(into: Float64Array, at: number, layer: Layer, name: string): void {
  known(object(layer, name), name, LAYER);
  const { steps = 8, corners = "never", costs = { 0: 1, 1: 1 }, dangerWeight = 0, sizes = [] } = layer;
  if (typeof layer.name !== "string") throw new TypeError(`${name}.name is missing, expected a text`);
  if (steps !== 4 && steps !== 8) throw new RangeError(`${name}.steps is ${String(steps)}, expected 4 or 8`);
  into[at] = steps;
  into[at + 1] = word(corners, `${name}.corners`, CORNERS);
  into[at + 2] = number(dangerWeight, `${name}.dangerWeight`, 0, 1e6);
  let bits = 1;
  list(sizes, `${name}.sizes`);
  for (let index = 0; index < sizes.length; index++) bits |= 1 << (whole(sizes[index]!, `${name}.sizes[${index}]`, 1, MAX_SIZE) - 1);
  into[at + 3] = bits;
  into.fill(-1, at + 4, at + LAYER_NUMBERS);
  for (const [terrain, cost] of Object.entries(object(costs, `${name}.costs`))) {
    if (!/^\d+$/.test(terrain)) throw new TypeError(`${name}.costs names a terrain "${terrain}", expected its number, as [Terrain.FREE]: 1`);
    const cell = whole(Number(terrain), `a terrain of ${name}.costs`, 0, TERRAINS - 1);
    into[at + 4 + cell] = number(cost, `${name}.costs[${terrain}]`, 0.001, 1e6);
  }
}

/** A terrain that can be. */
export const checkTerrain = (terrain: number, name = "terrain"): number => whole(terrain, name, 0, TERRAINS - 1);

/** What a map knows of a layer. */
export interface KnownLayer {
  readonly name: string;
  /** The sizes of its agents, 1 among them. */
  readonly sizes: readonly number[];
}

/** Layer, size and mask of an agent as numbers. */
export function agentNumbers(layers: readonly KnownLayer[], { layer = 0, size = 1, mask = 0xffff_ffff }: Agent): [number, number, number] {
  const at = typeof layer === "string" ? word(layer, "layer", layers.map((known) => known.name)) : whole(layer, "layer", 0, layers.length - 1);
  const { name, sizes } = layers[at]!;
  if (!sizes.includes(whole(size, "size", 1, MAX_SIZE))) {
    throw new RangeError(`size is ${size}, and the layer ${name} has agents of ${sizes.join(", ")}: name others in its sizes, { name: "${name}", sizes: [${size}] }`);
  }
  return [at, size, whole(mask, "mask", 0, 0xffff_ffff)];
}
