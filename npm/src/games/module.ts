// The module of a game and its functions: `crates/wasm/src/exports/games.rs` is the other end.

import { Module, type MemoryExports } from "../module.js";

export interface GameExports extends MemoryExports {
  open(): number;
  load(): number;
  copy(game: number): number;
  call(game: number): number;
  forget(game: number): void;
}

/** A module that plays one game: its calls and answers are JSON. */
export class GameModule<Exports extends GameExports = GameExports> extends Module<Exports> {
  readonly #game: string;

  constructor(path: string, game: string) {
    super(path);
    this.#game = game;
  }

  /** Begins a game. Returns its number. */
  open(options: object): number {
    this.write(`${this.#game}\n${JSON.stringify(options)}`);
    return this.answer(this.exports.open());
  }

  /** Continues a saved game. Returns its number. */
  load(saved: string): number {
    if (typeof saved !== "string") throw new TypeError("saved is no text");
    this.write(`${this.#game}\n${saved}`);
    return this.answer(this.exports.load());
  }

  /** Answers a call of a game as text. */
  say(game: number, verb: string, given: unknown): string {
    this.write(`${verb}\n${JSON.stringify(given ?? null)}`);
    this.answer(this.exports.call(game));
    return this.said();
  }
}
