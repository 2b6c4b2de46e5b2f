// Many games of a player: the histogram of scores grows while they are played.

import { el, button } from "../dom.js";
import { PLAYERS } from "./values.js";
import { bins, percent, quantile, short } from "../numbers.js";

const TILES = [512, 1024, 2048, 4096, 8192, 16384];

/** The view that plays many games. */
export function createBench(room) {
  const { tools } = room;
  const form = tools.form("2048/bench", {
    first: ["player", "games", "seed"],
    hide: ["jsonl"],
    choices: { player: PLAYERS.map(([name, text]) => [name, text]) },
    draft: "2048/bench",
    values: { player: "network", games: 20 },
  });
  const chart = tools.chart.histogram({ label: "Scores of the games", x: "Score", height: 260 });
  const reached = tools.chart.bars({ label: "Share of games that reach a tile" });
  const number = el("div.number", { text: "–", data: { test: "bench-mean" } });
  const unit = el("span.unit", { text: "Mean score" });
  const status = el("p.muted", { role: "status" });
  const state = { run: null, games: [], due: 0 };
  const start = button("Play the games", () => toggle(), { class: "primary", data: { test: "bench" } });
  const request = () => ({ ...form.values(), jsonl: true });
  const carry = tools.carry(() => ({
    name: "2048-bench",
    svg: () => tools.door.answer(state.last.id, "svg"),
    json: () => tools.door.answer(state.last.id),
    command: () => tools.command("2048/bench", state.last.request, { picture: "2048-bench.svg" }),
  }), "the many games");
  carry.hidden = true;
  const paint = () => {
    state.due = 0;
    const scores = state.games.map(({ score }) => score).sort((a, b) => a - b);
    if (scores.length === 0) {
      number.textContent = "–";
      chart.update([]);
      reached.update([]);
      return;
    }
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    number.textContent = short(Math.round(mean));
    unit.textContent = `Mean score of ${scores.length} games, median ${short(Math.round(quantile(scores, 0.5)))}`;
    chart.update(bins(scores, 28), { mark: mean });
    reached.update(sharesOf(state.games));
  };
  const take = (event, progress) => {
    if (event.event === "item" && event.item) state.games.push(event.item);
    state.due ||= requestAnimationFrame(paint);
    status.textContent = progress.steps ? `${progress.reached} of ${progress.steps} games${progress.status}` : progress.doing;
  };
  const toggle = async () => {
    if (state.run) {
      await state.run.cancel();
      return;
    }
    state.games = [];
    paint();
    try {
      state.run = await tools.door.start("2048/bench", request(), { onEvent: take });
      start.textContent = "Stop";
      const last = await state.run.done;
      if (last.event === "refused") form.refuse({ ...last, message: last.error });
      status.textContent = last.verdict === "stopped" ? "Stopped: the Runs room can resume it." : "";
      carry.hidden = last.event === "refused";
      state.last = state.run;
    } catch (error) {
      form.refuse(error);
    }
    state.run = null;
    start.textContent = "Play the games";
  };
  const figures = el("div.stack", {}, el("div.spread", {}, el("div", {}, number, unit), carry), chart.element, reached.element);
  chart.update([]);
  return {
    element: el("div.work", {}, el("div.stack", {}, form.element, el("div.row", {}, start), status), figures),
    async use(values) {
      await form.restored;
      form.set(values);
    },
  };
}

/** The share of games that reach each tile. Pure. */
export function sharesOf(games) {
  const shares = TILES.map((tile) => [tile, games.filter(({ largest }) => largest >= tile).length / games.length]);
  return shares
    .filter(([, share], at) => share > 0 || at < 3)
    .map(([tile, share]) => ({ name: String(tile), value: percent(share), share, best: tile === 2048 }));
}
