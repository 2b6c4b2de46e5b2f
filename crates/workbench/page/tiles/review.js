// The moves of a game that cost the most, by the values of a player.

import { button, el, fill } from "../dom.js";
import { grouped } from "../numbers.js";
import { evaluate, givesValues, rankBlunders, scaleOf } from "./values.js";

/** Positions that are evaluated by one request. */
const CHUNK = 40;
/** Moves that are listed. */
const LISTED = 20;

/** The view that reviews the open game. */
export function createReview(room) {
  const list = el("ol.blunders");
  const said = el("p.muted", {
    text: "Compares each move of this game with the best one by the chosen player, and lists the moves that lost the most.",
  });
  const start = button("Review the moves", () => review.start(), { class: "primary", data: { test: "review" } });
  const bar = el("div.progress", { hidden: true }, el("div.track", {}, el("div.length")));
  const review = { element: el("div.stack", {}, el("div.spread", {}, said, start), bar, list) };
  let control = null;
  review.start = async () => {
    if (control) {
      control.abort();
      return;
    }
    control = new AbortController();
    start.textContent = "Stop";
    bar.hidden = false;
    try {
      await run(room, {
        list,
        said,
        share: (part) => bar.querySelector(".length").style.setProperty("--share", part),
        signal: control.signal,
      });
    } catch (error) {
      room.tools.refuse(error);
    }
    control = null;
    bar.hidden = true;
    start.textContent = "Review the moves";
  };
  review.opened = () => {
    control?.abort();
    fill(list);
  };
  review.close = () => control?.abort();
  return review;
}

async function run(room, { list, said, share, signal }) {
  const { game, settings, tools } = room;
  room.auto.pause();
  if (!givesValues(settings.player)) throw new Error(`${settings.player} gives no values: choose another player`);
  await game.recall(tools.door);
  room.stage.open(game);
  const frames = game.frames;
  const found = [];
  for (let at = 0; at + 1 < frames.length; at += CHUNK) {
    const boards = frames.slice(at, Math.min(at + CHUNK, frames.length - 1)).map(({ board }) => board);
    found.push(
      ...(await evaluate(tools.door, settings.player, boards, { signal, ...(settings.player === "network" ? { depth: 2 } : {}) })),
    );
    share(found.length / frames.length);
    paint(room, list, said, rankBlunders(frames, found), found.length);
  }
}

function paint(room, list, said, ranked, count) {
  const worst = ranked.slice(0, LISTED);
  said.textContent =
    worst.length === 0
      ? `${room.settings.player} would have made the same ${count} moves.`
      : `${ranked.length} of ${count} moves differ from the choice of ${room.settings.player}. The costliest first, ${scaleOf(room.settings.player)}:`;
  fill(
    list,
    worst.map((each) => el("li", {}, entry(room, each))),
  );
}

function entry(room, { at, made, best, loss }) {
  const lost = loss === null ? "" : loss === Infinity ? "loses the game" : `−${grouped(Math.max(1, Math.round(loss)))}`;
  const go = (event) => {
    room.stage.go(at);
    room.stage.point(best);
    for (const each of event.currentTarget.closest("ol").querySelectorAll("button")) each.removeAttribute("aria-current");
    event.currentTarget.setAttribute("aria-current", "true");
  };
  return el(
    "button",
    { type: "button", onclick: go },
    el("span", { text: `Move ${at + 1}: ${made}, not ${best}` }),
    el("span.muted", { text: lost }),
  );
}
