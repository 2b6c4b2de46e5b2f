// What is kept under revisions: drafts, games without a server, steps of undo.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const session = new Map();
globalThis.sessionStorage = { getItem: (key) => session.get(key) ?? null, setItem: (key, value) => session.set(key, value), removeItem: (key) => session.delete(key) };
beforeEach(() => session.clear());
globalThis.addEventListener ??= () => {};
globalThis.removeEventListener ??= () => {};
const { openDrafts } = await import("../page/drafts.js");
const { createKeeper } = await import("../page/keeper.js");
const { localGames } = await import("../page/local-games.js");
const { openStore } = await import("../page/store.js");
const { createUndo } = await import("../page/undo.js");
const { Refusal } = await import("../page/client.js");

const settled = async () => { for (let turn = 0; turn < 30; turn += 1) await new Promise(setImmediate); };

/** A keeper of one value, as a tab has it. */
function tab(drafts, draft) {
  const made = { value: draft?.value.value ?? 0, taken: [], refusals: [], moved: [] };
  made.keeper = createKeeper({
    drafts, kind: "levels", what: "level",
    valueOf: () => ({ value: made.value }),
    onTaken(value) { made.value = value.value; made.taken.push(value.value); },
    onMoved: (id) => made.moved.push(id),
    refuse: (error) => made.refusals.push(error),
  });
  if (draft) made.keeper.adopt(draft);
  made.set = async (value) => { made.value = value; made.keeper.changed(); await settled(); };
  made.choose = async (label) => { await made.refusals.at(-1).choices.find((choice) => choice.label === label).act(); await settled(); };
  return made;
}

test("a stale draft is refused, and theirs can be taken", async () => {
  const drafts = openDrafts({ door: {}, store: await openStore() });
  const one = tab(drafts);
  await one.set(1);
  const other = tab(drafts, await drafts.newest("levels"));
  assert.equal(other.value, 1);
  await other.set(2);
  await one.set(3);
  assert.match(one.refusals[0].message, /level was changed in another tab/);
  assert.equal((await drafts.newest("levels")).value.value, 2);
  await one.choose("Take theirs");
  assert.deepEqual([one.value, one.taken], [2, [2]]);
  await one.set(4);
  assert.equal((await drafts.read(one.keeper.id)).value.value, 4);
  assert.equal(one.refusals.length, 1);
});

test("a stale draft can be kept as a copy", async () => {
  const drafts = openDrafts({ door: {}, store: await openStore() });
  const one = tab(drafts);
  await one.set(1);
  const other = tab(drafts, await drafts.newest("levels"));
  await other.set(2);
  await one.set(3);
  await one.choose("Keep mine as a copy");
  assert.notEqual(one.keeper.id, other.keeper.id);
  assert.equal((await drafts.read(one.keeper.id)).value.value, 3);
  assert.equal((await drafts.read(other.keeper.id)).value.value, 2);
  await other.set(5);
  await one.set(6);
  assert.deepEqual([one.refusals.length, other.refusals.length], [1, 0]);
});

test("what was asked for nothing is kept as a copy when the room is left", async () => {
  const drafts = openDrafts({ door: {}, store: await openStore() });
  const one = tab(drafts);
  await one.set(1);
  const other = tab(drafts, await drafts.newest("levels"));
  await other.set(2);
  await one.set(3);
  one.keeper.close();
  await settled();
  assert.equal((await drafts.read(one.keeper.id)).value.value, 3);
  assert.equal((await drafts.read(other.keeper.id)).value.value, 2);
  // The next visit says so, once.
  const again = tab(drafts, await drafts.read(other.keeper.id));
  assert.match(again.refusals[0].message, /kept as a copy/);
  await again.choose("Open mine");
  assert.deepEqual([again.value, again.keeper.id], [3, one.keeper.id]);
  assert.equal(tab(drafts, await drafts.read(other.keeper.id)).refusals.length, 0);
});

test("a change whose answer was lost is not taken for one of another tab", async () => {
  const drafts = openDrafts({ door: {}, store: await openStore() });
  let isLost = true;
  const lossy = { ...drafts, async write(id, draft) {
    const kept = await drafts.write(id, draft);
    if (isLost) throw new Refusal({ error: "the workbench does not answer" });
    return kept;
  } };
  const one = tab(lossy);
  await one.set(1);
  assert.equal(one.refusals.length, 1);
  isLost = false;
  one.keeper.retry();
  await settled();
  await one.set(2);
  assert.equal(one.refusals.length, 1, "no second refusal");
  assert.equal((await drafts.read(one.keeper.id)).value.value, 2);
});

test("a stale move of a game without a server is refused, and mine can be copied", async () => {
  // A worker whose games are lists of moves.
  const tables = new Map();
  const link = { call: async ({ verb, settings, session, move }) => {
    if (verb === "session/open") {
      const id = `w${tables.size}`;
      tables.set(id, JSON.parse(JSON.parse(settings).saved ?? "[]"));
      return { session: id, made: tables.get(id).length, state: tables.get(id) };
    }
    const moves = tables.get(session);
    if (verb === "session/move") moves.push(move);
    if (verb === "session/undo") moves.pop();
    return verb === "session/save" ? JSON.stringify(moves) : { made: moves.length, state: [...moves] };
  } };
  const kept = {};
  const storage = { getItem: (key) => kept[key] ?? null, setItem(key, value) { kept[key] = value; }, removeItem(key) { delete kept[key]; } };
  const games = localGames(link, Refusal, storage);
  const mine = await games.play("2048");
  await mine.move("up");
  const theirs = await games.session(mine.id);
  assert.equal(theirs.opened.revision, 1);
  await theirs.undo();
  await theirs.move("left");
  for (const late of [() => mine.move("down"), () => mine.undo()]) await assert.rejects(late, { status: 409 });
  assert.deepEqual((await games.session(mine.id)).opened.state, ["left"]);
  const copy = await mine.copy("copy");
  await copy.move("down");
  assert.deepEqual((await games.session(copy.id)).opened.state, ["up", "down"]);
  assert.deepEqual((await theirs.move("right")).state, ["left", "right"]);
});

test("a game continues where the storage is full", async () => {
  const link = { call: async ({ verb }) => (verb === "session/open" ? { session: "w", made: 0 } : { made: 1 }) };
  const storage = { getItem: () => null, setItem() { throw new Error("full"); }, removeItem() {} };
  const game = await localGames(link, Refusal, storage).play("2048");
  await game.move("up");
  assert.equal((await game.move("up")).revision, 2);
});

test("steps that change values are kept and walked again", async () => {
  let value = "c";
  const set = (next) => { value = next; };
  const undo = createUndo();
  undo.push({ label: "of another kind", undo: () => {}, redo: () => {} });
  undo.change("first", "a", "b", set, { kind: "level" });
  undo.change("second", "b", "c", set, { kind: "level" });
  await undo.undo();
  const packed = JSON.parse(JSON.stringify(undo.pack()));
  assert.deepEqual(packed.states, ["a", "b", "c"], "each value stands there once");
  const again = createUndo();
  again.unpack(packed, { level: set });
  assert.deepEqual([again.undoLabel, again.redoLabel], ["first", "second"]);
  await again.redo();
  assert.equal(value, "c");
  await again.undo();
  await again.undo();
  assert.deepEqual([value, again.canUndo], ["a", false]);
  again.unpack(undefined, { level: set });
  assert.equal(again.canRedo, false);
});

test("the oldest steps are left out where all are too large", () => {
  const undo = createUndo();
  for (let at = 0; at < 100; at += 1) undo.change(`${at}`, "x".repeat(1000 + at), "x".repeat(1001 + at), () => {});
  const { past, states } = undo.pack(20_000);
  assert.ok(JSON.stringify(states).length <= 20_000 && past.length >= 5, `${past.length} steps`);
  assert.equal(past.at(-1)[0], "99");
});
