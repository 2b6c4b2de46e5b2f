// The moves of a game that cost the most, and why: of the open game, or of one that was pasted.

import { button, el, fill } from "../dom.js";
import { answerOf } from "../run.js";
import { gradeOf, lossOf, recordOf, requestOf } from "./coach.js";
import { explained, pictured } from "./lesson.js";
import { createPractice } from "./practice.js";

const ABOUT = "Values every move of this game, and lists those that lost the most, with the reason and a better line.";

/** The view that analyzes games. */
export function createReview(room) {
  const parts = {
    list: el("ol.blunders"),
    said: el("p.muted", { role: "status", text: ABOUT }),
    bar: el("div.progress", { hidden: true }, el("div.track", {}, el("div.length"))),
    practise: button("Practise these moves", () => practise(room, parts), { hidden: true, data: { test: "practise" } }),
    practice: el("div"),
    pasted: el("textarea", { rows: 6, spellcheck: false, placeholder: "2 0 0 0\n0 0 0 0\n0 0 2 0\n0 0 0 0\nleft\n\n…", aria: { label: "Game to analyze" }, data: { test: "pasted" } }),
  };
  // Each analysis has a number: what an earlier one still answers is not shown.
  const state = { number: 0, run: null };
  const start = button("Analyze the moves", () => (state.run ? stop() : begin(null)), { class: "primary", data: { test: "review" } });
  const other = button("Analyze this game", () => begin(parts.pasted.value), { data: { test: "analyze-pasted" } });
  const stop = () => {
    state.run?.cancel?.();
    state.number += 1;
    state.run = null;
    parts.bar.hidden = true;
    other.disabled = false;
    start.textContent = "Analyze the moves";
  };
  const begin = async (text) => {
    clear(parts, "Begins …");
    const number = (state.number += 1);
    const isNewest = () => number === state.number;
    state.run = {};
    start.textContent = "Stop";
    other.disabled = true;
    parts.bar.hidden = false;
    try {
      await analyze(room, parts, text, { isNewest, started: (run) => Object.assign(state, { run }) });
    } catch (error) {
      if (isNewest()) clear(parts);
      room.tools.refuse(error);
    }
    if (isNewest()) stop();
  };
  const paste = el(
    "details",
    { data: { test: "paste" } },
    el("summary", { text: "Paste a game" }),
    el("p.help", { text: "A saved game, or boards as rows of numbers with an empty line after each; the moves between them are found." }),
    parts.pasted,
    el("div.row", {}, other),
  );
  const head = el("div.spread", {}, parts.said, el("div.row", {}, parts.practise, start));
  return {
    element: el("div.stack", {}, head, parts.bar, parts.practice, parts.list, paste),
    start: () => begin(null),
    opened() {
      stop();
      clear(parts);
    },
    close: stop,
  };
}

/** Shows nothing but a text. */
function clear(parts, text = ABOUT) {
  parts.said.textContent = text;
  fill(parts.list);
  parts.practise.hidden = true;
  leavePractice(parts);
}

function leavePractice(parts) {
  fill(parts.practice);
  parts.list.hidden = false;
}

async function analyze(room, parts, text, { isNewest, started }) {
  const { tools, game } = room;
  room.auto.pause();
  if (text === null) {
    const count = await game.recall(tools.door);
    if (!isNewest()) return;
    if (count) room.stage.recalled(count);
  }
  const share = (event, progress) => {
    if (!isNewest()) return;
    if (progress.steps) parts.bar.querySelector(".length").style.setProperty("--share", progress.reached / progress.steps);
    if (event.event === "begun") parts.said.textContent = `${progress.doing} …`;
  };
  const run = await tools.door.start("2048/analyze", requestOf(text ?? recordOf(game.frames)), { picture: false, onEvent: share });
  if (!isNewest()) {
    await run.cancel();
    return;
  }
  started(run);
  const last = await run.done;
  if (!isNewest()) return;
  if (last.event === "refused") throw Object.assign(new Error(last.error), { hint: last.hint });
  const answer = await answerOf(tools.door, run);
  if (!isNewest()) return;
  parts.lessons = answer.worst;
  parts.said.textContent = gradeOf(answer);
  parts.practise.hidden = answer.worst.length === 0;
  fill(parts.list, answer.worst.map((lesson) => el("li", {}, entry(room, lesson, text === null ? game : null))));
}

/** A move of the list; what the coach says of it opens below it. `game` is the one that is shown on the stage, if it is. */
function entry(room, lesson, game) {
  const told = el("div", { hidden: true });
  const go = (event) => {
    const control = event.currentTarget;
    const isOpen = control.getAttribute("aria-expanded") === "true";
    control.setAttribute("aria-expanded", String(!isOpen));
    told.hidden = isOpen;
    if (!told.firstChild) fill(told, el("div.lesson", {}, pictured(lesson), explained(lesson)));
    if (!isOpen && game && game === room.game) {
      room.stage.go(lesson.position - 1);
      room.stage.point(lesson.best);
    }
  };
  const text = lesson.move ? `Move ${lesson.position}, ${lossOf(lesson)}` : `Board ${lesson.position}: ${lesson.best} is best`;
  return [el("button", { type: "button", aria: { expanded: "false" }, onclick: go, data: { test: "lesson" } }, el("span", { text })), told];
}

function practise(room, parts) {
  const end = () => {
    leavePractice(parts);
    parts.practise.focus();
  };
  const practice = createPractice(parts.lessons, { say: room.tools.say, onEnd: end });
  parts.list.hidden = true;
  fill(parts.practice, practice.element);
  practice.begin();
}
