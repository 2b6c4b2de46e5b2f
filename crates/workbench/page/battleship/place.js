// The dialog in which a person places their own fleet: drag, turn, random.

import { button, el } from "../dom.js";
import { createField } from "./field.js";
import { cellsOf, clashes, fleetDocument, turned, within } from "./fleet.js";

/** Opens the dialog; the game begins with the placed fleet. */
export async function openPlacing(room, wanted) {
  const { tools } = room;
  const { rows, columns, touch } = wanted;
  const state = { ships: [], grabbed: null, before: null };
  const error = el("p.error", { role: "alert" });
  const field = createField({
    board: tools.board,
    label: "Your waters: choose a ship with the arrow keys, take and drop it with Enter, turn it with R",
    rows,
    columns,
    onCell: (event) => onCell(event),
  });
  const empty = Array.from({ length: rows }, () => Array(columns).fill("unknown"));
  const paint = () => {
    const clashing = clashes(state.ships, touch);
    field.paint({ marks: empty, fleet: state.ships, clashing });
    start.disabled = clashing.size > 0;
    error.textContent = clashing.size ? "The marked ships lie too close." : "";
  };
  const shipAt = ([row, column]) => state.ships.findIndex((ship) => cellsOf(ship).some(([r, c]) => r === row && c === column));
  const partAt = (index, [row, column]) => cellsOf(state.ships[index]).findIndex(([r, c]) => r === row && c === column);
  const put = (cell) => {
    const { index, part } = state.grabbed;
    const ship = state.ships[index];
    const first = ship.heading === "south" ? [cell[0] - part, cell[1]] : [cell[0], cell[1] - part];
    state.ships[index] = within({ ...ship, cell: first }, rows, columns);
    paint();
  };
  const turn = (cell) => {
    const index = state.grabbed?.index ?? shipAt(cell);
    if (index < 0) return;
    state.ships[index] = turned(state.ships[index], Math.max(0, partAt(index, cell)), rows, columns);
    paint();
  };
  const grab = (cell) => {
    const index = shipAt(cell);
    state.grabbed = index < 0 ? null : { index, part: partAt(index, cell), moved: false };
  };
  const onCell = ({ type, cell }) => {
    if (type === "down") grab(cell);
    if ((type === "move" || (type === "hover" && state.grabbed?.byKey)) && state.grabbed && cell) {
      state.grabbed.moved = true;
      put(cell);
    }
    if (type === "up") {
      if (state.grabbed && !state.grabbed.moved && cell) turn(cell);
      state.grabbed = null;
    }
    if (type === "press") {
      if (state.grabbed) state.grabbed = null;
      else {
        grab(cell);
        if (state.grabbed) state.grabbed.byKey = true;
      }
    }
  };
  const draw = async () => {
    try {
      const { value } = await tools.door.ask("battleship/place", { rows, columns, fleet: wanted.fleet, touch, method: "sequential" });
      state.ships = value.fleets[0].ships;
      paint();
    } catch (refusal) {
      error.textContent = [refusal.message, refusal.hint].filter(Boolean).join(" · ");
    }
  };
  const begin = async () => {
    try {
      await room.newDuel({ ...wanted, own: fleetDocument({ rows, columns, touch, ships: state.ships }) });
      dialog.close();
    } catch (refusal) {
      error.textContent = [refusal.message, refusal.hint].filter(Boolean).join(" · ");
    }
  };
  const start = button("Start the game", begin, { class: "primary", data: { test: "place-start" } });
  const tools_ = el(
    "div.spread",
    {},
    el(
      "div.row",
      {},
      button("Random", draw),
      button("Turn (R)", () => turn(field.board.cursor)),
    ),
    el(
      "div.row",
      {},
      button("Cancel", () => dialog.close()),
      start,
    ),
  );
  const dialog = el(
    "dialog.placing",
    { aria: { label: "Place your fleet" } },
    el("h2", { text: "Place your fleet" }),
    el("p.muted", { text: "Drag ships; a tap or R turns them." }),
    field.element,
    error,
    tools_,
  );
  dialog.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() === "r") turn(field.board.cursor);
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  paint();
  await draw();
}
