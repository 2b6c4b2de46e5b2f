// The frame of a chart: its place in the page, scales, axes, and the chart as a picture of its own.

import { el, svg } from "./dom.js";
import { short, ticks } from "./numbers.js";

const FRAME = { left: 56, right: 14, top: 26, bottom: 40 };

/** A chart without contents: it fits its width and can be carried away. */
export function frame({ label, height }) {
  const picture = svg("svg", { role: "img", "aria-label": label, class: "chart" });
  const key = el("div.legend");
  const element = el("figure.chart-box", {}, picture, key);
  element.style.setProperty("--height", `${height}px`);
  const chart = {
    element,
    picture,
    height,
    width: 480,
    scales: null,
    set(parts, entries = []) {
      picture.setAttribute("viewBox", `0 0 ${chart.width} ${height}`);
      picture.replaceChildren(...parts);
      key.replaceChildren(...entries);
    },
    /** An empty chart. */
    clear() {
      chart.scales = null;
      const [left, right, bottom] = [FRAME.left, chart.width - FRAME.right, height - FRAME.bottom];
      const words = svg("text", { x: (left + right) / 2, y: (FRAME.top + bottom) / 2, "text-anchor": "middle" }, "Nothing to show yet");
      chart.set([svg("line", { class: "axis", x1: left, x2: right, y1: bottom, y2: bottom }), words]);
    },
    onResize(paint) {
      new ResizeObserver(([entry]) => {
        const width = Math.max(240, Math.round(entry.contentRect.width));
        if (width !== chart.width) {
          chart.width = width;
          paint();
        }
      }).observe(element);
    },
    text: () => standalone(picture, label),
  };
  return chart;
}

/** Scales from values to pixels. */
export function scalesOf(points, { chart, xs, ys }) {
  const [left, right] = [FRAME.left, chart.width - FRAME.right];
  const [top, bottom] = [FRAME.top, chart.height - FRAME.bottom];
  const [x0, x1] =
    xs ??
    range(
      points.map(([x]) => x),
      false,
    );
  const [y0, y1] =
    ys ??
    range(
      points.map(([, y]) => y),
      true,
    );
  return {
    left,
    right,
    top,
    bottom,
    x0,
    x1,
    y0,
    y1,
    x: (value) => left + ((value - x0) / (x1 - x0 || 1)) * (right - left),
    y: (value) => bottom - ((value - y0) / (y1 - y0 || 1)) * (bottom - top),
    xOf: (pixel) => x0 + ((pixel - left) / (right - left)) * (x1 - x0),
  };
}

function range(values, padded) {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) return [0, 1];
  let [low, high] = [finite.reduce((a, b) => Math.min(a, b)), finite.reduce((a, b) => Math.max(a, b))];
  if (low === high) {
    low -= low === 0 ? 0 : Math.abs(low) * 0.1;
    high += high === 0 ? 1 : Math.abs(high) * 0.1;
  }
  if (padded && low > 0 && low < high * 0.5) low = 0;
  return [low, high + (padded ? (high - low) * 0.05 : 0)];
}

/** The axes with their ticks and titles. */
export function axes(scales, { x, y }) {
  const group = svg("g", { class: "axes" });
  for (const value of ticks(scales.y0, scales.y1, 4)) {
    const at = scales.y(value);
    group.append(svg("line", { class: "grid", x1: scales.left, x2: scales.right, y1: at, y2: at }));
    group.append(svg("text", { x: scales.left - 8, y: at + 4, "text-anchor": "end" }, short(value)));
  }
  for (const value of ticks(scales.x0, scales.x1, Math.max(2, Math.floor((scales.right - scales.left) / 90)))) {
    group.append(svg("text", { x: scales.x(value), y: scales.bottom + 16, "text-anchor": "middle" }, short(value)));
  }
  group.append(svg("line", { class: "axis", x1: scales.left, x2: scales.right, y1: scales.bottom, y2: scales.bottom }));
  if (x) group.append(svg("text", { class: "title", x: scales.right, y: scales.bottom + 33, "text-anchor": "end" }, x));
  if (y) group.append(svg("text", { class: "title", x: 2, y: 10 }, y));
  return group;
}

const KEPT = ["fill", "stroke", "stroke-width", "stroke-opacity", "fill-opacity", "font-size", "font-weight", "opacity"];

/** A chart as an SVG of its own: the computed styles become attributes. */
export function standalone(picture, label) {
  const copy = picture.cloneNode(true);
  const originals = [picture, ...picture.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((element, at) => {
    const style = getComputedStyle(originals[at]);
    for (const key of KEPT) element.setAttribute(key, style.getPropertyValue(key));
    element.removeAttribute("class");
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("font-family", "sans-serif");
  const [, , width, height] = copy.getAttribute("viewBox").split(" ");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  copy.prepend(svg("rect", { width, height, fill: getComputedStyle(document.body).backgroundColor }));
  copy.prepend(svg("title", {}, label));
  return copy.outerHTML;
}
