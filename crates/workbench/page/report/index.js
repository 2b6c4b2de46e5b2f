// The room of a report: an overview with all pictures, and each run by itself.

import { button, el, fill } from "../dom.js";
import { tagOf } from "../history/list.js";
import { createRecord } from "../history/record.js";
import { short } from "../numbers.js";
import { plain } from "../plain.js";
import { createMotion } from "./motion.js";
import { grouped } from "./recorded.js";

export const title = "Report";
export const sheet = "style.css";

/** Builds the room. State: `run`. */
export async function open(root, state, tools) {
  root.classList.add("one");
  const room = { root, tools, motions: [], record: null, last: null, scroll: 0, isHeld: tools.isReduced() };
  await show(room, state);
  return {
    keys: [
      ["Esc", "Back to the overview"],
      ["Space", "Play or pause"],
      ["← or →", "Step through the picture of a run"],
    ],
    update: (next) => show(room, next),
    key: (event) => keys(room, event),
    close: () => leave(room),
  };
}

function keys(room, event) {
  if (room.record) return room.record.key(event) || Boolean(room.motions[0]?.key(event));
  if (event.key !== " ") return false;
  hold(room, !room.isHeld);
  return true;
}

/** Pauses the pictures of the overview, or lets them go on. */
function hold(room, isHeld) {
  room.isHeld = isHeld;
  for (const motion of room.motions) motion.hold(isHeld);
  const button = room.root.querySelector("[data-test=hold]");
  if (button) button.textContent = isHeld ? "Play the pictures" : "Pause the pictures";
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
    room.root.querySelector(`[data-run="${room.last}"] a`)?.focus({ preventScroll: true });
    scrollTo(0, room.scroll);
    return;
  }
  room.last = id;
  const record = createRecord(room, Number(id));
  room.record = record;
  fill(room.root, record.element);
  scrollTo(0, 0);
  await record.refresh();
  const run = room.tools.door.shown.find((each) => each.id === Number(id));
  if (run && room.record === record) await dress(room, run);
  const heading = record.element.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
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
      el("div.grid.cards", {}, cardsOf(room, runs, heading ? "h3" : "h2")),
    ),
  );
  return el(
    "section.stack",
    {},
    el(
      "header.stack.report-head",
      {},
      el("h1", { text: report.title }),
      el("p", { text: report.lead }),
      shown.some(({ motion }) => motion)
        ? el("div", {}, button(room.isHeld ? "Play the pictures" : "Pause the pictures", () => hold(room, !room.isHeld), { data: { test: "hold" } }))
        : null,
    ),
    groups,
    el("p.muted", {}, "All of it live, with levels to paint and games to play: ", el("code", { text: "tilewright workbench" })),
  );
}

/** The widest picture, in its own pixels, whose letters can be read in half a row. */
const NARROW = 720;

/** The cards of a group: two in a row where both pictures are narrow, otherwise one. */
function cardsOf(room, runs, heading) {
  const cards = [];
  for (let at = 0; at < runs.length; at += 1) {
    const isPair = [runs[at], runs[at + 1]].every((run) => run && widthOf(run) <= NARROW);
    if (isPair) cards.push(card(room, runs[at], heading), card(room, runs[(at += 1)], heading));
    else cards.push(card(room, runs[at], heading, widthOf(runs[at]) <= NARROW ? ".row-card.narrow" : ".row-card"));
  }
  return cards;
}

/** The card of a run; its heading stands below that of its group. */
function card(room, run, heading, classes = "") {
  const { tools } = room;
  const holder = el("div.card-picture");
  if (run.svg) tools.picture(holder, run.svg, { label: titleOf(run) });
  const made = el(
    `article.card.stack.report-card${classes}`,
    { data: { run: run.id } },
    holder,
    el(heading, {}, el("a", { href: `#/runs?run=${run.id}`, text: titleOf(run) })),
    figureOf(run),
    run.state === "done" ? null : el("p", {}, tagOf(run)),
    el("p.muted", { text: run.caption?.text ?? plain(run.headline) }),
  );
  if (run.motion) move(room, run, holder).catch(tools.refuse);
  return made;
}

/** The width of a run's picture in its own pixels. */
const widthOf = ({ svg, motion }) => motion?.width ?? Number(/<svg[^>]* width="([\d.]+)"/.exec(svg ?? "")?.[1] ?? 0);

/** Sets the picture of a card in motion. */
async function move(room, run, holder) {
  const motion = await createMotion(room.tools, run);
  if (!holder.isConnected) {
    motion.close();
    return;
  }
  motion.hold(room.isHeld);
  room.motions.push(motion);
  fill(holder, motion.picture);
}

/** The one large number of a run. */
function figureOf({ caption }) {
  if (!caption?.figure) return null;
  const { value, unit } = caption.figure;
  return el("p.figure", {}, el("span.number", { text: short(value) }), " ", el("span.unit", { text: unit }));
}
