// The board of 2048: tiles glide in 100 ms, new and merged tiles appear in 200 ms.

import { el, fill } from "../dom.js";

/** How long tiles glide, in milliseconds; style.css has the same value. */
const GLIDE = 100;

/**
 * Makes the board.
 * @returns {{element: HTMLElement, show(board: number[][]): void,
 *   play(events: object[], board: number[][]): void}} `show` draws a board at once; `play` lets
 *   the events of a move happen: `slid`, `joined`, `spawned`.
 */
export function createTileBoard() {
  const ground = el("div.ground", { aria: { hidden: "true" } });
  const layer = el("div.tile-layer", { aria: { hidden: "true" } });
  const element = el("div.tile-board", { role: "img", tabIndex: 0, aria: { label: "Board" }, data: { test: "tiles" } }, ground, layer);
  const state = { rows: 0, columns: 0, tiles: new Map(), board: null, timer: 0 };
  const finish = () => {
    clearTimeout(state.timer);
    state.timer = 0;
    draw(layer, state, state.board);
  };
  return {
    element,
    show(board) {
      resize(element, ground, state, board);
      state.board = board;
      finish();
    },
    play(events, board) {
      if (state.timer) finish();
      state.board = board;
      glide(layer, state, events);
      state.timer = setTimeout(() => {
        state.timer = 0;
        draw(layer, state, board, marks(events));
      }, GLIDE);
    },
  };
}

function resize(element, ground, state, board) {
  const [rows, columns] = [board.length, board[0].length];
  element.setAttribute("aria-label", describe(board));
  if (rows === state.rows && columns === state.columns) return;
  Object.assign(state, { rows, columns });
  element.style.setProperty("--rows", rows);
  element.style.setProperty("--columns", columns);
  fill(
    ground,
    Array.from({ length: rows * columns }, () => el("span")),
  );
}

/** The board for screen readers, row by row. Pure. */
export function describe(board) {
  const rows = board.map((row) => row.map((tile) => tile || "empty").join(", "));
  return `Board of ${board.length} × ${board[0].length}: ${rows.join("; ")}`;
}

const key = ([row, column]) => `${row},${column}`;

/** Moves the tiles of the `slid` events to their new cells. */
function glide(layer, state, events) {
  const moving = [];
  for (const { event, from, to } of events) {
    if (event !== "slid") continue;
    const tile = state.tiles.get(key(from));
    if (!tile) continue;
    state.tiles.delete(key(from));
    moving.push([tile, to]);
  }
  for (const [tile, cell] of moving) put(tile, cell);
}

/** Which cells pop or appear. */
function marks(events) {
  const found = new Map();
  for (const { event, cell } of events) {
    if (event === "joined") found.set(key(cell), "popped");
    if (event === "spawned") found.set(key(cell), "appeared");
  }
  return found;
}

/** Draws a board; tiles that stay where they are keep their elements. */
function draw(layer, state, board, marked = new Map()) {
  if (!board) return;
  const kept = [];
  const tiles = new Map();
  board.forEach((row, r) =>
    row.forEach((value, c) => {
      if (!value) return;
      const at = `${r},${c}`;
      const old = state.tiles.get(at);
      const tile = old && Number(old.dataset.value) === value && !marked.has(at) ? old : make(value, [r, c], marked.get(at));
      tiles.set(at, tile);
      kept.push(tile);
    }),
  );
  state.tiles = tiles;
  layer.replaceChildren(...kept);
}

function make(value, cell, mark) {
  const size = Math.min(17, Math.log2(value));
  const tile = el("div.tile", { data: { value, digits: String(value).length } }, el(`span.t${size}`, { text: value }));
  if (mark) tile.classList.add(mark);
  put(tile, cell);
  return tile;
}

function put(tile, [row, column]) {
  tile.style.setProperty("--row", row);
  tile.style.setProperty("--column", column);
}
