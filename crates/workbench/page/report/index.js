// The room of a report: an overview with all pictures, and each run by itself.

import { button, el, fill } from "../dom.js";
import { createRecord } from "../history/record.js";

export const title = "Report";
export const sheet = "style.css";

/** Builds the room. State: `run`. */
export async function open(root, state, tools) {
  root.classList.add("one");
  const room = { root, tools, record: null, scroll: 0 };
  await show(room, state);
  return {
    keys: [["Esc", "Back to the overview"]],
    update: (next) => show(room, next),
    key: (event) => room.record?.key(event) ?? false,
    close: () => leave(room),
  };
}

function leave(room) {
  room.record?.close();
  room.record = null;
}

async function show(room, { run: id }) {
  if (!room.record) room.scroll = scrollY;
  leave(room);
  if (!id) {
    fill(room.root, overview(room));
    scrollTo(0, room.scroll);
    return;
  }
  room.record = createRecord(room, Number(id));
  fill(room.root, room.record.element);
  scrollTo(0, 0);
  await room.record.refresh();
  const { shown } = room.tools.door;
  const next = shown[shown.findIndex((each) => each.id === Number(id)) + 1];
  if (next) room.record.element.append(button(`Next: ${titleOf(next)}`, () => room.tools.go({ run: next.id }), { class: "primary", data: { test: "next" } }));
}

const titleOf = (run) => `Run ${run.id}: ${run.task}`;

function overview({ tools }) {
  const { report, shown } = tools.door;
  return el("section.stack", {},
    el("header.stack.report-head", {}, el("h1", { text: report.title }), el("p", { text: report.lead })),
    el("div.grid.cards", {}, shown.map((run) => card(tools, run))),
    el("p.muted", {}, "All of it live, with levels to paint and games to play: ", el("code", { text: "tilewright workbench" })));
}

function card(tools, run) {
  const holder = el("div.card-picture");
  if (run.svg) tools.picture(holder, run.svg, { label: titleOf(run) });
  return el("article.card.stack.report-card", { data: { run: run.id } }, holder,
    el("h3", {}, el("a", { href: `#/runs?run=${run.id}`, text: titleOf(run) })),
    el("p.muted", { text: run.headline }));
}
