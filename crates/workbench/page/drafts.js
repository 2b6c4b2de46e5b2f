// What is drawn, kept under a revision: at the server, or without one in this browser, where all
// tabs share it.

import { Refusal } from "./client.js";

/** The most drafts of a kind that a browser keeps. */
const MOST = 50;
const PREFIX = "draft:";

/** Where a tab keeps which draft of a kind it wrote last, until it is closed. */
const OWN = "tilewright.draft.";

/**
 * Opens the drafts. Where several tabs draw, the newest one of a tab is its own.
 * @param {{door: object, store: object}} tools
 * @returns {Drafts} `read(id)` and `newest(kind)` give `{id, kind, revision, value}` or `null`;
 *   `write(id, {kind, revision, value})` keeps a value that is based on that revision, 0 for a new
 *   draft, and gives `{revision}`; it is refused with 409 if the draft has another revision.
 */
export function openDrafts({ door, store }) {
  const drafts = door.drafts ?? localDrafts(store);
  return {
    ...drafts,
    async newest(kind) {
      const own = sessionStorage.getItem(OWN + kind);
      const draft = own ? await drafts.read(own).catch(() => null) : null;
      return draft ?? drafts.newest(kind);
    },
    write(id, draft) {
      sessionStorage.setItem(OWN + draft.kind, id);
      return drafts.write(id, draft);
    },
  };
}

function localDrafts(store) {
  const all = async () => {
    const keys = (await store.keys("drafts")).filter((key) => String(key).startsWith(PREFIX));
    const kept = await Promise.all(keys.map((key) => store.get("drafts", key)));
    return kept.sort((one, other) => other.changed - one.changed);
  };
  return {
    read: async (id) => (await store.get("drafts", PREFIX + id)) ?? null,
    newest: async (kind) => (await all()).find((draft) => draft.kind === kind) ?? null,
    async write(id, { kind, revision, value }) {
      const { revision: made } = await store.change("drafts", PREFIX + id, (kept) => {
        if (kept && kept.revision !== revision) throw new Refusal({ error: "the draft was changed in another tab", status: 409 });
        return { id, kind, revision: revision + 1, changed: Date.now(), value };
      });
      if (revision === 0) {
        const old = (await all()).filter((draft) => draft.kind === kind).slice(MOST);
        await Promise.all(old.map((draft) => store.remove("drafts", PREFIX + draft.id)));
      }
      return { revision: made };
    },
  };
}
