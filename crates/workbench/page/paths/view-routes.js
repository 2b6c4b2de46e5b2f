// Diverse routes, walkers on them one after the other, and the load of each cell as heat.

import { el, slider } from "../dom.js";
import { routesRequest } from "./address.js";
import { alpha, magma } from "./colors.js";
import { createNewest } from "./newest.js";
import { createWalkers } from "./walkers.js";

const SPEED = 8;
const GAP = 1.1;
const STEPS = 600;
const METHODS = [["diverse", "Diverse"], ["penalty", "Penalty"], ["yen", "Yen: N cheapest"], ["random-walk", "Random cheapest"]];

export function createRoutesView(ctx) {
  const { state, scene, tools } = ctx;
  const view = { answer: null, walkers: null };
  const facts = factsOf();
  const distanceOf = (index) => (view.walkers ? index / (STEPS - 1) * view.walkers.end : 0);
  const scrubber = tools.scrubber({
    length: STEPS, rate: 30, rates: [10, 30, 60, 120], loop: true, label: "Time", onFrame: (index) => draw(index),
    show: (index) => `${Math.round(distanceOf(index) / SPEED)} s`,
  });
  const newest = createNewest({
    act: async (request) => (await tools.door.ask("path/routes", request)).value,
    onAnswer(answer) {
      view.answer = answer;
      const routes = answer.routes.map((route) => route.cells);
      view.walkers = routes.length ? createWalkers(routes, { count: Number(state.settings.walkers), gap: GAP }) : null;
      scene().routes(routes);
      ctx.refuse(null);
      if (!view.walkers) { clear(); facts.show(answer, null, 0); return; }
      draw(scrubber.index);
      if (!scrubber.playing && !tools.isReduced()) scrubber.play();
    },
    onError(error) { view.walkers = null; clear(); ctx.refuse(error); },
  });
  const clear = () => { scene().routes([]); scene().walkers([]); scene().clearTint(); };
  const draw = (index) => {
    const { walkers } = view;
    if (!walkers) return;
    const distance = tools.isReduced() && !scrubber.playing && index === 0 ? walkers.end : distanceOf(index);
    const load = walkers.load(distance, ctx.holding.map);
    const busiest = mostBetween(load, ctx.holding.map, [state.start, state.goal].filter(Boolean));
    scene().heat(load, Math.max(4, Number(state.settings.walkers) / 2), (share) => alpha(magma(0.25 + 0.7 * Math.min(1, share)), 0.75));
    scene().walkers(walkers.places(distance), walkers.routeOf);
    facts.show(view.answer, walkers, distance, busiest, Number(state.settings.walkers));
  };
  const ask = () => newest.push(routesRequest(state, ctx.holding.source()));
  const detour = slider({ label: "Longest detour", min: 1, max: 2, step: 0.01, value: Number(state.settings.detour), show: (value) => `${Math.round((value - 1) * 100)} % more`, oninput: (value) => ctx.set("detour", String(value)), test: "detour" });
  return {
    name: "routes", boards: 1,
    panel: el("div.stack", {}, ctx.slider("Routes", "routes", { min: 1, max: 24 }), detour.element, ctx.slider("Walkers", "walkers", { min: 1, max: 300 }), ctx.setting("Method", "method", METHODS)),
    facts: facts.element, scrubber,
    open: ask, changed: ask, frame() {}, recolor: () => draw(scrubber.index),
    request: (map) => ({ task: "path/routes", request: routesRequest(state, map) }),
    outputs: true,
    key: (event) => scrubber.key(event),
    close() { newest.clear(); scrubber.close(); clear(); },
  };
}

/** The largest load of a cell other than the ends, which all share; there are none while another map is opened. */
function mostBetween(load, map, ends) {
  const skipped = ends.map(([row, column]) => row * map.columns + column);
  let most = 0;
  for (let index = 0; index < load.length; index += 1) if (load[index] > most && !skipped.includes(index)) most = load[index];
  return most;
}

function factsOf() {
  const number = el("output.number", { text: "–", data: { test: "busiest" }, aria: { live: "off" } });
  const more = el("span.unit", { data: { test: "routes-facts" } });
  return {
    element: el("div.facts", {}, el("div", {}, number, " ", el("span.unit", { text: "walkers through the busiest cell" })), more),
    show(answer, walkers, distance, busiest, count) {
      number.textContent = walkers ? String(busiest) : "–";
      more.textContent = walkers ? `${answer.routes.length} routes; ${walkers.arrived(distance)} of ${count} have arrived; dissimilarity ${answer.dissimilarity.toFixed(2)}` : "There is no path from A to B";
    },
  };
}
