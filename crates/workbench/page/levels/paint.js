/**
 * Painting the level: the palette of its rules, the symmetry of the brush, the size of the board.
 */

import { button, el, field, select, svg } from "../dom.js";
import { wholeNumber } from "../number-field.js";
import { MOST, countFree, empty, freed, read, resized } from "./document.js";
import { EXAMPLES } from "./examples.js";
import { palette, turnsOf, withTurns } from "./tokens.js";

const SYMMETRIES = [
  ["none", "none"],
  ["horizontal", "left and right"],
  ["vertical", "top and bottom"],
  ["both", "both"],
  ["rotational", "half a turn"],
];

/**
 * @param {object} room
 * @returns {object} A part of the room, with `brush()`, `symmetry()` and `isFixed(contents)` for the board.
 */
export function createPaint(room) {
  const groups = el("div.levels-palette", { role: "radiogroup", aria: { label: "Brush" } });
  const free = el("p.help");
  const state = {
    brush: { place: "contents", token: "#", label: "obstacle", cell: "#" },
    symmetry: "none",
    brushes: [],
    fixed: new Set(),
    sizes: new Map(),
    look: null,
  };
  const sides = {};
  const side = (name, label) => {
    sides[name] = wholeNumber({ min: 1, max: MOST, data: { test: name } }, { label, get: () => room.level[name], set: () => resize(), note: room.tools.note });
    return field(label, sides[name]);
  };
  const turns = wholeNumber(
    { min: 1, max: 99, data: { test: "turns" } },
    { label: "Turns left", get: () => state.turns, set: (count) => { state.turns = count; mark(); }, note: room.tools.note },
  );
  const timer = field("Turns left of the timer", turns);
  const panel = el(
    "div.stack",
    {},
    groups,
    timer,
    field(
      "Mirror each stroke",
      select(
        SYMMETRIES,
        "none",
        (symmetry) => {
          state.symmetry = symmetry;
        },
        { data: { test: "mirror" } },
      ),
    ),
    el("div.row.levels-sides", {}, side("rows", "Rows"), side("columns", "Columns")),
    el(
      "div.row",
      {},
      button("Clear", () => clear(), { data: { test: "clear" } }),
      button("Free all", () => room.set(freed(room.level), "free all cells"), { title: "The generator fills free cells" }),
    ),
    free,
    field(
      "Start from",
      select([["", "an example …"], ...EXAMPLES.map(({ name }, index) => [String(index), name])], "", (index) => example(index)),
    ),
    el("p.help", {
      text: "Keys: arrows move, Space paints, Shift with an arrow paints on, 1 to 9 choose a brush. Right click picks the brush of a cell.",
    }),
  );

  function resize() {
    room.set(resized(room.level, Number(sides.rows.value), Number(sides.columns.value)), "size");
  }

  function clear() {
    const { rows, columns } = room.level;
    room.set({ ...room.level, tokens: empty(rows, columns).tokens }, "clear");
  }

  function example(index) {
    if (index !== "") room.set(read(EXAMPLES[Number(index)].level), "another example");
  }

  async function showPalette() {
    const look = room.look();
    if (look === state.look) return;
    state.look = look;
    let legend;
    try {
      legend = await look.ready;
    } catch (refusal) {
      groups.replaceChildren(el("p.error", { text: refusal.message }));
      return;
    }
    if (state.look !== look) return;
    const listed = palette(legend.cells, legend.colors);
    state.brushes = listed.flatMap(({ brushes }) => brushes);
    // A timer is the same kind with any of its turns left.
    const inTurns = (token) => state.brushes.filter((brush) => brush.turns && brush.token === token)
      .flatMap((brush) => Array.from({ length: brush.turns }, (_, at) => withTurns(brush, at + 1).token));
    const all = legend.cells.flatMap((cell) => [cell, ...inTurns(cell.token).map((token) => ({ ...cell, token }))]);
    state.fixed = new Set(all.filter(({ coverable }) => !coverable).map(({ token }) => token));
    state.sizes = new Map(all.filter(({ cells }) => cells).map(({ token, cells }) => [token, cells]));
    await look.need(state.brushes.map(({ cell }) => cell));
    groups.replaceChildren(...listed.map((group) => section(group, look)));
    if (!state.brushes.some((brush) => same(brush, state.brush))) [state.brush] = state.brushes.slice(1);
    mark();
  }

  function section({ title, brushes }, look) {
    const few = title === "Pieces" || title === "Fixed blocks";
    const row = el(
      "div.levels-brushes",
      {},
      brushes.map((brush) => swatch(brush, look)),
    );
    if (!few) return el("section", {}, el("h2", { text: title }), row);
    return el("details", {}, el("summary", { text: title }), row);
  }

  function swatch(brush, look) {
    const picture = svg(
      "svg",
      { viewBox: `0 0 ${longest(brush) * 40} ${longest(brush) * 40}`, "aria-hidden": "true" },
      svg("use", { href: look.href(brush.cell), width: 40, height: 40 }),
    );
    return el(
      "button.levels-swatch",
      {
        type: "button",
        role: "radio",
        title: brush.label,
        aria: { label: brush.label },
        onclick: () => choose(brush),
        data: { brush: `${brush.place} ${brush.token}`, test: `brush-${brush.cell}` },
      },
      picture,
    );
  }

  function choose(brush, turns = brush.turns) {
    Object.assign(state, { brush, turns });
    mark();
  }

  function mark() {
    const { turns: most } = state.brush;
    timer.hidden = !most;
    if (most) Object.assign(turns, { max: most, value: (state.turns = Math.min(most, state.turns ?? most)) });
    for (const each of groups.querySelectorAll(".levels-swatch")) {
      each.setAttribute("aria-checked", String(each.dataset.brush === `${state.brush.place} ${state.brush.token}`));
    }
  }

  function changed(level) {
    sides.rows.value = level.rows;
    sides.columns.value = level.columns;
    const count = countFree(level);
    free.textContent = count === 0 ? "" : `${count} free ${count === 1 ? "cell" : "cells"}: Generate fills them.`;
    showPalette();
  }
  room.on(changed);
  changed(room.level);
  return {
    panel,
    brush: () => withTurns(state.brush, state.turns),
    symmetry: () => state.symmetry,
    isFixed: (contents) => ["#", "_", "?", "="].includes(contents) || state.fixed.has(contents),
    sizeOf: (contents) => state.sizes.get(contents),
    /** Takes the brush of a cell. */
    pick(token) {
      const found =
        state.brushes.find((brush) => brush.place === "contents" && brush.token === token) ??
        state.brushes.find((brush) => brush.token && brush.place !== "contents" && token.includes(brush.token));
      const timer = state.brushes.map((brush) => [brush, turnsOf(token, brush)]).find(([, left]) => left);
      if (timer) choose(...timer);
      else if (found) choose(found);
    },
    key(event) {
      const brush = state.brushes[Number(event.key) - 1];
      if (/^[1-9]$/.test(event.key) && brush) {
        choose(brush);
        return true;
      }
      return false;
    },
  };
}

/** The rows or columns of a brush, whichever is more. */
const longest = ({ cells }) => Math.max(...(cells ?? [1]));

const same = (one, other) => one.place === other.place && one.token === other.token;
