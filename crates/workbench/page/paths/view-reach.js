// What an agent of some size reaches from A, and which regions are cut off; or how large an agent fits where.

import { el } from "../dom.js";
import { reachRequest } from "./address.js";
import { alpha, viridis } from "./colors.js";
import { createNewest } from "./newest.js";

/** The colours of regions that are not reached, in the order of their sizes, and that of the one that is. */
const OTHERS = [0xe69f00, 0xcc79a7, 0x56b4e9, 0xf0e442, 0x7a8189];
const REACHED = 0x009e73;
/** The size of the largest agent. */
const LARGEST = 8;

export function createReachView(ctx) {
  const { state, scene, tools } = ctx;
  const view = { answer: null };
  const facts = factsOf();
  const newest = createNewest({
    act: async (request) => (await tools.door.ask("path/reach", request)).value,
    onAnswer(answer) { view.answer = answer; ctx.refuse(null); draw(); },
    onError(error) { view.answer = null; scene().clearTint(); facts.show(null); ctx.refuse(error); },
  });
  const draw = () => {
    const { answer } = view;
    if (!answer) return;
    const reached = answer.regions.find((region) => region.reached)?.number;
    const color = (number) => alpha(number === reached ? REACHED : OTHERS[(number - 1) % OTHERS.length], 0.7);
    const paint = state.settings.shown === "clearance" ? (size) => alpha(viridis(size / LARGEST), 0.75) : color;
    scene().heat(answer.values.flat(), 1, paint);
    facts.show(answer);
  };
  const ask = () => newest.push(reachRequest(state, ctx.holding.source()));
  return {
    name: "reach", boards: 1,
    panel: el("div.stack", {},
      ...ctx.agent(),
      ctx.setting("Shown", "shown", [["regions", "Regions"], ["clearance", "Clearance: the largest agent"]]),
      el("p.help", { text: "An agent covers as many rows and columns as its size, and stands where its upper left cell is. The region that it reaches from A is green." })),
    facts: facts.element,
    open: ask, changed: ask, frame() {}, recolor: draw,
    request: (map) => ({ task: "path/reach", request: reachRequest(state, map) }),
    outputs: true,
    close() { newest.clear(); scene().clearTint(); },
  };
}

function factsOf() {
  const number = el("output.number", { text: "–", data: { test: "reached" }, aria: { live: "off" } });
  const more = el("span.unit", { data: { test: "reach-facts" } });
  return {
    element: el("div.facts", {}, el("div", {}, number, " ", el("span.unit", { text: "cells reached" })), more),
    show(answer) {
      number.textContent = answer ? String(answer.reached ?? 0) : "–";
      more.textContent = answer ? `${answer.regions.length} ${answer.regions.length === 1 ? "region" : "regions"}; ${answer.unreached ?? answer.standing} cells cut off` : "";
    },
  };
}
