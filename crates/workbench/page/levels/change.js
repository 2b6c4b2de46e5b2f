/**
 * Easier or harder by few changes: before and after side by side, a frame around each change, and its words.
 */

import { button, el, field, select } from "../dom.js";
import { countFree, freed, read, write } from "./document.js";
import { createCards, gamesWords } from "./results.js";
import { createTaskRun } from "./task-run.js";

/**
 * @param {object} room
 * @returns {object} A part of the room.
 */
export function createChange(room) {
  const state = { asked: { direction: "easier" }, before: null };
  const aim = select(
    [
      ["direction", "by a step"],
      ["win_rate", "to a win rate, in percent"],
      ["difficulty", "to a number of swaps"],
    ],
    "direction",
    () => showAim(),
  );
  const value = el("input", { type: "number", min: 1, step: "any", value: 60 });
  const valueField = field("Value", value);
  const count = el("input", { type: "number", min: 1, max: 12, value: 3 });
  const only = select(
    [
      ["any", "any cell may change"],
      ["free", "only the free cells (?) of the template"],
    ],
    "any",
    () => null,
  );
  const cards = createCards(room, "Changes of the level");
  const run = createTaskRun(room, {
    task: "match3/tweak",
    label: "Search changes",
    test: "tweak",
    isAnimated: true,
    request,
    onBegin: () => {
      // What was proved of the level does not hold for a change of it.
      const { proof, difficulty, ...before } = room.level;
      state.before = before;
    },
    onAnswer: show,
  });
  const step = (direction, text) =>
    button(
      text,
      () => {
        state.asked = { direction };
        aim.value = "direction";
        showAim();
        run.start();
      },
      { class: "primary", data: { test: direction } },
    );
  const panel = el(
    "div.stack",
    {},
    el("div.row", {}, step("easier", "Easier"), step("harder", "Harder")),
    el("p.help", {
      text: "Ten points more or fewer games won if there is a move limit, else ten percent fewer or more swaps. As few cells as possible change; symmetry stays.",
    }),
    el(
      "details",
      {},
      el("summary", { text: "More" }),
      el("div.stack", {}, field("How far", aim), valueField, field("Answers", count), field("Where", only)),
    ),
    run.element,
  );

  function request() {
    // With its band: the level's own bot judges it, and the band goes along.
    const { found, ...level } = room.level;
    if (!level.goal) throw new Error("A difficulty needs a goal: set one under Rules.");
    const base = {
      level: write({ ...level, tokens: level.tokens.map((row) => row.map((token) => (token === "?" ? "." : token))) }),
      count: Number(count.value) || 3,
    };
    if (only.value === "free") {
      const template = countFree(room.level) > 0 ? room.level : (room.template ?? freed(room.level));
      base.template = write(template);
    }
    if (aim.value === "direction") return { ...base, ...state.asked };
    const number = Number(value.value);
    return { ...base, [aim.value]: aim.value === "win_rate" ? number / 100 : number };
  }

  function noChange({ unchanged }) {
    if (!unchanged) return "No change was found.";
    const isStep = aim.value === "direction";
    return isStep ? `No games can prove that a level is ${state.asked.direction} than this one.` : "The level already has this difficulty.";
  }

  async function show(answer) {
    const { before } = state;
    const look = room.cells.look(before);
    const inWords = async ({ cell: [row, column] }, level) => {
      const [from, to] = await Promise.all([before, level].map((each) => look.say(each.tokens[row][column])));
      return `row ${row + 1}, column ${column + 1}: ${from} → ${to}`;
    };
    const ofTweak = async (tweak, index) => {
      const level = { ...before, ...read(tweak.level) };
      const changes = await Promise.all(tweak.changes.map((change) => inWords(change, level)));
      const title = `${tweak.found ? "" : "Closest: "}${tweak.changes.length} ${tweak.changes.length === 1 ? "cell" : "cells"}`;
      return {
        title,
        words: `${gamesWords(tweak.played, level.moves)} · ${changes.join("; ")}`,
        level,
        test: "tweaked",
        frames: tweak.changes.map(({ cell }) => cell),
        actions: [button("Accept", () => accept(level, title), { class: "primary", aria: { label: `Accept change ${index + 1}` }, data: { test: `accept-${index}` } })],
      };
    };
    const list = await Promise.all(answer.tweaks.map(ofTweak));
    if (list.length === 0)
      list.push({
        title: "No change",
        words: noChange(answer),
        level: before,
      });
    room.setBusy(true);
    await cards.show([{ title: "Before", words: gamesWords(answer.before.played, before.moves), level: before }, ...list]);
  }

  function accept(level, title) {
    room.set(level, `change of ${title}`);
    room.tools.note("Changed. Undo brings the level back.");
  }

  function showAim() {
    valueField.hidden = aim.value === "direction";
  }
  showAim();
  room.on((level, why) => {
    if (why === "preview") return;
    cards.element.replaceChildren();
    room.setBusy(false);
  });
  return {
    panel,
    stage: cards.element,
    close() {
      run.stop();
      room.setBusy(false);
    },
    open: () => room.setBusy(cards.element.children.length > 0),
  };
}
