/**
 * What the parts of the room share: the level with undo, autosave and address, and small helpers for tasks.
 */

import { parseLines } from "../json.js";
import { plain } from "../plain.js";
import { countFree, opened, read, write } from "./document.js";
import { EXAMPLES } from "./examples.js";
import { packed, unpacked } from "./url.js";

const DRAFT = "levels";

/**
 * @param {object} tools Those of the page.
 * @param {object} cells See `cells.js`.
 * @param {HTMLElement} root
 * @returns {object} The room: `level`, `template` (the last level with free cells), `set`, `preview`, `on`.
 */
export function createRoom(tools, cells, root) {
  const listeners = new Set();
  const save = tools.store.autosave(DRAFT);
  const room = {
    tools,
    door: tools.door,
    cells,
    level: read(EXAMPLES[0].level),
    /** Levels to compare: the first, and the best so far. */
    first: null,
    template: null,
    document: () => write(room.level),
    /** The level as games and measures need it: without free cells. */
    whole: () => write(opened(room.level)),
    look: () => cells.look(room.level),
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Shows a level that is being made, without a step of undo. */
    preview(level) {
      if (level === room.level) return;
      room.level = level;
      listeners.forEach((listener) => listener(level, "preview"));
    },
    /** Makes a change: one step of undo. */
    set(level, label, { before = room.level, merge } = {}) {
      apply(level);
      if (before !== level) tools.undo.change(label, before, level, apply, merge);
    },
    /** Opens a level without a step of undo. */
    open: (level) => apply(level, "open"),
    /** While a search is watched, its picture stands in place of the board. */
    setBusy: (isBusy) => root.classList.toggle("levels-busy", isBusy),
    /** Called with the analysis of the level after each change. */
    tellPotential: () => null,
    play: (request, options) => tools.door.ask("match3/play", request, options).then(({ value }) => value),
  };
  function apply(level, why = "set") {
    room.level = level;
    if (countFree(level) > 0) room.template = level;
    save(write(level));
    listeners.forEach((listener) => listener(level, why));
  }
  return room;
}

/**
 * The level of the address, else the draft, else the bundled one.
 * @returns {Promise<{level: object, from: "address"|"draft"|"example"}>}
 */
export async function initialLevel(state, tools) {
  if (state.level) return { level: read(unpacked(state.level)), from: "address" };
  if (state.doc) return { level: read(await storedDocument(state.doc, tools)), from: "address" };
  const draft = await tools.store.draft(DRAFT).catch(() => null);
  if (draft) return { level: read(draft), from: "draft" };
  return { level: read(EXAMPLES[0].level), from: "example" };
}

async function storedDocument(name, { store, door }) {
  const kept = await store.get("documents", name).catch(() => null);
  return kept ?? JSON.parse(await (await door.document(name)).text());
}

/** Puts the level into the address: in full if it is small, else by its hash. */
export async function addressOf(level, { door, store }) {
  const document = write(level);
  const text = packed(document);
  if (text) return { level: text, doc: null };
  const json = JSON.stringify(document);
  const { name } = await door.upload("level.json", json);
  await store.set("documents", name, document).catch(() => null);
  return { level: null, doc: name };
}

/** The document of a finished run's answer, or none. */
export async function answerOf(door, run) {
  if (run.answer) return run.answer.value;
  const lines = parseLines(await door.answer(run.id));
  return lines.at(-1);
}

/** Calls a function only when it was not called again within a pause; the last call wins. */
export function debounced(act, pause) {
  let timer = 0;
  const call = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...values), pause);
  };
  call.cancel = () => clearTimeout(timer);
  return call;
}

/** Says where a cell is and what it holds, as soon as that is known; the newest alone. */
export async function sayCell(tools, [row, column], words) {
  const turn = (newest += 1);
  const said = await words;
  if (turn === newest) tools.say(`Row ${row + 1}, column ${column + 1}: ${said}`);
}
let newest = 0;

/** What a refusal says, with its hint in the words of the page. */
export function refusalText(error) {
  const hint = error.hint ? ` – ${error.hint}` : "";
  return plain(`${error.message ?? error}${hint}`);
}
