/**
 * The board of a running game: cells in three layers, so that what falls can glide between the cell below
 * it and the cover above it.
 */

import { svg } from "../dom.js";
import { cellAt, corner, ground, viewBox } from "./board.js";
import { TILE } from "./cells.js";
import { motionOf, reachOf } from "./game-motion.js";
import { parts, shell } from "./tokens.js";

/** Milliseconds for which a refused cell is framed; half of them it shakes between these places. */
const [REFUSED, SHAKE] = [600, [0, -4, 4, -3, 3, 0]];

/** The tokens whose pictures a frame needs. */
export function tokensOf({ board }, isClassic) {
  const all = board.tokens.flat();
  return isClassic ? all : all.flatMap((token) => [shell(token), parts(token).contents]);
}

/**
 * @param {string} label
 * @param {{isStill: () => boolean}} options Whether a person wants no motion.
 * @returns {{element: SVGElement, show: Function, ways: Function, drag: Function, shake: Function, cellAt: Function, marks: Function}}
 */
export function createGameView(label, { isStill }) {
  const names = ["plates", "below", "under", "contents", "above", "over", "reach", "marks"];
  const groups = names.map((name) => [name, svg("g", name === "over" ? { "font-family": "sans-serif" } : {})]);
  const layer = Object.fromEntries(groups);
  const element = svg(
    "svg",
    { class: "levels-board levels-game", role: "application", "aria-label": label, tabindex: "0" },
    ...Object.values(layer),
  );
  let shown = { key: "", rows: 0, columns: 0, cells: [] };
  let timer = 0;

  function layOut({ tokens }) {
    const key = tokens.map((row) => row.map((token) => (token === "_" ? "_" : ".")).join("")).join("/");
    if (shown.key === key) return;
    const [rows, columns] = [tokens.length, tokens[0].length];
    element.setAttribute("viewBox", viewBox(rows, columns));
    layer.plates.replaceChildren(ground(tokens));
    const use = (r, c) => svg("use", { x: corner(c), y: corner(r), width: TILE, height: TILE });
    const cells = tokens.map((row, r) => row.map((_, c) => ({ below: use(r, c), contents: use(r, c), above: use(r, c) })));
    for (const name of ["below", "contents", "above"]) layer[name].replaceChildren(...cells.flat().map((cell) => cell[name]));
    shown = { key, rows, columns, cells };
  }

  function fill({ tokens, colors }, look, isClassic) {
    tokens.forEach((row, r) =>
      row.forEach((token, c) => {
        const outer = isClassic ? token : shell(token);
        const inner = parts(token).contents;
        const color = colors[r][c];
        const isBlock = color !== null && color !== undefined && (isClassic || /^[a-z*]$/.test(inner));
        const contents = isBlock ? look.block(color) : isClassic || inner === "-" ? "" : look.layer(inner, 1);
        const cell = shown.cells[r][c];
        set(cell.below, look.layer(outer, 0));
        set(cell.contents, contents);
        set(cell.above, look.layer(outer, 2));
        for (const use of [cell.contents, cell.above]) for (const name of ["transform", "opacity"]) use.removeAttribute(name);
      }),
    );
  }

  /**
   * Shows a frame, after a transition if `duration` is above 0.
   * @param {object} frame
   * @param {{look: object, isClassic: boolean, duration?: number}} options
   */
  function show(frame, { look, isClassic, duration = 0 }) {
    cancelAnimationFrame(timer);
    layOut(frame.board);
    const isFading = frame.event === "cleared" && duration > 0;
    if (!isFading) fill(frame.board, look, isClassic);
    layer.marks.replaceChildren(...frame.marked.map((cell) => mark(cell, frame.event)));
    layer.reach.replaceChildren(...reachOf(frame));
    const move = duration > 0 ? motionOf(frame, shown.cells, layer.reach) : null;
    if (!move) {
      if (isFading) fill(frame.board, look, isClassic);
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const begun = performance.now();
      const tick = (now) => {
        const share = Math.min(1, (now - begun) / duration);
        move(share);
        if (share < 1) timer = requestAnimationFrame(tick);
        else {
          if (isFading) fill(frame.board, look, isClassic);
          resolve();
        }
      };
      move(0);
      timer = requestAnimationFrame(tick);
    });
  }

  return {
    element,
    show,
    /** Shows how contents move on the board of a level. */
    async ways(level, look) {
      const [under, over] = await look.ways(level);
      layer.under.replaceChildren(...under);
      layer.over.replaceChildren(...over);
    },
    size: () => ({ rows: shown.rows, columns: shown.columns }),
    cellAt: (event) => cellAt(element, shown, event),
    /** Shifts what fills a cell by parts of a cell, while it is dragged. */
    drag([row, column], [down, right]) {
      const use = shown.cells[row]?.[column]?.contents;
      if (!use) return;
      if (down === 0 && right === 0) use.removeAttribute("transform");
      else use.setAttribute("transform", `translate(${right * TILE} ${down * TILE})`);
    },
    /** Shakes what fills a cell, and frames it for a moment: nothing can be done with it. */
    shake([row, column]) {
      const frame = mark([row, column], "refused");
      layer.marks.append(frame);
      setTimeout(() => frame.remove(), REFUSED);
      const use = shown.cells[row]?.[column]?.contents;
      if (!isStill()) use?.animate(SHAKE.map((x) => ({ transform: `translate(${x}px, 0)` })), { duration: REFUSED / 2 });
    },
    /** Frames cells: the keyboard's cursor, a selected block, a hint. */
    marks(list) {
      layer.marks.replaceChildren(...list.map(({ cell, event }) => mark(cell, event)));
    },
  };
}

function set(use, href) {
  if (use.getAttribute("href") !== href) use.setAttribute("href", href);
}

function mark([row, column], event) {
  const inset = TILE * 0.04;
  return svg("rect", {
    class: `levels-mark levels-${event}`,
    x: corner(column) + inset,
    y: corner(row) + inset,
    width: TILE - 2 * inset,
    height: TILE - 2 * inset,
    rx: TILE * 0.14,
  });
}
