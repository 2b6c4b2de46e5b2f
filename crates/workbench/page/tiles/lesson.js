// A position with what the coach says of it.

import { el } from "../dom.js";
import { lineOf } from "./coach.js";
import { createTileBoard } from "./board.js";

/** The reasons, the better line and the line of the move that was made. */
export function explained({ why, better, instead }) {
  return el(
    "div.lesson-words",
    {},
    el("ul", {}, why.map((reason) => el("li", { text: reason }))),
    el("p.muted", { text: `Better: ${lineOf(better)}` }),
    instead ? el("p.muted", { text: `Instead of: ${lineOf(instead)}` }) : null,
  );
}

/** The position as a board. */
export function pictured({ board }) {
  const shown = createTileBoard();
  shown.show(board);
  shown.element.removeAttribute("tabindex");
  delete shown.element.dataset.test;
  return el("div.lesson-board", {}, shown.element);
}
