/**
 * Boards side by side: first, now and best, or before and after, each with its words and a button.
 */

import { el } from "../dom.js";
import { createBoard } from "./board.js";

/**
 * A row of boards.
 * @param {object} room
 * @param {string} label
 * @returns {{element: HTMLElement, show: (cards: Array<{title: string, words?: string, level: object,
 * frames?: Array, notes?: string[], actions?: HTMLElement[], test?: string}>) => Promise<void>}}
 */
export function createCards(room, label) {
  const element = el("div.levels-cards", { aria: { label }, role: "group" });
  return {
    element,
    async show(cards) {
      element.replaceChildren(...(await Promise.all(cards.map((card) => cardOf(room, card)))));
    },
  };
}

/** A card with the board of a level. */
export async function cardOf(room, { title, words, level, frames = [], notes = [], actions = [], test, open }) {
  const board = createBoard({ label: title });
  await board.show(level, room.cells.look(level), frames).catch(() => null);
  const picture = open
    ? el("button.levels-open", { type: "button", onclick: open, title: "Open this level", aria: { label: `Open ${[title, words].filter(Boolean).join(", ")}` } }, board.element)
    : board.element;
  return el(
    "figure.levels-card",
    { data: test ? { test } : {} },
    picture,
    el("figcaption", {}, el("b", { text: title }), words ? el("span", { text: words }) : null, notes.map((text) => el("span.levels-broken", { text }))),
    actions.length ? el("div.row", {}, actions) : null,
  );
}

/**
 * The words of a level's games: its win rate if it has a move limit, else its mean swaps. With a limit no
 * mean is written: that of the games that were won is less than that of all, which other sentences name.
 */
export function gamesWords(played, moves) {
  const { swaps } = played;
  const rate = moves === undefined ? null : rateWithin(played, moves);
  if (rate !== null) return `${(100 * rate).toFixed(0)} % won within ${moves} moves`;
  return swaps ? `${swaps.mean.toFixed(1)} swaps` : `goal not reached in ${played.games} games`;
}

/** The share of games that are won within a number of moves. */
export function rateWithin({ curve = [], win_rate: rate }, moves) {
  const found = curve.findLast((point) => point.moves <= moves);
  return found?.win_rate.mean ?? (curve.length > 0 ? 0 : (rate?.mean ?? null));
}
