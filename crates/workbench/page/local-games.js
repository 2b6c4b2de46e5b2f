// Games that are played without a server: in the worker, kept in this browser's storage.

import { stringify } from "./json.js";

const PREFIX = "tilewright.game.";

/**
 * The part of the door that plays games.
 * @param {{call: function(object): Promise<object>}} link Calls of the worker.
 * @param {Function} Refusal
 * @param {Storage} [storage]
 */
export function localGames(link, Refusal, storage = globalThis.localStorage) {
  const put = (id, kept) => {
    try {
      storage.setItem(PREFIX + id, JSON.stringify(kept));
    } catch {
      /* the game goes on, unsaved */
    }
  };
  const get = (id) => JSON.parse(storage.getItem(PREFIX + id) ?? "null");
  const begin = async (game, settings, id = newId()) => {
    const { name = "", ...rest } = settings;
    const opened = await link.call({ verb: "session/open", game, settings: stringify(rest) });
    const of = (verb, more = {}) => link.call({ verb: `session/${verb}`, session: opened.session, ...more });
    const keep = async (answer) => {
      put(id, { game, name, made: answer.made, headline: answer.headline ?? "", changed: Date.now() / 1000, saved: await of("save") });
      return answer;
    };
    await keep(opened);
    return {
      id,
      opened: { ...opened, session: id, name },
      state: () => of("state"),
      move: (move) => of("move", { move }).then(keep),
      undo: () => of("undo").then(keep),
      hint: (player) => of("hint", typeof player === "object" ? player : { player }),
      outlook: () => of("outlook"),
      save: () => of("save"),
      async picture(form = "svg") {
        const made = (await of("picture", { form }))[form];
        return form === "svg" ? made : new Blob([made]);
      },
      forget: async () => storage.removeItem(PREFIX + id),
    };
  };
  return {
    play: (game, settings = {}) => begin(game, settings),
    async session(id) {
      const kept = get(id);
      if (!kept) throw new Refusal({ error: "this game is not kept in this browser" });
      return begin(kept.game, { saved: kept.saved, name: kept.name }, id);
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

const newId = () => Math.random().toString(16).slice(2, 10);
