// Every hunter against every placer: a small histogram of shots for each pair.

import { button, el, fill, scroller, svg } from "../dom.js";
import { short, viridis } from "../numbers.js";
import { parseLines } from "../json.js";

/** The view of hunters against placers. */
export function createMatrix(room) {
  const { tools } = room;
  const form = tools.form("battleship/hunt", {
    first: ["hunter", "fleets", "games", "seed"],
    hide: ["replay", "game", "win_rate", "against", "memory"],
    draft: "battleship/hunt",
    values: {
      hunter: ["density", "hunt-and-target", "lattice", "random"],
      fleets: ["uniform", "sequential", "two-columns", "adversarial"],
      games: 100,
    },
  });
  const holder = scroller("Mean shots of each hunter against each placer");
  holder.dataset.test = "matrix";
  const status = el("p.muted", { role: "status" });
  const state = { run: null, last: null, pairs: [] };
  const start = button("Play the games", () => toggle(), { class: "primary", data: { test: "hunt" } });
  const carry = tools.carry(() => ({
    name: "hunters",
    svg: () => tools.door.answer(state.last.id, "svg"),
    json: () => tools.door.answer(state.last.id),
    command: () => tools.command("battleship/hunt", state.last.request, { picture: "hunters.svg" }),
  }), "the hunters against the placers");
  carry.hidden = true;
  const paint = (asked) => paintTable(holder, asked, state.pairs);
  const toggle = async () => {
    if (state.run) {
      await state.run.cancel();
      return;
    }
    const asked = form.values();
    state.pairs = [];
    paint(asked);
    try {
      state.run = await tools.door.start("battleship/hunt", asked, {
        onEvent: (event, progress) => {
          if (event.event === "item" && event.item?.histogram) {
            state.pairs.push(event.item);
            paint(asked);
          }
          status.textContent = progress.steps
            ? `${progress.doing}: ${short(progress.reached)} of ${short(progress.steps)}`
            : progress.doing;
        },
      });
      start.textContent = "Stop";
      const last = await state.run.done;
      state.last = state.run;
      if (last.event === "refused") form.refuse({ ...last, message: last.error });
      else state.pairs = parseLines(await tools.door.answer(state.run.id)).filter((pair) => pair.histogram);
      carry.hidden = last.event === "refused";
      status.textContent = last.reached ?? "";
    } catch (error) {
      form.refuse(error);
    }
    state.run = null;
    start.textContent = "Play the games";
    paint(asked);
  };
  paint(form.values());
  form.restored?.then(() => paint(form.values()));
  const figure = el(
    "div.stack",
    {},
    el("div.spread", {}, el("p.muted", { text: "Mean shots until all ships are sunk, and how they are distributed." }), carry),
    holder,
  );
  return { element: el("div.work", {}, el("div.stack", {}, form.element, el("div.row", {}, start), status), figure) };
}

/** The table; pairs come in the order of its cells. */
function paintTable(holder, { hunter = ["posterior"], fleets = ["uniform"] }, pairs) {
  const means = pairs.map(({ shots }) => shots.mean);
  const [low, high] = [Math.min(...means), Math.max(...means)];
  const head = el(
    "tr",
    {},
    el("th", { text: "Hunter ╲ fleets" }),
    fleets.map((name) => el("th", { scope: "col", text: name })),
  );
  const rows = hunter.map((name, at) =>
    el(
      "tr",
      {},
      el("th", { scope: "row", text: name }),
      fleets.map((_, column) => {
        const pair = pairs[at * fleets.length + column];
        return el("td", {}, pair ? cell(pair, high > low ? (pair.shots.mean - low) / (high - low) : 0) : el("span.muted", { text: "·" }));
      }),
    ),
  );
  fill(holder, el("table.matrix", {}, el("thead", {}, head), el("tbody", {}, rows)));
}

/** A pair: its mean and a small histogram, coloured by the mean. */
function cell({ histogram, shots, hunter, fleets }, share) {
  const first = histogram.findIndex(Boolean);
  const [low, high] = [Math.max(0, Math.min(first, 20)), histogram.length];
  const most = Math.max(...histogram);
  const bars = histogram
    .slice(low)
    .map((count, at) => svg("rect", { x: at, y: 30 - (30 * count) / most, width: 1, height: (30 * count) / most }));
  const label = `${hunter} needs ${shots.mean.toFixed(1)} shots for ${fleets} fleets`;
  const picture = svg(
    "svg",
    {
      viewBox: `0 0 ${high - low} 30`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": label,
      class: "spark",
      fill: viridis(0.3 + 0.65 * share),
    },
    svg("title", {}, label),
    bars,
  );
  return el("div.pair", {}, el("strong", { text: shots.mean.toFixed(1) }), picture);
}
