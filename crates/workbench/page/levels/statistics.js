/**
 * What the page shows of many games: a histogram of swaps, the large number, the band.
 */

import { BOTS } from "../names.js";

/** The most bars of a histogram. */
const BARS = 36;

/**
 * The bars of a histogram, from the share of games that are won within each number of swaps.
 * @param {Array<{moves: number, win_rate: {mean: number}}>} curve As `match3/play` answers it.
 * @returns {{width: number, bars: Array<{from: number, to: number, share: number}>}} Swaps from `from` to
 * `to`, both included.
 */
export function histogram(curve = []) {
  if (curve.length === 0) return { width: 1, bars: [] };
  const [first, last] = [curve[0].moves, curve.at(-1).moves];
  const within = new Map(curve.map(({ moves, win_rate: rate }) => [moves, rate.mean]));
  const width = Math.max(1, Math.ceil((last - first + 1) / BARS));
  const bars = [];
  let before = 0;
  for (let from = first; from <= last; from += width) {
    const to = Math.min(last, from + width - 1);
    let now = before;
    for (let moves = from; moves <= to; moves += 1) now = within.get(moves) ?? now;
    bars.push({ from, to: from + width - 1, share: now - before });
    before = now;
  }
  return { width, bars };
}

/**
 * The large number of a level, and what it means.
 * @param {object} played The answer of `match3/play`.
 * @returns {{value: string, unit: string, meaning: string, interval: string}}
 */
export function headline(played) {
  const { swaps, win_rate: rate, moves, games, bot, finished } = played;
  if (moves !== undefined || !swaps) {
    return {
      value: percent(rate.mean, 0),
      unit: "%",
      meaning: `of games are won within ${moves ?? played.limit} moves`,
      interval: `95 % interval ${percent(rate.ci95[0])} to ${percent(rate.ci95[1])} %, ${count(games)} games by the bot ${bot}`,
    };
  }
  const interval = swaps.ci95 ? `95 % interval ${swaps.ci95[0].toFixed(1)} to ${swaps.ci95[1].toFixed(1)}, ` : "";
  return {
    value: swaps.mean.toFixed(1),
    unit: "swaps",
    meaning: finished < games ? `to the goal, in the ${count(finished)} games that reached it` : "to the goal, on average",
    interval: `${interval}${count(games)} games by the bot ${bot}`,
  };
}

/**
 * What every bot reaches in a level: first those that are no players of the ladder, then the ladder from novice to expert.
 * @param {object} played The answer of `match3/play`.
 * @returns {Array<{bot: string, isOwn: boolean, share: number, words: string, games: number}>} `share` is the length of its bar, 0 to 1: its
 * win rate if the level has a move limit, else its mean in shares of the longest; 0 if it never reached the goal.
 */
export function strip(played) {
  const { others = [], moves } = played;
  const all = [...others, { ...played, isOwn: true }];
  // A weakened bot, which has no place of its own, comes last.
  const place = ({ bot }) => (BOTS.includes(bot) ? BOTS.indexOf(bot) : BOTS.length);
  const longest = Math.max(...all.map(({ swaps }) => swaps?.mean ?? 0));
  const row = ({ bot, isOwn = false, swaps, win_rate: rate, games }) => {
    const words = moves !== undefined ? `${percent(rate.mean, 0)} %` : (swaps?.mean.toFixed(1) ?? "never");
    const share = moves !== undefined ? rate.mean : (swaps?.mean ?? 0) / (longest || 1);
    return { bot, isOwn, share, words, games };
  };
  return all.toSorted((one, other) => place(one) - place(other)).map(row);
}

/** A share in percent. */
export function percent(share, digits = 1) {
  return (100 * share).toFixed(digits);
}

/** A number with spaces between thousands. */
export function count(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/**
 * How a level stands to the band that it is held to.
 * @param {{swaps?: number[], win_rate?: number[]}|undefined} band
 * @param {object} played
 * @returns {{isIn: boolean, words: string}|null} None without a band, or without games that reached the goal.
 */
export function standing(band, played) {
  if (band?.swaps && played.swaps) {
    const [low, high] = band.swaps;
    return judged(played.swaps.mean, low, high, (value) => `${value.toFixed(1)} swaps`);
  }
  if (band?.win_rate) {
    const [low, high] = band.win_rate;
    return judged(played.win_rate.mean, low, high, (value) => `${percent(value)} % won`);
  }
  return null;
}

function judged(value, low, high, say) {
  const isIn = value >= low && value <= high;
  const side = value < low ? "below" : "above";
  return { isIn, words: isIn ? `${say(value)}: in the wanted band` : `${say(value)}: ${side} the wanted band` };
}
