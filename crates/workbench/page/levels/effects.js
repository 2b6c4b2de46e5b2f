/**
 * What removing or adding one cell does to the level, over its board: in points of the win rate, or in moves where there is no
 * move limit. Blue makes the level easier, orange harder, which no eye confuses.
 */

import { el, field, select, svg } from "../dom.js";
import { corner } from "./board.js";
import { TILE } from "./cells.js";
import { named } from "./measure.js";
import { placeable } from "./names.js";
import { createTaskRun } from "./task-run.js";

/** The games of the changes that matter most; others have an eighth of them. */
const GAMES = 2048;

/** Blue, a neutral light, orange: the ends of ColorBrewer's PuOr and RdBu that differ in lightness and hue for all eyes. */
const [EASIER, NEUTRAL, HARDER] = [[33, 102, 172], [244, 244, 244], [179, 88, 6]];

/**
 * The effects of the changes of single cells. Pure.
 * @param {{costs: object[], additions: object[], played?: object}} explanation Of the answer of `match3/analyze`.
 * @param {(kind: string) => string} [nameOf] A kind in words.
 * @returns {{unit: string, most: number, cells: Array<{cell: [number, number], value: number|null, isSure: boolean, isGone: boolean, words: string}>}} `value` is positive where the
 * change makes the level easier; none where it is not known.
 */
export function effectsOf({ costs = [], additions = [] }, nameOf = (kind) => kind) {
  const isRate = [...costs, ...additions].some(({ win_rate: rate }) => rate);
  const one = (what, sign) => (cost) => {
    const { value, ends } = easing(cost, sign, isRate);
    const isSure = ends !== null && (ends[0] > 0 || ends[1] < 0);
    return { cell: cost.cell, value, isSure, isGone: sign < 0, words: `row ${cost.cell[0] + 1}, column ${cost.cell[1] + 1}: ${what} ${nameOf(cost.kind)}: ${wordsOf(cost, sign)}` };
  };
  const cells = [...costs.map(one("without", -1)), ...additions.map(one("with", 1))];
  const most = Math.max(isRate ? 1 : 0.1, ...cells.filter(({ value }) => value !== null).map(({ value }) => Math.abs(value)));
  return { unit: isRate ? "points" : "moves", most, cells };
}

/** How much easier the level is after a change (`sign` 1 adds the kind, −1 removes it), with the ends of its interval. */
function easing({ swaps, ci95, win_rate: rate, out_of_reach: isOut }, sign, isRate) {
  if (isOut || (isRate ? !rate : swaps === undefined)) return { value: null, ends: null };
  const turned = ([low, high], by) => [low * by, high * by].sort((a, b) => a - b);
  if (isRate) return { value: 100 * sign * rate.mean, ends: turned(rate.ci95, 100 * sign) };
  return { value: -sign * swaps, ends: ci95 ? turned(ci95, -sign) : null };
}

function wordsOf({ swaps, ci95, win_rate: rate, games, out_of_reach: isOut }, sign) {
  if (isOut) return "the goal would be out of reach";
  if (swaps === undefined) return "not known";
  const between = ([low, high], by, digits) => [low * by, high * by].sort((a, b) => a - b).map((end) => signed(end, digits)).join(" to ");
  const moves = `${signed(sign * swaps, 2)} moves${ci95 ? ` (95 %: ${between(ci95, sign, 2)})` : ", predicted"}`;
  const won = rate ? `win rate ${signed(100 * sign * rate.mean, 1)} points (95 %: ${between(rate.ci95, 100 * sign, 1)}), ` : "";
  return `${won}${moves}${games ? `, ${games} games` : ""}`;
}

const signed = (value, digits) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;

/** The colour of a share from −1 (harder) to 1 (easier). Pure. */
export function diverging(share) {
  const end = share > 0 ? EASIER : HARDER;
  const by = Math.min(1, Math.abs(share));
  return `rgb(${NEUTRAL.map((value, at) => Math.round(value + (end[at] - value) * by)).join(" ")})`;
}

/** Squares with the effects of the cells; those that chance may have made are pale. */
export function effectShapes({ cells, most, unit }) {
  const digits = unit === "points" || most >= 10 ? 0 : 1;
  return cells.map(({ cell: [r, c], value, isSure, isGone, words }) => {
    const share = (value ?? 0) / most;
    const square = svg("rect", {
      x: corner(c) + 2, y: corner(r) + 2, width: TILE - 4, height: TILE - 4, rx: 5,
      fill: value === null ? "#1f2328" : diverging(share), "fill-opacity": isSure || value === null ? 0.92 : 0.55,
      ...(isGone ? { stroke: "#1f2328", "stroke-width": 3 } : {}),
    });
    const shown = unit === "points" ? value : -value;
    const text = value === null ? "✕" : Math.abs(value) < 0.5 / 10 ** digits ? "0" : signed(shown, digits);
    const isLight = value !== null && Math.abs(share) < 0.55;
    const number = svg("text", {
      x: corner(c) + TILE / 2, y: corner(r) + TILE * 0.62, "text-anchor": "middle", class: "levels-heat-value", fill: isLight ? "#1f2328" : "#ffffff", text,
      ...(isSure || value === null ? {} : { "font-weight": 400 }),
    });
    return svg("g", {}, svg("title", { text: words }), square, number);
  });
}

/**
 * @param {object} room
 * @param {{show: (shapes: SVGElement[]|null) => void, bot: () => string}} board
 * @returns {{element: HTMLElement, changed: (level: object) => void, close: () => void}}
 */
export function createEffects(room, { show, bot }) {
  const state = { tokens: null, look: null };
  const kind = select([["", "the most common kind"]], "", () => null, { data: { test: "effects-kind" } });
  const legend = el("div.levels-legend", { hidden: true, data: { test: "effects-legend" } });
  const said = el("ul.levels-notes", { data: { test: "effects-words" } });
  const run = createTaskRun(room, {
    task: "match3/analyze",
    label: "Measure each cell",
    test: "effects",
    answer: "the effects of the cells",
    request: () => {
      if (!room.level.goal) throw new Error("Games need a goal: set one under Rules.");
      return { levels: [room.whole()], explain: true, games: GAMES, seed: 1, ...named(bot()), ...(kind.value ? { kinds: [kind.value] } : {}) };
    },
    onBegin: () => {
      clear();
      state.tokens = room.level.tokens;
    },
    onAnswer: take,
  });
  const inner = el("div.stack", {},
    el("p.help", { text: "Games with the same seeds, before and after: each special cell is removed, and one more of a kind is added to each ordinary cell." }),
    field("Add", kind), run.element, legend, said);
  // What is closed has no buttons that share a name with others.
  const unfold = () => element.open && element.append(inner);
  const element = el("details.levels-effects", { ontoggle: unfold, data: { test: "effects-box" } }, el("summary", { text: "What each cell does" }));

  function clear() {
    show(null);
    legend.hidden = true;
    said.replaceChildren();
  }

  async function take(answer) {
    const { explanation } = answer ?? {};
    if (!explanation) return;
    const names = await namesOf([...explanation.costs, ...explanation.additions].map((cost) => cost.kind));
    if (room.level.tokens !== state.tokens) return;
    const found = effectsOf(explanation, (name) => names.get(name));
    show(effectShapes(found));
    const [low, high] = [-1, 1].map((end) => `${signed(end * found.most, found.most < 10 ? 1 : 0)} ${found.unit}`);
    legend.replaceChildren(el("span", { text: `harder ${found.unit === "points" ? low : high}` }), el("span.levels-legend-bar"), el("span", { text: `easier ${found.unit === "points" ? high : low}` }));
    legend.hidden = false;
    const known = found.cells.filter(({ isSure }) => isSure).sort((a, b) => b.value - a.value);
    const ends = [known[0], known.at(-1)].filter((one, at) => one && (at === 0 ? one.value > 0 : one.value < 0));
    said.replaceChildren(
      ...ends.map(({ words, value }) => el("li", { text: `${value > 0 ? "Easiest" : "Hardest"}: ${words}` })),
      el("li", { text: "In a frame: a special cell is removed; elsewhere one is added. Pale cells may owe it to chance, as their interval holds 0. Point at a cell for its numbers." }),
    );
  }

  /** Kinds in words. */
  async function namesOf(kinds) {
    const look = room.look();
    const { cells } = await look.ready;
    const known = new Map(placeable(cells));
    const words = async (name) => [name, known.get(name.replace(/^\.[+_]/, "")) ?? (await look.say(name))];
    return new Map(await Promise.all([...new Set(kinds)].map(words)));
  }

  /** The kinds that the rules know. */
  async function learn() {
    const look = room.look();
    if (look === state.look) return;
    state.look = look;
    const found = await look.ready.catch(() => null);
    if (!found || state.look !== look) return;
    const chosen = kind.value;
    kind.replaceChildren(el("option", { value: "", text: "the most common kind" }), ...placeable(found.cells).map(([value, text]) => el("option", { value, text })));
    kind.value = chosen;
    if (kind.selectedIndex < 0) kind.value = "";
  }
  learn();
  return {
    element,
    /** What was measured of another level is no longer true. */
    changed(level) {
      learn();
      if (state.tokens && level.tokens !== state.tokens) {
        state.tokens = null;
        run.stop();
        clear();
      }
    },
    close: () => run.stop(),
  };
}
