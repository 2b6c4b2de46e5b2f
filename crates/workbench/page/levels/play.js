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
      button("Take back", () => back(), { title: "U" }),
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
    el("div.row", {}, tools.carry(carrySource)),
  );
  const stage = el("div.stack", {}, status, el("div.levels-frame", {}, view.element), scrubber.element);
  const dragging = enableDragging(view, {
    moves: () => state.game?.moves ?? [],
    prepare: () => takeOver(),
    play: (move) => own(move),
    note: (text) => tools.note(text),
    say: ([row, column]) => tools.say(`Row ${row + 1}, column ${column + 1}: ${contentsAt(row, column)}`),
  });

  /** What a screen reader hears of a cell: its token, or the number of its colour. */
  function contentsAt(row, column) {
    const { tokens, colors } = state.game?.frames[scrubber.index]?.board ?? {};
    const color = colors?.[row]?.[column];
    return state.isClassic && color !== null && color !== undefined ? `colour ${color + 1}` : (tokens?.[row]?.[column] ?? "");
  }

  /** The game so far, of the bot or of the person: recorded, and replayed for its animation. */
  function carrySource() {
    const name = "level-game";
    const animated = (as) => async () => {
      const { name: replay } = await room.door.upload(`${name}.json`, await state.game.save());
      return room.door.ask("match3/play", { replay }, { as });
    };
    return {
      name,
      gif: animated("gif"),
      apng: animated("apng"),
      json: () => state.game.save(),
      // The command reads the document that is carried away under this name.
      command: () => tools.command("match3/play", { replay: `${name}.json` }, { picture: `${name}.gif` }),
    };
  }

  async function start(number = state.number) {
    const token = (state.token += 1);
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
    outcome.textContent = text;
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
    toggle.textContent = isBot ? "Stop the bot" : "Let the bot play";
    toggle.setAttribute("aria-pressed", String(isBot));
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
    if (game.made !== made) await game.back(made);
    scrubber.setLength(game.frames.length);
    if (scrubber.index !== Math.min(rest, game.frames.length - 1)) scrubber.set(rest);
  }

  /** Plays a person's move, with every step at its own pace. */
  async function own(move) {
    const { game } = state;
    const first = await extend(game, move).catch((refusal) => tools.note(refusal.message));
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

  async function back() {
    await takeOver();
    const { game } = state;
    if (!game || game.made === 0) return;
    await game.back(game.made - 1);
    scrubber.setLength(game.frames.length);
    scrubber.set(game.frames.length - 1);
  }

  async function hint() {
    await takeOver();
    const move = await state.game?.hint(state.bot);
    if (move) view.marks(move.map((cell) => ({ cell, event: "hint" })));
  }

  async function pauseFor(milliseconds) {
    await new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    });
  }

  setBot(true);
  return {
    stage,
    panel,
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
      const act = { b: () => setBot(!state.isBot), h: hint, u: back }[event.key.toLowerCase()];
      if (act) {
        act();
        return true;
      }
      return dragging.key(event);
    },
  };
}
