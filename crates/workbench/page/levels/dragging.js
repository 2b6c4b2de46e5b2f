/**
 * Moves on the board of a game: a block is dragged onto its neighbour, two neighbours are clicked one after
 * the other, or the keyboard picks and swaps. A click on a piece that can fire, or on a group, taps it.
 */

import { legal } from "./game.js";

/** The share of a cell from which a drag is a swap. */
const FAR = 0.45;

/**
 * @param {object} view See `game-view.js`.
 * @param {{moves: () => Array, taps: () => Array, prepare: () => Promise<void>, play: (move: Array) => Promise<void>,
 * isTapped: () => boolean, refuse: (cell: [number, number]) => Promise<void>, note: (text: string) => void,
 * say: (cell: [number, number]) => void}} game `prepare` stops the bot before a person's move; `refuse` says why a tap
 * takes nothing.
 * @returns {{key: (event: KeyboardEvent) => boolean}}
 */
export function enableDragging(view, game) {
  let drag = null;
  let picked = null;
  let cursor = null;

  const marks = () =>
    view.marks([...(picked ? [{ cell: picked, event: "chosen" }] : []), ...(cursor ? [{ cell: cursor, event: "cursor" }] : [])]);

  async function swap(from, to) {
    picked = null;
    const move = legal(game.moves(), from, to, game.taps());
    if (!move) {
      marks();
      view.shake(from);
      return game.note(game.isTapped() ? "Nothing is swapped here: tap a group." : "That swap completes no line.");
    }
    return game.play(move);
  }

  /** A tap that takes nothing is answered where it was made, and nothing stays picked. */
  function refuse(cell) {
    picked = null;
    marks();
    view.shake(cell);
    return game.refuse(cell);
  }

  async function click(cell) {
    if (picked && Math.abs(picked[0] - cell[0]) + Math.abs(picked[1] - cell[1]) === 1) return swap(picked, cell);
    if (legal(game.moves(), cell, cell, game.taps())) return swap(cell, cell);
    if (game.isTapped()) return refuse(cell);
    picked = picked && picked[0] === cell[0] && picked[1] === cell[1] ? null : cell;
    return marks();
  }

  const shift = (event) => {
    const side = view.element.querySelector("use")?.getBoundingClientRect().width || 40;
    const [down, right] = [(event.clientY - drag.y) / side, (event.clientX - drag.x) / side];
    const clamp = (value) => Math.max(-1, Math.min(1, value));
    return Math.abs(down) > Math.abs(right) ? [clamp(down), 0] : [0, clamp(right)];
  };
  const across = ([down, right]) => [drag.cell[0] + Math.sign(down), drag.cell[1] + Math.sign(right)];
  const rest = () => {
    view.drag(drag.cell, [0, 0]);
    if (drag.other) view.drag(drag.other, [0, 0]);
  };

  view.element.addEventListener("pointerdown", (event) => {
    const cell = view.cellAt(event);
    if (!cell || event.button !== 0) return;
    event.preventDefault();
    view.element.focus({ preventScroll: true });
    view.element.setPointerCapture(event.pointerId);
    drag = { cell, x: event.clientX, y: event.clientY, other: null, ready: game.prepare() };
  });
  view.element.addEventListener("pointermove", (event) => {
    if (!drag || game.isTapped()) return;
    const by = shift(event);
    rest();
    drag.other = across(by);
    view.drag(drag.cell, by);
    view.drag(drag.other, [-by[0], -by[1]]);
  });
  view.element.addEventListener("pointerup", async (event) => {
    if (!drag) return;
    const [{ cell, ready }, by] = [drag, shift(event)];
    rest();
    const to = across(by);
    const isFar = Math.abs(by[0]) + Math.abs(by[1]) > FAR;
    drag = null;
    await ready;
    await (isFar ? swap(cell, to) : click(cell));
  });
  view.element.addEventListener("pointercancel", () => {
    if (drag) rest();
    drag = null;
  });

  return {
    key(event) {
      const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
      if (step) {
        const { rows, columns } = view.size();
        const from = cursor ?? [0, 0];
        const to = [Math.max(0, Math.min(rows - 1, from[0] + step[0])), Math.max(0, Math.min(columns - 1, from[1] + step[1]))];
        cursor = to;
        game.say(to);
        if (picked) swap(picked, to).then(() => marks());
        else marks();
        return true;
      }
      if (event.key === " " || event.key === "Enter") {
        const cell = (cursor ??= [0, 0]);
        game.prepare().then(() => (event.key === "Enter" && legal(game.moves(), cell, cell, game.taps()) ? swap(cell, cell) : click(cell)));
        return true;
      }
      if (event.key === "Escape" && (picked || cursor)) {
        [picked, cursor] = [null, null];
        marks();
        return true;
      }
      return false;
    },
  };
}
