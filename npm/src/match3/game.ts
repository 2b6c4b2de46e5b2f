// Levels that are played.

import { integer, known, list, object, text, whole } from "../check.js";
import { cellOf, Game, held, numberOf, placeOf, seedOf, type CellDocument, type Place } from "../games/game.js";
import { elementOf, eventOf, type Element, type ElementDocument, type EventDocument, type GameEvent } from "./events.js";
import { game } from "./module.js";

/** A goal as the document of a level has it. */
export type GoalDocument =
  /** Blocks of the first colour, or of each of the first `of_colors` colours. */
  | { readonly collect: number; readonly of_colors?: number }
  /** Blocks of one colour by its name, such as `red`. */
  | { readonly collect: { readonly color: string; readonly count: number } }
  /** Blockers, covers or grounds of a kind, such as `box`: some, all of the board, or layers of them. */
  | { readonly collect: { readonly kind: string; readonly count: number | "all" } | { readonly kind: string; readonly layers: number } }
  /** Ingredients that leave by an exit. */
  | { readonly drop: number }
  /** Pieces that groups make, such as `rocket`. */
  | { readonly make: { readonly piece: string; readonly count: number } }
  /** All special cells of a sort. */
  | { readonly clear: "blockers" | "overlays" | "specials" }
  | { readonly score: number }
  /** All of several. */
  | { readonly all: readonly GoalDocument[] };

/** A goal in words, such as `collect:30` (blocks of the first colour), `kind:box:all` or `score:5000`, several of them, or as in the document of a level. */
export type Goal = string | readonly string[] | GoalDocument;

/** The document of a level, `tilewright/level/2`; the page Formats of the book has every key. */
export interface LevelDocument {
  /** The rules by their name, `classic` if it is not said, or a document of rules. */
  readonly rules?: "classic" | "lab" | "candy" | "royal" | "blast" | object;
  /** The number of colours; 5 if it is not said. */
  readonly colors?: number;
  /** The move limit. */
  readonly moves?: number;
  readonly goal?: GoalDocument;
  /** Row by row: under `classic` a text a row, with `.` a block, `#` an obstacle, `1` to `4` a blocked cell, `a` to `d` a cell with an overlay; under other rules a list of tokens a row, such as `.`, `box2`, `.+ice1` or `._grass1`. */
  readonly layout: readonly string[] | readonly (readonly string[])[];
  readonly [key: string]: unknown;
}

/** A level: its document, or its text in any form that the book describes. Of an answer of `match3/generate` it is `document.levels[0].level`. */
export type Level = LevelDocument | string;

/** With what a game begins. */
export interface Match3Options {
  /** The level, with its rules. */
  level: Level;
  /** Another goal than that of the level; a level without one needs it. */
  goal?: Goal;
  /** Another move limit than that of the level. */
  moves?: number;
  /** The seed of the blocks to come; 0 if it is not said. The same seed has the same game on every machine. */
  seed?: number | bigint;
  /** The number of the game among those of the seed; 0 if it is not said. */
  game?: number;
  /** How many moves can be taken back, at most 100,000; 64 if it is not said. Each takes the memory of a board. */
  undo?: number;
}

/** A move: a swap of two neighbours, or a tap where both are the same cell. */
export interface SwapMove {
  readonly from: Place;
  readonly to: Place;
}

/**
 * Why a call has changed nothing: of moves `not-neighbors`, `no-line`, `no-effect`, `no-tap`, `only-taps`; of boosters also `no-piece`, `no-order`; of goals
 * and cells that are set `goal`, `uncounted`, `token`, `fixed`, `board`; of all `outside` and `over`.
 */
export type PlayCode =
  | "not-neighbors" | "no-line" | "no-effect" | "no-tap" | "only-taps" | "outside" | "over" | "no-piece" | "no-order" | "goal" | "uncounted" | "token" | "fixed" | "board";

/** What a call has led to. */
export interface PlayOutcome {
  /** Whether it was made. A swap that makes nothing is shown and taken back: it has events, too. */
  readonly made: boolean;
  /** Why it was not made, in words. */
  readonly why?: string;
  /** Why it was not made, for programs. */
  readonly code?: PlayCode;
  /** The events, step by step; those of one step happen at once. */
  readonly steps: readonly (readonly GameEvent[])[];
}

/** A part of the goal: as a key such as `color:red`, `kind:box`, `layers:grass`, `make:rocket`, `drop`, `score`, and what is left of it. */
export interface GoalPart {
  readonly part: string;
  readonly left: number;
}

/** Where a game stands. */
export interface Match3State {
  /** All that is on the board, cell by cell in reading order, of each cell its ground, what fills it, and its cover. */
  readonly elements: readonly Element[];
  /** The kind of each cell, a text a row, as in the text form of a level. */
  readonly layout: readonly string[];
  /** The tokens of each row; empty under the rules `classic`. */
  readonly tokens: readonly (readonly string[])[];
  /** The colour of the block in each cell, row by row; null of a cell without one. */
  readonly colors: readonly (readonly (number | null)[])[];
  /** Where groups are tapped, all cells that a tap takes something from. */
  readonly taps: readonly Place[];
  /** The parts of the goal. */
  readonly parts: readonly GoalPart[];
  /** How much of the goal is left in all; 0 if it is reached. */
  readonly left: number;
  readonly score: number;
  readonly movesMade: number;
  /** The move limit; null without one. */
  readonly moveLimit: number | null;
  readonly reshuffles: number;
  readonly won: boolean;
  readonly over: boolean;
}

/** Help that a player buys. */
export type Booster =
  | { readonly hammer: Place }
  | { readonly freeSwap: readonly [Place, Place] }
  | "shuffle"
  | { readonly piece: string; readonly at: Place; readonly down?: boolean };

/** What is put into a cell: a token as in the document of a level, and the colour of its block. */
export interface CellContents extends Place {
  readonly token: string;
  readonly color?: number;
}

/** The players that give hints: from weak to strong, then a ladder of them from novice to expert. With `:0.5` behind it, one chooses half of its moves itself. */
export type Match3Bot = "random" | "article" | "greedy" | "planner" | "novice" | "beginner" | "regular" | "skilled" | "expert" | (string & {});

interface StateDocument {
  elements: ElementDocument[];
  layout: string[];
  tokens?: string[][];
  colors: (number | null)[][];
  taps?: CellDocument[];
  parts: GoalPart[];
  left: number;
  score: number;
  moves_made: number;
  move_limit?: number;
  reshuffles: number;
  won: boolean;
  over: boolean;
}

interface PlayDocument {
  made: boolean;
  why?: string;
  code?: PlayCode;
  events: EventDocument[];
}

interface About {
  rows: number;
  columns: number;
  colors: string[];
  pieces: string[];
}

const OPTIONS = ["level", "goal", "moves", "seed", "game", "undo"] as const;

function open(options: Match3Options): number {
  known(object(options, "options"), "options", OPTIONS);
  const { level, goal, moves, seed, game: number, undo } = options;
  if (typeof level !== "string" && (typeof level !== "object" || level === null || Array.isArray(level))) {
    throw new TypeError("options.level is no level: expected its document or its text");
  }
  if (typeof level === "object" && "levels" in level) {
    throw new TypeError("options.level is an answer with levels: a level of it is levels[0].level");
  }
  return game.open({
    level: typeof level === "string" ? level : JSON.stringify(level),
    goal: goal === undefined ? undefined : goalOf(goal, "options.goal"),
    moves: moves === undefined ? undefined : integer(moves, "options.moves"),
    seed: seedOf(seed),
    game: number === undefined ? undefined : integer(number, "options.game"),
    undo: undo === undefined ? undefined : whole(undo, "options.undo", 0, 100_000),
  });
}

/**
 * A level that is played. It plays by the rules and tells what happens, event by event; a screen needs no rules of its own. Every call takes the same time however long the game is.
 */
export class Match3Game extends Game {
  /** Columns and rows of the board. */
  readonly width: number;
  readonly height: number;
  /** The names of the colours, by their numbers. */
  readonly colors: readonly string[];
  /** The names of the pieces of the rules. */
  readonly pieces: readonly string[];

  /** Begins a game. An Error says what is wrong with the level or its goal. */
  constructor(options: Match3Options) {
    super(game, numberOf(options, open));
    const about = this.ask("about") as About;
    this.width = about.columns;
    this.height = about.rows;
    this.colors = about.colors;
    this.pieces = about.pieces;
  }

  /** Continues a game that `save` wrote, or a recording, which is played again and proves every board. */
  static load(saved: string): Match3Game {
    return new Match3Game(held(game.load(saved)));
  }

  /** A copy, which goes on alike. */
  copy(): Match3Game {
    return new Match3Game(held(this.copied()));
  }

  /** Where the game stands. */
  state(): Match3State {
    const { elements, tokens, taps, moves_made, move_limit, ...rest } = this.ask("state") as StateDocument & { goal: unknown };
    const { layout, colors, parts, left, score, reshuffles, won, over } = rest;
    return {
      elements: elements.map(elementOf),
      layout,
      tokens: tokens ?? [],
      colors,
      taps: (taps ?? []).map(placeOf),
      parts,
      left,
      score,
      movesMade: moves_made,
      moveLimit: move_limit ?? null,
      reshuffles,
      won,
      over,
    };
  }

  /** The possible moves; none if the game is over. Where groups are tapped, one or some cells of each. */
  moves(): SwapMove[] {
    return (this.ask("moves") as [CellDocument, CellDocument][]).map(moveOf);
  }

  /** Swaps the contents of two neighbouring cells. */
  swap(from: Place, to: Place): PlayOutcome {
    return this.#play(cellOf(from, "from"), cellOf(to, "to"));
  }

  /** Taps a cell. */
  tap(at: Place): PlayOutcome {
    const cell = cellOf(at, "at");
    return this.#play(cell, cell);
  }

  /** Makes a move of `moves` or `hint`. */
  play(move: SwapMove): PlayOutcome {
    object(move, "move");
    return this.#play(cellOf(move.from, "move.from"), cellOf(move.to, "move.to"));
  }

  #play(from: CellDocument, to: CellDocument): PlayOutcome {
    return this.#told("play", [from, to]);
  }

  #told(verb: string, given: unknown): PlayOutcome {
    const { events, ...rest } = this.ask(verb, given) as PlayDocument;
    const steps: GameEvent[][] = [];
    let last = -1;
    for (const document of events) {
      if (document.step !== last) {
        steps.push([]);
        last = document.step;
      }
      steps[steps.length - 1]!.push(eventOf(document));
    }
    return { ...rest, steps };
  }

  /** The move that a player would make, greedy if none is named; null if the game is over. A budget bounds the moves that `planner` and the ladder play ahead. */
  hint(bot?: Match3Bot, budget?: number): SwapMove | null {
    const most = budget === undefined ? null : whole(budget, "budget", 1, 0xffff_ffff);
    const move = this.ask("hint", { bot: bot === undefined ? undefined : text(bot, "bot"), budget: most }) as [CellDocument, CellDocument] | null;
    return move === null ? null : moveOf(move);
  }

  /** Why a move is good, as keys: `serves:kind:box`, `makes:rocket`, `fires:bomb`; none if it only damages what has layers left, or if only what falls afterwards may help. */
  reasons(move: SwapMove): string[] {
    object(move, "move");
    return this.ask("reasons", [cellOf(move.from, "move.from"), cellOf(move.to, "move.to")]) as string[];
  }

  /** Uses a booster. It is no move: conveyors stand still, and nothing spreads. It can be taken back like one. */
  boost(booster: Booster): PlayOutcome {
    return this.#told("boost", boosterOf(booster));
  }

  /** Adds moves to those of the level, also after the last one; without a limit nothing changes. */
  addMoves(moves: number): void {
    this.ask("add-moves", whole(moves, "moves", 0, 100_000));
  }

  /** Sets another goal. What was collected before counts for it, and a game that was won goes on. */
  setGoal(goal: Goal): PlayOutcome {
    return this.#told("set-goal", goalOf(goal, "goal"));
  }

  /** Puts contents into cells, all at once. The board must be at rest then, and have a move. It can be taken back. */
  setCells(contents: readonly CellContents[]): PlayOutcome {
    const document = (one: CellContents, at: number) => {
      const name = `contents[${at}]`;
      known(object(one, name), name, ["x", "y", "token", "color"]);
      const { token, color } = one;
      return { cell: cellOf(one, name), token: text(token, `${name}.token`), color: color === undefined ? undefined : integer(color, `${name}.color`) };
    };
    return this.#told("set-cells", Array.from(list(contents, "contents"), document));
  }

  /** The level of the game with its goal, as its document. */
  level(): LevelDocument {
    return this.ask("level") as LevelDocument;
  }

  /** The game from its beginning, as `match3 play --replay` of the command line reads it. An Error after a booster, or of a game that was loaded from a save: its moves are not known. */
  recording(): string {
    return this.say("recording");
  }
}

function moveOf([from, to]: [CellDocument, CellDocument]): SwapMove {
  return { from: placeOf(from), to: placeOf(to) };
}

function boosterOf(booster: Booster): unknown {
  if (booster === "shuffle") return booster;
  object(booster, "booster");
  if ("hammer" in booster) {
    known(booster, "booster", ["hammer"]);
    return { hammer: cellOf(booster.hammer, "booster.hammer") };
  }
  if ("freeSwap" in booster) {
    known(booster, "booster", ["freeSwap"]);
    const [one, two] = list(booster.freeSwap, "booster.freeSwap") as readonly [Place, Place];
    return { "free-swap": [cellOf(one, "booster.freeSwap[0]"), cellOf(two, "booster.freeSwap[1]")] };
  }
  if ("piece" in booster) {
    known(booster, "booster", ["piece", "at", "down"]);
    const { piece, at, down = false } = booster;
    if (typeof down !== "boolean") throw new TypeError("booster.down is neither true nor false");
    return { piece: { cell: cellOf(at, "booster.at"), piece: text(piece, "booster.piece"), down } };
  }
  throw new TypeError("booster is none of { hammer }, { freeSwap }, \"shuffle\", { piece, at }");
}

/** A goal as the module reads it. */
function goalOf(goal: Goal, name: string): Goal {
  if (typeof goal !== "string" && (typeof goal !== "object" || goal === null)) {
    throw new TypeError(`${name} is ${String(goal)}, expected words such as "collect:30", a list of them, or a goal of a document`);
  }
  if (Array.isArray(goal)) goal.forEach((word, at) => text(word, `${name}[${at}]`));
  return goal;
}
