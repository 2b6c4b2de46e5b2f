/**
 * A game of a level as a list of frames, one for each step of each move, so that it can be animated and
 * scrubbed both ways. Moves come from a person or a bot; playing from an earlier frame takes back the rest.
 */

import { parse } from "../json.js";
import { orBoth } from "../stale.js";
import { apply, boardOf, mirrorOf, shown } from "./mirror.js";

/** How often a frame is repeated, so that a game at an even pace can be followed. */
const HOLD = { dealt: 3, chosen: 3, matched: 2, fired: 4, cleared: 2, rest: 3 };

/**
 * @typedef {object} Frame
 * @property {string} event `dealt`, `chosen`, `swapped`, `matched`, `fired`, `cleared`, `fallen`, …
 * @property {{tokens: string[][], colors: Array}} board
 * @property {Array<[number, number]>} marked Cells that are chosen or matched.
 * @property {Array} moved Pairs of cells, of what has moved.
 * @property {Array<{from: number[], cells: number[][], isLine: boolean, to?: number[]}>} [fires] The pieces that fire, with the
 * cells that they reach in the order in which they are hit.
 * @property {Array<{cell: number[], isCover: boolean, isGone: boolean, isMatched: boolean}>} [hits] What is hit or leaves.
 * @property {Array|null} swap The move of the frame.
 * @property {number} made The number of moves that have been made.
 * @property {object} state The state of the game, before the move until its last frame.
 * @property {number} [omitted] In the last frame, how many events were too many to be sent.
 */

/**
 * The frames of one move, drawn from its events alone.
 * @param {Frame} before The frame at rest before it.
 * @param {Array} move
 * @param {object[]} events The events of the answer.
 * @param {object} state The state after the move.
 * @returns {Frame[]}
 */
export function framesOf(before, move, events, state) {
  const frames = [];
  const push = (frame) => {
    for (let count = HOLD[frame.event] ?? 1; count > 0; count -= 1) frames.push(frame);
  };
  const made = before.made + 1;
  const base = { moved: [], marked: [], swap: move, made, state: before.state };
  push({ ...base, event: "chosen", board: before.board, marked: move, made: before.made });
  const mirror = mirrorOf(before.state);
  for (const step of stepsOf(events)) {
    const event = nameOf(step);
    const { fires, hits } = struckIn(step);
    const matched = hits.filter(({ isMatched }) => isMatched).map(({ cell }) => cell);
    if (matched.length > 0) push({ ...base, event: "matched", board: shown(mirror), marked: matched });
    if (fires.length > 0) push({ ...base, event: "fired", board: shown(mirror), fires, hits: hits.filter(({ isReached }) => isReached) });
    apply(mirror, step);
    if (event) push({ ...base, event, board: shown(mirror), moved: movedIn(step), hits: hits.filter(({ isReached }) => !isReached) });
  }
  const omitted = events.find(({ event }) => event === "omitted")?.value ?? 0;
  push({ ...base, event: "rest", board: boardOf(state), state, omitted });
  return frames;
}

/** The events of each step. */
function stepsOf(events) {
  const steps = [];
  for (const event of events) {
    if (steps.at(-1)?.[0].step === event.step) steps.at(-1).push(event);
    else steps.push([event]);
  }
  return steps;
}

const FALLS = new Set(["fall", "slide", "portal", "refilled"]);
const LEAVES = new Set(["matched", "destroyed", "fired"]);
const CLEARS = new Set(["appear", "leave", "turn", "hit", "group", "fire"]);

/** What a step is for those who watch; none if it changes nothing. */
function nameOf(step) {
  for (const { event, manner } of step) {
    if (event === "swap" || event === "tap" || event === "refused") return "swapped";
    if (event === "spread") return "spread";
    if (event === "move" && manner === "conveyor") return "conveyed";
    if (FALLS.has(manner)) return "fallen";
    if (event === "reshuffle" || event === "move" || manner === "dealt" || manner === "restored") return "shuffled";
    if (CLEARS.has(event)) return "cleared";
  }
  return null;
}

/** The pieces that fire in a step, and what is hit or leaves: by them, or otherwise. */
function struckIn(step) {
  const fires = step
    .filter(({ event }) => event === "fire")
    .map(({ from, to, manner, cells = [] }) => ({ from, cells, isLine: manner === "across" || manner === "down", ...(to && { to }) }));
  const reached = new Set(fires.flatMap(({ from, cells }) => [from, ...cells]).map(String));
  const left = new Set(step.filter(({ event }) => event === "leave").map(({ id }) => id));
  const hits = step
    .filter(({ event, id, manner }) => (event === "leave" && LEAVES.has(manner)) || (event === "hit" && !left.has(id)))
    .filter(({ look }) => look.sort !== "ground")
    .map(({ event, from, manner, look }) => ({
      cell: from, isCover: look.sort === "cover", isGone: event === "leave", isMatched: manner === "matched", isReached: manner !== "matched" && reached.has(String(from)),
    }));
  return { fires, hits };
}

/** From which cell everything that moves comes, and where it is then; none for what comes in or through a portal. */
function movedIn(step) {
  const moves = step.filter(({ event, manner }) => event === "move" || (event === "appear" && manner === "refilled"));
  return moves.map(({ event, manner, from, to }) => [event === "move" && manner !== "portal" ? from : null, to]);
}

/** The frame of a game before its first move. */
export function firstFrames(state) {
  const frame = {
    event: "dealt",
    board: boardOf(state),
    marked: [],
    moved: [],
    swap: null,
    made: state.moves_made ?? 0,
    state,
  };
  return Array.from({ length: HOLD.dealt }, () => frame);
}

/** The index of the last frame at which this many moves were made. */
export function endOf(frames, made) {
  return frames.findLastIndex((frame) => frame.made <= made && frame.event !== "chosen");
}

/**
 * Opens a game: a new one, or one that was begun before, with all its moves.
 * @param {object} door
 * @param {{level: object, seed: number, game?: number, name?: string}|string} settings `level` is a document, `game` a
 * number; or the id of a game.
 * @param {object} [ways] What to do where another tab has changed the game, see `stale.js`.
 * @returns {Promise<object>} A game: `id`, `frames`, `moves` (possible at the end), `over`, `undone` (moves that can be made
 * again, the next one last), `play(move, made)`, `hint(player, made)`, `leave()`, `close()`.
 */
export async function openGame(door, settings, ways = { what: "game" }) {
  const isKept = typeof settings === "string";
  return gameOf(isKept ? await door.session(settings) : await door.play("match3", settings), ways, door);
}

async function gameOf(session, ways, door) {
  const { state, moves, over, made = 0, undone = [] } = session.opened;
  const frames = made > 0 ? await replayed(door, session, state) : firstFrames(state);
  const game = { id: session.id, session, frames, moves, over, made, undone: [...undone].reverse(), isClosed: false };
  let queue = Promise.resolve();
  const inTurn = (act) => {
    queue = queue.catch(() => null).then(() => (game.isClosed ? null : act()));
    return queue;
  };
  const change = (act) => orBoth(act, ways);
  const back = async (wanted) => {
    while (game.made > wanted) {
      const answer = await change(() => session.undo());
      game.made -= 1;
      Object.assign(game, { moves: answer.moves, over: answer.over, last: answer.state });
    }
    game.frames.length = endOf(game.frames, game.made) + 1;
    // What came before the game was opened may not be known.
    if (game.frames.length === 0) game.frames.push(...firstFrames(game.last));
  };
  return Object.assign(game, {
    /** Makes a move after this many moves; returns the index of its first frame. */
    play: (move, wanted = game.made) =>
      inTurn(async () => {
        await back(wanted);
        const before = game.frames.at(-1);
        const answer = await change(() => session.move(move));
        const first = game.frames.length;
        for (const frame of framesOf(before, move, answer.events ?? [], answer.state)) game.frames.push(frame);
        Object.assign(game, { moves: answer.moves, over: answer.over, made: game.made + 1 });
        return first;
      }),
    /** Takes moves back. */
    back: (wanted) => inTurn(() => back(wanted)),
    /** The move of a bot. */
    hint: (player) => inTurn(async () => (game.over ? null : (await change(() => session.hint(player))).move)),
    save: () => session.save(),
    picture: (form) => session.picture(form),
    /** A game of its own with what was played here. */
    copy: async () => gameOf(await session.copy(""), ways, door),
    /** Ends it here; it is kept, and can be opened again. */
    leave() {
      game.isClosed = true;
      return queue.catch(() => null);
    },
    /** Ends it, and forgets it. */
    close: () => game.leave().then(() => session.forget()).catch(() => null),
  });
}

/** The frames of a game from its beginning, by playing its moves again; those of its end alone where that leads elsewhere. */
async function replayed(door, session, state) {
  const { level, seed, game, swaps = [] } = parse(await session.save());
  const again = await door.play("match3", { level, seed, ...(game === undefined ? {} : { game }) });
  const frames = firstFrames(again.opened.state);
  let reached = again.opened.state;
  for (const move of swaps) {
    const answer = await again.move(move);
    for (const frame of framesOf(frames.at(-1), move, answer.events ?? [], answer.state)) frames.push(frame);
    reached = answer.state;
  }
  await again.forget();
  return JSON.stringify(boardOf(reached)) === JSON.stringify(boardOf(state)) ? frames : firstFrames(state);
}

/**
 * The legal move between two cells, in the order in which the game lists it; none if it is illegal.
 * @param {Array} moves
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {Array<[number, number]>} taps Cells that can be tapped beside those of the moves.
 */
export function legal(moves, from, to, taps = []) {
  const same = (one, two) => one[0] === two[0] && one[1] === two[1];
  if (same(from, to) && taps.some((cell) => same(cell, from))) return [from, to];
  const found = moves.some(([one, two]) => (same(one, from) && same(two, to)) || (same(one, to) && same(two, from)));
  return found ? [from, to] : null;
}
