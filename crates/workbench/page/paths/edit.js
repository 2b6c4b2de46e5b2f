// Painting and dragging: pointer and keys on a board become strokes, moved ends, doors, sources.

import { DANGER, FREE, WALL, brushCells, cellOf, inWords, indexOf, isBlocked, isWalkable, nearestWalkable } from "./map.js";

/** The tools with their keys and what they do. */
export const TOOLS = [
  ["wall", "Wall", "w", "Drag to paint walls; begin on a wall to erase it"],
  ["cost", "Cost", "c", "Paint cells that cost more to enter"],
  ["danger", "Danger", "d", "Paint danger, which the trade-off weighs against length"],
  ["erase", "Erase", "e", "Make cells free again"],
  ["door", "Door", "o", "Set doors that open and shut; again to remove one"],
  ["npc", "NPC", "n", "Set an NPC, which walks to B; again to remove it"],
  ["source", "Danger source", "s", "Set a centre of danger; again to remove it"],
];

/**
 * @param {{holding: object, state: object, tools: object, pen: {tool: string, cost: number, size:
 *   number, radius: number}, onEnds: function(string), onThings: function(), onTouch: function()}}
 *   options `onEnds("drag"|"drop")`: an end was moved; `onThings`: doors or sources were changed.
 */
export function createEditor(options) {
  const { holding, state, tools, onTouch } = options;
  const editor = { grabbed: null, stroke: null, before: null };
  const ends = movingOf(options, editor);
  const stroke = strokesOf(options);
  return {
    get grabbed() { return editor.grabbed; },
    onCell({ type, cell, event }) {
      if (type === "down") {
        onTouch();
        const end = event.target.closest?.(".grip")?.dataset.end ?? endAt(state, cell);
        if (end) { ends.grab(end); event.target.closest?.(".grip")?.focus({ preventScroll: true }); return; }
        editor.stroke = stroke.begin(cell, event.button === 2 || event.ctrlKey);
      } else if (type === "move" && cell) {
        if (editor.grabbed) ends.move(cell);
        else editor.stroke?.move(cell);
      } else if (type === "up") {
        if (editor.grabbed) ends.drop();
        const stroked = editor.stroke;
        editor.stroke = null;
        if (stroked) { stroked.end(); options.onEnds("drop"); }
      } else if (type === "press") {
        onTouch();
        stroke.begin(cell, false)?.end();
        tools.say(`painted at ${inWords(cell)}`);
      }
    },
    /** An arrow key on an end moves it; with Shift by ten cells. */
    onEndKey(key, event) {
      if (event.key === "Enter" || event.key === " ") event.stopPropagation();
      const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      onTouch();
      ends.grab(key);
      ends.jump(key, step, event.shiftKey ? 10 : 1);
      ends.drop();
      tools.say(`${key} at ${inWords(state[key])}`);
    },
    isPainting: () => editor.stroke !== null,
    map: () => holding.map,
  };
}

function endAt(state, [row, column]) {
  return ["goal", "start"].find((key) => state[key] && state[key][0] === row && state[key][1] === column) ?? null;
}

/** Moves the ends. */
function movingOf({ holding, state, tools, onEnds }, editor) {
  const put = (key, cell) => {
    const near = isWalkable(holding.map, cell) ? cell : nearestWalkable(holding.map, cell);
    if (!near || String(near) === String(state[key])) return;
    state[key] = near;
    onEnds("drag");
  };
  return {
    grab(key) { editor.grabbed = key; editor.before = state[key]; },
    move: (cell) => put(editor.grabbed, cell),
    /** Steps over walls to the next walkable cell in a direction. */
    jump(key, [down, right], count) {
      const { map } = holding;
      let [row, column] = state[key];
      for (let left = count; ;) {
        row += down; column += right;
        if (row < 0 || column < 0 || row >= map.rows || column >= map.columns) return;
        left -= 1;
        if (left <= 0 && isWalkable(map, [row, column])) { put(key, [row, column]); return; }
      }
    },
    drop() {
      const [key, before] = [editor.grabbed, editor.before];
      editor.grabbed = null;
      const after = state[key];
      if (String(before) === String(after)) return;
      const apply = (cell) => { state[key] = cell; onEnds("drop"); };
      tools.undo.change(`move the ${key}`, before, after, apply, { kind: key });
      onEnds("drop");
    },
  };
}

/** Strokes of the brush, and things set by a click. */
function strokesOf(options) {
  const { holding, state, pen } = options;
  const codeOf = (cell, erases) => {
    if (erases || pen.tool === "erase") return FREE;
    if (pen.tool === "cost") return 48 + pen.cost;
    if (pen.tool === "danger") return DANGER;
    return isBlocked(holding.map.cells[indexOf(holding.map, cell)]) ? FREE : WALL;
  };
  return {
    begin(cell, erases) {
      if (THINGS[pen.tool]) { toggleThing(options, cell); return null; }
      const code = codeOf(cell, erases);
      const before = new Map();
      const paint = (at) => {
        const kept = [state.start, state.goal].map((end) => end && indexOf(holding.map, end));
        const fresh = brushCells(holding.map, at, pen.size).filter((index) => holding.map.cells[index] !== code && !(code === WALL && kept.includes(index)));
        for (const index of fresh) if (!before.has(index)) before.set(index, holding.map.cells[index]);
        if (fresh.length) holding.put(fresh.map((index) => [index, code]));
      };
      paint(cell);
      return { move: paint, end: () => remember(options, before) };
    },
  };
}

function remember({ holding, tools }, before) {
  if (before.size === 0) return;
  const old = [...before];
  const now = old.map(([index]) => [index, holding.map.cells[index]]);
  tools.undo.change("painting", old, now, (cells) => holding.put(cells), { kind: "cells" });
}

/** Tools that set things, with the key of their lists, the name of the step, and the cell of a thing. */
const THINGS = {
  door: { key: "doors", name: "doors", cellOf: (door) => door.cell },
  source: { key: "sources", name: "danger", cellOf: (source) => source.slice(0, 2) },
  npc: { key: "npcs", name: "NPCs", cellOf: (npc) => npc },
};

/** Sets or removes a door, a source of danger or an NPC. */
function toggleThing({ holding, state, pen, tools, onThings }, cell) {
  const { key, name, cellOf: at } = THINGS[pen.tool];
  if (key !== "sources" && !isWalkable(holding.map, cell)) holding.put([[indexOf(holding.map, cell), FREE]]);
  const before = state[key];
  const isHere = (thing) => String(at(thing)) === String(cell);
  const made = {
    doors: { cell, open: 14, shut: 14, shift: (indexOf(holding.map, cell) * 7) % 28 },
    sources: [...cell, pen.radius],
    npcs: cell,
  }[key];
  const after = before.some(isHere) ? before.filter((thing) => !isHere(thing)) : [...before, made];
  const apply = (things) => { state[key] = things; onThings(); };
  tools.undo.change(name, before, after, apply, { kind: key });
  apply(after);
}

/** A random walkable cell. `random` gives numbers from 0 to 1. */
export function randomCell(map, random) {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const index = Math.floor(random() * map.cells.length);
    if (!isBlocked(map.cells[index])) return cellOf(map, index);
  }
  return null;
}
