/**
 * The strip of players: what every bot reaches in a level, beside the bot that measured it, so that no bot's result is taken
 * for that of people.
 */

import { el, fill } from "../dom.js";
import { count, strip } from "./statistics.js";

/** @returns {{element: HTMLElement, show: (played: object|null) => void}} Hidden until there are other bots than one. */
export function createStrip() {
  const caption = el("caption");
  const rows = el("tbody");
  const element = el("table.levels-strip", { data: { test: "strip" }, hidden: true }, caption, rows);
  return {
    element,
    show(played) {
      const shown = played ? strip(played) : [];
      element.hidden = shown.length < 2;
      if (element.hidden) return;
      caption.textContent = played.moves === undefined ? "Mean moves by player: programs, not people" : "Games won by player: programs, not people";
      fill(rows, shown.map(rowOf));
    },
  };
}

function rowOf({ bot, isOwn, share, words, games }) {
  const bar = el("span.levels-share");
  bar.style.setProperty("--share", share.toFixed(3));
  return el(
    "tr",
    { title: `${count(games)} ${games === 1 ? "game" : "games"}`, aria: isOwn ? { current: "true" } : {} },
    el("th", { scope: "row", text: bot }),
    el("td", {}, bar),
    el("td", { text: words }),
  );
}
