/**
 * The histogram of swaps with the wanted band, whose edges can be dragged or moved by arrow keys.
 */

import { svg } from "../dom.js";
import { histogram, percent } from "./statistics.js";

const [WIDTH, HEIGHT] = [420, 150];
const [LEFT, RIGHT, TOP, BOTTOM] = [8, 8, 16, 24];

/**
 * @param {{onBand: (band: [number, number], isDone: boolean) => void}} options
 * @returns {{element: SVGElement, show: (played: object, band: number[]|undefined) => void}}
 */
export function createHistogram({ onBand }) {
  const element = svg("svg", {
    class: "levels-histogram",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "group",
    "aria-label": "Swaps to the goal",
  });
  let scale = { low: 0, high: 1 };
  let band = null;
  const x = (swaps) => LEFT + ((swaps - scale.low) / (scale.high - scale.low)) * (WIDTH - LEFT - RIGHT);
  const swapsAt = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(element.getScreenCTM().inverse());
    const swaps = scale.low + ((point.x - LEFT) / (WIDTH - LEFT - RIGHT)) * (scale.high - scale.low);
    return Math.max(1, Math.round(swaps * 2) / 2);
  };
  const edges = [0, 1].map((side) =>
    handle(side, {
      swapsAt,
      value: () => band[side],
      move: (swaps, isDone) => {
        const other = band[1 - side];
        onBand(side === 0 ? [Math.min(swaps, other), other] : [other, Math.max(swaps, other)], isDone);
      },
    }),
  );

  function show(played, wanted) {
    const { bars } = histogram(played.curve);
    const mean = played.swaps?.mean;
    band = wanted ?? null;
    scale = scaleOf(bars, [...(band ?? []), ...(mean === undefined ? [] : [mean])]);
    const most = Math.max(...bars.map((bar) => bar.share), 1e-9);
    const children = [];
    if (band)
      children.push(
        svg("rect", {
          class: "levels-band",
          x: x(band[0]),
          y: TOP,
          width: Math.max(1, x(band[1]) - x(band[0])),
          height: HEIGHT - TOP - BOTTOM,
        }),
      );
    for (const bar of bars) children.push(column(bar, x, most, played.moves));
    children.push(...axis(scale, x));
    if (mean !== undefined) children.push(meanLine(mean, x(mean), played.moves !== undefined));
    if (band) edges.forEach((edge, side) => children.push(edge.at(x(band[side]), band[side])));
    const focused = edges.find((edge) => edge.element === document.activeElement);
    element.replaceChildren(...children);
    focused?.element.focus();
  }
  return { element, show };
}

/**
 * The range of swaps of a chart: every bar, which is a swap wide, lies within it. Pure.
 * @param {Array<{from: number, to: number}>} bars
 * @param {number[]} others Other values that it shows.
 */
export function scaleOf(bars, others) {
  const ends = [bars[0]?.from ?? 0, bars.at(-1)?.to ?? 1, ...others];
  return { low: Math.max(-0.5, Math.min(...ends) - 1), high: Math.max(...ends) + 1 };
}

function meanLine(mean, at, isLimited) {
  const of = isLimited ? "games that were won" : "games";
  const title = svg("title", { text: `mean of the ${of}: ${mean.toFixed(1)} swaps` });
  return svg("line", { class: "levels-mean", x1: at, x2: at, y1: TOP, y2: HEIGHT - BOTTOM }, title);
}

function column({ from, to, share }, x, most, limit) {
  const height = (share / most) * (HEIGHT - TOP - BOTTOM);
  const isLate = limit !== undefined && from > limit;
  const bar = svg("rect", {
    class: isLate ? "levels-bar levels-late" : "levels-bar",
    x: x(from - 0.5) + 0.5,
    width: Math.max(1, x(to + 0.5) - x(from - 0.5) - 1),
    y: HEIGHT - BOTTOM - height,
    height,
  });
  const range = from === to ? `${from} swaps` : `${from} to ${to} swaps`;
  bar.append(svg("title", { text: `${range}: ${percent(share)} % of games` }));
  return bar;
}

function axis({ low, high }, x) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200].find((each) => (high - low) / each <= 8) ?? 500;
  const made = [svg("line", { class: "levels-axis", x1: LEFT, x2: WIDTH - RIGHT, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM })];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) {
    made.push(
      svg("text", { class: "levels-tick", x: x(at), y: HEIGHT - BOTTOM + 16, "text-anchor": "middle", text: String(at) }),
    );
  }
  return made;
}

/** An edge of the band: dragged, or moved by the arrow keys. */
function handle(side, { swapsAt, value, move }) {
  const element = svg("g", {
    class: "levels-edge",
    role: "slider",
    tabindex: "0",
    "aria-label": side === 0 ? "Fewest wanted swaps" : "Most wanted swaps",
  });
  element.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    event.stopPropagation();
    const follow = (moved) => move(swapsAt(moved), false);
    const end = (moved) => {
      removeEventListener("pointermove", follow);
      move(swapsAt(moved), true);
    };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", end, { once: true });
  });
  element.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -0.5, ArrowRight: 0.5, ArrowDown: -0.5, ArrowUp: 0.5 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(value() + by, true);
  });
  return {
    element,
    at(x, swaps) {
      element.setAttribute("aria-valuenow", swaps);
      element.setAttribute("aria-valuetext", `${swaps} swaps`);
      element.replaceChildren(
        svg("rect", { class: "levels-grip", x: x - 8, y: TOP, width: 16, height: HEIGHT - TOP - BOTTOM }),
        svg("line", { x1: x, x2: x, y1: TOP - 4, y2: HEIGHT - BOTTOM }),
        svg("circle", { cx: x, cy: TOP - 4, r: 5 }),
        svg("text", {
          class: "levels-tick",
          x,
          y: TOP + 12,
          dx: side === 0 ? -10 : 10,
          "text-anchor": side === 0 ? "end" : "start",
          text: String(swaps),
        }),
      );
      return element;
    },
  };
}
