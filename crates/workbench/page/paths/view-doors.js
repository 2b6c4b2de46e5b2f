// Doors that open and shut while a walker is under way. It knows when they will, and waits or goes
// round, whatever brings it to the other end first; then it walks back.

import { button, el } from "../dom.js";
import { doorsRequest } from "./address.js";
import { isOpen, stateAt } from "./doors.js";
import { measure } from "./walkers.js";

/** The frames of a tick. */
const FRAMES = 4;
/** The number of ticks that can be scrubbed back to. */
const KEPT = 3000;
/** The number of ticks before the end of what is planned at which the next walk is planned. */
const AHEAD = 24;

export function createDoorsView(ctx) {
  const { state, scene, tools } = ctx;
  const view = { walks: [], isBusy: false, isStalled: true, turn: 0 };
  const facts = factsOf();
  const endOf = () => view.walks.at(-1)?.end ?? 0;
  const scrubber = tools.scrubber({
    rate: 30, rates: [10, 30, 60, 120], label: "Time", show: (index) => `tick ${Math.floor(index / FRAMES)}`,
    onFrame(index, { playing }) {
      draw(index);
      if (playing && index / FRAMES >= endOf() - AHEAD) further();
      if (playing && index >= scrubber.length - 1) view.isStalled = true;
    },
  });
  /** The next walk: from the start to the goal, or back. */
  const next = async () => {
    const begin = Math.ceil(endOf());
    const ends = view.walks.length % 2 ? [state.goal, state.start] : [state.start, state.goal];
    const { value } = await tools.door.ask("path/plan", doorsRequest(state, ctx.holding.source(), { ends, begin }));
    const { found, cells, arrivals, departures, length } = value;
    if (!found) return { begin, end: begin + AHEAD, ends, cells: [ends[0]], arrivals: [0], departures: [AHEAD], length: 0, found };
    const all = arrivals ? { arrivals, departures } : withoutDoors(cells, length);
    return { begin, end: begin + all.arrivals.at(-1), ends, cells, ...all, length, found };
  };
  /** Plans the walks of the ticks that come. */
  const further = async () => {
    if (view.isBusy) return;
    view.isBusy = true;
    const { turn } = view;
    try {
      const walk = await next();
      if (turn !== view.turn) return;
      if (walk.end > KEPT) { begin(); return; }
      view.walks.push(walk);
      ctx.refuse(null);
      scrubber.setLength(Math.floor(walk.end * FRAMES) + 1);
      draw(scrubber.index);
      if (view.isStalled && walk.found && !tools.isReduced()) scrubber.play();
      view.isStalled = !walk.found;
    } catch (error) { ctx.refuse(error); } finally {
      if (turn === view.turn) view.isBusy = false;
    }
  };
  const begin = () => {
    Object.assign(view, { walks: [], turn: view.turn + 1, isBusy: false, isStalled: true });
    scrubber.setLength(0);
    scene().path([]);
    further();
  };
  const draw = (index) => {
    const tick = index / FRAMES;
    scene().doors(state.doors, (door) => isOpen(door, Math.floor(tick)));
    const walk = view.walks.findLast((each) => each.begin <= tick);
    if (!walk) return;
    const now = stateAt(walk, tick - walk.begin);
    scene().path(walk.cells.slice(now.at));
    scene().walkers([now.place], () => 1);
    facts.show(walk, now, state.doors.length);
  };
  return {
    name: "doors", boards: 1,
    panel: el("div.stack", {}, doorsOf(ctx), button("Begin again", begin), el("p.help", { text: "The walker knows when each door opens and shuts, and takes as many ticks for a step as it costs. Choose the tool Door to set more of them." })),
    facts: facts.element, scrubber,
    open: begin, changed: begin, frame() {}, recolor: () => draw(scrubber.index),
    request: (map) => ({ task: "path/plan", request: doorsRequest(state, map), animated: true }),
    outputs: true,
    key(event) {
      // A walk that waits for an answer is paused, not begun again.
      if (event.key === " " && view.isStalled) { view.isStalled = false; return true; }
      return scrubber.key(event);
    },
    close() { view.turn += 1; scrubber.close(); scene().path([]); scene().walkers([]); },
  };
}

/** The times of a walk that meets no doors, at an even pace. */
function withoutDoors(cells, length) {
  const lengths = measure(cells);
  const times = lengths.map((each) => each * length / (lengths.at(-1) || 1));
  return { arrivals: times, departures: times };
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
  const number = el("output.number", { text: "0", data: { test: "arrival" }, aria: { live: "off" } });
  const more = el("span.unit", { data: { test: "door-facts" } });
  return {
    element: el("div.facts", {}, el("div", {}, number, " ", el("span.unit", { text: "ticks to the other end" })), more),
    show({ found, arrivals, length }, { isWaiting, waited }, doors) {
      const arrival = arrivals.at(-1);
      number.textContent = found ? arrival.toFixed(1).replace(/\.0$/, "") : "–";
      if (doors === 0) more.textContent = "There are no doors yet: choose the tool Door and click cells, or open the example Keep with doors";
      else more.textContent = found
        ? `${doors} doors; cost ${length.toFixed(1)}; waited ${waited.toFixed(1)} of ${(arrival - length).toFixed(1)} ticks${isWaiting ? "; waits for a door" : ""}`
        : "There is no path, whichever doors open";
    },
  };
}
