// NPCs that walk on one clock: each its own path, where those who come too close are marked, or as a crowd,
// none through another.

import { button, el, slider } from "../dom.js";
import { crowdRequest, npcsRequest } from "./address.js";
import { createCrowd } from "./crowd.js";
import { countedOut, isWalkable, scattered } from "./map.js";
import { createNewest } from "./newest.js";
import { createParty } from "./party.js";

/** Cells a second at a rate of 30 frames a second. */
const SPEED = 6;
const RATE = 30;
/** The number of NPCs of a map that has none, and the largest that is scattered. */
const COUNT = 8;
const MOST = 300;

const WALKS = [["paths", "Each its own path"], ["steps", "Steps, one a cell"], ["field", "Flow"]];
const AIMS = [["b", "To B, where they leave the map"], ["own", "Each to a goal of its own"]];
const STAYS = [["leave", "leave the map"], ["stay", "stay around it"]];

export function createNpcsView(ctx) {
  const { state, scene, tools } = ctx;
  const view = { walk: null, pace: 1, kind: "", seed: 1 };
  const kind = () => (WALKS.some(([key]) => key === state.settings.walk) ? state.settings.walk : "paths");
  const hasOwnGoals = () => kind() === "steps" && state.settings.aim === "own";
  const facts = factsOf();
  /** The time of a frame: that of paths in cells, of a crowd in its steps. */
  const timeOf = (index) => index * view.pace;
  const scrubber = tools.scrubber({
    rate: RATE, rates: [10, RATE, 60, 120], loop: true, label: "Time", onFrame: (index) => draw(index),
    show: (index) => `${(index / RATE).toFixed(1)} s`,
  });
  const newest = createNewest({
    act: ({ task, request }) => tools.door.ask(task, request),
    onAnswer({ lines, value }, { task, request }) {
      const paths = task === "path/plan" ? lines.map((line) => line.cells) : [];
      view.walk = task === "path/plan" ? createParty(paths) : createCrowd(value, request);
      // Those who flow go a fifth of a cell in a step.
      view.pace = request.kind === "field" ? 1 : SPEED / RATE;
      scene().routes(paths);
      ctx.refuse(null);
      scrubber.setLength(Math.max(1, Math.ceil(view.walk.end / view.pace) + RATE));
      draw(scrubber.index);
      if (!scrubber.playing && !tools.isReduced()) scrubber.play();
    },
    onError(error) { clear(); ctx.refuse(error); },
  });
  const clear = () => {
    view.walk = null;
    scene().routes([]);
    scene().walkers([]);
    scene().conflicts([], []);
    facts.clear();
  };
  const draw = (index) => {
    const { walk } = view;
    if (!walk) return;
    const time = timeOf(index);
    scene().walkers(walk.places(time), (npc) => npc, { isStill: (npc) => walk.isStill?.(npc, time) === true, margin: walk.margin });
    scene().conflicts(walk.conflicts ?? [], walk.conflictsAt?.(time) ?? []);
    facts.show(walk, time);
    panel.jump.disabled = !walk.conflicts?.length;
  };
  /** Goes to the next time at which two NPCs come too close, from the last one to the first. */
  const next = () => {
    const { walk } = view;
    if (!walk?.conflicts?.length) return;
    const now = timeOf(scrubber.index);
    const { time } = walk.conflicts.find((each) => each.time > now + timeOf(0.5)) ?? walk.conflicts[0];
    scrubber.pause();
    scrubber.set(Math.ceil(time / timeOf(1)));
    tools.say(`conflict after ${(scrubber.index / RATE).toFixed(1)} seconds`);
  };
  const place = (label, after, merge) => {
    ctx.isTouched = true;
    const before = state.npcs;
    const apply = (npcs) => { state.npcs = npcs; ctx.things(); };
    tools.undo.change(label, before, after, apply, { kind: "npcs", merge });
    apply(after);
  };
  const panel = panelOf(ctx, {
    scatter() { place("scatter NPCs", scattered(ctx.holding.map, state.npcs.length || COUNT, view.seed)); view.seed += 1; },
    count: (count) => place("number of NPCs", countedOut(ctx.holding.map, state.npcs, count), "npc-count"),
    next,
  });
  const ask = () => {
    const { map } = ctx.holding;
    state.npcs = state.npcs.filter((cell) => isWalkable(map, cell));
    if (state.npcs.length === 0) { state.npcs = scattered(map, COUNT, 0); scene().npcs(state.npcs); }
    panel.show(kind());
    scene().element.classList.toggle("has-crowd", kind() !== "paths");
    // Another way of walking begins at its beginning.
    if (view.kind !== kind()) { view.kind = kind(); scrubber.set(0); }
    ctx.ends();
    if (state.npcs.length === 0) { clear(); return; }
    newest.push(requestOf(map));
  };
  const requestOf = (map, file = null) => (kind() === "paths"
    ? { task: "path/plan", request: npcsRequest(state, map, file) }
    : { task: "path/crowd", request: crowdRequest(state, map, file), animated: true });
  return {
    name: "npcs", boards: 1, hasStart: false, hasNpcs: true,
    get hasGoal() { return !hasOwnGoals(); },
    panel: panel.element,
    facts: facts.element, scrubber,
    open: ask, changed: ask, frame() {}, recolor: () => draw(scrubber.index),
    request: (map) => requestOf(ctx.holding.map, map === "map.json" ? map : null),
    outputs: true, file: "map.json",
    key(event) {
      if (event.key.toLowerCase() === "j") { next(); return true; }
      return scrubber.key(event);
    },
    close() { newest.clear(); scrubber.close(); clear(); scene().element.classList.remove("has-crowd"); ctx.steps.hidden = false; },
  };
}

const HELP = {
  paths: "All leave at once and go to B, one cell in a sixth of a second. A ring marks two that come within half a cell of each other.",
  steps: "None walks through another. In each step, a sixth of a second, everyone goes to a cell beside its own or stays; who has waited longest goes first, and those in its way make room. Who has come to a goal of its own becomes a ring.",
  field: "None walks through another. All flow along a field to B, at any points, and give way to each other. Who stays becomes a ring.",
};

/** The controls of the view; `show` says which of them belong to a way of walking. */
function panelOf(ctx, { scatter, count, next }) {
  const { state, tools } = ctx;
  const spread = slider({
    label: "Spread them by detours", min: 1, max: 2, step: 0.01, value: Number(state.settings.spread || 1), test: "spread",
    show: (value) => (value === 1 ? "cheapest paths" : `at most ${Math.round((value - 1) * 100)} % more`),
    oninput: (value) => ctx.set("spread", value === 1 ? "" : String(value)),
  });
  const aim = ctx.setting("Where they go", "aim", AIMS);
  const settle = ctx.setting("At B they", "settle", STAYS);
  const number = slider({ label: "NPCs", min: 1, max: MOST, value: COUNT, oninput: count, test: "npc-count" });
  number.input.addEventListener("change", () => tools.undo.seal());
  const jump = button("Next conflict (J)", next, { disabled: true, data: { test: "next-conflict" } });
  const help = el("p.help");
  return {
    jump,
    element: el("div.stack", {}, ctx.setting("How they walk", "walk", WALKS), aim, settle, spread.element, number.element,
      el("div.row", {}, button("Scatter again", scatter, { data: { test: "scatter" } }), jump), help),
    show(kind) {
      aim.hidden = kind !== "steps";
      settle.hidden = kind !== "field";
      spread.element.hidden = kind !== "paths";
      jump.hidden = kind !== "paths";
      // A crowd knows neither kinds of steps nor danger.
      ctx.steps.hidden = kind !== "paths";
      if (number.value !== state.npcs.length) number.set(state.npcs.length);
      help.textContent = `${HELP[kind]} Choose the tool NPC to set and remove them.`;
    },
  };
}

function factsOf() {
  const number = el("output.number", { text: "–", data: { test: "npc-number" }, aria: { live: "off" } });
  const unit = el("span.unit", { data: { test: "npc-unit" } });
  const more = el("span.unit", { data: { test: "npc-facts" } });
  const show = (...texts) => [number, unit, more].forEach((part, at) => { part.textContent = texts[at]; });
  const some = (count, text) => (count ? [`${count} ${text}`] : []);
  return {
    element: el("div.facts", {}, el("div", {}, number, " ", unit), more),
    clear: () => show("–", "", ""),
    show(walk, time) {
      const { count, conflicts, unreachable, refused = 0 } = walk;
      const arrived = walk.arrived(time);
      const others = some(unreachable, "without a way").concat(some(refused, "could not begin"));
      if (conflicts) show(conflicts.length, "conflicts: pairs that come too close", [`${count} NPCs`, `${arrived} of ${count - unreachable} have arrived`, ...others].join("; "));
      else show(arrived, `of ${count} NPCs have arrived`, [`${count - arrived - unreachable - refused} still on the way`, ...others].join("; "));
    },
  };
}
