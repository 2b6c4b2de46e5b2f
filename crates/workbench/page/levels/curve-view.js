/**
 * The chart on which a difficulty curve is drawn by hand, with the levels that were made as dots.
 */

import { svg } from "../dom.js";
import { simplified, stroked, valueAt } from "./curve.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [720, 260, 44, 12, 14, 30];

/**
 * @param {{onChange: (points: Array<[number, number]>) => void}} options Called at the end of a stroke.
 * @returns {{element: SVGElement, show: (state: {points: Array, levels: number, range: [number, number],
 * unit: string, dots?: Array<{level: number, value: number, ci95?: number[]}>}) => void}}
 */
export function createCurve({ onChange }) {
  const element = svg("svg", {
    class: "levels-curve",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    tabindex: "0",
    role: "slider",
    "aria-label": "Difficulty curve. Draw with the pointer; arrow keys choose a level and change its value.",
  });
  let shown = null;
  let stroke = null;
  let at = 1;
  const x = (level) => LEFT + ((level - 1) / Math.max(1, shown.levels - 1)) * (WIDTH - LEFT - RIGHT);
  const y = (value) => HEIGHT - BOTTOM - ((value - shown.range[0]) / (shown.range[1] - shown.range[0])) * (HEIGHT - TOP - BOTTOM);
  const clamp = (value) => Math.max(shown.range[0], Math.min(shown.range[1], value));

  function place(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(element.getScreenCTM().inverse());
    const level = 1 + ((point.x - LEFT) / (WIDTH - LEFT - RIGHT)) * Math.max(1, shown.levels - 1);
    const share = (HEIGHT - BOTTOM - point.y) / (HEIGHT - TOP - BOTTOM);
    return [Math.max(1, Math.min(shown.levels, level)), clamp(shown.range[0] + share * (shown.range[1] - shown.range[0]))];
  }

  element.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    element.focus({ preventScroll: true });
    element.setPointerCapture(event.pointerId);
    stroke = place(event);
    draw({ ...shown, points: stroked(shown.points, stroke, stroke, shown.levels) });
  });
  element.addEventListener("pointermove", (event) => {
    if (!stroke) return;
    const to = place(event);
    draw({ ...shown, points: stroked(shown.points, stroke, to, shown.levels) });
    stroke = to;
  });
  const end = () => {
    if (!stroke) return;
    stroke = null;
    onChange(simplified(shown.points, (shown.range[1] - shown.range[0]) / 200));
  };
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", end);
  element.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined && by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (step) at = Math.max(1, Math.min(shown.levels, at + step));
    const value = clamp(valueAt(shown.points, at) + ((by ?? 0) * (shown.range[1] - shown.range[0])) / 50);
    if (by) onChange(stroked(shown.points, [at, value], [at, value], shown.levels));
    else draw(shown);
  });

  function draw(state) {
    shown = state;
    const { points, levels, dots = [], unit } = state;
    const ends = points.length > 0 ? [[1, valueAt(points, 1)], ...points, [levels, valueAt(points, levels)]] : [];
    const line = ends.map(([level, value]) => `${x(level).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    const now = valueAt(points, at);
    element.setAttribute("aria-valuenow", now.toFixed(1));
    element.setAttribute("aria-valuetext", `level ${at}: ${now.toFixed(1)} ${unit}`);
    element.replaceChildren(
      svg("rect", { class: "levels-paper", x: LEFT, y: TOP, width: WIDTH - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM }),
      ...grid(shown, x, y),
      svg("polyline", { class: "levels-line", points: line }),
      svg("circle", { class: "levels-at", cx: x(at), cy: y(now), r: 5 }),
      ...dots.map((dot) => mark(dot, x, y)),
    );
  }
  return { element, show: draw };
}

function grid({ range: [low, high], levels, unit }, x, y) {
  const made = [];
  const step = [0.5, 1, 2, 5, 10, 20, 50, 100].find((each) => (high - low) / each <= 6) ?? 200;
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) {
    made.push(svg("line", { class: "levels-gridline", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }));
    made.push(svg("text", { class: "levels-tick", x: LEFT - 6, y: y(value) + 4, "text-anchor": "end", text: String(value) }));
  }
  const every = [1, 2, 5, 10, 20, 50, 100].find((each) => levels / each <= 12) ?? 500;
  for (let level = 1; level <= levels; level += level === 1 ? Math.max(1, every - 1) : every) {
    made.push(svg("text", { class: "levels-tick", x: x(level), y: HEIGHT - 10, "text-anchor": "middle", text: String(level) }));
  }
  made.push(svg("text", { class: "levels-tick", x: WIDTH - RIGHT, y: TOP + 14, "text-anchor": "end", text: unit }));
  return made;
}

function mark({ level, value, ci95 }, x, y) {
  const group = svg("g", { class: "levels-dot" });
  if (ci95) group.append(svg("line", { x1: x(level), x2: x(level), y1: y(ci95[0]), y2: y(ci95[1]) }));
  group.append(
    svg("circle", { cx: x(level), cy: y(value), r: 4 }, svg("title", { text: `level ${level}: ${value.toFixed(1)}` })),
  );
  return group;
}
