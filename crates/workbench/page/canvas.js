// A map on a canvas: one pixel a cell, scaled without smoothing, below the overlay of a board. For
// maps on which an SVG of every cell would be slow.

import { createBoard } from "./board.js";
import { el } from "./dom.js";

/**
 * Makes a board whose ground is a canvas. It has all that a board has (see `board.js`), and:
 * - `paint(color, indices?)`: paints the ground; `color(index)` is the colour of a cell as
 *   `0xRRGGBB`; only the cells of `indices` if there are some.
 * - `tint(color, indices?)`: as `paint`, above the ground; colours are `0xRRGGBBAA`, 0 for none.
 * - `clearTint()`.
 * @param {object} options Those of `createBoard`.
 */
export function createCanvasBoard(options) {
  const board = createBoard(options);
  const [ground, tint] = [layerOf("ground"), layerOf("tint")];
  board.element.classList.add("on-canvas");
  board.element.querySelector(".board-picture").replaceChildren(ground.canvas, tint.canvas);
  const size = { rows: options.rows, columns: options.columns };
  const fit = () => [ground, tint].forEach((layer) => layer.fit(size));
  const resize = board.resize;
  board.resize = (rows, columns) => { Object.assign(size, { rows, columns }); fit(); resize(rows, columns); };
  board.paint = (color, indices) => ground.draw((index) => (color(index) << 8 | 0xff) >>> 0, indices);
  board.tint = (color, indices) => tint.draw((index) => color(index) >>> 0, indices);
  board.clearTint = () => tint.clear();
  fit();
  return board;
}

/** A canvas with its pixels. */
function layerOf(name) {
  const canvas = el("canvas", { class: `map-${name}`, aria: { hidden: "true" } });
  const context = canvas.getContext("2d", { alpha: name !== "ground" });
  let image = null;
  let pixels = null;
  return {
    canvas,
    fit({ rows, columns }) {
      if (canvas.width === columns && canvas.height === rows && image) return;
      Object.assign(canvas, { width: columns, height: rows });
      image = context.createImageData(columns, rows);
      pixels = new DataView(image.data.buffer);
    },
    draw(color, indices) {
      if (indices) {
        const box = boxOf(indices, canvas.width);
        for (const index of indices) pixels.setUint32(index * 4, color(index));
        context.putImageData(image, 0, 0, box.x, box.y, box.width, box.height);
        return;
      }
      for (let index = 0; index < canvas.width * canvas.height; index += 1) pixels.setUint32(index * 4, color(index));
      context.putImageData(image, 0, 0);
    },
    clear() {
      image.data.fill(0);
      context.clearRect(0, 0, canvas.width, canvas.height);
    },
  };
}

/** The smallest rectangle around some cells. Pure. */
export function boxOf(indices, columns) {
  let [left, right, top, bottom] = [Infinity, -1, Infinity, -1];
  for (const index of indices) {
    const [row, column] = [Math.floor(index / columns), index % columns];
    left = Math.min(left, column); right = Math.max(right, column);
    top = Math.min(top, row); bottom = Math.max(bottom, row);
  }
  return right < 0 ? { x: 0, y: 0, width: 0, height: 0 } : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
