// Games of 2048.

import { integer, known, number, object, whole, word } from "../check.js";
import { Game, held, numberOf, placeOf, seedOf, type CellDocument, type Place } from "../games/game.js";
import { game } from "./module.js";

/** A move: all tiles slide there. */
export type Direction = "up" | "right" | "down" | "left";

const DIRECTIONS: readonly Direction[] = ["up", "right", "down", "left"];

/** With what a game begins. */
export interface Game2048Options {
  /** Columns of the board, 2 to 5; 4 if it is not said. */
  width?: number;
  /** Rows of the board, 2 to 5; 4 if it is not said. */
  height?: number;
  /** The probability that a new tile is a 4 instead of a 2; .1 if it is not said. */
  fourProbability?: number;
  /** The seed of the tiles to come; 0 if it is not said. */
  seed?: number | bigint;
  /** The number of the game among those of the seed; 0 if it is not said. */
  game?: number;
  /** How many moves can be taken back, at most 100,000; 64 if it is not said. */
  undo?: number;
}

/** Where a game stands. */
export interface Game2048State {
  /** The tiles row by row; 0 is an empty cell. */
  readonly board: readonly (readonly number[])[];
  readonly score: number;
  readonly movesMade: number;
  /** The largest tile. */
  readonly largest: number;
  readonly over: boolean;
}

/** A tile slides, two merge into one, or a new one appears. */
export type TileEvent =
  | { readonly event: "slid"; readonly tile: number; readonly from: Place; readonly to: Place }
  | { readonly event: "joined" | "spawned"; readonly tile: number; readonly at: Place };

/** What a move has led to. */
export interface SlideOutcome {
  /** Whether it was made. */
  readonly made: boolean;
  /** Why it was not made, in words. */
  readonly why?: string;
  /** Why it was not made, for programs: no tile moves, or the game is over. */
  readonly code?: "no-effect" | "over";
  /** All tiles that slide, then those that merge, then the new one. */
  readonly events: readonly TileEvent[];
}

/** The players that give hints, roughly from weak to strong. `network` needs `takeNetwork`. */
export type Player2048 = "random" | "greedy" | "classic" | "expectimax" | "network";

const PLAYERS: readonly Player2048[] = ["random", "greedy", "classic", "expectimax", "network"];

/** How far the players `expectimax` and `network` search. */
export interface Search2048 {
  /** How many moves deep: 1 to 15 of `expectimax`, which suits it to the board if nothing is said, and 1 to 8 of `network`, 3 if nothing is said. */
  depth?: number;
  /** Instead: how many positions it may expand, from 1 to 10,000,000, as many moves deep as that allows. The move is the same on every machine. */
  budget?: number;
}

interface StateDocument {
  board: number[][];
  score: number;
  moves_made: number;
  largest: number;
  over: boolean;
}

type TileDocument = { tile: number } & (
  | { event: "slid"; from: CellDocument; to: CellDocument }
  | { event: "joined" | "spawned"; cell: CellDocument }
);

const OPTIONS = ["width", "height", "fourProbability", "seed", "game", "undo"] as const;

function open(options: Game2048Options): number {
  known(object(options, "options"), "options", OPTIONS);
  const { width, height, fourProbability, seed, game: which, undo } = options;
  return game.open({
    rows: height === undefined ? undefined : whole(height, "options.height", 2, 5),
    columns: width === undefined ? undefined : whole(width, "options.width", 2, 5),
    four_probability: fourProbability === undefined ? undefined : number(fourProbability, "options.fourProbability", 0, 1),
    seed: seedOf(seed),
    game: which === undefined ? undefined : integer(which, "options.game"),
    undo: undo === undefined ? undefined : whole(undo, "options.undo", 0, 100_000),
  });
}

/** A game of 2048, with undo, hints and saving. */
export class Game2048 extends Game {
  /** Begins a game. */
  constructor(options: Game2048Options = {}) {
    super(game, numberOf(options, open));
  }

  /** Continues a game that `save` wrote. */
  static load(saved: string): Game2048 {
    return new Game2048(held(game.load(saved)));
  }

  /** A copy, which goes on alike. */
  copy(): Game2048 {
    return new Game2048(held(this.copied()));
  }

  /** Where the game stands. */
  state(): Game2048State {
    const { moves_made, ...rest } = this.ask("state") as StateDocument;
    return { ...rest, movesMade: moves_made };
  }

  /** The legal moves, in the order up, right, down, left; none if the game is over. */
  moves(): Direction[] {
    return this.ask("moves") as Direction[];
  }

  /** Slides all tiles, and adds a new one. */
  slide(direction: Direction): SlideOutcome {
    word(direction, "direction", DIRECTIONS);
    const { events, ...rest } = this.ask("play", direction) as Omit<SlideOutcome, "events"> & { events: TileDocument[] };
    return { ...rest, events: events.map(eventOf) };
  }

  /** The move that a player would make; null if the game is over. If none is named, it is `network` on 4 × 4 boards after `takeNetwork`, and else `expectimax`. */
  hint(player?: Player2048, search: Search2048 = {}): Direction | null {
    return this.ask("hint", adviser(player, search)) as Direction | null;
  }

  /** The values that a player gives the moves up, right, down and left; null for illegal moves, and for all of a player that gives none. */
  values(player?: Player2048, search: Search2048 = {}): (number | null)[] {
    return this.ask("values", adviser(player, search)) as (number | null)[];
  }
}

function adviser(player: Player2048 | undefined, search: Search2048): object {
  if (player !== undefined) word(player, "player", PLAYERS);
  known(object(search, "search"), "search", ["depth", "budget"]);
  const { depth, budget } = search;
  return {
    player,
    depth: depth === undefined ? undefined : integer(depth, "search.depth"),
    budget: budget === undefined ? undefined : integer(budget, "search.budget"),
  };
}

function eventOf(event: TileDocument): TileEvent {
  const { tile } = event;
  return event.event === "slid"
    ? { event: event.event, tile, from: placeOf(event.from), to: placeOf(event.to) }
    : { event: event.event, tile, at: placeOf(event.cell) };
}

/** Hands over the network of the player `network`: the bytes of a file that `tilewright 2048 train` wrote, or of `crates/network-2048`. The first one stays. */
export function takeNetwork(bytes: Uint8Array): void {
  if (!(bytes instanceof Uint8Array)) throw new TypeError("bytes is no Uint8Array");
  game.bytes(bytes);
  game.answer(game.exports.take_network());
}
