/**
 * What the parts of the room share: the level with undo, autosave and address, and small helpers for tasks.
 */

import { createKeeper } from "../keeper.js";
import { plain } from "../plain.js";
import { countFree, opened, read, write } from "./document.js";
import { EXAMPLES } from "./examples.js";
import { packed, unpacked } from "./url.js";

const DRAFTS = "levels";

/** The most characters of levels that are kept to be undone: a hundred steps of the largest level. */
const MOST_STEPS = 2_000_000;

/**
 * @param {object} tools Those of the page.
 * @param {object} cells See `cells.js`.
 * @param {HTMLElement} root
 * @returns {object} The room: `level`, `template` (the last level with free cells), `set`, `preview`, `on`.
 * The level is kept as a draft, with its steps of undo.
 */
export function createRoom(tools, cells, root) {
  const listeners = new Set();
  const keeper = createKeeper({
    drafts: tools.drafts,
    kind: DRAFTS,
    what: "level",
    valueOf: () => ({ level: write(room.level), undo: tools.undo.pack(MOST_STEPS) }),
    onTaken: (value) => take(value),
    onMoved: () => listeners.forEach((listener) => listener(room.level, "kept")),
    refuse: tools.refuse,
  });
  const room = {
    keeper,
    tools,
    door: tools.door,
    cells,
    level: read(EXAMPLES[0].level),
    /** Levels to compare: the first, and the best so far. */
    first: null,
    /** The cells of a generated level that break placements: `{tokens, cells}`. */
    broken: null,
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
      if (before !== level) tools.undo.change(label, before, level, apply, { merge, kind: "level" });
    },
    /** Opens a level without a step of undo. */
    open: (level) => apply(level, "open"),
    /** Begins with a level, and with the draft that it comes from. */
    begin(level, draft) {
      if (draft) take(draft.value);
      else show(level, "open");
      keeper.adopt(draft);
    },
    /** While a search is watched, its picture stands in place of the board. */
    setBusy: (isBusy) => root.classList.toggle("levels-busy", isBusy),
    /** Called with the analysis of the level after each change. */
    tellPotential: () => null,
    play: (request, options) => tools.door.ask("match3/play", request, options).then(({ value }) => value),
  };
  tools.undo.on(() => keeper.isKept && keeper.changed());

  function apply(level, why = "set") {
    show(level, why);
    keeper.changed();
  }
  function show(level, why) {
    room.level = level;
    if (countFree(level) > 0) room.template = level;
    listeners.forEach((listener) => listener(level, why));
  }
  /** Shows a draft that is kept. */
  function take({ level, undo }) {
    tools.undo.unpack(undo, { level: (value) => apply(value) });
    show(read(level), "open");
  }
  return room;
}

/**
 * The level of the address, with the draft that it belongs to; without one the example that is named,
 * else the draft that was changed last, else the first example. A draft that has gone on since the
 * address was written counts where the page was loaded again; a link shows its own level.
 * @returns {Promise<{level: object, draft: object|null, from: "address"|"draft"|"example"}>}
 */
export async function initialLevel(state, tools, { isReload = false } = {}) {
  const given = await levelOf(state, tools);
  const example = EXAMPLES.find(({ key }) => key === state.example);
  const draft = state.draft || !(given || example) ? await draftOf(state.draft, tools) : null;
  if (draft && (!given || isReload || isSame(given, draft.value.level))) return { level: read(draft.value.level), draft, from: "draft" };
  if (given) return { level: given, draft: null, from: "address" };
  return { level: read((example ?? EXAMPLES[0]).level), draft: null, from: "example" };
}

async function levelOf(state, tools) {
  if (state.level) return read(unpacked(state.level));
  return state.doc ? read(await storedDocument(state.doc, tools)) : null;
}

/** The draft of an address, or the newest one; none if it cannot be read. */
async function draftOf(id, { drafts }) {
  const draft = await (id ? drafts.read(id) : drafts.newest(DRAFTS)).catch(() => null);
  return draft?.value?.level?.layout ? draft : null;
}

const isSame = (level, document) => JSON.stringify(write(level)) === JSON.stringify(write(read(document)));

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
