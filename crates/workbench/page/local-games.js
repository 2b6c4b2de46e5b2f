// Games that are played without a server: in the worker, kept in this browser's storage under a
// revision, so that two tabs do not overwrite each other.

import { stringify } from "./json.js";

const PREFIX = "tilewright.game.";

/**
 * The part of the door that plays games.
 * @param {{call: function(object): Promise<object>}} link Calls of the worker.
 * @param {Function} Refusal
 * @param {Storage} [storage]
 */
export function localGames(link, Refusal, storage = globalThis.localStorage) {
  /** Keeps a game; `false` where the storage is full or closed: then it goes on, unsaved. */
  const put = (id, kept) => {
    try {
      storage.setItem(PREFIX + id, JSON.stringify(kept));
      return true;
    } catch {
      return false;
    }
  };
  const get = (id) => JSON.parse(storage.getItem(PREFIX + id) ?? "null");
  const begin = async (game, settings, { id = newId(), revision = 0, isNew = true } = {}) => {
    const { name = "", ...rest } = settings;
    const opened = await link.call({ verb: "session/open", game, settings: stringify(rest) });
    const of = (verb, more = {}) => link.call({ verb: `session/${verb}`, session: opened.session, ...more });
    let isKept = true;
    const keep = async (answer) => {
      const kept = { game, name, revision: session.revision, made: answer.made, headline: answer.headline ?? "", changed: Date.now() / 1000 };
      isKept = put(id, { ...kept, saved: await of("save") });
      return { ...answer, revision: session.revision };
    };
    const change = (verb, more) =>
      alone(id, async () => {
        const { revision: now = session.revision } = get(id) ?? {};
        if (isKept && now !== session.revision) throw new Refusal({ error: "the game was changed in another tab", status: 409 });
        const answer = await of(verb, more);
        session.revision += 1;
        return keep(answer);
      });
    const session = {
      id,
      opened: { ...opened, session: id, name, revision },
      revision,
      state: () => of("state"),
      move: (move) => change("move", { move }),
      undo: () => change("undo"),
      copy: async (other) => begin(game, { saved: await of("save"), name: other }),
      hint: (player) => of("hint", typeof player === "object" ? player : { player }),
      outlook: () => of("outlook"),
      save: () => of("save"),
      async picture(form = "svg") {
        const made = (await of("picture", { form }))[form];
        return form === "svg" ? made : new Blob([made]);
      },
      forget: async () => storage.removeItem(PREFIX + id),
    };
    if (isNew) await keep(opened);
    return session;
  };
  return {
    play: (game, settings = {}) => begin(game, settings),
    async session(id) {
      const kept = get(id);
      if (!kept) throw new Refusal({ error: "this game is not kept in this browser", status: 404 });
      return begin(kept.game, { saved: kept.saved, name: kept.name }, { id, revision: kept.revision ?? 0, isNew: false });
    },
    async sessions(game) {
      const ids = Object.keys(storage)
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => key.slice(PREFIX.length));
      const listed = ids.map((id) => ({ id, ...get(id) })).filter((kept) => kept.game === game);
      return listed.sort((a, b) => b.changed - a.changed).map((kept) => ({ ...kept, saved: undefined }));
    },
  };
}

/** Does something with a game while no other tab does. */
const alone = (id, act) => (globalThis.navigator?.locks ? navigator.locks.request(`tilewright/${PREFIX}${id}`, act) : act());

const newId = () => Math.random().toString(16).slice(2, 10);
