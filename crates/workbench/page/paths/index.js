// The room of paths: a map that is painted, ends that are dragged, and ten views of planning.

import { el } from "../dom.js";
import { readState } from "./address.js";
import { awayOf } from "./away.js";
import { createEditor } from "./edit.js";
import { EXAMPLES } from "./examples.js";
import { createFiles } from "./files.js";
import { followAddress } from "./follow.js";
import { isReload } from "../loaded.js";
import { createHolding } from "./holding.js";
import { createClock } from "./live.js";
import { plain } from "../plain.js";
import { DANGER, emptyMap, isWalkable, nearestWalkable } from "./map.js";
import { createBrush, createSteps, settingsOf } from "./panel.js";
import { createScene } from "./scene.js";
import { createDoorsView } from "./view-doors.js";
import { createEvolveView } from "./view-evolve.js";
import { createFieldView } from "./view-field.js";
import { createFrontView } from "./view-front.js";
import { createLiveView } from "./view-live.js";
import { createNpcsView } from "./view-npcs.js";
import { createPathView } from "./view-path.js";
import { createRaceView } from "./view-race.js";
import { createReachView } from "./view-reach.js";
import { createRoutesView } from "./view-routes.js";

export const title = "Paths";
export const sheet = "style.css";

const VIEWS = [["path", "Path", createPathView], ["race", "Race", createRaceView], ["evolve", "Evolution", createEvolveView], ["routes", "Routes", createRoutesView], ["npcs", "NPCs", createNpcsView], ["front", "Trade-off", createFrontView], ["doors", "Doors", createDoorsView], ["reach", "Reach", createReachView], ["field", "Field", createFieldView], ["live", "Live", createLiveView]];
const KEYS = [["Tab", "To the map, then A, then B"], ["Arrows", "Move the end or the cursor; with Shift by ten cells"], ["Enter", "Paint at the cursor"], ["W C D E O S N", "Wall, cost, danger, erase, door, danger source, NPC"], ["J", "To the next conflict of NPCs"], ["Space", "Play or pause"], ["← →", "Step back and ahead"]];

export async function open(root, given, tools) {
  const state = readState(given);
  const ctx = { state, tools, scenes: [], isTouched: Boolean(given.to), opened: null };
  const address = followAddress(ctx, { show: () => showMap(ctx), begin: (next) => begin(ctx, next) });
  build(ctx, root, address);
  await begin(ctx, given);
  ctx.setView(state.settings.view);
  const stop = loop(ctx);
  const themed = () => { ctx.scenes.forEach((scene) => scene.recolor()); ctx.view().recolor(); };
  addEventListener("themechange", themed);
  return {
    keys: KEYS,
    update: (next) => address.update(next),
    reconnect() { ctx.holding.retry(); ctx.view().changed(); },
    key(event) {
      const tool = ctx.brush.keyOf(event.key.toLowerCase());
      if (tool) { ctx.brush.choose(tool); return true; }
      return ctx.view().key?.(event) ?? false;
    },
    close() {
      stop();
      removeEventListener("themechange", themed);
      address.close();
      ctx.view().close();
      ctx.holding.close();
      ctx.scenes.forEach((scene) => scene.close());
    },
  };
}

/**
 * Opens the draft of the address, or the newest one where it names no map; whether there was one. A link
 * shows its own map where the draft has gone on since, except where the page was loaded again.
 */
async function ofDraft({ holding, state, tools }, given) {
  const { map } = state;
  if (map && !given.draft) return false;
  const goesOn = isReload();
  const textOf = async () => EXAMPLES[map]?.text ?? (await tools.door.document(map)).text();
  const isIts = async ({ text }) => !map || goesOn || text === (await textOf().catch(() => null));
  if (await holding.draft(given.draft, isIts)) return true;
  state.draft = "";
  return false;
}

/** The examples that show what two of the views are for. */
const EXAMPLE_OF = { doors: "keep", front: "island" };

/** The example that a view begins with where another example would show nothing in it; none else. */
function emptyExample({ state }, view) {
  const isEmpty = { doors: state.doors.length === 0, front: state.sources.length === 0 }[view];
  return isEmpty && EXAMPLES[state.map] ? EXAMPLE_OF[view] : null;
}

/** Opens the map of the address, else what was kept, else the first that comes along. */
async function begin(ctx, given) {
  const { holding, state, tools } = ctx;
  const { start, goal, npcs, doors, sources } = readState(given);
  const own = Object.fromEntries(Object.entries({ start, goal, npcs: given.npcs && npcs, doors: given.doors && doors, sources: given.danger && sources }).filter(([, value]) => value));
  try {
    const isDrafts = await ofDraft(ctx, given);
    const isLink = given.map || given.draft;
    if (isDrafts && (isLink || !emptyExample(ctx, state.settings.view))) return;
    if (isDrafts) state.draft = "";
    else if (EXAMPLES[state.map]) holding.example(state.map, own);
    else if (state.map) { ctx.opened = { name: state.map, file: state.map }; await holding.document(state.map, own); }
    else holding.example("", own);
    const key = emptyExample(ctx, state.settings.view);
    if (key && !isLink) holding.example(key, own);
  } catch (error) {
    tools.refuse(error);
    holding.example("");
  }
  holding.settle();
}

function build(ctx, root, address) {
  const { state, tools } = ctx;
  const pen = { tool: "wall", cost: 5, size: 1, radius: 4 };
  const changed = (isDone = true) => { ctx.view()?.changed(); address.later(isDone); };
  const ends = (key) => (cell) => { state[key] = cell; showEnds(ctx); ctx.view()?.changed(); address.later(true); };
  const things = (key) => (list) => { state[key] = list; ctx.things(); };
  ctx.holding = createHolding({
    tools, state,
    appliers: () => ({ map: ctx.holding.restore, cells: ctx.holding.put, start: ends("start"), goal: ends("goal"), npcs: things("npcs"), doors: things("doors"), sources: things("sources") }),
    onMap(what) {
      if (what === "opened") showMap(ctx);
      if (what === "opened") ctx.files?.follow();
      if (what === "opened") changed(); else address.later(false);
    },
    onCells(indices) {
      ctx.scenes.forEach((scene) => { scene.map = ctx.holding.map; scene.repaint(indices); });
      changed(false);
    },
  });
  Object.assign(ctx, { set: setter(ctx, changed), ends: () => showEnds(ctx), moved: () => { showEnds(ctx); ctx.view().changed(); }, things: () => { showThings(ctx); changed(); } });
  Object.assign(ctx, settingsOf(ctx), {
    isDragging: () => editor.grabbed !== null || editor.isPainting(),
    hasDanger: () => state.sources.length > 0 || ctx.holding.map.cells.includes(DANGER),
    empty: () => ctx.holding.take(emptyMap(ctx.holding.map.rows, ctx.holding.map.columns), {}),
  });
  const editor = createEditor({
    holding: ctx.holding, state, tools, pen,
    onEnds(how) { showEnds(ctx); ctx.view().changed(); address.later(how === "drop"); },
    onThings: ctx.things, onTouch: () => { ctx.isTouched = true; },
  });
  ctx.scenes = ["Map", "Second map"].map((label, at) => createScene({
    map: ctx.holding.map, label: `${label}: arrow keys move the cursor, Enter paints`, isDark: tools.isDark, test: at === 0 ? "map" : "map-2",
    onCell: (event) => { if (!isPlayKey(event) || !ctx.view().key?.(event.event)) editor.onCell(event); }, onEndKey: (key, event) => editor.onEndKey(key, event),
  }));
  ctx.scene = () => ctx.scenes[0];
  layout(ctx, root, pen, address);
}

/** Whether a board was pressed by Space, which plays and pauses where something plays; Enter paints. */
const isPlayKey = ({ type, event }) => type === "press" && event.key === " ";

/** Sets a setting of the address and shows what follows. */
const setter = (ctx, changed) => (key, value, { isQuiet = false } = {}) => {
  ctx.isTouched = true;
  ctx.state.settings[key] = value;
  ctx.show();
  if (isQuiet) ctx.address(false);
  else changed(false);
};

function layout(ctx, root, pen, address) {
  const { tools, scenes } = ctx;
  ctx.address = address.later;
  const open = async (label, act) => {
    const before = ctx.holding.snapshot();
    ctx.isTouched = true;
    await act();
    const after = ctx.holding.snapshot();
    tools.undo.change(label, before, after, ctx.holding.restore, { kind: "map" });
  };
  ctx.brush = createBrush({ pen, onChange: () => {} });
  ctx.steps = createSteps(ctx);
  const files = createFiles(ctx, open);
  ctx.files = files;
  /** A view that would be empty on an example begins with the one that it is for. */
  const begins = (view) => {
    const key = emptyExample(ctx, view);
    if (key) open(`open ${EXAMPLES[key].label}`, () => ctx.holding.example(key));
  };
  const views = viewTabs((key) => { ctx.isTouched = true; begins(key); ctx.setView(key); address.later(true); });
  const refusal = el("p.error", { role: "alert", hidden: true, data: { test: "refusal" } });
  const [figures, below, settings] = [el("div.figures"), el("div.below"), el("section.card.stack", { aria: { label: "Settings of the view" } })];
  const boards = el("div.boards", {}, scenes.map((scene, at) => el("div.side", {}, el(`div.side-facts`, { data: { side: at } }), scene.element)));
  const carry = tools.carry(() => awayOf(ctx), "the map and its paths");
  root.append(el("div.stage", {}, el("div.spread", {}, views, carry), figures, refusal, boards, below), el("div.panel", {}, settings, ctx.brush.element, ctx.steps, files.element));
  ctx.refuse = (error) => {
    refusal.hidden = !error;
    refusal.textContent = error ? plain([error.message, error.hint].filter(Boolean).join(" · ")) : "";
  };
  dropping(root, files);
  ctx.setView = viewer(ctx, { views, figures, boards, below, settings });
}

/** The names of the views; arrow keys walk through them. */
function viewTabs(choose) {
  const list = el("div.segments.views", { role: "tablist", aria: { label: "View" } }, VIEWS.map(([key, text]) => el("button", { type: "button", role: "tab", text, data: { view: key, test: `view-${key}` }, onclick: () => choose(key) })));
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const all = [...list.children];
    const next = all[(all.indexOf(event.target) + step + all.length) % all.length];
    next.focus();
    next.click();
    event.preventDefault();
    event.stopPropagation();
  });
  return list;
}

/** Shows a view in place of the one before. */
function viewer(ctx, { views, figures, boards, below, settings }) {
  let shown = null;
  ctx.view = () => shown;
  return (key) => {
    const [name, text, create] = VIEWS.find(([each]) => each === key) ?? VIEWS[0];
    if (shown?.name === name) return;
    shown?.close();
    ctx.refuse(null);
    ctx.state.settings.view = name;
    shown = create(ctx);
    ctx.brush.offer("npc", shown.hasNpcs === true);
    ctx.brush.offer("door", shown.hasDoors !== false);
    ctx.steps.querySelector("[data-part=neighbours]").hidden = shown.hasFour === true;
    for (const each of views.children) {
      each.setAttribute("aria-selected", String(each.dataset.view === name));
      each.tabIndex = each.dataset.view === name ? 0 : -1;
    }
    boards.dataset.boards = shown.boards;
    figures.replaceChildren(...[shown.facts].filter(Boolean));
    boards.querySelectorAll(".side-facts").forEach((place, at) => place.replaceChildren(...[shown.sideFacts?.[at]].filter(Boolean)));
    below.replaceChildren(...[shown.scrubber?.element, shown.below].filter(Boolean));
    settings.replaceChildren(el("h2", { text }), shown.panel);
    showMap(ctx);
    shown.open();
  };
}

function showMap(ctx) {
  ctx.scenes.forEach((scene) => scene.setMap(ctx.holding.map));
  showEnds(ctx);
  showThings(ctx);
}

function showEnds({ scenes, state, holding, view }) {
  for (const key of ["start", "goal"]) {
    if (state[key] && !isWalkable(holding.map, state[key])) state[key] = nearestWalkable(holding.map, state[key]);
    const isShown = view?.()?.[key === "goal" ? "hasGoal" : "hasStart"] !== false;
    scenes.forEach((scene) => scene.end(key, isShown ? state[key] : null));
  }
}

function showThings({ scenes, state, view }) {
  const npcs = view?.()?.hasNpcs ? state.npcs : [];
  const doors = view?.()?.hasDoors === false ? [] : state.doors;
  scenes.forEach((scene) => { scene.doors(doors, () => true); scene.sources(state.sources); scene.npcs(npcs); });
}

function dropping(root, files) {
  root.addEventListener("dragover", (event) => { event.preventDefault(); root.classList.add("dropping"); });
  root.addEventListener("dragleave", (event) => { if (!root.contains(event.relatedTarget)) root.classList.remove("dropping"); });
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    root.classList.remove("dropping");
    if (event.dataTransfer.files.length) files.take([...event.dataTransfer.files]);
  });
  root.addEventListener("contextmenu", (event) => { if (event.target.closest(".board")) event.preventDefault(); });
}

/** Calls the view before each picture of the screen. */
function loop(ctx) {
  const clock = createClock();
  let timer = 0;
  const tick = (now) => {
    ctx.view().frame(now, clock.passed(now));
    timer = requestAnimationFrame(tick);
  };
  timer = requestAnimationFrame(tick);
  return () => cancelAnimationFrame(timer);
}
