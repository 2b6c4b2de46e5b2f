// Advice for a game elsewhere: mark what is known of the opponent's field, see where its ships may be.

import { button, el, field, fill, select } from "../dom.js";
import { createField, createLegend, drawRoster } from "./field.js";
import { cellName, lengthsOf } from "./fleet.js";
import { boardDocument, countOf, marked, sank, sunkAt, unmarked } from "./notes.js";

const NOTES = "battleship/notes";

/** The steps of a count while the board is marked: some tenths of a second, so that the map follows the hand. */
const STEPS = 500_000;

const PENS = [
  ["miss", "Miss"],
  ["hit", "Hit"],
  ["sunk", "Sunk ship: from its first to its last cell"],
];

/** The view of advice. */
export function createAdvice(room) {
  const { tools } = room;
  const keep = tools.store.autosave(NOTES);
  const state = { notes: unmarked(10, 10), fleet: "russian", touch: "never", pen: "miss", from: null, control: null, answer: null };
  const parts = {
    field: el("div"),
    roster: el("div"),
    legend: createLegend(),
    count: el("p.said", { role: "status", data: { test: "advice-count" } }),
    best: el("p", { data: { test: "advice-best" } }),
    error: el("p.error", { role: "alert", data: { test: "advice-error" } }),
  };
  const view = { state, parts, room, change };
  const chosen = controls(view);

  function change(patch) {
    const { rows, columns } = state.notes;
    Object.assign(state, patch);
    const { notes, fleet, touch } = state;
    keep({ notes, fleet, touch });
    chosen.show();
    if (!view.field || notes.rows !== rows || notes.columns !== columns) build(view);
    view.field.paint({ marks: notes.marks, sunk: notes.sunk });
    fill(parts.roster, drawRoster(lengthsOf(fleet), notes.sunk));
    ask(view).catch(tools.refuse);
  }

  const carry = tools.carry(() => tools.source({ task: "battleship/advise", request: request(state), name: "advice" }), "this advice");
  const element = el(
    "div.work",
    {},
    el("div.stack", {}, el("p.muted", { text: "Mark what the other side says in a game of yours." }), chosen.element, parts.error),
    el("div.stack.target", {}, el("div.spread", {}, parts.count, parts.roster, carry), parts.field, parts.legend.element, parts.best),
  );
  build(view);
  change({});
  tools.store.draft(NOTES).then((kept) => kept && change(kept), tools.refuse);
  return { element, close: () => state.control?.abort() };
}

/** The request for what is marked. */
function request({ notes, fleet, touch }) {
  return { board: boardDocument(notes), fleet, touch, budget_nodes: STEPS };
}

/** Asks for the advice on what is marked now. */
async function ask({ state, parts, room, field: board }) {
  state.control?.abort();
  const control = new AbortController();
  state.control = control;
  try {
    const { value } = await room.tools.door.ask("battleship/advise", request(state), { signal: control.signal });
    if (control !== state.control) return;
    parts.error.textContent = "";
    parts.count.textContent = countOf(value);
    const shots = value.best.map(({ cell, probability }) => `${cellName(cell)} ${(100 * probability).toFixed(1)} %`);
    parts.best.textContent = shots.length ? `Best shots: ${shots.join(", ")}` : "Every ship is sunk.";
    board.cloud(value.probabilities);
    parts.legend.show(value.probabilities);
  } catch (error) {
    if (error.name === "AbortError" || control !== state.control) return;
    parts.error.textContent = [error.message, error.hint].filter(Boolean).join(" · ");
    parts.count.textContent = "";
    parts.best.textContent = "";
    board.cloud(null);
    parts.legend.show(null);
  }
}

/** Makes the field for the size of the board. */
function build(view) {
  const { state, parts, room } = view;
  const { rows, columns } = state.notes;
  view.field = createField({
    board: room.tools.board,
    label: "The opponent’s waters: choose a cell with the arrow keys, mark it with Enter",
    rows,
    columns,
    onCell: (event) => mark(view, event),
  });
  view.field.board.element.dataset.test = "advice-field";
  fill(parts.field, view.field.element);
}

/** Marks a cell, or the two ends of a sunk ship: where the pointer goes down and up, or two presses of a key. */
function mark(view, { type, cell }) {
  const { state, change } = view;
  const { notes, pen } = state;
  if (pen !== "sunk") {
    if (type === "down" || type === "press") change({ notes: marked(notes, cell, pen) });
    return;
  }
  const isFirst = type === "down" || (type === "press" && !state.from);
  if (isFirst) {
    if (sunkAt(notes, cell)) change({ notes: marked(notes, cell, "hit") });
    else state.from = cell;
  } else if ((type === "up" || type === "press") && state.from) {
    const from = state.from;
    state.from = null;
    if (cell) change({ notes: sank(notes, from, cell) });
  }
}

function controls({ state, change }) {
  const pen = select(PENS, state.pen, (name) => Object.assign(state, { pen: name, from: null }), { data: { test: "advice-pen" } });
  const fleet = select(
    [
      ["russian", "Russian: 4 3 3 2 2 2 1 1 1 1"],
      ["us", "US: 5 4 3 3 2"],
      ["4,3,3,2,2", "4 3 3 2 2"],
      ["3,2,2,1", "3 2 2 1"],
    ],
    state.fleet,
    (name) => change({ fleet: name, touch: name === "us" ? "free" : state.touch }),
    { data: { test: "advice-fleet" } },
  );
  const touch = select(
    [
      ["never", "Ships never touch"],
      ["corners", "Corners may touch"],
      ["free", "Ships may touch"],
    ],
    state.touch,
    (rule) => change({ touch: rule }),
    { data: { test: "advice-touch" } },
  );
  const size = select(
    ["6", "7", "8", "9", "10", "12", "15"].map((side) => [side, `${side} × ${side}`]),
    String(state.notes.rows),
    (side) => change({ notes: unmarked(Number(side), Number(side)) }),
    { data: { test: "advice-size" } },
  );
  const clear = button("Clear the board", () => change({ notes: unmarked(state.notes.rows, state.notes.columns) }), { data: { test: "advice-clear" } });
  return {
    element: el("div.stack", {}, field("Mark", pen), field("Board", size), field("Fleet", fleet), field("Rules", touch), el("div.row", {}, clear)),
    /** Shows what holds now, also after it was read from a draft. */
    show() {
      fleet.value = state.fleet;
      touch.value = state.touch;
      size.value = String(state.notes.rows);
    },
  };
}
