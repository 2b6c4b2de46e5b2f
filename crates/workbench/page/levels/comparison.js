/**
 * The results of searches side by side: the first level, the one of now, and the best so far.
 */

import { button } from "../dom.js";
import { read, write } from "./document.js";
import { gamesWords } from "./results.js";

/**
 * How far a generated level is from its request: potential, or the share of the swaps.
 * @param {object} entry A level of the answer of `match3/generate`.
 * @returns {number}
 */
export function distance({ target, potential, wanted, played }) {
  if (target !== undefined) return Math.abs(potential - target);
  if (wanted?.win_rate !== undefined) {
    const within = played.curve?.findLast(({ moves }) => moves <= wanted.moves);
    return Math.abs((within?.win_rate.mean ?? 0) - wanted.win_rate);
  }
  const mean = played?.swaps?.mean ?? Infinity;
  return wanted?.swaps === undefined ? 0 : Math.abs(mean - wanted.swaps) / wanted.swaps;
}

/** What a level was asked to be: results of one request are compared with each other alone. */
function askedFor({ target, wanted }) {
  return JSON.stringify([target, wanted]);
}

/** A generated level with the bot that measured it, which then judges it everywhere. */
const measured = ({ level, bot, wanted }) => read(bot ? { ...level, difficulty: { ...wanted, bot } } : level);

/**
 * @param {object} room
 * @param {object} cards See `results.js`.
 * @returns {{begin: () => void, show: (entries: object[]) => Promise<void>}}
 */
export function createComparison(room, cards) {
  const state = { first: null, best: null };

  async function rating(level) {
    if (!level.goal) return "";
    const played = await room.play({ level: write(level), games: 400, seed: 1 }).catch(() => null);
    return played ? gamesWords(played, level.moves) : "";
  }

  async function one(entry) {
    const level = measured(entry);
    const now = { level, entry, words: [potentialOf(entry), await rating(level)].filter(Boolean).join(" · ") };
    const { first, best } = state;
    const isOther = !best || askedFor(best.entry) !== askedFor(entry);
    if (isOther || distance(entry) <= distance(best.entry)) state.best = now;
    room.set(level, "generate");
    const use = (chosen, text) => [button(text, () => room.set(chosen, "use a level"))];
    await cards.show([
      { title: "First", words: await rating(first), level: first, actions: use(first, "Go back") },
      { title: entry.found ? "Now" : "Now: the closest", words: now.words, level, test: "now" },
      { title: "Best", words: state.best.words, level: state.best.level, actions: use(state.best.level, "Use") },
    ]);
  }

  const several = (entries) =>
    cards.show(
      entries.map((entry, index) => {
        const level = measured(entry);
        const words = entry.played ? gamesWords(entry.played, level.moves) : potentialOf(entry);
        return { title: `Level ${index + 1}`, words, level, open: () => room.set(level, `level ${index + 1}`) };
      }),
    );

  return {
    begin() {
      state.first = room.level;
      cards.element.replaceChildren();
    },
    show: (entries) => (entries.length > 1 ? several(entries) : one(entries[0])),
  };
}

const potentialOf = ({ potential }) => (potential === undefined || potential === null ? "" : `potential ${potential}`);
