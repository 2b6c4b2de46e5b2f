/**
 * Playing the level: a bot plays while one looks, and anyone who drags a block takes over from there. Every
 * step can be scrubbed both ways.
 */

import { button, el, field, select } from "../dom.js";
import { takeAlone } from "../alone.js";
import { endOf, openGame } from "./game.js";
import { createGames } from "./games.js";
import { createGameView, tokensOf } from "./game-view.js";
import { DURATION } from "./game-motion.js";
import { statusOf } from "./status.js";
import { enableDragging } from "./dragging.js";
import { CHOICES } from "./measure.js";
import { countFree, gameKey } from "./document.js";
import { plain } from "../plain.js";
import { createSteps } from "./play-steps.js";
import { createWords, endWords, howTo, tapsOf } from "./play-words.js";
import { sayCell } from "./room.js";

/** Frames a second, and how many frames the bot is ahead of the picture. */
const [RATE, AHEAD] = [12, 80];

/** Milliseconds between the end of a bot's game and its next one. */
const PAUSE = 2600;

/** How often a frame is repeated from an index on. */
function timesHeld(frames, index) {
  const end = frames.findIndex((frame, at) => at > index && frame !== frames[index]);
  return (end < 0 ? frames.length : end) - index;
}

/**
 * @param {object} room
 * @returns {object} A part of the room: `stage`, `panel`, `open`, `close`, `key`.
 */
export function createPlay(room) {
  const { tools } = room;
  const view = createGameView(howTo(false).label, { isStill: () => tools.isReduced() });
  const status = el("div.levels-status", { data: { test: "status" } });
  const outcome = el("p.levels-outcome", { data: { test: "outcome" } });
  const games = createGames(room, room.address ?? {});
  const ways = {
    what: "game",
    takeTheirs: () => begin(() => openGame(room.door, state.game.id, ways), { number: state.number, isAtEnd: true }),
    keepMine: () => begin(() => state.game.copy(), { number: state.number, isAtEnd: true }),
  };
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
  const help = el("p.help", { text: howTo(false).help, data: { test: "how-to" } });
  const panel = el(
    "div.stack",
    {},
    help,
    el(
      "div.row",
      {},
      toggle,
      button("Hint", () => hint().catch(failed), { title: "H" }),
      button("Take back", () => steps.undo().catch(failed), { title: "U" }),
      button("New game", () => start(state.number + 1), { data: { test: "new-game" } }),
    ),
    field(
      "Bot that plays and gives hints",
      select(CHOICES, state.bot, (bot) => {
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
    taps: () => state.game?.frames.at(-1)?.state.taps ?? [],
    prepare: () => takeOver().catch(failed),
    play: (move) => own(move),
    isTapped: () => state.isTapped,
    refuse: async (cell) => tools.note(await words.refusal(cell)),
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

  const start = (number = state.number) =>
    begin(() => openGame(room.door, { level: room.whole(), seed: 1, game: number }, ways), { number, isBot: true });

  /** Continues the game of the level, or begins one. */
  async function goOn() {
    const token = (state.token += 1);
    await games.ready;
    const game = games.of(room.level);
    if (token !== state.token) return null;
    if (!game) return start(0);
    if (!game.isBot) setBot(false);
    return begin(() => openGame(room.door, game.id, ways), { isAtEnd: true, isBot: game.isBot });
  }

  /** Shows a game that is opened now: at its end, or from its beginning. */
  async function begin(open, { number = 0, isAtEnd = false, isBot = false } = {}) {
    const token = (state.token += 1);
    steps.forget();
    state.key = gameKey(room.level);
    scrubber.pause();
    clearTimeout(state.timer);
    if (!room.level.goal) return refuse("Give the level a goal to play it: under Rules.");
    try {
      const game = await open();
      leave(game.id);
      if (token !== state.token) return game.leave();
      games.know(room.level, game.id, { isBot });
      if (isBot) await alone(game.id);
      if (state.isShown) tools.go(games.addressOf(room.level), { replace: true });
      const first = game.frames[0].state;
      steps.forget(game.undone);
      Object.assign(state, { game, number, last: -1, at: 0, isFresh: true, isClassic: !first.tokens?.length });
      state.look = room.cells.look(room.level, { isGeneral: !state.isClassic });
      await explain();
      await prepare(game.frames);
      await view.ways(room.level, state.look);
      outcome.textContent = countFree(room.level) > 0 ? "Free cells are played as ordinary ones." : "";
      scrubber.setLength(game.frames.length);
      scrubber.set(isAtEnd ? game.frames.length - 1 : 0);
      if (state.isBot) feed();
    } catch (refusal) {
      const { id } = games.of(room.level) ?? {};
      if (refusal.status !== 404 || !id) return refuse(refusal.message);
      games.forget(id);
      return start(0);
    }
    return null;
  }

  /** Says how moves are made under the rules of the level. */
  async function explain() {
    const { base } = await state.look.ready;
    Object.assign(state, tapsOf(room.level.rules, base));
    const { label, help: text } = howTo(state.isTapped);
    view.element.setAttribute("aria-label", label);
    help.textContent = text;
  }

  /** The bot continues a game in one tab alone. */
  async function alone(id) {
    state.giveBack?.();
    state.giveBack = await takeAlone(`levels/${id}`);
    if (!state.giveBack) setBot(false);
  }

  /** Leaves the game for another one; one that only the bot has played is forgotten. */
  function leave(next) {
    const { game } = state;
    state.game = null;
    if (!game || game.id === next || !games.isBots(game.id)) return game?.leave();
    games.forget(game.id);
    return game.close();
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
      const isOn = await extend(game, await game.hint(state.bot)).catch(failed);
      if (isOn === undefined) break;
      if (isWaiting && state.isBot && !scrubber.playing && !state.isOwn && token === state.token) scrubber.play();
      state.isFresh = false;
    }
  }

  /** A move that was not made: the bot stops, and what is wrong is shown. */
  function failed(refusal) {
    setBot(false);
    tools.refuse(refusal);
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
    const isHeld = frame === game.frames[state.last];
    const isNext = index === state.last + 1 && (state.isOwn || !isHeld);
    const most = state.isOwn ? Infinity : Math.min(90, now - state.at) * timesHeld(game.frames, index);
    const duration = isNext && (isPlaying || state.isOwn) && !tools.isReduced() ? Math.min(DURATION[frame.event] ?? 0, most) : 0;
    const isGoing = isHeld && isPlaying && !state.isOwn && index === state.last + 1;
    Object.assign(state, { last: index, at: now });
    say(frame, index);
    // A frame that is repeated is still on its way.
    if (isGoing) return;
    state.shown = view.show(frame, { look: state.look, isClassic: state.isClassic, duration });
  }

  function say({ made, state: shown }, index) {
    status.replaceChildren(...statusOf(made, shown, room.level.goal, state.look));
    const isEnd = state.game.over && index === state.game.frames.length - 1;
    if (!isEnd) return;
    outcome.textContent = endWords(shown, made);
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
    games.take(room.level);
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
    const { state: { score, left, move_limit: limit, moves_made: made }, omitted } = game.frames.at(-1);
    if (omitted > 0) tools.say(`${omitted} events of this move are not shown.`);
    tools.say(`Score ${score}, ${left} left of the goal${limit === undefined ? "" : `, ${limit - made} moves left`}`);
  }

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
      if (!state.game || state.key !== gameKey(room.level)) return goOn();
      if (state.isBot) feed();
      if (state.isBot && scrubber.index < scrubber.length - 1) scrubber.play();
      return null;
    },
    /** The level has changed. */
    changed() {
      if (state.isShown && gameKey(room.level) !== state.key) goOn();
    },
    know: (level, id) => games.know(level, id),
    addressOf: (level) => games.addressOf(level),
    /** The keys of a move, as pairs for the list of keys. */
    keys: () => howTo(state.isTapped).keys,
    /** Another tab is open: the game waits. */
    close() {
      state.isShown = false;
      state.token += 1;
      clearTimeout(state.timer);
      scrubber.close();
    },
    /** Another room is open. */
    end() {
      state.giveBack?.();
      return leave();
    },
    key(event) {
      const act = { b: () => setBot(!state.isBot), h: () => hint().catch(failed), u: () => steps.undo().catch(failed) }[event.key.toLowerCase()];
      if (act) {
        act();
        return true;
      }
      return dragging.key(event);
    },
  };
}
