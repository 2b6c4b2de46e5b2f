// The room of a report: an overview with all pictures, and each run by itself.

import { button, el, fill } from "../dom.js";
import { createRecord } from "../history/record.js";
import { percent, short } from "../numbers.js";
import { createMotion } from "./motion.js";
import { grouped } from "./recorded.js";

export const title = "Report";
export const sheet = "style.css";

/** Builds the room. State: `run`. */
export async function open(root, state, tools) {
  root.classList.add("one");
  const room = { root, tools, motions: [], record: null, scroll: 0 };
  await show(room, state);
  return {
    keys: [["Esc", "Back to the overview"], ["Space", "Play or pause the picture of a run"]],
    update: (next) => show(room, next),
    key: (event) => room.record?.key(event) || (room.record && room.motions[0]?.key(event)) || false,
    close: () => leave(room),
  };
}

function leave(room) {
  room.motions.splice(0).forEach((motion) => motion.close());
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
  const run = room.tools.door.shown.find((each) => each.id === Number(id));
  if (run) await dress(room, run);
}

/** Adds what a report says about a run: its title, its number, its picture in motion, the next one. */
async function dress(room, run) {
  const { tools, record } = room;
  const head = record.element.querySelector("header");
  if (run.caption) head?.before(el("h1", { text: run.caption.title }), el("p", { text: run.caption.text }), figureOf(run) ?? "");
  const { shown } = tools.door;
  const next = shown[shown.indexOf(run) + 1];
  if (next) record.element.append(button(`Next: ${titleOf(next)}`, () => tools.go({ run: next.id }), { class: "primary", data: { test: "next" } }));
  if (!run.motion) return;
  const motion = await createMotion(tools, run);
  if (room.record !== record) { motion.close(); return; }
  room.motions.push(motion);
  head?.after(el("section.card.answer-picture", { aria: { label: "In motion" } }, motion.element));
}

const titleOf = (run) => run.caption?.title ?? `Run ${run.id}: ${run.task}`;

function overview(room) {
  const { report, shown } = room.tools.door;
  const groups = grouped(shown).map(([heading, runs]) =>
    el("section.stack", { aria: { label: heading || "Runs" } }, heading ? el("h2", { text: heading }) : null, el("div.grid.cards", {}, runs.map((run) => card(room, run)))));
  return el("section.stack", {},
    el("header.stack.report-head", {}, el("h1", { text: report.title }), el("p", { text: report.lead })),
    groups,
    el("p.muted", {}, "All of it live, with levels to paint and games to play: ", el("code", { text: "tilewright workbench" })));
}

function card(room, run) {
  const holder = el("div.card-picture");
  const link = el("a", { href: `#/runs?run=${run.id}`, text: titleOf(run) });
  const made = el("article.card.stack.report-card", { data: { run: run.id } }, holder, el("h3", {}, link), figureOf(run),
    el("p.muted", { text: run.caption?.text ?? run.headline }));
  if (run.svg) room.tools.picture(holder, run.svg, { label: titleOf(run) });
  if (run.motion) {
    createMotion(room.tools, run, { controls: false }).then((motion) => {
      if (!holder.isConnected) { motion.close(); return; }
      room.motions.push(motion);
      fill(holder, motion.element);
    }, room.tools.refuse);
  }
  return made;
}

/** The one large number of a run. */
function figureOf({ caption }) {
  if (!caption?.figure) return null;
  const { value, unit, share } = caption.figure;
  return el("p", {}, el("span.number", { text: share ? percent(value) : short(value) }), " ", el("span.unit", { text: unit }));
}
