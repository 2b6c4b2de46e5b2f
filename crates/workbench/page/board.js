// A board of cells: a picture of `draw` (or nothing) below, an overlay in units of cells above it,
// and pointer and keyboard as cells.

import { el, svg } from "./dom.js";
import { showPicture, pictureText } from "./picture.js";

/**
 * Makes a board.
 * @param {object} options
 * @param {number} options.rows
 * @param {number} options.columns
 * @param {string} options.label Its accessible name.
 * @param {function({type: "down"|"move"|"up"|"hover"|"leave"|"press", cell: number[]|null, event: Event})} [options.onCell]
 *   `move` comes for each new cell while the pointer is down, also for cells that a fast pointer
 *   skipped; `hover` without it; `press` is Enter or Space on the keyboard's cell.
 * @param {function(number[]): string} [options.describe] The text of a cell for screen readers.
 * @param {function(SVGSVGElement): {x: number, y: number, width: number, height: number}} [options.area]
 *   Where the cells lie in the picture, in units of its viewBox; by default everywhere.
 * @returns {{element: HTMLElement, overlay: SVGSVGElement, show(text: string): SVGSVGElement,
 *   text(): string, resize(rows: number, columns: number): void, layer(name: string): SVGGElement,
 *   cursor: number[], setCursor(cell: number[]): void, cellAt(event): number[]|null,
 *   say(text: string): void}}
 */
export function createBoard({ rows, columns, label, onCell = () => {}, describe, area = whole }) {
  const state = { rows, columns, cursor: [0, 0], down: null, over: null };
  const holder = el("div.board-picture");
  const mark = svg("rect", { class: "cursor", width: 1, height: 1, rx: 0.08 });
  const overlay = svg("svg", { class: "board-overlay", preserveAspectRatio: "none", "aria-hidden": "true" }, mark);
  const spoken = el("span.hidden", { aria: { live: "polite" } });
  const element = el("div.board", { tabIndex: 0, role: "application", aria: { label } }, holder, overlay, spoken);
  const place = () => {
    overlay.setAttribute("viewBox", `0 0 ${state.columns} ${state.rows}`);
    const shown = holder.firstElementChild;
    const box = shown?.viewBox?.baseVal;
    element.style.setProperty("--ratio", box?.width ? box.width / box.height : state.columns / state.rows);
    if (!box?.width) return;
    const { x, y, width, height } = area(shown);
    for (const [name, value, all] of [
      ["left", x - box.x, box.width],
      ["top", y - box.y, box.height],
      ["width", width, box.width],
      ["height", height, box.height],
    ]) {
      overlay.style.setProperty(name, `${(value / all) * 100}%`);
    }
  };
  const board = {
    element,
    overlay,
    get cursor() {
      return state.cursor;
    },
    /** Shows a picture below the overlay. */
    show(text) {
      const shown = showPicture(holder, text);
      place();
      return shown;
    },
    /** The original text of the picture. */
    text: () => pictureText(holder),
    resize(nextRows, nextColumns) {
      Object.assign(state, { rows: nextRows, columns: nextColumns });
      board.setCursor(state.cursor);
      place();
    },
    /** A group of the overlay by its name, in units of cells; made when first asked for. */
    layer(name) {
      let group = [...overlay.children].find((child) => child.dataset.layer === name);
      if (!group) {
        group = svg("g", { "data-layer": name });
        overlay.insertBefore(group, mark);
      }
      return group;
    },
    setCursor([row, column]) {
      state.cursor = [clamp(row, state.rows), clamp(column, state.columns)];
      mark.setAttribute("x", state.cursor[1]);
      mark.setAttribute("y", state.cursor[0]);
    },
    cellAt(event) {
      return cellIn(overlay.getBoundingClientRect(), event, state);
    },
    say(text) {
      spoken.textContent = text;
    },
  };
  listen(element, board, state, onCell);
  element.addEventListener("keydown", (event) => pressKey(event, board, state, onCell, describe));
  place();
  board.setCursor([0, 0]);
  return board;
}

const whole = (shown) => {
  const { x, y, width, height } = shown.viewBox.baseVal;
  return { x, y, width, height };
};
const clamp = (value, count) => Math.min(count - 1, Math.max(0, value));

/** The cell of a pointer, or `null` outside. Pure. */
export function cellIn(box, { clientX, clientY }, { rows, columns }) {
  const column = Math.floor(((clientX - box.left) / box.width) * columns);
  const row = Math.floor(((clientY - box.top) / box.height) * rows);
  return row >= 0 && column >= 0 && row < rows && column < columns ? [row, column] : null;
}

/** The cells on the way from one to another, without the first. Pure. */
export function cellsBetween([fromRow, fromColumn], [toRow, toColumn]) {
  const count = Math.max(Math.abs(toRow - fromRow), Math.abs(toColumn - fromColumn));
  return Array.from({ length: count }, (_, at) => {
    const share = (at + 1) / count;
    return [Math.round(fromRow + (toRow - fromRow) * share), Math.round(fromColumn + (toColumn - fromColumn) * share)];
  });
}

const isSame = (one, other) => one === other || (one !== null && other !== null && one[0] === other[0] && one[1] === other[1]);

function listen(element, board, state, onCell) {
  element.addEventListener("pointerdown", (event) => {
    const cell = board.cellAt(event);
    if (!cell || event.button > 2) return;
    element.setPointerCapture?.(event.pointerId);
    Object.assign(state, { down: cell, over: cell });
    board.setCursor(cell);
    onCell({ type: "down", cell, event });
  });
  element.addEventListener("pointermove", (event) => {
    const cell = board.cellAt(event);
    if (isSame(cell, state.over)) return;
    const before = state.over;
    state.over = cell;
    if (!state.down) {
      onCell({ type: cell ? "hover" : "leave", cell, event });
      return;
    }
    const way = cell && before ? cellsBetween(before, cell) : [cell];
    for (const each of way) onCell({ type: "move", cell: each, event });
  });
  const up = (event) => {
    if (!state.down) return;
    const cell = event.type === "pointerup" ? board.cellAt(event) : null;
    state.down = null;
    onCell({ type: "up", cell, event });
  };
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  element.addEventListener("pointerleave", (event) => {
    if (!state.down) {
      state.over = null;
      onCell({ type: "leave", cell: null, event });
    }
  });
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function pressKey(event, board, state, onCell, describe) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = STEPS[event.key];
  if (step) {
    board.setCursor([state.cursor[0] + step[0], state.cursor[1] + step[1]]);
    if (describe) board.say(describe(state.cursor));
    onCell({ type: "hover", cell: state.cursor, event });
  } else if (event.key === "Enter" || event.key === " ") {
    onCell({ type: "press", cell: state.cursor, event });
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}
