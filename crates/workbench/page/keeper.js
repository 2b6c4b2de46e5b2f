// Keeps the drawing of a room as a draft while it changes: the newest value is written as soon as
// the one before is. A draft that another tab has changed is not overwritten: both ways out are
// offered.

import { isStale, withWays } from "./stale.js";

/**
 * @param {{drafts: object, kind: string, what: string, valueOf: function(): object,
 *   onTaken: function(object), onMoved: function(string), refuse: function(Error), pause?: number}} room
 *   `valueOf` gives what is to be kept; `onTaken` shows a value that another tab has made;
 *   `onMoved` receives the id of the draft once it has one, and that of a copy.
 */
export function createKeeper({ drafts, kind, what, valueOf, onTaken, onMoved, refuse, pause = 0 }) {
  const state = { id: newId(), revision: 0, isDirty: false, isBusy: false, isHeld: false, isTaking: false, sent: new Set() };
  let timer = 0;
  const value = () => {
    // Tells a value that was kept although no answer came from one of another tab.
    const mark = newId();
    state.sent.add(mark);
    return { ...valueOf(), mark };
  };
  const write = async () => {
    const { id, revision } = state;
    state.isDirty = false;
    const kept = await drafts.write(id, { kind, revision, value: value() });
    if (state.id === id) state.revision = kept.revision;
    state.sent.clear();
    if (revision === 0) onMoved(id);
  };
  const failed = async (error) => {
    state.isDirty = true;
    if (!isStale(error)) {
      refuse(error);
      return false;
    }
    const theirs = await drafts.read(state.id).catch(() => null);
    if (theirs && state.sent.has(theirs.value.mark)) {
      state.revision = theirs.revision;
      return true;
    }
    state.isHeld = true;
    refuse(withWays(error, { what, takeTheirs, keepMine }));
    return false;
  };
  const send = async () => {
    if (state.isBusy) return;
    state.isBusy = true;
    let isOn = true;
    while (state.isDirty && isOn && !state.isHeld) {
      try {
        await write();
      } catch (error) {
        isOn = await failed(error);
      }
    }
    state.isBusy = false;
  };
  /** Shows a draft that is kept; what changes then is a change of it. */
  const show = async ({ id, revision, value: kept }) => {
    clearTimeout(timer);
    // What is shown now is not a change.
    state.isTaking = true;
    try {
      await onTaken(kept);
    } finally {
      Object.assign(state, { id, revision, isDirty: false, isHeld: false, isTaking: false });
    }
  };
  const takeTheirs = async () => {
    const theirs = await drafts.read(state.id);
    return theirs ? show(theirs) : keepMine();
  };
  const keepMine = () => {
    Object.assign(state, { id: newId(), revision: 0, isDirty: true, isHeld: false });
    return send();
  };
  /** The question which of two is kept was not answered: both are, and the next visit says so. */
  const keepAside = () => {
    keepMine();
    sessionStorage.setItem(ASIDE + kind, state.id);
  };
  const tellOfCopy = async () => {
    const id = sessionStorage.getItem(ASIDE + kind);
    sessionStorage.removeItem(ASIDE + kind);
    if (!id || id === state.id) return;
    const openMine = async () => {
      const copy = await drafts.read(id);
      if (!copy) throw new Error("The copy is no longer kept");
      await show(copy);
      onMoved(id);
    };
    const choices = [{ label: "Open mine", act: openMine, test: "open-mine" }, { label: "Stay here", act: () => null }];
    refuse({ message: `Your version of this ${what} was kept as a copy`, choices });
  };
  /** The page is closed: what was not asked for is kept as a copy. */
  const flush = () => {
    if (state.isHeld) keepAside();
    if (!state.isDirty) return;
    // A value that is on its way is followed by this one.
    const revision = state.revision + (state.isBusy ? 1 : 0);
    drafts.write(state.id, { kind, revision, value: value() }).catch(() => null);
  };
  addEventListener("pagehide", flush);
  return {
    get id() {
      return state.id;
    },
    /** Whether the draft is kept anywhere yet. */
    get isKept() {
      return state.revision > 0;
    },
    /** Continues a draft, or begins one with the next change. */
    adopt(draft) {
      Object.assign(state, { id: draft?.id ?? newId(), revision: draft?.revision ?? 0, isDirty: false, isHeld: false });
      tellOfCopy();
    },
    /** The value has changed. */
    changed() {
      if (state.isTaking) return;
      // Where the last write was refused, it is asked again.
      Object.assign(state, { isDirty: true, isHeld: false });
      // What changes together is written together.
      clearTimeout(timer);
      if (pause > 0) timer = setTimeout(send, pause);
      else queueMicrotask(send);
    },
    /** The server answers again. */
    retry: () => send(),
    close() {
      removeEventListener("pagehide", flush);
      if (state.isHeld) keepAside();
      else send();
    },
  };
}

/** Where a tab keeps the id of a copy that was made while its question was open. */
const ASIDE = "tilewright.copy.";

const newId = () => Math.random().toString(16).slice(2, 10).padEnd(8, "0");
