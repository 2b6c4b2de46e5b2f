// Doors that open and shut while a walker is under way. It plans again whenever one does, from
// where it stands, with shut doors as walls.

import { button, el } from "../dom.js";
import { planRequest } from "./address.js";
import { advance, isChanged, isOpen, shutCells } from "./doors.js";
import { layoutOf, withWalls } from "./map.js";

/** The largest number of ticks that can be scrubbed back to. */
const KEPT = 3000;
/** The number of ticks that are worked out ahead. */
const AHEAD = 24;

export function createDoorsView(ctx) {
  const { state, scene, tools } = ctx;
  const view = { history: [], goal: null, isBusy: false, isStalled: true, plans: 0, turn: 0 };
  const facts = factsOf();
  const scrubber = tools.scrubber({
    rate: 8, rates: [2, 4, 8, 16, 60], label: "Time", show: (index) => `tick ${index}`,
    onFrame(index, { playing }) {
      draw(index);
      if (playing && index >= view.history.length - AHEAD) further();
      if (playing && index >= view.history.length - 1) view.isStalled = true;
    },
  });
  /** The cells from the walker to the goal with the doors of this tick; none if no way is open. */
  const plan = async (cell, goal, tick) => {
    const map = withWalls(ctx.holding.map, shutCells(state.doors, tick, ctx.holding.map, cell));
    const request = planRequest({ ...state, start: cell, goal }, { layout: layoutOf(map) });
    view.plans += 1;
    try { return (await tools.door.ask("path/plan", request)).value.cells; } catch (error) {
      if (/in a wall/.test(error.message)) return [];
      throw error;
    }
  };
  const first = async () => {
    const cell = state.start;
    return { tick: 0, cell, goal: state.goal, plan: await plan(cell, state.goal, 0), steps: 0, waits: 0, plans: 1 };
  };
  const next = async (last) => {
    if (String(last.cell) === String(last.goal)) {
      const goal = String(last.goal) === String(state.goal) ? state.start : state.goal;
      return { ...last, goal, tick: last.tick + 1, plan: await plan(last.cell, goal, last.tick + 1), plans: view.plans };
    }
    const tick = last.tick + 1;
    const blocked = shutCells(state.doors, tick, ctx.holding.map, last.cell);
    const isStale = isChanged(state.doors, last.tick, tick);
    const now = isStale ? { ...last, plan: await plan(last.cell, last.goal, tick) } : last;
    const step = now.plan[1];
    const isShut = step && blocked.includes(step[0] * ctx.holding.map.columns + step[1]);
    return { ...advance(isShut ? { ...now, plan: [] } : now), goal: last.goal, plans: view.plans };
  };
  /** Works out the ticks that come. */
  const further = async () => {
    if (view.isBusy) return;
    view.isBusy = true;
    const { turn } = view;
    try {
      for (let count = 0; count < AHEAD; count += 1) {
        const made = view.history.length === 0 ? await first() : await next(view.history.at(-1));
        if (turn !== view.turn) return;
        view.history.push(made);
        if (view.history.length > KEPT) { begin(); return; }
      }
      ctx.refuse(null);
      scrubber.setLength(view.history.length);
      draw(scrubber.index);
      if (view.isStalled && !tools.isReduced()) scrubber.play();
      view.isStalled = false;
    } catch (error) { ctx.refuse(error); } finally {
      if (turn === view.turn) view.isBusy = false;
    }
  };
  const begin = () => {
    Object.assign(view, { history: [], plans: 0, turn: view.turn + 1, isBusy: false, isStalled: true });
    scrubber.setLength(0);
    scene().path([]);
    further();
  };
  const draw = (index) => {
    const walk = view.history[index];
    scene().doors(state.doors, (door) => isOpen(door, walk?.tick ?? 0));
    if (!walk) return;
    scene().path(walk.plan.length ? walk.plan : [walk.cell]);
    scene().walkers([walk.cell], () => 1);
    facts.show(walk, state.doors);
  };
  return {
    name: "doors", boards: 1,
    panel: el("div.stack", {}, doorsOf(ctx), button("Begin again", begin), el("p.help", { text: "The walker knows which doors are open now, not when they will change. Choose the tool Door to set more of them." })),
    facts: facts.element, scrubber,
    open: begin, changed: begin, frame() {}, recolor: () => draw(scrubber.index),
    request: (map) => ({ task: "path/plan", request: planRequest(state, map), animated: true }),
    outputs: true,
    key(event) {
      // A walk that waits for an answer is paused, not begun again.
      if (event.key === " " && view.isStalled) { view.isStalled = false; return true; }
      return scrubber.key(event);
    },
    close() { view.turn += 1; scrubber.close(); scene().path([]); scene().walkers([]); },
  };
}

/** Sliders for the times of all doors. */
function doorsOf(ctx) {
  const change = (key) => (value) => {
    ctx.state.doors = ctx.state.doors.map((door) => ({ ...door, [key]: Number(value) }));
    ctx.things();
  };
  const first = ctx.state.doors[0] ?? { open: 14, shut: 14 };
  const made = [["Ticks open", "open"], ["Ticks shut", "shut"]].map(([label, key]) => ctx.free(label, { min: key === "open" ? 1 : 0, max: 60, value: first[key], oninput: change(key) }));
  return el("div.stack", {}, made);
}

function factsOf() {
  const number = el("output.number", { text: "0", data: { test: "steps" }, aria: { live: "off" } });
  const more = el("span.unit", { data: { test: "door-facts" } });
  return {
    element: el("div.facts", {}, el("div", {}, number, " ", el("span.unit", { text: "steps walked" })), more),
    show({ steps, waits, plans, plan, cell, goal }, doors) {
      number.textContent = String(steps);
      const isThere = String(cell) === String(goal);
      const doing = plan.length > 1 || isThere ? "" : "; waits for a door";
      more.textContent = `${doors.length} doors; planned ${plans} ${plans === 1 ? "time" : "times"}; waited ${waits} ticks${doing}`;
    },
  };
}
