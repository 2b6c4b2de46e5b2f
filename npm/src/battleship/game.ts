// Duels of Battleship.

import { integer, known, list, object, text, whole, word } from "../check.js";
import { cellOf, Game, held, numberOf, placeOf, seedOf, type CellDocument, type Place } from "../games/game.js";
import { game } from "./module.js";

/** A ship: the cell of its western or northern end, its length, and where it runs from there; one of a single cell heads east. */
export interface Ship extends Place {
  readonly length: number;
  readonly heading: "east" | "south";
}

/** How close ships may lie: not even diagonally, diagonally only, or side by side. */
export type Touch = "never" | "corners" | "free";

const TOUCHES: readonly Touch[] = ["never", "corners", "free"];

/** Who shoots: a level, or a way to hunt, from weak to strong. With `:0.5` behind it, it makes half of its shots at random. */
export type Hunter =
  | "novice" | "intermediate" | "advanced" | "expert"
  | "random" | "casual" | "hunt-and-target" | "lattice" | "scout" | "posterior" | "exact" | "density" | "veteran" | "perfect" | (string & {});

/** With what a duel begins. */
export interface DuelOptions {
  /** Columns, 1 to 26; 10 if it is not said. */
  width?: number;
  /** Rows, 1 to 26; 10 if it is not said. */
  height?: number;
  /** The lengths of the ships, or the name of a fleet; `russian` if it is not said. */
  fleet?: "russian" | "us" | readonly number[];
  /** How close ships may lie; `free` for `us` and `never` for others if it is not said. */
  touch?: Touch;
  /** The opponent; `intermediate` if it is not said. */
  hunter?: Hunter;
  /** The person's fleet; drawn if it is not said. */
  own?: readonly Ship[];
  /** The opponent's fleet; drawn if it is not said. */
  hidden?: readonly Ship[];
  /** The seed of the fleets and of the opponent's shots; 0 if it is not said. */
  seed?: number | bigint;
  /** How many shots can be taken back, at most 100,000; 64 if it is not said. */
  undo?: number;
}

/** What a shot has revealed of a cell. */
export type Mark = "unknown" | "miss" | "hit" | "sunk";

/** The field of one player. */
export interface Waters {
  /** What the shots have revealed, row by row. */
  readonly marks: readonly (readonly Mark[])[];
  readonly shots: number;
  /** The lengths of the ships that are afloat, the longest first. */
  readonly afloat: readonly number[];
  /** The ships that are sunk, in their order. */
  readonly sunk: readonly Ship[];
  /** The whole fleet; that of the opponent only when the duel is over. */
  readonly fleet?: readonly Ship[];
}

/** Where a duel stands, as far as the person may see it. */
export interface DuelState {
  readonly touch: Touch;
  /** The opponent's field, at which the person shoots. */
  readonly hunter: Waters;
  /** The person's field, at which the opponent shoots. */
  readonly person: Waters;
  readonly winner: "person" | "hunter" | null;
  readonly over: boolean;
}

/** A shot and its outcome. */
export interface Shot {
  readonly side: "person" | "hunter";
  readonly at: Place;
  readonly answer: "miss" | "hit" | "sunk";
  /** The ship that it sank. */
  readonly ship?: Ship;
}

/** What a shot has led to. */
export interface ShotOutcome {
  /** Whether it was made. */
  readonly made: boolean;
  /** Why it was not made, in words. */
  readonly why?: string;
  /** Why it was not made, for programs. */
  readonly code?: "outside" | "shot-before" | "over";
  /** The person's shot, and after a miss those of the opponent until it misses too. */
  readonly shots: readonly Shot[];
}

/** What the shots tell of the hidden fleet. */
export interface Knowledge {
  /** For every cell, row by row, the probability that a ship occupies it. */
  readonly probabilities: readonly (readonly number[])[];
  /** How many fleets agree with the shots; null where they were too many to be counted. */
  readonly fleets: bigint | null;
  /** How it was found: `exact`, or an estimate. */
  readonly method: "exact" | "sampled" | "density";
}

interface ShipDocument {
  cell: CellDocument;
  length: number;
  heading: "east" | "south";
}

interface WatersDocument extends Omit<Waters, "sunk" | "fleet"> {
  sunk: ShipDocument[];
  fleet?: { ships: ShipDocument[] };
}

interface ShotDocument extends Omit<Shot, "at" | "ship"> {
  cell: CellDocument;
  ship?: ShipDocument;
}

const OPTIONS = ["width", "height", "fleet", "touch", "hunter", "own", "hidden", "seed", "undo"] as const;

function open(options: DuelOptions): number {
  known(object(options, "options"), "options", OPTIONS);
  const { width, height, fleet, touch, hunter, own, hidden, seed, undo } = options;
  if (touch !== undefined) word(touch, "options.touch", TOUCHES);
  return game.open({
    rows: height === undefined ? undefined : whole(height, "options.height", 1, 26),
    columns: width === undefined ? undefined : whole(width, "options.width", 1, 26),
    fleet: fleet === undefined ? undefined : fleetOf(fleet),
    touch,
    hunter: hunter === undefined ? undefined : text(hunter, "options.hunter"),
    own: own && shipsOf(own, "options.own"),
    hidden: hidden && shipsOf(hidden, "options.hidden"),
    seed: seedOf(seed),
    undo: undo === undefined ? undefined : whole(undo, "options.undo", 0, 100_000),
  });
}

function fleetOf(fleet: "russian" | "us" | readonly number[]): string | number[] {
  if (typeof fleet !== "string") return Array.from(list(fleet, "options.fleet"), (length, at) => integer(length, `options.fleet[${at}]`));
  word(fleet, "options.fleet", ["russian", "us"]);
  return fleet;
}

function shipsOf(ships: readonly Ship[], name: string): ShipDocument[] {
  list(ships, name);
  return Array.from(ships, (ship, at) => {
    const { length, heading } = object(ship, `${name}[${at}]`);
    word(heading, `${name}[${at}].heading`, ["east", "south"]);
    return { cell: cellOf(ship, `${name}[${at}]`), length: integer(length, `${name}[${at}].length`), heading };
  });
}

function shipOf({ cell, length, heading }: ShipDocument): Ship {
  return { ...placeOf(cell), length, heading };
}

function watersOf({ sunk, fleet, ...rest }: WatersDocument): Waters {
  const waters = { ...rest, sunk: sunk.map(shipOf) };
  return fleet === undefined ? waters : { ...waters, fleet: fleet.ships.map(shipOf) };
}

/** A duel of a person against a hunter. Both hide a fleet; the person begins; who hits shoots again. */
export class Duel extends Game {
  /** Begins a duel. An Error says what is wrong with the rules or a fleet. */
  constructor(options: DuelOptions = {}) {
    super(game, numberOf(options, open));
  }

  /** Continues a duel that `save` wrote. */
  static load(saved: string): Duel {
    return new Duel(held(game.load(saved)));
  }

  /** A copy, which goes on alike. */
  copy(): Duel {
    return new Duel(held(this.copied()));
  }

  /** Where the duel stands. */
  state(): DuelState {
    const { hunter, person, winner, ...rest } = this.ask("state") as Omit<DuelState, "hunter" | "person"> & {
      hunter: WatersDocument;
      person: WatersDocument;
    };
    return { ...rest, hunter: watersOf(hunter), person: watersOf(person), winner: winner ?? null };
  }

  /** The cells that the person has not shot at, in reading order; none if the duel is over. */
  moves(): Place[] {
    return (this.ask("moves") as CellDocument[]).map(placeOf);
  }

  /** Shoots at a cell; after a miss the opponent shoots until it misses too. */
  shoot(at: Place): ShotOutcome {
    const { events, ...rest } = this.ask("play", cellOf(at, "at")) as Omit<ShotOutcome, "shots"> & { events: ShotDocument[] };
    const shots = events.map(({ cell, ship, ...shot }): Shot => ({ ...shot, at: placeOf(cell), ...(ship && { ship: shipOf(ship) }) }));
    return { ...rest, shots };
  }

  /** Where a hunter would shoot in the person's place, `density` if none is named; null if the duel is over. A budget bounds the fleets that it counts or samples; 10,000 if it is not said. */
  hint(hunter?: Hunter, budget?: number): Place | null {
    const most = budget === undefined ? undefined : whole(budget, "budget", 1, 0xffff_ffff);
    const cell = this.ask("hint", { hunter: hunter === undefined ? undefined : text(hunter, "hunter"), budget: most }) as CellDocument | null;
    return cell === null ? null : placeOf(cell);
  }

  /** What the shots tell of the hidden fleet. It takes some tenths of a second at most. */
  advise(): Knowledge {
    const { fleets, ...rest } = this.ask("advise") as { probabilities: number[][]; fleets?: string; method: Knowledge["method"] };
    return { ...rest, fleets: fleets === undefined ? null : BigInt(fleets) };
  }
}
