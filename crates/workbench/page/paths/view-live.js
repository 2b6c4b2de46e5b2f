// Walkers on a map that is painted while they walk: each plans again only where a change concerns it,
// or all follow one field to B.

import { drawIcon, el, field, iconButton, scroller, select } from "../dom.js";
import { grouped } from "../numbers.js";
import { fieldRequest, liveSettings, reachRequest, writeCell } from "./address.js";
import { changesBetween, createTicks, createTimes } from "./live.js";
import { layoutOf } from "./map.js";

const SPEEDS = [["0.5", "half"], ["1", "usual"], ["2", "twice"], ["4", "four times"]];
const GOALS = [["own", "Each to goals of its own"], ["b", "All along a field to B"]];
const SIZES = [["one", "All of this size"], ["mixed", "From 1 to this size, in turn"]];

export function createLiveView(ctx) {
  const { state, scene, tools } = ctx;
  const isToB = () => state.settings.goals === "b";
  const view = { live: null, asked: Promise.resolve(), turn: 0, isBusy: false, isPlaying: !tools.isReduced(), sent: null, to: "", opened: "", frame: null, isStale: false, again: 0 };
  const ticks = createTicks();
  const facts = factsOf();
  const times = timesOf();
  const play = playOf(ctx, (isPlaying) => { view.isPlaying = isPlaying; }, view.isPlaying);
  const settings = () => ({ ...liveSettings(state), ...(isToB() ? { to: writeCell(state.goal) } : {}) });
  /** What a live map must be opened anew for: all but its cells and its goal. */
  const keyOf = () => JSON.stringify([{ ...settings(), to: isToB() }, ctx.holding.map.rows, ctx.holding.map.columns]);

  /** Forgets the live map, once its last frame has come. */
  const forget = () => {
    const { live, asked } = view;
    if (live) asked.then(() => live.forget()).catch(() => {});
  };
  const open = async () => {
    const { map } = ctx.holding;
    const turn = ++view.turn;
    forget();
    Object.assign(view, { live: null, isBusy: false, sent: map.cells.slice(), to: writeCell(state.goal), opened: keyOf(), frame: null, isStale: false, again: 0 });
    times.clear();
    try {
      const live = await tools.door.live({ map: { layout: layoutOf(map) }, ...settings() });
      if (turn !== view.turn) { live.forget().catch(() => {}); return; }
      Object.assign(view, { live, isStale: true });
      ctx.refuse(null);
    } catch (error) { if (turn === view.turn) refuse(error); }
  };
  const refuse = (error) => {
    // The next change, or the server that answers again, opens it anew.
    Object.assign(view, { live: null, opened: "" });
    scene().walkers([]);
    facts.show(null);
    ctx.refuse(error);
  };
  /** What a frame is asked for: the cells that differ from those that were sent. */
  const inputOf = () => {
    const input = { changes: view.isStale ? changesBetween(view.sent, ctx.holding.map) : [], ticks: ticks.take() };
    const to = writeCell(state.goal);
    if (isToB() && to !== view.to) input.to = to;
    return input;
  };
  const ask = async () => {
    const { turn, live } = view;
    const input = inputOf();
    const isIdle = !input.changes.length && !input.ticks && !input.to && view.frame && !view.frame.waiting;
    if (isIdle) { view.isStale = false; return; }
    Object.assign(view, { isBusy: true, isStale: false, sent: input.changes.length ? ctx.holding.map.cells.slice() : view.sent, to: input.to ?? view.to });
    try {
      const frame = await live.frame(input);
      if (turn !== view.turn) return;
      view.again += frame.again.length;
      view.frame = frame;
      times.take(frame);
      draw();
    } catch (error) {
      if (turn !== view.turn) return;
      // A door that has lost it, such as a server that was started again, opens another one.
      if (view.frame) open();
      else refuse(error);
    } finally { if (turn === view.turn) view.isBusy = false; }
  };
  const draw = () => {
    const { frame } = view;
    if (!frame) return;
    const { sizes } = liveSettings(state);
    const still = new Set(frame.stranded);
    scene().walkers(frame.places, (walker) => walker, { size: (walker) => sizes[walker % sizes.length], isStill: (walker) => still.has(walker) });
    facts.show(frame, view.again);
  };
  return {
    name: "live", boards: 1, hasStart: false, hasDoors: false,
    get hasGoal() { return isToB(); },
    panel: el("div.stack", {},
      ctx.setting("Goals", "goals", GOALS), ctx.slider("Walkers", "agents", { min: 1, max: 1000 }), ...ctx.agent(), ctx.setting("Sizes", "sizes", SIZES), ctx.slider("Seed", "seed", { min: 1, max: 99 }),
      el("p.help", { text: "Paint while they walk: a walker plans again only where a change concerns its route. A ring cannot come to its goal, and waits until a change lets it. Painted danger counts where “Steps and danger” gives it a cost." })),
    facts: facts.element, below: el("div.below", {}, play.element, times.element),
    open() { ctx.ends(); open(); },
    changed() {
      view.isStale = true;
      if (view.opened === keyOf()) return;
      ctx.ends();
      open();
    },
    frame(now, passed) {
      if (view.isPlaying) ticks.pass(passed, Number(state.settings.speed));
      if (view.live && !view.isBusy) view.asked = ask();
    },
    recolor: draw,
    request: (map) => (isToB() ? { task: "path/field", request: fieldRequest(state, map) } : { task: "path/reach", request: reachRequest(state, map) }),
    outputs: false,
    key(event) {
      if (event.key !== " ") return false;
      play.toggle();
      return true;
    },
    close() {
      view.turn += 1;
      forget();
      scene().walkers([]);
    },
  };
}

/** Play and pause, and the speed. */
function playOf(ctx, onChange, isPlaying) {
  const shown = { isPlaying };
  const toggle = () => {
    shown.isPlaying = !shown.isPlaying;
    onChange(shown.isPlaying);
    paint();
  };
  const button = iconButton("play", "Play: the walkers", toggle, { data: { test: "live-play" } });
  const paint = () => {
    const label = `${shown.isPlaying ? "Pause" : "Play"}: the walkers`;
    button.replaceChildren(drawIcon(shown.isPlaying ? "pause" : "play"));
    button.setAttribute("aria-label", label);
    button.title = label;
  };
  paint();
  const speed = select(SPEEDS, ctx.state.settings.speed, (value) => ctx.set("speed", value, { isQuiet: true }), { data: { test: "setting-speed" } });
  return { element: el("div.transport", {}, button, field("Speed", speed)), toggle };
}

const KINDS = [["change", "Changes of a frame"], ["query", "A search for a route"], ["repair", "Repair of the field"]];

/** The table of times. */
function timesOf() {
  let kept = {};
  const cells = Object.fromEntries(KINDS.map(([kind]) => [kind, ["count", "last", "median", "greatest"].map((of) => el("td", { text: "–", data: { test: `live-${kind}-${of}` } }))]));
  const clear = () => { kept = Object.fromEntries(KINDS.map(([kind]) => [kind, createTimes()])); KINDS.forEach(show); };
  const show = ([kind]) => {
    const summary = kept[kind].summary();
    const { count, last, median, greatest } = summary ?? {};
    const texts = summary ? [grouped(count), ...[last, median, greatest].map(micros)] : ["0", "–", "–", "–"];
    cells[kind].forEach((cell, at) => { cell.textContent = texts[at]; });
  };
  clear();
  const rows = KINDS.map(([kind, name]) => el("tr", {}, el("th", { scope: "row", text: name }), cells[kind]));
  const head = el("tr", {}, ["In µs", "Number", "Last", "Median", "Greatest"].map((text) => el("th", { scope: "col", text })));
  // Without isolation browsers count the time in steps of 100 µs.
  const coarse = globalThis.crossOriginIsolated ? [] : [el("p.help", { text: "This browser gives the time here in steps of 100 µs." })];
  return {
    element: el("div.stack", {}, scroller("Times in microseconds", el("table.list.times", {}, el("thead", {}, head), el("tbody", {}, rows))), coarse),
    clear,
    take({ timing }) {
      if (!timing) return;
      if (timing.change_us !== undefined) { kept.change.add(timing.change_us); show(KINDS[0]); }
      if (timing.query_us.length) { timing.query_us.forEach((time) => kept.query.add(time)); show(KINDS[1]); }
      if (timing.repair_us !== undefined) { kept.repair.add(timing.repair_us); show(KINDS[2]); }
    },
  };
}

const micros = (value) => (value >= 100 ? grouped(Math.round(value)) : value.toFixed(1));

function factsOf() {
  const number = el("output.number", { text: "–", data: { test: "again" }, aria: { live: "off" } });
  const more = el("span.unit", { data: { test: "live-facts" } });
  return {
    element: el("div.facts", {}, el("div", {}, number, " ", el("span.unit", { text: "routes planned again in this frame" })), more),
    show(frame, again) {
      number.textContent = frame ? String(frame.again.length) : "–";
      more.textContent = frame ? [
        `${grouped(again)} in all`, `${grouped(frame.arrivals)} arrived`,
        ...(frame.waiting ? [`${frame.waiting} wait for their turn`] : []), ...(frame.stranded.length ? [`${frame.stranded.length} cannot come to their goal`] : []),
        ...(frame.repaired ? [`${grouped(frame.repaired)} values of the field found anew`] : []),
      ].join("; ") : "";
    },
  };
}
