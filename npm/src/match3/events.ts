// What happens in a game, event by event.

import { placeOf, type CellDocument, type Place } from "../games/game.js";

/** What an element is. */
export type Sort = "block" | "piece" | "armed-piece" | "blocker" | "ingredient" | "cover" | "ground" | "obstacle";

/** How an element looks. What it does not have is left out. */
export interface Look {
  readonly sort: Sort;
  /** What stands for it in the token of a cell: `.` or a letter for a block, `rR-` for a piece, `box2` for a blocker, `ice2` for a cover. */
  readonly token: string;
  /** The name of the piece, or of the kind of a blocker, ingredient, cover or ground. */
  readonly name?: string;
  /** The number of the colour, from 0 on. */
  readonly color?: number;
  /** The layers of a blocker, cover or ground. */
  readonly layers?: number;
  /** The turns that are left of a timer. */
  readonly turns?: number;
  /** The columns and rows of a block of several cells, whose upper left one is its place. */
  readonly extent?: { readonly width: number; readonly height: number };
}

/** Something on the board, with the number that it keeps for the whole game. */
export interface Element extends Look, Place {
  readonly id: number;
}

/** In which manner something appears, leaves or moves, or a piece fires. */
export type Manner =
  | "swap" | "swap-back" | "fall" | "slide" | "portal" | "conveyor" | "shuffle"
  | "dealt" | "refilled" | "made" | "spread" | "restored" | "placed" | "given"
  | "matched" | "destroyed" | "fired" | "exit" | "replaced" | "cleared" | "merged"
  | "across" | "down" | "around";

/** How a game ends. */
export type Ending = "won" | "out-of-moves" | "stuck" | "endless" | "timed-out";

/** Every event has these. */
interface Happening<Kind extends string> {
  readonly event: Kind;
  /** The step of the move, from 0 on; events of one step happen at once. */
  readonly step: number;
}

/** An element appears in `to`; `from` is the spawner or generator, `by` the group, piece or generator that made it. */
export interface Appear extends Happening<"appear"> {
  readonly id: number;
  readonly look: Look;
  readonly to: Place;
  readonly from?: Place;
  readonly by?: number;
  readonly manner: Manner;
}

/** An element leaves; `part` is the part of the goal that it counts for, by its place in the parts of the state. */
export interface Leave extends Happening<"leave"> {
  readonly id: number;
  readonly look: Look;
  readonly from: Place;
  readonly by?: number;
  readonly manner: Manner;
  readonly part?: number;
}

/** An element moves by one cell or one jump. */
export interface Move extends Happening<"move"> {
  readonly id: number;
  readonly from: Place;
  readonly to: Place;
  readonly manner: Manner;
}

/** An element gets another look. */
export interface Turn extends Happening<"turn"> {
  readonly id: number;
  readonly look: Look;
  readonly from: Place;
  readonly by?: number;
}

/** An element has `value` layers left; after 0 it leaves. */
export interface Hit extends Happening<"hit"> {
  readonly id: number;
  readonly look: Look;
  readonly value: number;
  readonly from: Place;
  readonly by?: number;
}

/** The player swaps `id` with the neighbour `by`; or the swap makes nothing, and is taken back. */
export interface Swap extends Happening<"swap" | "refused"> {
  readonly id: number;
  readonly by?: number;
  readonly from: Place;
  readonly to: Place;
}

/** The player taps. */
export interface Tap extends Happening<"tap"> {
  readonly id: number;
  readonly from: Place;
}

/** A group, with a number of its own, of the elements `ids`; if it makes a piece, `look` is the piece, `to` its cell and `value` the shape in the rules. */
export interface Group extends Happening<"group"> {
  readonly id: number;
  readonly ids: readonly number[];
  readonly look?: Look;
  readonly to?: Place;
  readonly value?: number;
}

/** A piece fires at `cells`, in the order in which they are hit; `to` is the cell that it has chosen. Of a pair, `by` is the other piece and `value` the pair in the rules. */
export interface Fire extends Happening<"fire"> {
  readonly id: number;
  readonly look: Look;
  readonly from: Place;
  readonly to?: Place;
  readonly by?: number;
  readonly manner: Manner;
  readonly cells: readonly Place[];
  readonly value?: number;
}

/** `value` is left of a part of the goal, by its place in the parts of the state. */
export interface Count extends Happening<"count"> {
  readonly part: number;
  readonly value: number;
}

/** `value` points more, below 0 where a reshuffle is undone. */
export interface Score extends Happening<"score"> {
  readonly value: number;
}

/** A kind spreads: the element `id` takes the cell `to`. */
export interface Spread extends Happening<"spread"> {
  readonly id: number;
  readonly to: Place;
}

/** The turns of a timer are over. */
export interface Timer extends Happening<"timer"> {
  readonly id: number;
  readonly from: Place;
}

/** A booster is used. */
export interface Boost extends Happening<"boost"> {
  readonly from?: Place;
}

/** No move was left: the blocks change places. `cells` has where the block of each cell with a block goes, in reading order; the moves follow. */
export interface Reshuffle extends Happening<"reshuffle"> {
  readonly cells: readonly Place[];
}

/** The game has ended. */
export interface End extends Happening<"end"> {
  readonly manner: Ending;
}

/** Cascades without end; the board is at rest; somebody has set cells or the goal. */
export type Notice = Happening<"endless" | "rest" | "edit">;

/** `value` events are left out of a list of more than 20,000, from here on: begin again with the state. */
export interface Omitted extends Happening<"omitted"> {
  readonly value: number;
}

/** Something that happens. `appear`, `leave`, `move`, `turn` and `hit` are changes: who applies them has every board. The others are reasons. */
export type GameEvent =
  | Appear | Leave | Move | Turn | Hit
  | Swap | Tap | Group | Fire | Count | Score | Spread | Timer | Boost | Reshuffle | End | Notice | Omitted;

/** @internal A look as documents write it. */
export interface LookDocument extends Omit<Look, "extent"> {
  readonly cells?: CellDocument;
}

/** @internal An element as documents write it. */
export interface ElementDocument extends LookDocument {
  readonly id: number;
  readonly cell: CellDocument;
}

/** @internal An event as documents write it. */
export interface EventDocument {
  readonly event: string;
  readonly step: number;
  readonly from?: CellDocument;
  readonly to?: CellDocument;
  readonly look?: LookDocument;
  readonly cells?: readonly CellDocument[];
}

/** @internal */
export function lookOf({ cells, ...look }: LookDocument): Look {
  return cells === undefined ? look : { ...look, extent: { width: cells[1], height: cells[0] } };
}

/** @internal */
export function elementOf({ cell, ...look }: ElementDocument): Element {
  return { ...(lookOf(look) as Look & { id: number }), ...placeOf(cell) };
}

/** @internal */
export function eventOf({ from, to, look, cells, ...rest }: EventDocument): GameEvent {
  const event: Record<string, unknown> = rest;
  if (from !== undefined) event.from = placeOf(from);
  if (to !== undefined) event.to = placeOf(to);
  if (look !== undefined) event.look = lookOf(look);
  if (cells !== undefined) event.cells = cells.map(placeOf);
  else if (rest.event === "fire" || rest.event === "reshuffle") event.cells = [];
  if (rest.event === "group" && event.ids === undefined) event.ids = [];
  return event as unknown as GameEvent;
}
