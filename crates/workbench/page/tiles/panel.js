// The right part of the room: what the player thinks, autoplay, new game, saved games.

import { button, drawIcon, el, field, fill, iconButton, select, slider } from "../dom.js";
import { adviceOn, lossOf } from "./coach.js";
import { explained } from "./lesson.js";
import { barsOf, below, evaluate, givesValues, MOVES, playersFor, scaleOf } from "./values.js";
import { SPEEDS } from "./play.js";

const SIZES = ["4 × 4", "3 × 3", "5 × 5", "2 × 2", "2 × 3", "3 × 4", "4 × 5"];

/** The right part of the room. */
export function createPanel(room) {
  const { tools } = room;
  const parts = {
    bars: tools.chart.bars({ label: "Values of the four moves" }),
    player: el("div"),
    said: el("p.help"),
    told: el("div.stack", { role: "status", data: { test: "coach-says" } }),
    play: el("button.primary", { type: "button", text: "Let it play", data: { test: "autoplay" }, onclick: () => room.auto.toggle() }),
    games: el("ul.games"),
  };
  const panel = {
    element: el("aside.panel", { aria: { label: "Player and games" } }, thinking(room, parts), playing(room, parts), saved(room, parts)),
  };
  const ask = createAsker(room, parts);
  panel.showMove = () => ask();
  panel.showPlaying = () => {
    fill(parts.play, drawIcon(room.auto.playing ? "pause" : "play"), room.auto.playing ? "Pause" : "Let it play");
  };
  const coach = createCoach(room, parts);
  panel.showLoss = (frame, move) => coach.judge(frame, move);
  panel.clearCoach = () => coach.clear();
  panel.hint = async () => {
    if (!room.stage.isLive()) return;
    try {
      await coach.hint();
    } catch (error) {
      tools.refuse(error);
    }
  };
  panel.open = (game) => {
    const { length: rows } = game.now.board;
    const players = playersFor(rows, game.now.board[0].length);
    coach.clear();
    if (!players.some(([name]) => name === room.settings.player)) room.settings.player = "expectimax";
    const choice = select(
      players,
      room.settings.player,
      (player) => {
        room.set({ player });
        ask();
      },
      { data: { test: "player" } },
    );
    fill(parts.player, field("Player", choice));
    panel.showPlaying();
    panel.listGames();
    ask();
  };
  panel.listGames = () => listGames(room, parts.games).catch(tools.refuse);
  return panel;
}

function thinking(room, { player, bars, said, told }) {
  const coach = el("input", { type: "checkbox", checked: room.settings.coach, data: { test: "coach" }, onchange: () => {
      room.set({ coach: coach.checked });
      room.panel.clearCoach();
    } });
  return el(
    "section.card.stack",
    { aria: { label: "What the player thinks" } },
    player,
    bars.element,
    said,
    el("label.row", {}, coach, "Coach my moves"),
    told,
  );
}

/**
 * What the coach says: of a move that a person made, and why a hint is one. One question is asked at a time, and the newest answer shown: none
 * takes longer than some 0.2 s, so that none is cancelled.
 */
function createCoach(room, { told }) {
  let newest = 0;
  let running = Promise.resolve();
  const ask = async (frame, move, show) => {
    const number = (newest += 1);
    fill(told);
    await running;
    if (number !== newest) return;
    const asked = adviceOn(room.tools.door, frame, move);
    running = asked.catch(() => null);
    const advice = await asked;
    if (number === newest) show(advice);
  };
  return {
    /** Forgets what was said and asked: another position is shown. */
    clear() {
      newest += 1;
      fill(told);
    },
    async judge(frame, move) {
      this.clear();
      if (!room.settings.coach || room.auto.playing) return;
      await ask(frame, move, (advice) => {
        const text = advice ? lossOf(advice) : `${move} loses nothing`;
        room.tools.say(text);
        const isWorse = ["inaccuracy", "mistake", "blunder"].includes(advice?.quality);
        fill(told, el("p", {}, el("strong", { text })), isWorse ? explained(advice) : null);
      }).catch(room.tools.refuse);
    },
    async hint() {
      await ask(room.game.now, null, (advice) => {
        if (!advice) return;
        room.stage.point(advice.best);
        room.tools.say(`Hint: ${advice.best}`);
        fill(told, el("p", {}, el("strong", { text: `Hint: ${advice.best}` })), explained(advice));
      });
    },
  };
}

/** Asks for the values of the shown position, one question at a time, the newest only. */
function createAsker(room, parts) {
  let asking = false;
  let again = false;
  const ask = async () => {
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    try {
      await answer(room, parts);
    } catch (error) {
      parts.said.textContent = error.message;
    }
    asking = false;
    if (again) {
      again = false;
      ask();
    }
  };
  return ask;
}

async function answer(room, { bars, said }) {
  const shown = room.stage.shown();
  const { player } = room.settings;
  if (shown.over || !givesValues(player)) {
    bars.update(MOVES.map((name) => ({ name, value: "", share: 0 })));
    said.textContent = shown.over ? "No move is left." : "This player gives no values.";
    return;
  }
  const [found] = await evaluate(room.tools.door, player, [shown.board]);
  const values = found.values ?? { up: null, right: null, down: null, left: null, [found.choice]: found.value };
  const best = Math.max(...Object.values(values).filter(Number.isFinite));
  bars.update(barsOf(values, found.choice, (value) => below(value, best)));
  said.textContent = `How far each move is below the best, ${scaleOf(player)}.`;
}

function playing(room, parts) {
  const speed = slider({
    label: "Speed",
    min: 0,
    max: SPEEDS.length - 1,
    value: room.settings.speed,
    test: "speed",
    show: (at) => (SPEEDS[at] === Infinity ? "as fast as it thinks" : `${SPEEDS[at]} ${SPEEDS[at] === 1 ? "move" : "moves"}/s`),
    oninput: (at) => room.set({ speed: at }),
  });
  const pad = el(
    "div.pad",
    { role: "group", aria: { label: "Move" } },
    MOVES.map((move) =>
      iconButton(move, `Move ${move}`, () => room.personMoves(move), { class: `icon ${move}`, data: { test: `move-${move}` } }),
    ),
  );
  const undo = button(
    "Take back",
    () => {
      room.auto.pause();
      room.take();
      room.tools.undo.undo().catch(room.tools.refuse);
    },
    { data: { test: "undo-move" } },
  );
  const hint = el("button", { type: "button", onclick: () => room.panel.hint(), data: { test: "hint" } }, drawIcon("hint"), "Hint");
  return el(
    "section.stack",
    { aria: { label: "Play" } },
    el("div.row", {}, parts.play, hint, undo),
    el("div.play-row", {}, speed.element, pad),
  );
}

function saved(room, parts) {
  const name = el("input", { type: "text", maxLength: 40, placeholder: "Unnamed" });
  const size = el(
    "select",
    {},
    SIZES.map((text) => el("option", { value: text, text })),
  );
  const seed = el("input", {
    type: "text",
    inputMode: "numeric",
    placeholder: "Random",
    data: { test: "seed" },
  });
  const begin = async () => {
    const [rows, columns] = size.value.split(" × ").map(Number);
    const wanted = { rows, columns };
    if (name.value.trim()) wanted.name = name.value.trim();
    if (seed.value.trim()) wanted.seed = Number(seed.value);
    try {
      await room.newGame(wanted);
      name.value = "";
      seed.value = "";
    } catch (error) {
      room.tools.refuse(error);
    }
  };
  const form = el(
    "div.stack",
    {},
    el("div.row.end", {}, el("div.grow", {}, field("Name", name)), el("div", {}, field("Board", size))),
    el("div.row.end", {}, el("div.grow", {}, field("Seed", seed)), button("New game", begin, { data: { test: "new-game" } })),
  );
  return el("section.stack", { aria: { label: "Games" } }, el("h2", { text: "Games" }), form, parts.games);
}

async function listGames(room, list) {
  const games = (await room.tools.door.sessions("2048")).filter((game) =>
    game.id === room.game.id ? !room.isDemo : game.made > 0 || game.name,
  );
  fill(
    list,
    games.slice(0, 30).map((game) =>
      el(
        "li",
        {},
        open(room, game),
        iconButton("close", `Delete ${game.name || "this game"}`, () => forget(room, game)),
      ),
    ),
  );
}

function open(room, game) {
  const isThis = game.id === room.game.id;
  const text = el("span", { text: game.name || `Game ${game.id.slice(0, 4)}` });
  return el(
    "button.open",
    { type: "button", aria: isThis ? { current: "true" } : {}, onclick: () => room.tools.go({ game: game.id }) },
    text,
    el("span.muted", { text: game.headline }),
  );
}

async function forget(room, game) {
  try {
    const session = await room.tools.door.session(game.id);
    const saved = await session.save();
    await session.forget();
    if (game.id === room.game.id) room.tools.go({ game: "" });
    const back = async () => {
      await room.tools.door.play("2048", { saved, ...(game.name ? { name: game.name } : {}) });
      room.panel.listGames();
    };
    room.tools.note("Game deleted", { action: { label: "Bring it back", act: () => back().catch(room.tools.refuse) }, seconds: 8 });
    room.panel.listGames();
  } catch (error) {
    room.tools.refuse(error);
  }
}
