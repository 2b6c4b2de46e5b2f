/**
 * The results of searches side by side: the first level, the one of now, and the best so far.
 */

import { button } from "../dom.js";
import { read, write } from "./document.js";
import { kept } from "./regions.js";
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
    const level = kept(measured(entry), room.level);
    const frames = brokenCells(entry);
    room.broken = { tokens: level.tokens, cells: frames };
    const now = { level, entry, words: [potentialOf(entry), await rating(level)].filter(Boolean).join(" · ") };
    const { first, best } = state;
    const isOther = !best || askedFor(best.entry) !== askedFor(entry);
    if (isOther || distance(entry) <= distance(best.entry)) state.best = now;
    room.set(level, "generate");
    const use = (chosen, text) => [button(text, () => room.set(chosen, "use a level"))];
    await cards.show([
      { title: "First", words: await rating(first), level: first, actions: use(first, "Go back") },
      { title: entry.found ? "Now" : "Now: the closest", words: now.words, level, frames, notes: brokenWords(entry), test: "now" },
      { title: "Best", words: state.best.words, level: state.best.level, actions: use(state.best.level, "Use") },
    ]);
  }

  const several = (entries) =>
    cards.show(
      entries.map((entry, index) => {
        const level = kept(measured(entry), room.level);
        const words = entry.played ? gamesWords(entry.played, level.moves) : potentialOf(entry);
        return { title: `Level ${index + 1}`, words, level, frames: brokenCells(entry), notes: brokenWords(entry), open: () => room.set(level, `level ${index + 1}`) };
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

/** The cells that break the placements of a request. */
const brokenCells = ({ broken = [] }) => broken.flatMap(({ at = [] }) => at);

/** The placements that a level breaks, in words. Pure. */
export function brokenWords({ broken = [] }) {
  return broken.map(({ placement, cells }) => `breaks “${placement}” by ${cells} ${cells === 1 ? "cell" : "cells"}`);
}

const potentialOf = ({ potential }) => (potential === undefined || potential === null ? "" : `potential ${potential}`);
