// What both forms of `tilewright/battleship` offer.

export type { ModuleSource } from "../module.js";
export type { Handle } from "../handle.js";
export type { Game, Place } from "../games/game.js";
export { Duel, type DuelOptions, type DuelState, type Hunter, type Knowledge, type Mark, type Ship, type Shot, type ShotOutcome, type Touch, type Waters } from "./game.js";
