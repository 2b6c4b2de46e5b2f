// From every cell the cost to B and the next step: to it, away from it, or to a distance from it.

import { el } from "../dom.js";
import { fieldRequest } from "./address.js";
import { alpha, viridis } from "./colors.js";
import { createNewest } from "./newest.js";

/** The side of a cell, in pixels, from which on an arrow in it can be made out. */
const ARROW_CELL = 12;

export function createFieldView(ctx) {
  const { state, scene, tools } = ctx;
  const view = { answer: null, hasArrows: false };
  const facts = factsOf();
  const newest = createNewest({
    act: async (request) => (await tools.door.ask("path/field", request)).value,
    onAnswer(answer) { view.answer = answer; ctx.refuse(null); draw(); },
    onError(error) { view.answer = null; clear(); facts.show(null); ctx.refuse(error); },
  });
  const clear = () => { scene().clearTint(); scene().path([]); scene().arrows([]); };
  const isLarge = () => scene().cellSize >= ARROW_CELL;
  const draw = () => {
    const { answer } = view;
    if (!answer) return;
    const range = Math.max(answer.max - answer.min, Number.MIN_VALUE);
    // From 1, since cells without a value count 0.
    const shares = answer.values.flat().map((value) => (value === null ? 0 : 1 + (value - answer.min) / range));
    scene().heat(shares, 1, (share) => alpha(viridis(2 - share), 0.75));
    scene().path(walkOf(answer.arrows, state.start));
    view.hasArrows = isLarge();
    scene().arrows(view.hasArrows ? arrowsOf(answer.arrows) : []);
    facts.show(answer);
  };
  const ask = () => newest.push(fieldRequest(state, ctx.holding.source()));
  return {
    name: "field", boards: 1,
    panel: el("div.stack", {},
      ...ctx.agent(),
      ctx.setting("Leads", "leads", [["to", "to B"], ["flee", "away from B"], ["keep", "to a distance from B"]]),
      ctx.slider("Distance", "distance", { min: 1, max: 60 }),
      el("p.help", { text: "Yellow is best. Where cells are large enough an arrow is the step from each. The line is the way of an agent that stands in A and takes the step of each cell it comes to." })),
    facts: facts.element,
    open: ask, changed: ask, recolor: draw,
    // The window may have another width by now.
    frame() { if (view.answer && isLarge() !== view.hasArrows) draw(); },
    request: (map) => ({ task: "path/field", request: fieldRequest(state, map) }),
    outputs: true,
    close() { newest.clear(); clear(); },
  };
}

const STEPS = { "↑": [-1, 0], "→": [0, 1], "↓": [1, 0], "←": [0, -1], "↗": [-1, 1], "↘": [1, 1], "↙": [1, -1], "↖": [-1, -1] };

/** The steps of the cells that have one: `[row, column, [down, right]]`. */
export const arrowsOf = (arrows) => arrows.flatMap((line, row) => [...line].flatMap((arrow, column) => (STEPS[arrow] ? [[row, column, STEPS[arrow]]] : [])));

/** The cells that arrows lead through from a cell. */
export function walkOf(arrows, start) {
  if (!start) return [];
  const cells = [start];
  // No field leads in a circle; a map that has changed meanwhile might.
  const most = arrows.length * (arrows[0]?.length ?? 0);
  while (cells.length <= most) {
    const [row, column] = cells.at(-1);
    const step = STEPS[arrows[row]?.[column]];
    if (!step) break;
    cells.push([row + step[0], column + step[1]]);
  }
  return cells;
}

function factsOf() {
  const number = el("output.number", { text: "–", data: { test: "field-cells" }, aria: { live: "off" } });
  const more = el("span.unit", { data: { test: "field-facts" } });
  return {
    element: el("div.facts", {}, el("div", {}, number, " ", el("span.unit", { text: "cells have a value" })), more),
    show(answer) {
      number.textContent = answer ? String(answer.cells) : "–";
      more.textContent = answer?.cells ? `from ${answer.min.toFixed(1)} to ${answer.max.toFixed(1)}` : "";
    },
  };
}
