// The room of a report: an overview with all pictures, and each run by itself.

import { button, el, fill } from "../dom.js";
import { createRecord } from "../history/record.js";
import { short } from "../numbers.js";
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
    keys: [
      ["Esc", "Back to the overview"],
      ["Space, ← and →", "Play or pause; step through the picture of a run"],
    ],
    update: (next) => show(room, next),
    key: (event) => Boolean(room.record && (room.record.key(event) || room.motions[0]?.key(event))),
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
  const record = createRecord(room, Number(id));
  room.record = record;
  fill(room.root, record.element);
  scrollTo(0, 0);
  await record.refresh();
  const run = room.tools.door.shown.find((each) => each.id === Number(id));
  if (run && room.record === record) await dress(room, run);
}

/** Adds what a report says about a run: its title, its number, its picture in motion, the next one. */
async function dress(room, run) {
  const { tools, record } = room;
  const head = record.element.querySelector("header");
  if (run.caption) {
    head.before(el("header.stack.report-head", {}, el("h1", { text: run.caption.title }), el("p", { text: run.caption.text }), figureOf(run)));
    head.querySelector("h1").replaceWith(el("h2", { text: run.task }));
  }
  const { shown } = tools.door;
  const next = shown[shown.indexOf(run) + 1];
  const ahead = next && button(`Next: ${titleOf(next)}`, () => tools.go({ run: next.id }), { class: "primary", data: { test: "next" } });
  record.element.append(el("div", {}, ahead));
  if (!run.motion) return;
  const motion = await createMotion(tools, run);
  if (room.record !== record) {
    motion.close();
    return;
  }
  room.motions.push(motion);
  fill(record.element.querySelector(".answer-picture"), motion.element);
}

const titleOf = (run) => run.caption?.title ?? `Run ${run.id}: ${run.task}`;

function overview(room) {
  const { report, shown } = room.tools.door;
  const groups = grouped(shown).map(([heading, runs]) =>
    el(
      "section.stack",
      { aria: { label: heading || "Runs" } },
      heading ? el("h2", { text: heading }) : null,
      el("div.grid.cards", {}, runs.map((run) => card(room, run))),
    ),
  );
  return el(
    "section.stack",
    {},
    el("header.stack.report-head", {}, el("h1", { text: report.title }), el("p", { text: report.lead })),
    groups,
    el("p.muted", {}, "All of it live, with levels to paint and games to play: ", el("code", { text: "tilewright workbench" })),
  );
}

function card(room, run) {
  const { tools } = room;
  const holder = el("div.card-picture");
  if (run.svg) tools.picture(holder, run.svg, { label: titleOf(run) });
  const made = el(
    "article.card.stack.report-card",
    { data: { run: run.id } },
    holder,
    el("h3", {}, el("a", { href: `#/runs?run=${run.id}`, text: titleOf(run) })),
    figureOf(run),
    el("p.muted", { text: run.caption?.text ?? run.headline }),
  );
  if (run.motion) move(room, run, holder).catch(tools.refuse);
  return made;
}

/** Sets the picture of a card in motion. */
async function move(room, run, holder) {
  const motion = await createMotion(room.tools, run);
  if (!holder.isConnected) {
    motion.close();
    return;
  }
  room.motions.push(motion);
  fill(holder, motion.picture);
}

/** The one large number of a run. */
function figureOf({ caption }) {
  if (!caption?.figure) return null;
  const { value, unit } = caption.figure;
  return el("p.figure", {}, el("span.number", { text: short(value) }), " ", el("span.unit", { text: unit }));
}
