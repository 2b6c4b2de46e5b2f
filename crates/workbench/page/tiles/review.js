// The moves of a game that cost the most, and why: of the open game, or of one that was pasted.

import { button, el, fill } from "../dom.js";
import { answerOf } from "../run.js";
import { gradeOf, lossOf, recordOf, requestOf } from "./coach.js";
import { explained, pictured } from "./lesson.js";
import { createPractice } from "./practice.js";

/** The view that analyzes games. */
export function createReview(room) {
  const parts = {
    list: el("ol.blunders"),
    said: el("p.muted", { role: "status", text: "Values every move of this game, and lists those that lost the most, with the reason and a better line." }),
    bar: el("div.progress", { hidden: true }, el("div.track", {}, el("div.length"))),
    practise: button("Practise these moves", () => practise(room, parts), { hidden: true, data: { test: "practise" } }),
    practice: el("div"),
    pasted: el("textarea", { rows: 6, spellcheck: false, placeholder: "2 0 0 0\n0 0 0 0\n0 0 2 0\n0 0 0 0\nleft\n\n…", aria: { label: "Game to analyze" }, data: { test: "pasted" } }),
  };
  const state = { run: null };
  const start = button("Analyze the moves", () => toggle(null), { class: "primary", data: { test: "review" } });
  const toggle = async (text) => {
    if (state.run) {
      await state.run.cancel();
      return;
    }
    start.textContent = "Stop";
    parts.bar.hidden = false;
    try {
      await analyze(room, parts, state, text);
    } catch (error) {
      room.tools.refuse(error);
    }
    state.run = null;
    parts.bar.hidden = true;
    start.textContent = "Analyze the moves";
  };
  const paste = el(
    "details",
    { data: { test: "paste" } },
    el("summary", { text: "Paste a game" }),
    el("p.help", { text: "A saved game, or boards as rows of numbers with an empty line after each; the moves between them are found." }),
    parts.pasted,
    el("div.row", {}, button("Analyze this game", () => toggle(parts.pasted.value), { data: { test: "analyze-pasted" } })),
  );
  const head = el("div.spread", {}, parts.said, el("div.row", {}, parts.practise, start));
  return {
    element: el("div.stack", {}, head, parts.bar, parts.practice, parts.list, paste),
    start: () => toggle(null),
    opened() {
      state.run?.cancel();
      fill(parts.list);
      fill(parts.practice);
      parts.practise.hidden = true;
    },
    close: () => state.run?.cancel(),
  };
}

async function analyze(room, parts, state, text) {
  const { tools } = room;
  room.auto.pause();
  if (text === null) {
    await room.game.recall(tools.door);
    room.stage.open(room.game);
  }
  const game = text === null ? recordOf(room.game.frames) : text;
  const share = (event, progress) => {
    if (progress.steps) parts.bar.querySelector(".length").style.setProperty("--share", progress.reached / progress.steps);
    parts.said.textContent = progress.doing ?? "";
  };
  state.run = await tools.door.start("2048/analyze", requestOf(game), { picture: false, onEvent: share });
  const last = await state.run.done;
  if (last.event === "refused") throw Object.assign(new Error(last.error), last);
  const answer = await answerOf(tools.door, state.run);
  Object.assign(parts, { lessons: answer.worst, isOpen: text === null });
  parts.said.textContent = gradeOf(answer);
  parts.practise.hidden = answer.worst.length === 0;
  fill(parts.practice);
  fill(parts.list, answer.worst.map((lesson) => el("li", {}, entry(room, parts, lesson))));
}

/** A move of the list; what the coach says of it opens below it. */
function entry(room, parts, lesson) {
  const told = el("div", { hidden: true });
  const go = (event) => {
    const control = event.currentTarget;
    const isOpen = control.getAttribute("aria-expanded") === "true";
    control.setAttribute("aria-expanded", String(!isOpen));
    told.hidden = isOpen;
    if (!told.firstChild) fill(told, el("div.lesson", {}, pictured(lesson), explained(lesson)));
    if (!isOpen && parts.isOpen) {
      room.stage.go(lesson.position - 1);
      room.stage.point(lesson.best);
    }
  };
  const text = lesson.move ? `Move ${lesson.position}, ${lossOf(lesson)}` : `Board ${lesson.position}: ${lesson.best} is best`;
  return [el("button", { type: "button", aria: { expanded: "false" }, onclick: go, data: { test: "lesson" } }, el("span", { text })), told];
}

function practise(room, parts) {
  const end = () => {
    fill(parts.practice);
    parts.list.hidden = false;
  };
  parts.list.hidden = true;
  fill(parts.practice, createPractice(parts.lessons, { say: room.tools.say, onEnd: end }).element);
}
