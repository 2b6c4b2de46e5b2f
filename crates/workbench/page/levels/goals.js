/**
 * Goals as the words of the command line (`collect:30`, `kind:box:all`), and as JSON.
 */

import { said } from "../plain.js";

/**
 * The words of a goal.
 * @param {object|undefined} goal
 * @returns {string[]} None if there is no goal, or it has a form without words.
 */
export function words(goal) {
  if (!goal) return [];
  if (Array.isArray(goal.all)) return goal.all.flatMap(words);
  const { collect, of_colors: colors } = goal;
  if (typeof collect === "number") return [colors > 1 ? `collect:${collect}:${colors}` : `collect:${collect}`];
  if (collect && typeof collect === "object") return [ofCollect(collect)];
  for (const key of ["clear", "drop", "score"]) if (goal[key] !== undefined) return [`${key}:${goal[key]}`];
  if (goal.make) return [`make:${goal.make.piece}:${goal.make.count}`];
  return [];
}

function ofCollect({ color, kind, count, layers }) {
  if (color !== undefined) return `color:${color}:${count}`;
  return layers === undefined ? `kind:${kind}:${count}` : `layers:${kind}:${layers}`;
}

/**
 * The goal of words.
 * @param {string[]} list
 * @returns {object|undefined}
 * @throws {Error} At a word that names no goal.
 */
export function goal(list) {
  const goals = list
    .map((word) => word.trim())
    .filter(Boolean)
    .map(one);
  if (goals.length < 2) return goals[0];
  return { all: goals };
}

function one(word) {
  const [name, first, second] = word.split(":");
  const make = {
    collect: () => ({ collect: count(first, word), ...(second ? { of_colors: count(second, word) } : {}) }),
    color: () => ({ collect: { color: named(first, word), count: count(second, word) } }),
    kind: () => ({ collect: { kind: named(first, word), count: second === "all" ? "all" : count(second, word) } }),
    layers: () => ({ collect: { kind: named(first, word), layers: count(second, word) } }),
    clear: () => ({ clear: named(first, word) }),
    drop: () => ({ drop: count(first, word) }),
    score: () => ({ score: count(first, word) }),
    make: () => ({ make: { piece: named(first, word), count: count(second, word) } }),
  }[name];
  if (!make) throw new Error(`Unknown goal “${word}”. Examples: collect:30, kind:box:all, score:2000.`);
  return make();
}

function count(text, word) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`“${word}”: expected a whole number, at least 1.`);
  return number;
}

function named(text, word) {
  if (!text) throw new Error(`“${word}”: a name is missing.`);
  return text;
}

/**
 * What a goal asks, in plain words.
 * @param {object|undefined} goal
 * @returns {string}
 */
export function sentence(goal) {
  const list = words(goal).map(said);
  return list.length === 0 ? "no goal yet" : list.join(", and ");
}
