// What both forms of `tilewright/2048` offer.

export type { ModuleSource } from "../module.js";
export type { Handle } from "../handle.js";
export type { Game, Place } from "../games/game.js";
export { Game2048, takeNetwork, type Direction, type Game2048Options, type Game2048State, type Player2048, type Search2048, type SlideOutcome, type TileEvent } from "./game.js";
