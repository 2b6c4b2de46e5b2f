// Runs of the same request with other seeds: their curves as thin lines, the median thick.

import { button, el, fill } from "../dom.js";
import { medianCurve } from "../numbers.js";

/** Seeds that are added by one click. */
const MORE = 4;

/** The section that compares the seeds of a request. */
export function createCompare(tools, run) {
  const chart = tools.chart.lineChart({ label: `Curves of ${run.task}`, x: "Step", y: "Value", height: 280 });
  const said = el("p.help");
  const table = el("div.row.seeds");
  const state = { timer: 0, runs: [], isClosed: false };
  const hasSeed = tools.door.kind !== "report" && run.seed !== null && run.seed !== undefined;
  const more = button(`Run ${MORE} more seeds`, () => add(), { data: { test: "more-seeds" } });
  const carry = tools.carry({ name: `curves-${run.id}`, svg: () => chart.text(), json: () => tools.door.curves(run.id) }, "the curves");
  const element = el(
    "section.card.stack",
    { hidden: true, aria: { label: "Seeds" } },
    el("div.spread", {}, el("h2", { text: "Seeds" }), el("div.row", {}, hasSeed ? more : null, carry)),
    chart.element,
    said,
    table,
  );
  const load = async () => {
    const curves = await tools.door.curves(run.id).catch(() => []);
    const drawn = curves.filter(({ curve }) => curve.length > 0);
    element.hidden = !hasSeed && drawn.length < (tools.door.kind === "report" ? 1 : 2);
    chart.element.hidden = drawn.length === 0;
    chart.update(seriesOf(drawn, run.id));
    said.textContent = drawn.length > 1 ? `${drawn.length} seeds; the thick line is their median.` : "";
    fill(
      table,
      curves.map((each) =>
        el("a.tag", { href: `#/runs?run=${each.run}`, text: `seed ${each.seed}`, aria: each.run === run.id ? { current: "true" } : {} }),
      ),
    );
    return curves;
  };
  const add = async () => {
    const taken = new Set((await load()).map(({ seed }) => String(seed)));
    let seed = 0;
    for (let begun = 0; begun < MORE; begun += 1) {
      while (taken.has(String(seed))) seed += 1;
      taken.add(String(seed));
      try {
        await tools.door.start(run.task, { ...run.request, seed }, { bound: false });
      } catch (error) {
        tools.refuse(error);
        return;
      }
    }
    again(60);
  };
  const again = (times) => {
    clearTimeout(state.timer);
    if (state.isClosed) return;
    state.timer = setTimeout(() => load().then(() => times > 0 && again(times - 1)), 1000);
  };
  load();
  if (run.state === "running") again(600);
  const close = () => {
    state.isClosed = true;
    clearTimeout(state.timer);
  };
  return { element, close };
}

/** The series of a chart: each seed thin, the median thick. Pure. */
export function seriesOf(curves, current) {
  const many = curves.length > 1;
  const series = curves.map(({ run, curve }) => ({ points: curve, thin: many, color: run === current ? 0 : 6 }));
  if (many) series.push({ points: medianCurve(curves.map(({ curve }) => curve)), color: 1, name: "Median" });
  return series;
}
