// Training: the learning curve grows while the network plays against itself; every seed is a thin
// line, the median is thick.

import { button, el } from "../dom.js";
import { medianCurve, short } from "../numbers.js";

/** The view that trains networks. */
export function createTraining(room) {
  const { tools } = room;
  const form = tools.form("2048/train", {
    first: ["episodes", "network", "seed"],
    labels: { episodes: "Games" },
    draft: "2048/train",
    values: { episodes: 5000, network: "4x5" },
  });
  const chart = tools.chart.lineChart({ label: "Learning curve", x: "Games", y: "Mean score", height: 300 });
  const number = el("div.number", { text: "–", data: { test: "train-mean" } });
  const unit = el("span.unit", { text: "Mean score now" });
  const status = el("p.muted", { role: "status" });
  const state = { run: null, curves: [], due: 0, key: "" };
  const start = button("Train", () => toggle(), { class: "primary", data: { test: "train" } });
  const carry = tools.carry(() => ({
    name: "2048-training",
    svg: () => chart.text(),
    json: () => tools.door.answer(state.last.id),
    command: () => tools.command("2048/train", state.last.request, { output: "network.bin", picture: "2048-training.svg" }),
  }), "the training");
  carry.hidden = true;
  const measure = button("Measure this network", () => measureNetwork(room, state.last).catch(tools.refuse), {
    hidden: true,
    data: { test: "measure" },
  });
  const paint = () => {
    state.due = 0;
    const many = state.curves.length > 1;
    const series = state.curves.map(({ points }) => ({ points, thin: many, color: 0 }));
    if (many)
      series.push({
        points: medianCurve(state.curves.map(({ points }) => points)),
        color: 1,
        name: `Median of ${state.curves.length} seeds`,
      });
    chart.update(series);
    const last = state.curves.at(-1)?.points.at(-1);
    number.textContent = last ? short(Math.round(last[1])) : "–";
  };
  const take = (event, progress) => {
    takePoint(state.curves.at(-1), event);
    state.due ||= requestAnimationFrame(paint);
    status.textContent = progress.steps ? `${short(progress.reached)} of ${short(progress.steps)} games` : progress.doing;
  };
  const toggle = async () => {
    if (state.run) {
      await state.run.cancel();
      return;
    }
    const rest = { ...form.values(), seed: undefined };
    if (state.key !== JSON.stringify(rest)) Object.assign(state, { key: JSON.stringify(rest), curves: [] });
    state.curves.push({ points: [], mean: 0 });
    try {
      state.run = await tools.door.start("2048/train", form.values(), { outputs: ["output"], onEvent: take });
      start.textContent = "Stop";
      const last = await state.run.done;
      state.last = state.run;
      if (last.event === "refused") form.refuse({ ...last, message: last.error });
      else {
        await exact(tools.door, state, carry);
        measure.hidden = last.verdict !== "done";
      }
      status.textContent =
        last.verdict === "stopped"
          ? "Stopped: the Runs room can resume it."
          : "Train again for another seed: its curve is drawn beside this one.";
    } catch (error) {
      form.refuse(error);
    }
    state.run = null;
    start.textContent = "Train";
    paint();
  };
  const figures = el("div.stack", {}, el("div.spread", {}, el("div", {}, number, unit), carry), chart.element);
  paint();
  return { element: el("div.work", {}, el("div.stack", {}, form.element, el("div.row", {}, start, measure), status), figures) };
}

/** Lets the network of a finished run play many games. */
async function measureNetwork(room, run) {
  const { door, go } = room.tools;
  const kept = (await door.files(run.id)).find(({ output }) => output === "output");
  const { name } = await door.upload("network.bin", await door.file(run.id, kept.name));
  await room.bench().use({ player: "network", network: name, depth: 1, games: 100 });
  go({ view: "bench" }, { replace: true });
}

/** Adds what an event says to a curve: `{points, mean}`. Pure. */
export function takePoint(curve, event) {
  if (event.event === "item" && event.item?.episodes) curve.points.push([event.item.episodes, event.item.score.mean]);
  const said = event.event === "status" && /mean score ([\d.]+)/.exec(event.text);
  if (said) curve.mean = Number(said[1]);
  if (event.event === "reached" && curve.mean > 0) curve.points.push([event.done, curve.mean]);
}

/** Replaces a live curve by that of the answer. */
async function exact(door, state, carry) {
  carry.hidden = false;
  const answer = JSON.parse((await door.answer(state.last.id)).trim().split("\n").at(-1));
  if (answer.curve?.length > 1) state.curves.at(-1).points = answer.curve.map(({ episodes, score }) => [episodes, score.mean]);
}
