/**
 * Painting on a board: strokes by pointer, arrow keys and space; one stroke is one step of undo.
 */

import { between, changed, images } from "./document.js";
import { regioned } from "./regions.js";
import { misfit, strokes } from "./tokens.js";

/**
 * @param {object} board See `board.js`.
 * @param {{level: () => object, brush: (cell: [number, number]) => object, symmetry: () => string,
 * isFixed: (contents: string) => boolean, sizeOf: (contents: string) => [number, number]|undefined, preview: (level: object) => void, commit: (level: object, before?: object) => void,
 * pick: (token: string) => void, isActive: () => boolean, note: (text: string) => void, say: (cell: [number, number]) => void}} room
 * @returns {{key: (event: KeyboardEvent) => boolean}}
 */
export function enablePainting(board, room) {
  let stroke = null;
  let cursor = [0, 0];

  /** Says why the brush leaves nothing where it is set down. */
  const check = (level, cell, brush) => {
    const text = brush.region ? "" : misfit(level.tokens, cell, brush);
    if (text) room.note(text);
  };

  const paint = (level, cells, brush) => {
    const targets = cells.flatMap((cell) => images(cell, level, room.symmetry()));
    if (brush.region) return regioned(level, targets, brush);
    const paintOne = (before, cell) => changed(before, strokes(before.tokens, cell, brush, room));
    return targets.reduce(paintOne, level);
  };

  board.element.addEventListener("pointerdown", (event) => {
    const cell = board.cellAt(event);
    if (!room.isActive() || !cell) return;
    event.preventDefault();
    if (event.button === 2 || event.altKey) return room.pick(room.level().tokens[cell[0]][cell[1]]);
    board.element.setPointerCapture(event.pointerId);
    const brush = room.brush(cell);
    check(room.level(), cell, brush);
    stroke = { last: cell, brush, before: room.level(), level: paint(room.level(), [cell], brush) };
    room.preview(stroke.level);
  });
  board.element.addEventListener("pointermove", (event) => {
    const cell = stroke && board.cellAt(event);
    if (!cell || (cell[0] === stroke.last[0] && cell[1] === stroke.last[1])) return;
    stroke = { ...stroke, last: cell, level: paint(stroke.level, between(stroke.last, cell), stroke.brush) };
    room.preview(stroke.level);
  });
  const end = () => {
    if (stroke) room.commit(stroke.level, stroke.before);
    stroke = null;
  };
  board.element.addEventListener("pointerup", end);
  board.element.addEventListener("pointercancel", end);
  board.element.addEventListener("contextmenu", (event) => room.isActive() && event.preventDefault());
  board.element.addEventListener("blur", () => board.cursor(null));
  board.element.addEventListener(
    "focus",
    () => room.isActive() && board.element.matches(":focus-visible") && board.cursor(cursor),
  );

  return {
    key(event) {
      const level = room.level();
      const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
      if (step) {
        cursor = [clamp(cursor[0] + step[0], level.rows), clamp(cursor[1] + step[1], level.columns)];
        board.cursor(cursor);
        if (event.shiftKey) room.commit(paint(level, [cursor], room.brush(cursor)));
        room.say(cursor);
        return cursor;
      }
      if (event.key === " " || event.key === "Enter") {
        const cell = [clamp(cursor[0], level.rows), clamp(cursor[1], level.columns)];
        check(level, cell, room.brush(cell));
        room.commit(paint(level, [cell], room.brush(cell)));
        board.cursor(cursor);
        room.say(cursor);
        return cursor;
      }
      return null;
    },
  };
}

const clamp = (index, count) => Math.max(0, Math.min(count - 1, index));
