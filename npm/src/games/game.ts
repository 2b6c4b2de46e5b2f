// What the games have in common: undo, saving, copies.

import { integer } from "../check.js";
import { Handle } from "../handle.js";
import type { GameModule } from "./module.js";

/** A cell by its column and row from the upper left corner, from 0 on. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A cell as documents write it: row, column. */
export type CellDocument = readonly [number, number];

export function placeOf([y, x]: CellDocument): Place {
  return { x, y };
}

/** A cell of a call, on a board of these sides. */
export function cellOf(place: Place, name: string): CellDocument {
  if (typeof place !== "object" || place === null) throw new TypeError(`${name} is no place { x, y }`);
  return [integer(place.y, `${name}.y`), integer(place.x, `${name}.x`)];
}

/** A seed as the module reads it. */
export function seedOf(seed: number | bigint | undefined): string {
  if (seed === undefined) return "0";
  const isSeed = typeof seed === "bigint" ? seed >= 0n && seed < 1n << 64n : Number.isSafeInteger(seed) && seed >= 0;
  if (!isSeed) throw new RangeError(`options.seed is ${typeof seed === "string" ? JSON.stringify(seed) : String(seed)}, expected a whole number from 0 on, or a bigint below 2 to the power of 64`);
  return String(seed);
}

/** A game that a module holds already. */
class HeldGame {
  constructor(readonly number: number) {}
}

/** A game that the module holds, in the place of the options of a new one. */
export function held<Options>(number: number): Options {
  return new HeldGame(number) as unknown as Options;
}

/** The number of a game: of a new one with these options, or of one that the module holds. */
export function numberOf<Options>(options: Options, open: (options: Options) => number): number {
  return options instanceof HeldGame ? options.number : open(options);
}

/** A game that somebody plays. */
export abstract class Game extends Handle {
  readonly #module: GameModule;

  /** @internal */
  protected constructor(module: GameModule, number: number) {
    super(number, (it) => module.exports.forget(it));
    this.#module = module;
  }

  get #name(): string {
    return `this ${this.constructor.name}`;
  }

  /** Takes the last move back. Returns whether there was one that is still known. Undo sends no events: a screen begins again with the state. */
  undo(): boolean {
    return this.ask("undo") as boolean;
  }

  /** The game as text, which `load` of its class reads: the board, what undo needs, and the random numbers to come. */
  save(): string {
    return this.say("save");
  }

  /** @internal The answer of a call. */
  protected ask(verb: string, given?: unknown): unknown {
    return JSON.parse(this.say(verb, given));
  }

  /** @internal The answer of a call as text. */
  protected say(verb: string, given?: unknown): string {
    return this.#module.say(Handle.number(this, this.#name), verb, given);
  }

  /** @internal The number of a copy. */
  protected copied(): number {
    return this.#module.answer(this.#module.exports.copy(Handle.number(this, this.#name)));
  }
}
