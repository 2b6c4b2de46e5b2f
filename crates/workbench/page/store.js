// What this browser keeps: drafts (autosave) and documents, in IndexedDB; in memory where there
// is none (private windows).

const KINDS = ["drafts", "documents"];

/**
 * Opens the store.
 * @returns {Promise<Store>} `get(kind, key)`, `set(kind, key, value)`, `remove(kind, key)`,
 *   `keys(kind)` with the kinds `drafts` and `documents`; `change(kind, key, next)` stores what
 *   `next` makes of the value, with no other tab in between; `autosave(key)` returns a function that
 *   stores its argument 300 ms after the last call, and `draft(key)` reads it back.
 */
export async function openStore(name = "tilewright") {
  const base = await openDatabase(name).catch(() => null);
  const store = base ? inDatabase(base) : inMemory();
  const pending = new Map();
  const flush = () => {
    for (const save of [...pending.values()]) save();
  };
  addEventListener("pagehide", flush);
  return {
    ...store,
    /** The draft stored under a key, or `undefined`. */
    draft: (key) => store.get("drafts", key),
    /** A function that keeps its argument as the draft of that key, a moment after the last call. */
    autosave(key, pause = 300) {
      let timer = 0;
      return (value) => {
        clearTimeout(timer);
        const save = () => {
          clearTimeout(timer);
          pending.delete(key);
          return store.set("drafts", key, value);
        };
        pending.set(key, save);
        timer = setTimeout(save, pause);
      };
    },
    flush,
  };
}

function openDatabase(name) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => KINDS.forEach((kind) => opening.result.createObjectStore(kind));
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
    opening.onblocked = () => reject(new Error("the browser's database is in use"));
  });
}

function inDatabase(base) {
  const ask = (kind, mode, act) =>
    new Promise((resolve, reject) => {
      const asked = act(base.transaction(kind, mode).objectStore(kind));
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  return {
    get: (kind, key) => ask(kind, "readonly", (store) => store.get(key)),
    set: (kind, key, value) => ask(kind, "readwrite", (store) => store.put(value, key)),
    remove: (kind, key) => ask(kind, "readwrite", (store) => store.delete(key)),
    keys: (kind) => ask(kind, "readonly", (store) => store.getAllKeys()),
    change: (kind, key, next) =>
      new Promise((resolve, reject) => {
        const work = base.transaction(kind, "readwrite");
        const asked = work.objectStore(kind).get(key);
        let made;
        asked.onsuccess = () => {
          try {
            made = next(asked.result);
            work.objectStore(kind).put(made, key);
          } catch (error) {
            reject(error);
            work.abort();
          }
        };
        work.oncomplete = () => resolve(made);
        work.onabort = () => reject(work.error);
      }),
  };
}

function inMemory() {
  const kept = Object.fromEntries(KINDS.map((kind) => [kind, new Map()]));
  return {
    get: async (kind, key) => kept[kind].get(key),
    set: async (kind, key, value) => {
      kept[kind].set(key, structuredClone(value));
    },
    remove: async (kind, key) => {
      kept[kind].delete(key);
    },
    keys: async (kind) => [...kept[kind].keys()],
    async change(kind, key, next) {
      const made = structuredClone(next(kept[kind].get(key)));
      kept[kind].set(key, made);
      return made;
    },
  };
}
