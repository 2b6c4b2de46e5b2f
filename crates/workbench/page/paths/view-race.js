// Two planners on one clock: their expansions side by side, played and scrubbed.

import { el } from "../dom.js";
import { grouped } from "../numbers.js";
import { planRequest } from "./address.js";
import { createNewest } from "./newest.js";
import { decodeOrder, ranksOf } from "./trace.js";
import { PLANNERS } from "./view-path.js";

/** The largest number of frames of the clock. */
const FRAMES = 400;

export function createRaceView(ctx) {
  const { state, tools } = ctx;
  const view = { sides: [], per: 1, last: -1 };
  const facts = [0, 1].map((side) => factsOf(side));
  const scrubber = tools.scrubber({
    rate: 60, rates: [15, 30, 60, 120], label: "Cells expanded", onFrame: (index) => draw(index),
    show: (index) => `${grouped(index * view.per)} cells`,
  });
  const nameOf = (planner) => PLANNERS.find(([key]) => key === planner)?.[1] ?? planner;
  const newest = createNewest({
    act: (planners) => Promise.all(planners.map(async (planner) => (await tools.door.ask("path/plan", planRequest(state, ctx.holding.source(), { planner, trace: true }))).value)),
    onAnswer(answers) {
      const { rows, columns } = ctx.holding.map;
      view.sides = answers.map((answer) => ({ answer, ranks: ranksOf(decodeOrder(answer.trace.order, answer.trace.expanded), rows * columns) }));
      const most = Math.max(1, ...answers.map((answer) => answer.trace.expanded));
      view.per = Math.max(1, Math.ceil(most / FRAMES));
      scrubber.setLength(Math.ceil(most / view.per) + 1);
      ctx.refuse(null);
      if (ctx.isDragging() || tools.isReduced()) scrubber.set(scrubber.length - 1);
      else { scrubber.set(0); scrubber.play(); }
    },
    onError(error) { view.sides = []; facts.forEach((each) => each.clear()); ctx.scenes.forEach((scene) => { scene.path([]); scene.clearTint(); }); ctx.refuse(error); },
  });
  const planners = () => [state.settings.planner, state.settings.other];
  // Named before the answers come, and also if none comes: a heading is never empty.
  const nameSides = () => planners().forEach((planner, at) => facts[at].name(nameOf(planner)));
  const ask = () => {
    nameSides();
    newest.push(planners());
  };
  const draw = (index) => view.sides.forEach((side, at) => drawSide(ctx, side, at, index * view.per, facts[at]));
  nameSides();
  return {
    name: "race", boards: 2,
    panel: el("div.stack", {}, ctx.setting("Left", "planner", PLANNERS), ctx.setting("Right", "other", PLANNERS), legend()),
    facts: null, sideFacts: facts.map((each) => each.element), scrubber,
    open: ask, changed: ask, frame() {}, recolor: () => draw(scrubber.index),
    request: (map) => ({ task: "path/plan", request: planRequest(state, map), animated: true }),
    outputs: true,
    key: (event) => scrubber.key(event),
    close() { newest.clear(); scrubber.close(); ctx.scenes.forEach((scene) => { scene.path([]); scene.clearTint(); }); },
  };
}

function drawSide(ctx, { answer, ranks }, at, clock, facts) {
  const scene = ctx.scenes[at];
  const planner = ctx.state.settings[at === 0 ? "planner" : "other"];
  const all = answer.trace.expanded;
  const count = Math.min(clock, all);
  const isDone = clock >= all;
  scene.search(ranks, count, { neighbors: Number(ctx.state.settings.connectivity), hasFrontier: planner !== "jps" && !isDone });
  scene.path(isDone ? answer.cells : []);
  facts.show({ count, isDone, answer });
}

function factsOf(side) {
  const heading = el("h2");
  const number = el("output.number", { text: "–", data: { test: `expanded-${side}` }, aria: { live: "off" } });
  const more = el("span.unit");
  const clear = () => { number.textContent = "–"; more.textContent = ""; };
  return {
    element: el("div.facts", {}, heading, el("div", {}, number, " ", el("span.unit", { text: "cells expanded" })), more),
    clear,
    /** Names the planner; the figures of another one are not its own. */
    name(text) {
      if (heading.textContent !== text) clear();
      heading.textContent = text;
    },
    show({ count, isDone, answer }) {
      number.textContent = grouped(count);
      if (!isDone) more.textContent = "searching…";
      else more.textContent = answer.found ? `cost ${answer.length.toFixed(2)}, ${answer.cells.length} cells` : "there is no path";
    },
  };
}

export function legend() {
  return el("p.swatches.help", {}, el("span.swatch.frontier", { text: "frontier" }), el("span.swatch.closed", { text: "expanded, early to late" }), el("span.swatch.way", { text: "path" }));
}
