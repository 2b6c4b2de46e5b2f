// The room 2048: a game that is played by a person or a player, its review, many games, training.

import { takeAlone } from "../alone.js";
import { reveal, tabs } from "../dom.js";
import { copyOf, openGame } from "./game.js";
import { createAutoplay, watchInput } from "./play.js";
import { createStage } from "./stage.js";
import { createPanel } from "./panel.js";
import { createReview } from "./review.js";
import { createBench } from "./bench.js";
import { createTraining } from "./train.js";

export const title = "2048";
export const sheet = "style.css";

/** Where the game that plays by itself is remembered, and the settings of the room. */
const DEMO = "tiles/demo";
const SETTINGS = "tiles/settings";

/** The most moves that are played again before somebody asks for it: so that opening a long game does not begin with thousands of questions to the server. */
const RECALLED = 500;

/** Builds the room. State: `game` (session), `player`, `view` (`review`, `bench` or `train`). */
export async function open(root, state, tools) {
  const settings = {
    player: "network",
    speed: 2,
    coach: false,
    ...(await tools.store.draft(SETTINGS)),
    ...(state.player ? { player: state.player } : {}),
  };
  const room = { tools, root, state, settings, game: null, auto: null, keep: tools.store.autosave(SETTINGS) };
  room.stage = createStage(room);
  room.panel = createPanel(room);
  room.auto = createAutoplay(room);
  const below = lower(room);
  root.append(room.stage.element, room.panel.element, below);
  const input = watchInput(room);
  await begin(room, state.game);
  if (state.view && !state.game) reveal(below);
  return {
    keys: [
      ["↑ → ↓ ←", "Move"],
      ["Space", "Let the player play, or pause"],
      ["H", "Hint"],
      ["N", "New game"],
      ["U", "Take a move back"],
    ],
    key: input.key,
    async update(next) {
      const before = room.state;
      room.state = next;
      if ((next.game ?? "") !== (before.game ?? "") && next.game !== room.game?.id) await begin(room, next.game);
      room.showView();
    },
    close() {
      room.auto.pause();
      room.panel.clearCoach();
      room.leaveDemo();
      input.close();
      room.view?.close?.();
    },
  };
}

/** Opens the game of the address, or the one that plays by itself. */
async function begin(room, id) {
  room.auto.pause();
  room.tools.undo.clear();
  const isDemo = !id;
  if (isDemo) room.giveBack ??= await takeAlone(DEMO);
  else room.leaveDemo();
  const known = id ?? (room.giveBack ? await room.tools.store.draft(DEMO) : null);
  let game = null;
  try {
    game = known ? await openGame(room.tools, known, {}, room.ways) : null;
  } catch (error) {
    if (!isDemo && error.status !== 404) throw error;
    if (!isDemo) room.tools.note(`${error.message}; a new one begins`);
  }
  if (!game || (isDemo && game.now.over)) {
    game = await openGame(room.tools, null, {}, room.ways);
    if (room.giveBack) await room.tools.store.set("drafts", DEMO, game.id);
  }
  room.open(game, isDemo);
}

/** Views that go on while another room is open. */
const lasting = {};

/** The lower part: three views of which one is open. */
function lower(room) {
  room.bench = () => (lasting.bench ??= createBench(room));
  const views = {
    review: ["Review this game", () => (room.review ??= createReview(room))],
    bench: ["Many games", () => room.bench()],
    train: ["Training", () => (lasting.train ??= createTraining(room))],
  };
  const made = tabs({ label: "More about 2048", views, onChoose: (view) => room.tools.go({ view }, { replace: true }) });
  room.showView = () => {
    room.view = made.show(views[room.state.view] ? room.state.view : "review");
  };
  wire(room);
  room.showView();
  return made.element;
}

/** What the parts of the room call. */
function wire(room) {
  const { tools } = room;
  /** Another tab may continue the game that plays by itself. */
  room.leaveDemo = () => {
    room.giveBack?.();
    room.giveBack = null;
  };
  /** Shows a game; the demo plays by itself until somebody takes over. */
  room.open = (game, isDemo = false) => {
    Object.assign(room, { game, isDemo });
    // What was done before the page was loaded can be undone, too.
    tools.undo.fill(game.past.map((move) => stepOf(room, game, move)), [...game.ahead].reverse().map((move) => stepOf(room, game, move)));
    room.stage.open(game);
    room.panel.open(game);
    room.review?.opened();
    if (isDemo && !tools.isReduced()) room.auto.play();
    else if (game.missing <= RECALLED) recall(room, game).catch(tools.refuse);
  };
  /** What to do where another tab has changed the game. */
  room.ways = {
    what: "game",
    takeTheirs: async () => room.open(await openGame(tools, room.game.id, {}, room.ways)),
    async keepMine() {
      const game = await copyOf(room.game, tools, room.ways);
      room.open(game);
      tools.go({ game: game.id });
      room.panel.listGames();
    },
  };
  /** A person takes over: the game becomes theirs, with an address of its own. */
  room.take = () => {
    if (!room.isDemo) return;
    room.auto.pause();
    room.isDemo = false;
    if (room.giveBack) tools.store.remove("drafts", DEMO).then(room.leaveDemo, tools.refuse);
    tools.go({ game: room.game.id }, { replace: true });
    room.panel.listGames();
  };
  /** Makes a move, animated; resolves to whether it was legal. */
  room.move = async (move, { animated = true } = {}) => {
    const game = room.game;
    const frame = await game.move(move);
    if (!frame || game !== room.game) return false;
    tools.undo.push(stepOf(room, game, move));
    room.show(frame, animated);
    room.panel.showLoss(game.frames.at(-2), move);
    return true;
  };
  room.back = async () => {
    if (await room.game.back()) room.show(null);
  };
  room.show = (frame, animated = true) => {
    room.panel.clearCoach();
    room.stage.showLive(frame, animated);
    room.panel.showMove();
    if (room.game.now.over) room.over();
  };
  room.over = () => {
    room.auto.pause();
    tools.say(`Game over. Score ${room.game.now.score}`);
    room.panel.listGames();
  };
  room.newGame = async (wanted = {}) => {
    room.auto.pause();
    const { rows, columns } = sizeOf(room.game);
    const game = await openGame(tools, null, { rows, columns, ...wanted }, room.ways);
    room.open(game);
    tools.go({ game: game.id });
    room.panel.listGames();
  };
  room.set = (patch) => {
    Object.assign(room.settings, patch);
    room.keep({ ...room.settings });
  };
}

/** A move as a step that can be undone. */
function stepOf(room, game, move) {
  return { label: move, undo: () => room.back(), redo: () => game.move(move).then((again) => room.show(again)) };
}

/** Loads the positions that this browser has not kept: it may have been closed before it did. */
async function recall(room, game) {
  const count = await game.recall(room.tools.door);
  if (count && game === room.game) room.stage.recalled(count);
}

/** The size of a game's board. */
export const sizeOf = (game) => ({ rows: game.now.board.length, columns: game.now.board[0].length });
