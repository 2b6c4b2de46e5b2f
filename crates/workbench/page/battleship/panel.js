// The right part of the room: the player, a new game, saved games.

import { button, drawIcon, el, field, fill, select, slider } from "../dom.js";
import { cellName } from "./fleet.js";
import { listGames } from "./games.js";
import { HUNTERS, LEVELS } from "../names.js";
import { SPEEDS } from "./play.js";
import { openPlacing } from "./place.js";

/** Hunters that do not play here: `exact` counts all fleets before each shot, which takes too long, and `perfect` plays on small fields only. */
const ELSEWHERE = new Set(["exact", "perfect"]);
/** Levels and strategies, as `battleship/hunt` names them. */
const STRATEGIES = HUNTERS.filter((name) => !ELSEWHERE.has(name)).map((name) => [name, name]);
const OPPONENTS = [...LEVELS.map((name) => [name, name[0].toUpperCase() + name.slice(1)]), ...STRATEGIES];
/** Hunters whose strength can be chosen: a share of their shots is made at random. */
const SKILLED = new Set(HUNTERS.filter((name) => name !== "random" && !ELSEWHERE.has(name)));

/** The right part of the room. */
export function createPanel(room) {
  const { tools } = room;
  const parts = {
    play: el("button.primary", {
      type: "button",
      text: "Let it play",
      data: { test: "autoplay" },
      onclick: () => {
        room.auto.toggle();
      },
    }),
    games: el("ul.games"),
    form: newGame(room),
  };
  const cloud = el("input", {
    type: "checkbox",
    checked: room.settings.cloud,
    data: { test: "cloud" },
    onchange: () => panel.setCloud(cloud.checked),
  });
  const panel = {
    element: el("aside.panel", { aria: { label: "Player and games" } }, playing(room, parts, cloud), parts.form.element, parts.games),
  };
  panel.setCloud = (isShown) => {
    cloud.checked = isShown;
    room.set({ cloud: isShown });
    room.stage.repaint();
  };
  panel.toggleCloud = () => panel.setCloud(!room.settings.cloud);
  panel.showPlaying = () => fill(parts.play, drawIcon(room.auto?.playing ? "pause" : "play"), room.auto?.playing ? "Pause" : "Let it play");
  panel.hint = async () => {
    try {
      const { move } = await room.duel.hint(room.settings.player);
      if (!move) return;
      tools.say(`Hint: ${cellName(move)}`);
      room.stage.hunter.board.setCursor(move);
      room.stage.hunter.board.element.focus();
      room.stage.hunter.element.classList.add("hinted");
      setTimeout(() => room.stage.hunter.element.classList.remove("hinted"), 1500);
    } catch (error) {
      tools.refuse(error);
    }
  };
  panel.open = () => {
    panel.showPlaying();
    panel.list();
  };
  panel.over = () => {
    room.auto.pause();
    panel.list();
  };
  panel.begin = () => parts.form.begin();
  panel.list = () => listGames(room, parts.games).catch(tools.refuse);
  return panel;
}

function playing(room, parts, cloud) {
  const speed = slider({
    label: "Speed",
    min: 0,
    max: SPEEDS.length - 1,
    value: room.settings.speed,
    test: "speed",
    show: (at) => (SPEEDS[at] === Infinity ? "as fast as it thinks" : `${SPEEDS[at]} ${SPEEDS[at] === 1 ? "shot" : "shots"}/s`),
    oninput: (at) => room.set({ speed: at }),
  });
  const player = select(STRATEGIES, room.settings.player, (name) => room.set({ player: name }), { data: { test: "player" } });
  const hint = el(
    "button",
    {
      type: "button",
      onclick: () => {
        room.auto.pause();
        room.panel.hint();
      },
      data: { test: "hint" },
    },
    drawIcon("hint"),
    "Hint",
  );
  const undo = button("Take back", () => room.undo(), { data: { test: "undo-move" } });
  const shown = el("label.field.switch", {}, cloud, el("span.label", { text: "Show where ships may lie" }));
  return el(
    "section.card.stack",
    { aria: { label: "Play" } },
    el("div.row", {}, parts.play, hint, undo),
    shown,
    field("Who plays for you", player),
    speed.element,
  );
}

function newGame(room) {
  const { settings, tools } = room;
  const skill = slider({
    label: "Strength",
    min: 0,
    max: 1,
    step: 0.05,
    value: settings.skill || 1,
    show: (share) => (share === 1 ? "full" : `${Math.round(share * 100)} %`),
    oninput: (share) => room.set({ skill: share === 1 ? "" : share }),
  });
  const showSkill = () => {
    skill.element.hidden = !SKILLED.has(settings.hunter);
  };
  const hunter = select(
    OPPONENTS,
    settings.hunter,
    (name) => {
      room.set({ hunter: name });
      showSkill();
    },
    { data: { test: "hunter" } },
  );
  const fleet = select(
    [
      ["russian", "Russian: 4 3 3 2 2 2 1 1 1 1"],
      ["us", "US: 5 4 3 3 2"],
    ],
    settings.fleet ?? "russian",
    (name) => room.set({ fleet: name }),
    { data: { test: "fleet" } },
  );
  const touch = select(
    [
      ["never", "Ships never touch"],
      ["corners", "Corners may touch"],
      ["free", "Ships may touch"],
    ],
    settings.touch ?? "never",
    (rule) => room.set({ touch: rule }),
    { data: { test: "touch" } },
  );
  const size = select(
    [
      ["10", "10 × 10"],
      ["8", "8 × 8"],
      ["12", "12 × 12"],
      ["15", "15 × 15"],
    ],
    settings.size ?? "10",
    (side) => room.set({ size: side }),
    { data: { test: "size" } },
  );
  const name = el("input", { type: "text", maxLength: 40, placeholder: "Unnamed" });
  const seed = el("input", {
    type: "text",
    inputMode: "numeric",
    placeholder: "Random",
    data: { test: "seed" },
  });
  const wanted = () => {
    const strength = SKILLED.has(settings.hunter) && settings.skill ? `:${settings.skill}` : "";
    const side = Number(size.value);
    const asked = { hunter: settings.hunter + strength, fleet: fleet.value, touch: touch.value, rows: side, columns: side };
    if (name.value.trim()) asked.name = name.value.trim();
    if (seed.value.trim()) asked.seed = Number(seed.value);
    return asked;
  };
  const begin = () => room.newDuel(wanted()).catch(tools.refuse);
  const place = () => openPlacing(room, wanted());
  showSkill();
  const more = el(
    "details",
    {},
    el("summary", { text: "Board, fleet, rules, name" }),
    el(
      "div.stack",
      {},
      field("Fleet", fleet),
      field("Rules", touch),
      el("div.row.end", {}, el("div.grow", {}, field("Board", size)), el("div.grow", {}, field("Seed", seed))),
      field("Name", name),
    ),
  );
  const element = el(
    "section.stack",
    { aria: { label: "New game" } },
    el("h2", { text: "New game" }),
    field("Against", hunter),
    skill.element,
    more,
    el(
      "div.row",
      {},
      button("New game", begin, { data: { test: "new-game" } }),
      button("Place my fleet …", place, { data: { test: "place" } }),
    ),
  );
  return { element, begin };
}
