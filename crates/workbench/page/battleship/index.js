// The room Battleship: a duel against a hunter, evolving fleets, hunters against placers, advice for a game elsewhere.

import { takeAlone } from "../alone.js";
import { reveal, tabs } from "../dom.js";
import { copyOf, openDuel } from "./duel.js";
import { createStage } from "./stage.js";
import { createPanel } from "./panel.js";
import { createAdvice } from "./advise.js";
import { createEvolution } from "./evolve.js";
import { createMatrix } from "./matrix.js";
import { createAutoplay } from "./play.js";

export const title = "Battleship";
export const sheet = "style.css";

const DEMO = "battleship/demo";
const SETTINGS = "battleship/settings";

/** Builds the room. State: `game` (session), `view` (`evolve`, `matrix` or `advice`). */
export async function open(root, state, tools) {
  const settings = { player: "density", speed: 1, cloud: true, hunter: "intermediate", skill: "", ...(await tools.store.draft(SETTINGS)) };
  const room = { tools, root, state, settings, duel: null, keep: tools.store.autosave(SETTINGS) };
  wire(room);
  room.stage = createStage(room);
  room.panel = createPanel(room);
  room.auto = createAutoplay(room);
  const below = lower(room);
  root.append(room.stage.element, room.panel.element, below);
  await begin(room, state.game);
  if (state.view && !state.game) reveal(below);
  return {
    keys: [
      ["↑ → ↓ ←", "Choose a cell of the board"],
      ["Enter", "Shoot"],
      ["Space", "Let the player play, or pause"],
      ["H", "Hint"],
      ["N", "New game"],
      ["U", "Take a shot back"],
      ["C", "Show or hide probabilities"],
    ],
    key: (event) => keys(room, event),
    async update(next) {
      const before = room.state;
      room.state = next;
      if ((next.game ?? "") !== (before.game ?? "") && next.game !== room.duel?.id) await begin(room, next.game);
      room.showView();
    },
    close() {
      room.auto.pause();
      room.leaveDemo();
      room.stage.close();
      room.view?.close?.();
    },
  };
}

async function begin(room, id) {
  room.auto?.pause();
  room.tools.undo.clear();
  const isDemo = !id;
  if (isDemo) room.giveBack ??= await takeAlone(DEMO);
  else room.leaveDemo();
  const known = id ?? (room.giveBack ? await room.tools.store.draft(DEMO) : null);
  let duel = null;
  try {
    duel = known ? await openDuel(room.tools.door, known, {}, room.ways) : null;
  } catch (error) {
    if (!isDemo && error.status !== 404) throw error;
    if (!isDemo) room.tools.note(`${error.message}; a new one begins`);
  }
  if (!duel || (isDemo && duel.over)) {
    duel = await openDuel(room.tools.door, null, { hunter: "intermediate" }, room.ways);
    if (room.giveBack) await room.tools.store.set("drafts", DEMO, duel.id);
  }
  room.open(duel, isDemo);
}

function keys(room, event) {
  const acts = {
    " ": () => room.auto.toggle(),
    h: () => room.panel.hint(),
    n: () => room.panel.begin(),
    u: () => room.undo(),
    c: () => room.panel.toggleCloud(),
  };
  const act = acts[event.key.toLowerCase()];
  act?.();
  return act !== undefined;
}

/** What the parts of the room call. */
function wire(room) {
  const { tools } = room;
  /** Another tab may continue the duel that plays by itself. */
  room.leaveDemo = () => {
    room.giveBack?.();
    room.giveBack = null;
  };
  room.set = (patch) => {
    Object.assign(room.settings, patch);
    room.keep({ ...room.settings });
  };
  room.open = (duel, isDemo = false) => {
    Object.assign(room, { duel, isDemo });
    // What was done before the page was loaded can be undone, too.
    const shot = duel.shots.filter(({ side }) => side === "person").map(({ cell }) => cell);
    tools.undo.fill(shot.map((cell) => stepOf(room, duel, cell)), [...duel.ahead].reverse().map((cell) => stepOf(room, duel, cell)));
    room.stage.open(duel);
    room.panel.open(duel);
    if (isDemo && !tools.isReduced()) room.auto.play();
  };
  /** What to do where another tab has changed the duel. */
  room.ways = {
    what: "duel",
    takeTheirs: async () => room.open(await openDuel(tools.door, room.duel.id, {}, room.ways)),
    async keepMine() {
      const duel = await copyOf(room.duel, room.ways);
      room.open(duel);
      tools.go({ game: duel.id });
    },
  };
  room.take = () => {
    if (!room.isDemo) return;
    room.auto.pause();
    room.isDemo = false;
    if (room.giveBack) tools.store.remove("drafts", DEMO).then(room.leaveDemo, tools.refuse);
    tools.go({ game: room.duel.id }, { replace: true });
  };
  /** Shoots; resolves to whether the shot was legal. */
  room.shoot = async (cell) => {
    const { duel } = room;
    const events = await duel.shoot(cell);
    if (!events || duel !== room.duel) return false;
    tools.undo.push(stepOf(room, duel, cell));
    room.stage.live(events);
    if (duel.over) room.panel.over();
    return true;
  };
  room.back = async () => {
    await room.duel.back();
    room.stage.live();
  };
  room.undo = () => {
    room.auto.pause();
    room.take();
    tools.undo.undo().catch(tools.refuse);
  };
  room.newDuel = async (wanted) => {
    room.auto.pause();
    const duel = await openDuel(tools.door, null, wanted, room.ways);
    room.open(duel);
    tools.go({ game: duel.id });
  };
}

/** A shot as a step that can be undone. */
function stepOf(room, duel, cell) {
  const redo = async () => {
    await duel.shoot(cell);
    room.stage.live();
  };
  return { label: "shot", undo: () => room.back(), redo };
}

/** A view that goes on while another room is open. */
const lasting = {};

/** The lower part: three views of which one is open. */
function lower(room) {
  const views = {
    evolve: ["Evolving fleets", () => createEvolution(room)],
    matrix: ["Hunters against placers", () => (lasting.matrix ??= createMatrix(room))],
    advice: ["Advice for a game elsewhere", () => createAdvice(room)],
  };
  const made = tabs({ label: "More about Battleship", views, onChoose: (view) => room.tools.go({ view }, { replace: true }) });
  room.showView = () => {
    room.view = made.show(views[room.state.view] ? room.state.view : "evolve");
  };
  room.showView();
  return made.element;
}
