// The map that the room holds: where it came from, changes with undo, its document, its draft with
// the steps of undo.

import { createKeeper } from "../keeper.js";
import { EXAMPLES, FIRST } from "./examples.js";
import { DANGER, checkSquares, fromLayout, isWalkable, layoutOf, nearestWalkable, parseMap, textOf } from "./map.js";

const DRAFTS = "maps";

/** The most characters of maps that are kept to be undone: a thousand steps of a small map, a few of the largest. */
const MOST_STEPS = 2_000_000;
/** The pause between a change and its being kept, in milliseconds: a stroke is many changes. */
const PAUSE = 250;

/**
 * Holds a map.
 * @param {{tools: object, state: object, onMap: function(string), onCells: function(number[])}} options
 *   `state` is that of the address; `onMap` is called when another map is held, `onCells` when
 *   cells have changed.
 */
export function createHolding({ tools, state, onMap, onCells, appliers }) {
  const holding = { map: parseMap(EXAMPLES[FIRST].text), name: "", original: null, isNew: true };
  // For the requests, which hold the map by its name alone.
  Object.defineProperty(state, "hasDanger", { get: () => holding.map.cells.includes(DANGER), enumerable: true });
  let timer = 0;
  let last = "";
  const drawn = () => {
    const { name, isNew, ...rest } = holding.snapshot();
    return { ...rest, key: EXAMPLES[rest.key] ? rest.key : "" };
  };
  const keeper = createKeeper({
    drafts: tools.drafts, kind: DRAFTS, what: "map", pause: PAUSE, refuse: tools.refuse,
    valueOf: () => ({ ...drawn(), undo: tools.undo.pack(MOST_STEPS) }),
    onTaken: (value) => show(value),
    onMoved(id) { state.draft = id; onMap("kept"); },
  });
  /** Keeps the map where it, its ends or what is set on it has changed. */
  const keep = () => {
    const now = JSON.stringify(drawn());
    if (now === last) return;
    last = now;
    keeper.changed();
  };
  /** Shows a draft, with its steps of undo. */
  const show = (value) => {
    holding.restore({ ...value, name: "", isNew: true });
    tools.undo.unpack(value.undo, appliers());
    last = JSON.stringify(drawn());
  };
  tools.undo.on(() => keeper.isKept && keeper.changed());
  const upload = async () => {
    const map = holding.map;
    try {
      const { name } = await tools.door.upload("map.txt", textOf(map));
      if (holding.map !== map || !holding.isNew) return;
      Object.assign(holding, { name, isNew: false });
      if (!EXAMPLES[state.map]) state.map = name;
      onMap("kept");
    } catch (error) { tools.refuse(error); }
  };
  const later = () => { clearTimeout(timer); timer = setTimeout(upload, 400); };
  const changed = (indices) => {
    Object.assign(holding, { isNew: true, name: "", original: null, map: { ...holding.map } });
    state.map = "";
    keep();
    later();
    onCells(indices);
  };
  return Object.assign(holding, {
    keep,
    retry: () => keeper.retry(),
    /** Opens the draft of that id, or the newest one, if it is the one that is meant; whether it did. */
    async draft(id, isMeant) {
      const draft = await (id ? tools.drafts.read(id) : tools.drafts.newest(DRAFTS)).catch(() => null);
      if (!draft?.value?.text || !(await isMeant(draft.value))) return false;
      try { show(draft.value); } catch { return false; }
      keeper.adopt(draft);
      state.draft = draft.id;
      return true;
    },
    /** What is shown now is no change: it is kept once it changes. */
    settle() { last = JSON.stringify(drawn()); keeper.adopt(null); },
    /** The map as the value of a request's key: its name, or the map itself while it is painted. */
    source: () => (holding.isNew ? { layout: layoutOf(holding.map) } : holding.name),
    /** Waits until the map has a name, so that the address and the command can hold it. */
    async named() { clearTimeout(timer); if (holding.isNew) await upload(); return holding.source(); },
    /** Sets cells: `[[index, code]…]`. */
    put(changes) {
      for (const [index, code] of changes) holding.map.cells[index] = code;
      changed(changes.map(([index]) => index));
    },
    snapshot: () => ({ text: textOf(holding.map), name: holding.name, original: holding.original, isNew: holding.isNew, start: state.start, goal: state.goal, npcs: state.npcs, doors: state.doors, sources: state.sources, key: state.map }),
    restore(past) {
      const { text, name, original, isNew, start, goal, npcs, doors, sources, key } = past;
      Object.assign(holding, { map: parseMap(text), name, original, isNew });
      Object.assign(state, { start, goal, npcs, doors, sources, map: key });
      if (isNew) later();
      keep();
      onMap("opened");
    },
    ...opening({ holding, state, tools, keep, later, onMap }),
    close() { clearTimeout(timer); keeper.close(); },
  });
}

/** The ways in which a map comes. */
function opening({ holding, state, tools, keep, later, onMap }) {
  const take = (map, { start = null, goal = null, npcs = [], doors = [], sources = [], name = "", original = null, key = name } = {}) => {
    Object.assign(holding, { map, name, original, isNew: name === "" });
    Object.assign(state, { start: placed(map, start, [0, 0]), goal: placed(map, goal, [map.rows - 1, map.columns - 1]), npcs: npcs.filter((cell) => isWalkable(map, cell)), doors, sources, map: key });
    if (holding.isNew) later();
    keep();
    onMap("opened");
  };
  return {
    take,
    example(key, given = {}) {
      const { text, ...rest } = EXAMPLES[key] ?? EXAMPLES[FIRST];
      take(parseMap(text), { ...rest, ...given, key: EXAMPLES[key] ? key : FIRST });
    },
    /** Opens a document of the server, in any form that tasks read. */
    async document(name, options = {}, walkability = {}) {
      const request = { map: name, ...walkability };
      const { value } = await tools.door.ask("path/convert", { ...request, show: true });
      checkSquares(value);
      const isText = /\.(txt|map)$/.test(name) && value.sources[0]?.source === "glyphs";
      const places = { start: value.start, goal: value.goal, npcs: value.npcs, ...options };
      take(fromLayout(value.layout), { ...places, name: isText ? name : "", key: isText ? name : "", original: isText ? null : { name, walkability } });
      return value;
    },
  };
}

/** A cell that is walkable: the wanted one, or the one nearest to it or to `otherwise`. */
export function placed(map, cell, otherwise) {
  if (cell && isWalkable(map, cell)) return cell;
  return nearestWalkable(map, cell ?? otherwise);
}
