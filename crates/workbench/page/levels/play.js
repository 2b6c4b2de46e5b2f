/**
 * Playing the level: a bot plays while one looks, and anyone who drags a block takes over from there. Every
 * step can be scrubbed both ways.
 */

import { button, el, field, select } from "../dom.js";
import { endOf, openGame } from "./game.js";
import { createGameView, DURATION, tokensOf } from "./game-view.js";
import { statusOf } from "./status.js";
import { enableDragging } from "./dragging.js";
import { BOTS } from "./measure.js";
import { countFree, gameKey } from "./document.js";
import { plain } from "../plain.js";
import { createSteps } from "./play-steps.js";
import { createWords } from "./play-words.js";
import { sayCell } from "./room.js";

/** Frames a second, and how many frames the bot is ahead of the picture. */
const [RATE, AHEAD] = [12, 80];

/** Milliseconds between the end of a bot's game and its next one. */
const PAUSE = 2600;

/**
 * @param {object} room
 * @returns {object} A part of the room: `stage`, `panel`, `open`, `close`, `key`.
 */
export function createPlay(room) {
  const { tools } = room;
  const view = createGameView("The game. Drag a block onto its neighbour.");
  const status = el("div.levels-status", { data: { test: "status" } });
  const outcome = el("p.levels-outcome", { data: { test: "outcome" } });
  const state = {
    game: null,
    number: 0,
    bot: "greedy",
    isBot: true,
    token: 0,
    last: -1,
    at: 0,
    isOwn: false,
    isShown: false,
    timer: 0,
  };
  const scrubber = tools.scrubber({
    rate: RATE,
    rates: [4, 8, 12, 24, 60],
    label: "Time of the game",
    onFrame: (index, { playing }) => show(index, playing),
    show: (index) => `move ${state.game?.frames[index]?.made ?? 0}`,
  });
  const toggle = button("", () => setBot(!state.isBot), { data: { test: "bot-plays" }, title: "B" });
  const panel = el(
    "div.stack",
    {},
    el("p.help", {
      text: "Drag a block onto a neighbour, or tap a piece. With the keyboard: arrows move the frame, Space picks the block, an arrow swaps it.",
    }),
    el(
      "div.row",
      {},
      toggle,
      button("Hint", () => hint(), { title: "H" }),
      button("Take back", () => steps.undo().catch(failed), { title: "U" }),
      button("New game", () => start(state.number + 1), { data: { test: "new-game" } }),
    ),
    field(
      "Bot that plays and gives hints",
      select(BOTS, state.bot, (bot) => {
        state.bot = bot;
        feed();
      }),
    ),
    outcome,
    el("div.row", {}, tools.carry(carrySource, "this game")),
  );
  const stage = el("div.stack", {}, status, el("div.levels-frame", {}, view.element), scrubber.element);
  const dragging = enableDragging(view, {
    moves: () => state.game?.moves ?? [],
    prepare: () => takeOver(),
    play: (move) => own(move),
    note: (text) => tools.note(text),
    say: (cell) => sayCell(tools, cell, words.cell(cell)),
  });
  const words = createWords({ state, index: () => scrubber.index });
  const steps = createSteps({
    state,
    takeOver,
    play: animated,
    show() {
      scrubber.setLength(state.game.frames.length);
      scrubber.set(state.game.frames.length - 1);
    },
    changed: () => tools.showUndo(),
  });

  /** The game so far, of a person or a bot. */
  function carrySource() {
    const name = "level-game";
    return {
      name,
      svg: () => state.game.picture(),
      gif: () => state.game.picture("gif"),
      apng: () => state.game.picture("apng"),
      json: () => state.game.save(),
      // The command reads the document that is carried away under this name.
      command: () => tools.command("match3/play", { replay: `${name}.json` }, { picture: `${name}.gif` }),
    };
  }

  async function start(number = state.number) {
    const token = (state.token += 1);
    steps.forget();
    state.key = gameKey(room.level);
    scrubber.pause();
    clearTimeout(state.timer);
    await state.game?.close();
    if (!room.level.goal) return refuse("Give the level a goal to play it: under Rules.");
    try {
      const game = await openGame(room.door, { level: room.whole(), seed: 1, game: number });
      if (token !== state.token) return game.close();
      const first = game.frames[0].state;
      Object.assign(state, { game, number, last: -1, at: 0, isFresh: true, isClassic: !first.tokens?.length });
      state.look = room.cells.look(room.level, { isGeneral: !state.isClassic });
      await prepare(game.frames);
      outcome.textContent = countFree(room.level) > 0 ? "Free cells are played as ordinary ones." : "";
      scrubber.setLength(game.frames.length);
      scrubber.set(0);
      if (state.isBot) feed();
    } catch (refusal) {
      refuse(refusal.message);
    }
  }

  function refuse(text) {
    outcome.textContent = plain(text);
    status.replaceChildren();
  }

  const prepare = (frames) => state.look.need([...new Set(frames.flatMap((frame) => tokensOf(frame, state.isClassic)))]);

  async function feed() {
    const token = state.token;
    while (state.isBot && state.isShown && token === state.token && !state.game?.isClosed) {
      const { game } = state;
      if (!game || game.over) break;
      if (game.frames.length - scrubber.index > AHEAD) {
        await pauseFor(120);
        continue;
      }
      // A pause at the end waits for the bot; any other one is the person's.
      const isWaiting = state.isFresh || scrubber.index >= scrubber.length - 1;
      await extend(game, await game.hint(state.bot));
      if (isWaiting && state.isBot && !scrubber.playing && !state.isOwn && token === state.token) scrubber.play();
      state.isFresh = false;
    }
  }

  async function extend(game, move, made) {
    if (!move) return null;
    const first = await game.play(move, made);
    tools.showUndo();
    await prepare(game.frames.slice(first));
    if (game === state.game) scrubber.setLength(game.frames.length);
    return first;
  }

  /** Shows a frame; forward steps by one are animated. */
  function show(index, isPlaying) {
    const { game } = state;
    const frame = game?.frames[index];
    if (!frame) return;
    const now = performance.now();
    const isNext = index === state.last + 1 && (state.isOwn || frame !== game.frames[state.last]);
    const most = state.isOwn ? Infinity : Math.min(90, now - state.at);
    const duration = isNext && (isPlaying || state.isOwn) && !tools.isReduced() ? Math.min(DURATION[frame.event] ?? 0, most) : 0;
    Object.assign(state, { last: index, at: now });
    say(frame, index);
    state.shown = view.show(frame, { look: state.look, isClassic: state.isClassic, duration });
  }

  function say({ made, state: shown }, index) {
    status.replaceChildren(...statusOf(made, shown, room.level.goal));
    const isEnd = state.game.over && index === state.game.frames.length - 1;
    if (!isEnd) return;
    outcome.textContent = `${shown.won ? "Won" : "Not won"} after ${made} moves, ${shown.score} points.`;
    if (state.isBot && state.isShown) {
      clearTimeout(state.timer);
      state.timer = setTimeout(() => state.isBot && state.isShown && scrubber.index === index && start(state.number + 1), PAUSE);
    }
  }

  function setBot(isBot) {
    state.isBot = isBot;
    if (isBot) steps.forget();
    toggle.textContent = isBot ? "Stop the bot" : "Let the bot play";
    if (!isBot) return clearTimeout(state.timer);
    if (state.game?.over) start(state.number + 1);
    else if (!scrubber.playing) scrubber.play();
    feed();
  }

  /** A person takes over at the frame that is shown. */
  async function takeOver() {
    const { game } = state;
    if (!game) return;
    setBot(false);
    scrubber.pause();
    const made = game.frames[scrubber.index]?.made ?? game.made;
    const rest = endOf(game.frames, made);
    if (game.made !== made) {
      steps.forget();
      await game.back(made);
    }
    scrubber.setLength(game.frames.length);
    if (scrubber.index !== Math.min(rest, game.frames.length - 1)) scrubber.set(rest);
  }

  /** Makes a person's move, which can be taken back. */
  async function own(move) {
    steps.forget();
    await animated(move);
  }

  /** Plays a move with every step at its own pace. */
  async function animated(move) {
    const { game } = state;
    const first = await extend(game, move).catch(failed);
    if (first === null || first === undefined) return;
    state.isOwn = true;
    for (let index = first; index < game.frames.length && state.isOwn && game === state.game; index += 1) {
      const frame = game.frames[index];
      if (frame.event === "chosen") continue;
      if (frame === game.frames[index + 1]) continue;
      state.last = index - 1;
      scrubber.set(index);
      await state.shown;
    }
    state.isOwn = false;
    const { score, left, move_limit: limit, moves_made: made } = game.frames.at(-1).state;
    tools.say(`Score ${score}, ${left} left of the goal${limit === undefined ? "" : `, ${limit - made} moves left`}`);
  }

  const failed = (refusal) => tools.note(refusal.message);

  async function hint() {
    await takeOver();
    const move = await state.game?.hint(state.bot);
    if (!move) return;
    view.marks(move.map((cell) => ({ cell, event: "hint" })));
    tools.say(await words.hint(move));
  }

  async function pauseFor(milliseconds) {
    await new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    });
  }

  // A page that begins by moving, unless that was asked not to be.
  setBot(!tools.isReduced());
  return {
    stage,
    panel,
    steps,
    start,
    open() {
      state.isShown = true;
      start(state.number);
    },
    /** The level has changed. */
    changed() {
      if (state.isShown && gameKey(room.level) !== state.key) start(0);
    },
    close() {
      state.isShown = false;
      state.token += 1;
      clearTimeout(state.timer);
      scrubber.close();
      state.game?.close();
      state.game = null;
    },
    key(event) {
      const act = { b: () => setBot(!state.isBot), h: hint, u: () => steps.undo().catch(failed) }[event.key.toLowerCase()];
      if (act) {
        act();
        return true;
      }
      return dragging.key(event);
    },
  };
}
