// A game of 2048 as the room sees it: the session, and every position so far for the scrubber.

import { orBoth } from "../stale.js";
import { oneByOne } from "../turns.js";

/** The letters by which saved games write moves. */
const LETTERS = { u: "up", r: "right", d: "down", l: "left" };

/**
 * Opens a game by its session's id, or begins one.
 * @param {{door: object, store: object}} tools
 * @param {string|null} id
 * @param {object} [settings] Of a new game.
 * @param {object} [ways] What to do where another tab has changed the game, see `stale.js`.
 * @returns {Promise<Game>}
 */
export async function openGame({ door, store }, id, settings = {}, ways = { what: "game" }) {
  return gameOf(id ? await door.session(id) : await door.play("2048", settings), store, ways);
}

/** A game of its own with what was played in this one. */
export async function copyOf({ session, name }, { store }, ways) {
  return gameOf(await session.copy(name && `${name} (copy)`), store, ways);
}

async function gameOf(session, store, ways) {
  const { state, moves, made, undone = [] } = session.opened;
  const game = createGame(session, { state, moves }, store, ways);
  if (made === 0) return game;
  const kept = await store.draft(`tiles:${session.id}`);
  const isKept = kept?.length === made + 1 && String(unpack(kept.at(-1)).board) === String(state.board);
  if (isKept) game.frames.splice(0, Infinity, ...kept.slice(0, -1).map(unpack), { ...game.now, move: unpack(kept.at(-1)).move });
  else game.missing = made;
  const saved = JSON.parse(await session.save()).moves;
  return Object.assign(game, { past: [...saved].map((letter) => LETTERS[letter]), ahead: undone });
}

/** A game from a session and its position. */
function createGame(session, { state, moves }, store, ways) {
  const keep = store.autosave(`tiles:${session.id}`);
  const inTurn = oneByOne();
  const game = {
    session,
    id: session.id,
    name: session.opened.name ?? "",
    /** The moves with which it was opened, and those that can be made again, the next one first. */
    past: [],
    ahead: [],
    missing: 0,
    moves,
    /** All positions: `{board, score, over, move, events}`; `move` led to the position. */
    frames: [frameOf(state)],
    get now() {
      return game.frames.at(-1);
    },
    get made() {
      return game.frames.length - 1 + game.missing;
    },
    /** Makes a move; resolves to the new frame, or `null` if the move is not legal. */
    move: (move) =>
      inTurn(async () => {
        if (!game.moves.includes(move)) return null;
        const answer = await orBoth(() => session.move(move), ways);
        const frame = { ...frameOf(answer.state), move, events: answer.events };
        game.frames.push(frame);
        game.moves = answer.moves;
        keep(game.missing ? [] : game.frames.map(pack));
        return frame;
      }),
    /** The move of a player. */
    hint: (player) => inTurn(() => orBoth(() => session.hint(player), ways)),
    /** Takes the last move back; resolves to whether there was one. */
    back: () =>
      inTurn(async () => {
        if (game.made === 0) return false;
        const answer = await orBoth(() => session.undo(), ways);
        if (game.frames.length > 1) game.frames.pop();
        else Object.assign(game, { missing: game.missing - 1, frames: [frameOf(answer.state)] });
        game.moves = answer.moves;
        keep(game.missing ? [] : game.frames.map(pack));
        return true;
      }),
    /** Loads the positions that this browser has not seen, by playing the saved moves again; resolves to their number. */
    async recall(door) {
      if (!game.missing) return 0;
      const saved = JSON.parse(await session.save());
      const frames = await replay(door, saved, game.missing);
      const recalled = game.missing;
      game.frames.unshift(...frames.slice(0, recalled));
      game.missing = 0;
      return recalled;
    },
  };
  return game;
}

const frameOf = ({ board, score, over, largest }) => ({ board, score, over, largest });
const pack = ({ board, score, move }) => [board.map((row) => row.map((tile) => (tile ? Math.log2(tile) : 0))), score, move ?? ""];
const unpack = ([codes, score, move]) => {
  const board = codes.map((row) => row.map((code) => (code ? 2 ** code : 0)));
  return { board, score, move: move || undefined, over: false, largest: Math.max(...board.flat()) };
};

/** The first positions of a saved game. */
async function replay(door, saved, count) {
  const { board, seed, four_probability: fours, moves } = saved;
  const session = await door.play("2048", { rows: board.length, columns: board[0].length, seed, four_probability: fours });
  const frames = [frameOf(session.opened.state)];
  for (const letter of moves.slice(0, count)) {
    const answer = await session.move(LETTERS[letter]);
    frames.push({ ...frameOf(answer.state), move: LETTERS[letter], events: answer.events });
  }
  await session.forget();
  return frames;
}
