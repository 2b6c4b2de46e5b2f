// The paths of several NPCs, walked on one clock. Where two of them come too close is marked.

import { button, el, slider } from "../dom.js";
import { npcsRequest } from "./address.js";
import { isWalkable, scattered } from "./map.js";
import { createNewest } from "./newest.js";
import { createParty } from "./party.js";

/** Cells a second at a rate of 30 frames a second. */
const SPEED = 6;
const RATE = 30;
/** The number of NPCs of a map that has none. */
const COUNT = 8;

export function createNpcsView(ctx) {
  const { state, scene, tools } = ctx;
  const view = { party: null, found: 0, seed: 1 };
  const facts = factsOf();
  const timeOf = (index) => index * SPEED / RATE;
  const scrubber = tools.scrubber({
    rate: RATE, rates: [10, RATE, 60, 120], loop: true, label: "Time", onFrame: (index) => draw(index),
    show: (index) => `${(index / RATE).toFixed(1)} s`,
  });
  const newest = createNewest({
    act: async (request) => (await tools.door.ask("path/plan", request)).lines,
    onAnswer(lines) {
      const paths = lines.map((line) => line.cells);
      view.found = paths.filter((cells) => cells.length > 0).length;
      view.party = createParty(paths);
      scene().routes(paths);
      ctx.refuse(null);
      scrubber.setLength(Math.max(1, Math.ceil(view.party.end / timeOf(1)) + RATE));
      draw(scrubber.index);
      if (!scrubber.playing && !tools.isReduced()) scrubber.play();
    },
    onError(error) { clear(); ctx.refuse(error); },
  });
  const clear = () => {
    view.party = null;
    scene().routes([]);
    scene().walkers([]);
    scene().conflicts([], []);
    facts.clear();
  };
  const draw = (index) => {
    const { party } = view;
    if (!party) return;
    const time = timeOf(index);
    const places = party.places(time);
    scene().walkers(places, (npc) => npc);
    scene().conflicts(party.conflicts, party.conflictsAt(time));
    facts.show(party, time, view.found);
    jump.disabled = party.conflicts.length === 0;
  };
  /** Goes to the next time at which two NPCs come too close, from the last one to the first. */
  const next = () => {
    const { party } = view;
    if (!party?.conflicts.length) return;
    const now = timeOf(scrubber.index);
    const { time } = party.conflicts.find((each) => each.time > now + timeOf(0.5)) ?? party.conflicts[0];
    scrubber.pause();
    scrubber.set(Math.ceil(time / timeOf(1)));
    tools.say(`conflict after ${(scrubber.index / RATE).toFixed(1)} seconds`);
  };
  const jump = button("Next conflict (J)", next, { disabled: true, data: { test: "next-conflict" } });
  const scatter = () => {
    ctx.isTouched = true;
    const before = state.npcs;
    const after = scattered(ctx.holding.map, COUNT, view.seed);
    view.seed += 1;
    const apply = (npcs) => { state.npcs = npcs; ctx.things(); };
    tools.undo.change("scatter NPCs", before, after, apply, { kind: "npcs" });
    apply(after);
  };
  const ask = () => {
    const { map } = ctx.holding;
    state.npcs = state.npcs.filter((cell) => isWalkable(map, cell));
    if (state.npcs.length === 0) { state.npcs = scattered(map, COUNT, 0); scene().npcs(state.npcs); }
    if (state.npcs.length === 0) { clear(); return; }
    newest.push(npcsRequest(state, map));
  };
  const spread = slider({
    label: "Spread them by detours", min: 1, max: 2, step: 0.01, value: Number(state.settings.spread || 1), test: "spread",
    show: (value) => (value === 1 ? "cheapest paths" : `at most ${Math.round((value - 1) * 100)} % more`),
    oninput: (value) => ctx.set("spread", value === 1 ? "" : String(value)),
  });
  return {
    name: "npcs", boards: 1, hasStart: false, hasNpcs: true,
    panel: el("div.stack", {}, spread.element, el("div.row", {}, button("Scatter again", scatter, { data: { test: "scatter" } }), jump),
      el("p.help", { text: "All leave at once and go to B, one cell in a sixth of a second. A ring marks two that come within half a cell of each other. Choose the tool NPC to set and remove them." })),
    facts: facts.element, scrubber,
    open: ask, changed: ask, frame() {}, recolor: () => draw(scrubber.index),
    request: (map) => ({ task: "path/plan", request: npcsRequest(state, ctx.holding.map, map === "map.json" ? map : null) }),
    outputs: true, file: "map.json",
    key(event) {
      if (event.key.toLowerCase() === "j") { next(); return true; }
      return scrubber.key(event);
    },
    close() { newest.clear(); scrubber.close(); clear(); },
  };
}

function factsOf() {
  const number = el("output.number", { text: "–", data: { test: "conflicts" }, aria: { live: "off" } });
  const more = el("span.unit", { data: { test: "npc-facts" } });
  const show = (text, rest) => { number.textContent = text; more.textContent = rest; };
  return {
    element: el("div.facts", {}, el("div", {}, number, " ", el("span.unit", { text: "conflicts: pairs that come too close" })), more),
    clear: () => show("–", ""),
    show(party, time, found) {
      const lost = party.count - found;
      const without = lost ? `; ${lost} without a path` : "";
      show(String(party.conflicts.length), `${party.count} NPCs; ${party.arrived(time)} of ${found} have arrived${without}`);
    },
  };
}
