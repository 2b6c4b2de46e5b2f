// Practice: the positions of one's own mistakes, in which one chooses again.

import { button, el, fill, iconButton } from "../dom.js";
import { pointsOf } from "./coach.js";
import { explained, pictured } from "./lesson.js";
import { MOVES } from "./values.js";

/** A choice that loses less than this share of what the move in the game lost, both by the search, counts as found. */
const FOUND = 0.1;

/** What a choice comes to: its loss, and whether it is as good as the best one. Pure. */
export function judge({ values, best, move: made, loss }, move) {
  const searched = (other) => values[best] - values[other];
  const isFound = searched(move) <= FOUND * (made ? searched(made) : 0);
  return { move, best, loss: move === made ? loss : searched(move), isSearched: move !== made, isFound };
}

/** Practice with some lessons; `onEnd` is called when it is left. */
export function createPractice(lessons, { say, onEnd }) {
  const element = el("section.practice.card.stack", { aria: { label: "Practice" }, data: { test: "practising" } });
  const state = { at: 0, found: 0 };
  const next = () => {
    state.at += 1;
    show();
  };
  const ask = (lesson, told, pad) => (move) => {
    const { loss, isSearched, isFound } = judge(lesson, move);
    if (!isFound) {
      const text = `${pointsOf(move, loss)}${isSearched && lesson.played_on ? " by the search" : ""}. Choose again.`;
      say(text);
      fill(told, el("p", { text }));
      return;
    }
    say(`Yes: ${move}`);
    state.found += told.childElementCount === 0 ? 1 : 0;
    for (const choice of pad.children) choice.disabled = true;
    const last = state.at + 1 === lessons.length;
    const on = button(last ? "To the end" : "Next", next, { class: "primary", data: { test: "practice-next" } });
    fill(told, el("p", {}, el("strong", { text: `Yes: ${move}.` })), explained(lesson), on);
    on.focus();
  };
  const show = () => {
    const lesson = lessons[state.at];
    const leave = button("Back to the list", onEnd);
    if (!lesson) {
      fill(element, el("h3", { text: `${state.found} of ${lessons.length} found at once` }), leave);
      leave.focus();
      return;
    }
    const told = el("div.stack");
    const legal = (move) => lesson.values[move] !== null && lesson.values[move] !== undefined;
    const pad = el("div.pad", { role: "group", aria: { label: "Choose the move" } }, MOVES.map((move) => iconButton(move, `Choose ${move}`, () => choose(move), { class: `icon ${move}`, disabled: !legal(move), data: { test: `choose-${move}` } })));
    const choose = ask(lesson, told, pad);
    const heading = el("h3", { tabIndex: -1, text: `Move ${lesson.position}, ${state.at + 1} of ${lessons.length}: which move is best?` });
    fill(element, el("div.spread", {}, heading, leave), el("div.lesson", {}, pictured(lesson), el("div.stack", {}, pad, told)));
    // The button that was pressed is gone, and the keyboard would begin anew.
    heading.focus();
  };
  // Keys choose here, and do not move the tiles of the open game.
  element.addEventListener("keydown", (event) => {
    const move = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left" }[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    element.querySelector(`[data-test=choose-${move}]:not([disabled])`)?.click();
  });
  return { element, begin: show };
}
