// The room Runs: all runs that were recorded, by pages; and each run by itself.

import { fill } from "../dom.js";
import { createList } from "./list.js";
import { createRecord } from "./record.js";

export const title = "Runs";
export const sheet = "style.css";

/** Builds the room. State: `run`, or `search`, `task`, `status` of the list. */
export async function open(root, state, tools) {
  root.classList.add("one");
  const room = { root, tools, shown: null, list: null, scroll: 0 };
  await show(room, state);
  return {
    keys: [
      ["/", "Search"],
      ["↑ ↓", "Walk through the list"],
      ["Esc", "Back to the list"],
    ],
    update: (next) => show(room, next),
    key(event) {
      return room.shown?.key?.(event) ?? false;
    },
    reconnect() {
      room.shown?.refresh?.();
    },
    close() {
      room.shown?.close();
      room.list?.close();
    },
  };
}

/** Whether the address names a run; one that names anything else shows the list. */
const isNumber = (run) => /^[1-9][0-9]*$/.test(run ?? "");

async function show(room, state) {
  if (isNumber(state.run)) {
    if (room.shown === room.list) room.scroll = scrollY;
    else room.shown?.close();
    room.list?.pause();
    room.shown = createRecord(room, Number(state.run));
    fill(room.root, room.shown.element);
    scrollTo(0, 0);
    await room.shown.refresh();
    return;
  }
  if (room.shown !== room.list) room.shown?.close();
  const isBack = room.list !== null && room.shown !== room.list;
  room.list ??= createList(room);
  if (room.shown !== room.list) fill(room.root, room.list.element);
  room.shown = room.list;
  await room.list.update(state, isBack);
  if (isBack) scrollTo(0, room.scroll);
}
