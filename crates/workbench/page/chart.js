// Charts in SVG whose colours come from the style sheet, so that they follow the theme at once.

import { axes, frame, scalesOf } from "./chart-frame.js";
import { el, svg } from "./dom.js";
import { short } from "./numbers.js";

/**
 * @typedef {object} Series
 * @property {Array<[number, number]>} points Sorted by x; of a ribbon `[x, low, high]`.
 * @property {string} [name] Shown in the legend.
 * @property {number} [color] Number in the palette, from 0.
 * @property {boolean} [thin] A thin, faint line (one seed of many).
 * @property {boolean} [thick] A thick line (the median).
 * @property {"line"|"dots"|"ribbon"} [kind] A ribbon is the area between two values of each x.
 */

/**
 * A chart of lines.
 * @param {{label: string, x?: string, y?: string, height?: number, onX?: function(number)}} options
 *   `onX`: called with the x under the pointer or chosen by click.
 * @returns {{element: HTMLElement, update(series: Series[], more?: {mark?: number, band?: number[],
 *   xs?: number[], ys?: number[]}): void, text(): string}} `mark`: a vertical line; `band`: a range
 *   of y; `xs`, `ys`: ranges of the axes. `text()` is the chart as an SVG of its own.
 */
export function lineChart({ label, x = "", y = "", height = 240, onX }) {
  const chart = frame({ label, height });
  let shown = { series: [], more: {} };
  const paint = () => {
    const { series, more } = shown;
    if (series.every(({ points }) => points.length === 0)) {
      chart.clear();
      return;
    }
    const all = series.flatMap(({ points }) => points.flatMap(([x, ...ys]) => ys.map((y) => [x, y])));
    const scales = scalesOf(all, { chart, xs: more.xs, ys: more.ys });
    const parts = [axes(scales, { x, y }), ...series.map((each, at) => drawSeries(each, at, scales))];
    if (more.band) parts.unshift(bandOf(more.band, scales));
    if (more.mark !== undefined)
      parts.push(svg("line", { class: "mark", x1: scales.x(more.mark), x2: scales.x(more.mark), y1: scales.top, y2: scales.bottom }));
    chart.set(parts, legend(series));
    chart.scales = scales;
  };
  chart.onResize(paint);
  if (onX) pointAt(chart, onX);
  return {
    element: chart.element,
    text: chart.text,
    update(series, more = {}) {
      shown = { series, more };
      paint();
    },
  };
}

/**
 * A histogram.
 * @param {{label: string, x?: string, height?: number}} options
 * @returns {{element: HTMLElement, update(bins: Array<{from: number, to: number, count: number}>,
 *   more?: {band?: number[], mark?: number, markLabel?: string}): void, text(): string}} `band`: a
 *   range of x to be hit; `mark`: a vertical line, such as the mean.
 */
export function histogram({ label, x = "", y = "Games", height = 200 }) {
  const chart = frame({ label, height });
  let shown = { bins: [], more: {} };
  const paint = () => {
    const { bins, more } = shown;
    if (bins.length === 0) {
      chart.clear();
      return;
    }
    const corners = bins.flatMap((bin) => [
      [bin.from, 0],
      [bin.to, bin.count],
    ]);
    const scales = scalesOf(corners, { chart, ys: [0, Math.max(1, ...bins.map((bin) => bin.count))] });
    const bars = bins.map((bin) => bar(bin, scales));
    const parts = [axes(scales, { x, y }), ...bars];
    if (more.band)
      parts.unshift(
        svg("rect", {
          class: "band",
          x: scales.x(more.band[0]),
          width: Math.max(0, scales.x(more.band[1]) - scales.x(more.band[0])),
          y: scales.top,
          height: scales.bottom - scales.top,
        }),
      );
    if (more.mark !== undefined)
      parts.push(svg("line", { class: "mark", x1: scales.x(more.mark), x2: scales.x(more.mark), y1: scales.top, y2: scales.bottom }));
    chart.set(parts);
  };
  chart.onResize(paint);
  return {
    element: chart.element,
    text: chart.text,
    update(bins, more = {}) {
      shown = { bins, more };
      paint();
    },
  };
}

function bar(bin, scales) {
  const [left, right, top] = [scales.x(bin.from), scales.x(bin.to), scales.y(bin.count)];
  const title = svg("title", {}, `${short(bin.from)} to ${short(bin.to)}: ${bin.count}`);
  return svg(
    "rect",
    { class: "bar", x: left + 0.5, width: Math.max(1, right - left - 1), y: top, height: Math.max(0, scales.bottom - top), rx: 1.5 },
    title,
  );
}

/**
 * Horizontal bars with a name and a value.
 * @param {{label: string}} options
 * @returns {{element: HTMLElement, update(rows: Array<{name: string, value: string, share: number,
 *   best?: boolean}>): void}} `share`: the bar's length from 0 to 1.
 */
export function bars({ label }) {
  const element = el("dl.bars", { aria: { label } });
  return {
    element,
    update(rows) {
      while (element.children.length > rows.length) element.lastChild.remove();
      rows.forEach((row, at) => {
        const line =
          element.children[at] ??
          element.appendChild(el("div.bar-row", {}, el("dt"), el("dd", {}, el("span.track", {}, el("span.length")), el("span.value"))));
        line.classList.toggle("best", row.best === true);
        line.querySelector("dt").textContent = row.name;
        line.querySelector(".value").textContent = row.value;
        line.querySelector(".length").style.setProperty("--share", row.share);
      });
    },
  };
}

function drawSeries(series, at, scales) {
  const color = (series.color ?? at) % 8;
  const finite = series.points.filter(([, ...ys]) => ys.every(Number.isFinite));
  const kind = `series s${color}${series.thin ? " thin" : ""}${series.thick ? " thick" : ""}`;
  if (series.kind === "ribbon") return ribbon(finite, kind, scales);
  if (series.kind === "dots") {
    return svg(
      "g",
      { class: `${kind} dots` },
      finite.map(([x, y]) => svg("circle", { cx: scales.x(x), cy: scales.y(y), r: 3 })),
    );
  }
  const line = finite.map(([x, y]) => `${scales.x(x).toFixed(1)},${scales.y(y).toFixed(1)}`).join(" ");
  if (finite.length === 1) return svg("circle", { class: `${kind} dots`, cx: scales.x(finite[0][0]), cy: scales.y(finite[0][1]), r: 3 });
  return svg("polyline", { class: kind, points: line });
}

/** The area between two values; of a single x a line between them. */
function ribbon(points, kind, scales) {
  const edge = (at) => points.map((point) => `${scales.x(point[0]).toFixed(1)},${scales.y(point[at]).toFixed(1)}`);
  return svg("polygon", { class: `${kind} ribbon`, points: [...edge(2), ...edge(1).reverse()].join(" ") });
}

const bandOf = ([low, high], scales) =>
  svg("rect", {
    class: "band",
    x: scales.left,
    width: scales.right - scales.left,
    y: scales.y(high),
    height: Math.max(0, scales.y(low) - scales.y(high)),
  });

function legend(series) {
  const named = series.map((each, at) => ({ ...each, at })).filter((each) => each.name);
  if (named.length < 2) return [];
  return named.map((each) => el(`span.key.k${(each.color ?? each.at) % 8}${each.kind === "ribbon" ? ".box" : ""}`, { text: each.name }));
}

function pointAt(chart, onX) {
  const send = (event) => {
    if (!chart.scales) return;
    const box = chart.picture.getBoundingClientRect();
    const pixel = ((event.clientX - box.left) / box.width) * chart.width;
    onX(Math.min(chart.scales.x1, Math.max(chart.scales.x0, chart.scales.xOf(pixel))));
  };
  chart.picture.addEventListener("pointerdown", (event) => {
    chart.picture.setPointerCapture(event.pointerId);
    send(event);
  });
  chart.picture.addEventListener("pointermove", (event) => {
    if (event.buttons) send(event);
  });
}
