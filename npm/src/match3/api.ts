// What both forms of `tilewright/match3` offer.

export type { ModuleSource } from "../module.js";
export type { Handle } from "../handle.js";
export type { Game, Place } from "../games/game.js";
export type {
  Appear, Boost, Count, Element, End, Ending, Fire, GameEvent, Group, Hit, Leave, Look, Manner, Move, Notice, Omitted, Reshuffle, Score, Sort, Spread, Swap, Tap, Timer, Turn,
} from "./events.js";
export {
  Match3Game, type Booster, type CellContents, type Goal, type GoalDocument, type GoalPart, type Level, type LevelDocument, type Match3Bot, type Match3Options, type Match3State, type PlayCode, type PlayOutcome, type SwapMove,
} from "./game.js";
export { Mirror } from "./mirror.js";
