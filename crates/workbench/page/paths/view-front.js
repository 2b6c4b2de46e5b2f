// The front of length and danger as a slider: each end of it is the best in one of the two.

import { el, slider } from "../dom.js";
import { EXACT_CELLS, frontRequest } from "./address.js";
import { createNewest } from "./newest.js";

export function createFrontView(ctx) {
  const { state, scene, tools } = ctx;
  const view = { front: [], isExact: true };
  const facts = factsOf();
  const chart = tools.chart.lineChart({ label: "Length against danger of all paths of the front", x: "length", y: "danger", height: 220, onX: (x) => choose(nearestTo(view.front, x)) });
  const pick = slider({ label: "Short or safe", min: 0, max: 0, value: 0, show: (at) => (view.front.length ? `path ${at + 1} of ${view.front.length}` : "no path"), oninput: (at) => choose(at), test: "front" });
  const newest = createNewest({
    act: async (request) => (await tools.door.ask("path/pareto", request)).value,
    onAnswer({ front, exact }) {
      const sorted = [...front].sort((one, other) => one.length - other.length);
      const share = view.front.length > 1 ? pick.value / (view.front.length - 1) : Number(state.settings.point);
      Object.assign(view, { front: sorted, isExact: exact });
      pick.input.max = Math.max(0, sorted.length - 1);
      ctx.refuse(null);
      choose(Math.round(share * (sorted.length - 1)), true);
    },
    onError(error) { view.front = []; clear(); ctx.refuse(error); },
  });
  const clear = () => { scene().path([]); scene().faint([]); };
  const choose = (at, isQuiet = false) => {
    const path = view.front[at];
    pick.set(at);
    facts.show(view, path, ctx.hasDanger());
    if (!path) { clear(); chart.update([]); return; }
    scene().path(path.cells);
    scene().faint(view.front.filter((each, index) => index !== at && index % Math.ceil(view.front.length / 40) === 0).map((each) => each.cells));
    chart.update([{ points: view.front.map(({ length, danger }) => [length, danger]), kind: "line" }, { points: [[path.length, path.danger]], kind: "dots", color: 1 }], { mark: path.length });
    if (!isQuiet && view.front.length > 1) ctx.set("point", String(Math.round(at / (view.front.length - 1) * 1000) / 1000), { isQuiet: true });
  };
  const ask = () => newest.push(frontRequest(state, ctx.holding.source(), ctx.holding.map.cells.length));
  return {
    name: "front", boards: 1,
    panel: el("div.stack", {}, pick.element, el("p.help", { text: `All paths of which none is shorter and safer than another. Paint danger or set a centre of danger. Maps of more than ${EXACT_CELLS} cells get an approximate front.` })),
    facts: facts.element, below: chart.element,
    open: ask, changed: ask, frame() {}, recolor() {},
    request: (map) => ({ task: "path/pareto", request: frontRequest(state, map, ctx.holding.map.cells.length) }),
    close() { newest.clear(); clear(); },
  };
}

/** The path of a sorted front whose length is nearest. */
function nearestTo(front, length) {
  let best = 0;
  front.forEach((path, at) => { if (Math.abs(path.length - length) < Math.abs(front[best].length - length)) best = at; });
  return best;
}

function factsOf() {
  const [length, danger] = ["front-length", "front-danger"].map((test) => el("output.number", { text: "–", data: { test }, aria: { live: "off" } }));
  const more = el("span.unit");
  return {
    element: el("div.facts", {}, el("div.two", {}, el("span", {}, length, " ", el("span.unit", { text: "length" })), el("span", {}, danger, " ", el("span.unit", { text: "danger" }))), more),
    show({ front, isExact }, path, hasDanger) {
      length.textContent = path ? path.length.toFixed(1) : "–";
      danger.textContent = path ? String(path.danger) : "–";
      if (!path) more.textContent = "There is no path from A to B";
      else if (!hasDanger) more.textContent = "The map has no danger yet: paint some, or set a centre of danger";
      else if (front.length === 1) more.textContent = "One path is the shortest and the safest: paint danger on it to get a trade-off";
      else more.textContent = `${front.length} ${front.length === 1 ? "path" : "paths"} on the ${isExact ? "exact" : "approximate"} front`;
    },
  };
}
