/**
 * Rules, colours, goals and the move limit of the level.
 */

import { button, el, field, select } from "../dom.js";
import { wholeNumber } from "../number-field.js";
import { lookOf } from "./cells.js";
import { colorsOf } from "./document.js";
import { createGoalEditor } from "./goal-editor.js";
import { goal, sentence, words } from "./goals.js";
import { namesOf } from "./names.js";

const PRESETS = [
  ["classic", "classic: lines of three"],
  ["lab", "lab: rockets, rainbows"],
  ["candy", "candy: striped, wrapped"],
  ["royal", "royal: rockets, planes"],
  ["blast", "blast: tap groups"],
];

/** Cells that mean the same under all rules. */
const COMMON = new Set([".", "#", "_", "?"]);

/**
 * The level under another preset: cells that its rules do not know become ordinary, and a goal that names
 * them becomes a plain one.
 * @param {object} level
 * @param {string} rules
 * @returns {object}
 */
export function underRules(level, rules) {
  const { blocks, cells, ...rest } = level;
  const tokens = level.tokens.map((row) => row.map((token) => (COMMON.has(token) ? token : ".")));
  const isPlain = words(level.goal).every((word) => /^(collect|score):/.test(word));
  return { ...rest, rules, tokens, goal: isPlain ? level.goal : { collect: 20 } };
}

/** The preset that rules are based on. */
export function baseOf(rules) {
  return typeof rules === "string" ? rules : (rules?.base ?? "classic");
}

/**
 * The rules of a level as one object to edit, with the kinds that the level adds itself.
 * @param {object} level
 * @returns {object}
 */
export function editable({ rules = "classic", blocks }) {
  const own = typeof rules === "object" ? rules : { base: rules };
  return blocks === undefined ? own : { ...own, blocks };
}

/**
 * The level under edited rules. Kinds stay where the level has them: beside its rules, or within them, never in both.
 * @param {object} level
 * @param {object} rules
 * @returns {object}
 */
export function edited(level, rules) {
  const { blocks: before, ...rest } = level;
  if (before === undefined) return { ...rest, rules };
  const { blocks, ...others } = rules;
  const isPreset = Object.keys(others).join() === "base";
  return { ...rest, rules: isPreset ? others.base : others, ...(blocks && { blocks }) };
}

/**
 * @param {object} room
 * @returns {object} A part of the room.
 */
export function createRules(room) {
  const state = { look: null, names: {} };
  const preset = select(PRESETS, "classic", (rules) => room.set(underRules(room.level, rules), `rules ${rules}`), {
    data: { test: "rules" },
  });
  const colors = wholeNumber(
    { min: 1, max: 64, data: { test: "colors" } },
    { label: "Colours", get: () => colorsOf(room.level), set: (number) => room.set({ ...room.level, colors: number }, "colours"), note: room.tools.note },
  );
  const moves = wholeNumber(
    { min: 1, max: 100_000, placeholder: "no limit", data: { test: "moves" } },
    { label: "Move limit", get: () => room.level.moves ?? "", set: (number) => setMoves(number), note: room.tools.note, canBeEmpty: true },
  );
  const goals = createGoalEditor({ onChange: (list) => setGoal(list) });
  const said = el("p.help");
  const error = el("p.error", { role: "alert", hidden: true });
  const json = el("textarea.levels-json", {
    rows: 10,
    spellcheck: false,
    aria: { label: "Rules as JSON" },
    data: { test: "rules-json" },
  });
  const panel = el(
    "div.stack",
    {},
    field("Rules", preset),
    el("div.row.levels-sides", {}, field("Colours", colors), field("Move limit", moves)),
    goals.element,
    said,
    error,
    el(
      "details",
      {},
      el("summary", { text: "Change the rules" }),
      el(
        "div.stack",
        {},
        el("p.help", {
          text: "An object: base names a preset, the other keys say what is different: move, shapes, least, groups, pieces, pairs, blocks (also the level's own kinds), hits, refill, reshuffle, score.",
        }),
        json,
        el(
          "div.row",
          {},
          button("Use these rules", () => useJson(), { data: { test: "use-rules" } }),
          button("Show the base in full", () => full()),
        ),
      ),
    ),
  );

  /** The colours, kinds and pieces that goals can name under the rules of the level. */
  async function learn() {
    const look = room.look();
    if (look === state.look) return;
    state.look = look;
    const legend = await look.ready.catch(() => null);
    if (!legend || state.look !== look) return;
    state.names = namesOf(legend);
    goals.show(words(room.level.goal), state.names);
  }

  function refuse(refusal) {
    error.hidden = !refusal;
    error.textContent = refusal?.message ?? "";
  }

  function setMoves(limit) {
    const { moves: before, ...rest } = room.level;
    room.set(limit === null ? rest : { ...rest, moves: limit }, "move limit");
  }

  function setGoal(list) {
    try {
      const made = goal(list);
      const { goal: before, ...rest } = room.level;
      room.set(made ? { ...rest, goal: made } : rest, "goal");
      refuse(null);
    } catch (wrong) {
      refuse(wrong);
    }
  }

  async function useJson() {
    try {
      const next = edited(room.level, JSON.parse(json.value));
      // Rules that do not know the cells of the level would leave it blank.
      const { document } = lookOf(next);
      const cells = [...new Set(next.tokens.flat())].filter((token) => !token.startsWith("="));
      await room.door.ask("match3/legend", { level: document, cells });
      room.set(next, "rules");
      refuse(null);
    } catch (wrong) {
      refuse(wrong);
    }
  }

  async function full() {
    try {
      const base = baseOf(room.level.rules);
      const own = editable(room.level).blocks;
      const { value } = await room.door.ask("match3/legend", { rules: base });
      json.value = `${JSON.stringify({ base, ...value.base, ...(own && { blocks: { ...value.base.blocks, ...own } }) }, null, 1)}\n`;
    } catch (wrong) {
      refuse(wrong);
    }
  }

  function changed(level) {
    preset.value = baseOf(level.rules);
    colors.value = colorsOf(level);
    colors.disabled = typeof level.colors === "object" && level.colors !== null;
    moves.value = level.moves ?? "";
    goals.show(words(level.goal), state.names);
    learn();
    said.textContent = `The level is won by: ${sentence(level.goal)}${level.moves ? `, within ${level.moves} moves` : ""}.`;
    if (document.activeElement !== json) json.value = `${JSON.stringify(editable(level), null, 1)}\n`;
  }
  room.on(changed);
  changed(room.level);
  return { panel };
}
