// The view of one path: it follows the ends as they move, and a walker walks it.

import { el, select } from "../dom.js";
import { planRequest } from "./address.js";
import { randomCell } from "./edit.js";
import { indexOf } from "./map.js";
import { createMeter, createNewest, quantileOf } from "./newest.js";
import { decodeOrder, ranksOf } from "./trace.js";
import { measure, placeAt } from "./walkers.js";

/** Cells a second. */
const SPEED = 9;
const WANDER = 120;

export const PLANNERS = [["astar", "A*"], ["dijkstra", "Dijkstra"], ["bfs", "Breadth-first"], ["jps", "Jump point search"]];

/** @param {object} ctx The room: see `index.js`. */
export function createPathView(ctx) {
  const { state, scene, tools } = ctx;
  const view = { cells: [], lengths: [0], length: null, times: [], isFresh: false, walked: 0, answered: false, shown: null };
  const meter = createMeter();
  const facts = factsOf();
  const search = el("input", { type: "checkbox", data: { test: "show-search" } });
  search.addEventListener("change", () => ask());
  const newest = createNewest({
    act: async (request) => {
      const begun = performance.now();
      const { value } = await tools.door.ask("path/plan", request);
      return { value, took: performance.now() - begun };
    },
    onAnswer({ value, took }) {
      view.times = [...view.times.slice(-199), took];
      Object.assign(view, { answer: value, cells: value.cells, lengths: measure(value.cells), isFresh: true, answered: true });
      ctx.refuse(null);
    },
    onError(error) { Object.assign(view, { answer: null, cells: [], lengths: [0], isFresh: true }); ctx.refuse(error); },
  });
  const ask = () => newest.push(planRequest(state, ctx.holding.source(), { trace: search.checked }));
  const draw = () => {
    const { answer } = view;
    scene().path(view.cells);
    if (answer?.trace) {
      const { rows, columns } = ctx.holding.map;
      const ranks = ranksOf(decodeOrder(answer.trace.order, answer.trace.expanded), rows * columns);
      scene().search(ranks, answer.trace.expanded, { neighbors: Number(state.settings.connectivity), hasFrontier: state.settings.planner !== "jps" });
    } else { scene().clearTint(); }
    facts.show(answer);
  };
  const wander = createWander(ctx);
  return {
    name: "path", boards: 1,
    panel: el("div.stack", {}, ctx.setting("Planner", "planner", PLANNERS), el("label.field.switch", {}, search, el("span.label", { text: "Show the cells that the search expanded" }))),
    facts: facts.element,
    open() { facts.show(null); ask(); },
    changed: ask,
    frame(now, passed) {
      wander.frame(now, view.answered);
      if (view.isFresh) { view.isFresh = false; draw(); meter.tick(now); }
      facts.rate(meter.rate(now), quantileOf(view.times, 0.95), ctx.isDragging());
      if (view.cells.length === 0) { scene().walkers([null]); return; }
      const end = view.lengths.at(-1);
      view.walked = tools.isReduced() ? 0 : (view.walked + passed * SPEED / 1000) % (end + 4);
      scene().walkers([tools.isReduced() ? null : placeAt(view.cells, view.lengths, view.walked)]);
    },
    recolor: draw,
    request: (map) => ({ task: "path/plan", request: planRequest(state, map), animated: true }),
    outputs: true,
    close() { newest.clear(); scene().path([]); scene().walkers([]); scene().clearTint(); },
  };
}

function factsOf() {
  const number = el("output.number", { text: "–", data: { test: "length" }, aria: { live: "off" } });
  const unit = el("span.unit", { text: "cost of the path" });
  const more = el("span.unit", { data: { test: "facts" } });
  const rate = el("span.unit.rate", { data: { test: "frames" } });
  return {
    element: el("div.facts", {}, el("div", {}, number, " ", unit), el("div", {}, more, rate)),
    show(answer) {
      number.textContent = answer?.length === null || !answer ? "–" : answer.length.toFixed(2);
      unit.textContent = answer && !answer.found ? "There is no path from A to B" : "cost of the path";
      more.textContent = answer ? `${answer.cells.length} cells, ${answer.expansions} expanded` : "";
    },
    /** How fast the answers follow, while something is dragged. */
    rate(frames, p95, isShown) {
      rate.textContent = frames > 0 && isShown ? ` · ${frames} paths/s, 95 % within ${p95.toFixed(0)} ms` : "";
      rate.dataset.frames = frames;
      rate.dataset.p95 = p95.toFixed(1);
    },
  };
}

/** Until somebody touches the map, the goal wanders from one random cell to another. */
function createWander(ctx) {
  const { state, tools } = ctx;
  const walk = { way: [], next: 0, isAsking: false };
  const plan = async () => {
    const target = randomCell(ctx.holding.map, Math.random);
    if (!target || walk.isAsking) return;
    walk.isAsking = true;
    try {
      const request = planRequest({ ...state, start: state.goal, goal: target }, ctx.holding.source());
      walk.way = (await tools.door.ask("path/plan", request)).value.cells.slice(1);
    } catch { walk.way = []; } finally { walk.isAsking = false; }
  };
  return {
    frame(now, hasAnswer) {
      // While another map is opened there are no ends.
      const isReady = hasAnswer && state.start && state.goal;
      if (ctx.isTouched || tools.isReduced() || document.hidden || !isReady || now < walk.next) return;
      walk.next = now + WANDER;
      if (walk.way.length === 0) { walk.next = now + 400; plan(); return; }
      const cell = walk.way.shift();
      if (indexOf(ctx.holding.map, cell) === indexOf(ctx.holding.map, state.start)) return;
      state.goal = cell;
      ctx.moved();
    },
  };
}
