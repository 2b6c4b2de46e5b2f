// The article's population tightening generation by generation, beside A*.

import { button, el } from "../dom.js";
import { grouped } from "../numbers.js";
import { evolveRequest, planRequest } from "./address.js";
import { createNewest } from "./newest.js";
import { curvesOf, decodeDirections, decodeOrder, ranksOf } from "./trace.js";

const EVOLVED = [
  ["improved", "Improved GA (Li, Qian and Sun, 2017)"], ["traditional", "Traditional GA"], ["regrow", "Regrow (Sun and Li, 2005)"],
  ["astar-mutation", "Mutation by A* (2006)"], ["complexity", "Rates by complexity (2014)"], ["weighted-sum", "Weighted sum (2014)"],
];
/** The largest number of paths that are drawn of a generation. */
const DRAWN = 150;

export function createEvolveView(ctx) {
  const { state, tools } = ctx;
  const view = { answer: null, exact: null, ranks: null };
  const facts = factsOf();
  const chart = tools.chart.lineChart({ label: "Cost of the best, the median and the worst path by generation", x: "generation", y: "cost", height: 200, onX: (x) => { scrubber.pause(); scrubber.set(x); } });
  const generationAt = (index) => view.answer?.trace.generations[index]?.generation ?? 0;
  const scrubber = tools.scrubber({ rate: 4, rates: [1, 2, 4, 8, 16], label: "Generation", onFrame: (index) => draw(index), show: (index) => `generation ${generationAt(index)}` });
  const newest = createNewest({
    act: async () => {
      const map = ctx.holding.source();
      const exact = planRequest(state, map, { planner: "astar", trace: true, connectivity: "4" });
      const [one, other] = await Promise.all([tools.door.ask("path/plan", evolveRequest(state, map)), tools.door.ask("path/plan", exact)]);
      return { answer: one.value, exact: other.value };
    },
    onAnswer({ answer, exact }) {
      const { rows, columns } = ctx.holding.map;
      const ranks = ranksOf(decodeOrder(exact.trace.order, exact.trace.expanded), rows * columns);
      Object.assign(view, { answer: answer.found ? answer : null, exact, ranks });
      ctx.refuse(null);
      scrubber.setLength(view.answer ? answer.trace.generations.length : 0);
      if (!view.answer) { clear(); return; }
      if (tools.isReduced()) scrubber.set(scrubber.length - 1);
      else { scrubber.set(0); scrubber.play(); }
    },
    onError(error) { view.answer = null; clear(); ctx.refuse(error); },
  });
  const clear = () => ctx.scenes.forEach((scene) => { scene.faint([]); scene.path([]); scene.clearTint(); });
  const draw = (index) => {
    const { answer, exact } = view;
    const generation = answer?.trace.generations[index];
    if (!generation) return;
    const corners = (text) => decodeDirections(state.start, text);
    ctx.scenes[0].faint(generation.paths.slice(0, DRAWN).map(corners));
    ctx.scenes[0].path(corners(generation.path));
    const share = scrubber.length > 1 ? index / (scrubber.length - 1) : 1;
    const count = Math.round(exact.trace.expanded * share);
    ctx.scenes[1].search(view.ranks, count, { neighbors: 4, hasFrontier: share < 1 });
    ctx.scenes[1].path(share < 1 ? [] : exact.cells);
    facts.show({ generation, answer, exact, count });
    chart.update(curvesOf(answer), { mark: generation.generation });
  };
  const ask = () => { if (!ctx.isDragging()) newest.push({}); };
  const again = button("Other random numbers", () => { ctx.set("seed", String(Number(state.settings.seed) % 9999 + 1)); }, { data: { test: "reseed" } });
  return {
    name: "evolve", boards: 2, hasFour: true,
    panel: el("div.stack", {}, ctx.setting("Evolved planner", "evolved", EVOLVED), ctx.slider("Generations", "generations", { min: 5, max: 200, step: 5 }), again,
      el("p.help", { text: "Evolved planners step to four neighbours. A* does the same here, so both costs can be compared." })),
    facts: null, sideFacts: facts.elements, scrubber, below: chart.element,
    open: ask, changed: ask, frame() {}, recolor: () => draw(scrubber.index),
    request: (map) => ({ task: "path/plan", request: evolveRequest(state, map, { trace: false }), animated: true }),
    outputs: true,
    key: (event) => scrubber.key(event),
    close() { newest.clear(); scrubber.close(); clear(); },
  };
}

function factsOf() {
  const [cost, expanded] = ["best-cost", "astar-expanded"].map((test) => el("output.number", { text: "–", data: { test }, aria: { live: "off" } }));
  const [left, right] = [el("span.unit"), el("span.unit")];
  return {
    elements: [
      el("div.facts", {}, el("h2", { text: "Evolution" }), el("div", {}, cost, " ", el("span.unit", { text: "best cost" })), left),
      el("div.facts", {}, el("h2", { text: "A*" }), el("div", {}, expanded, " ", el("span.unit", { text: "cells expanded" })), right),
    ],
    show({ generation, answer, exact, count }) {
      const ratio = answer.optimum > 0 ? generation.best / answer.optimum : 1;
      cost.textContent = grouped(Number(generation.best.toFixed(1)));
      left.textContent = `${ratio.toFixed(2)} × the cheapest; ${generation.count} paths in the population`;
      expanded.textContent = grouped(count);
      right.textContent = `cost ${exact.length?.toFixed(1) ?? "–"}, always the cheapest`;
    },
  };
}
