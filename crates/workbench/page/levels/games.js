/**
 * Which game belongs to which level: in the address while the room is open, and what a person has played in
 * this browser. The games themselves are where all games are.
 */

import { gameKey } from "./document.js";

const KEPT = "levels/games";
/** The most levels whose games are remembered. */
const MOST = 50;

/**
 * @param {object} room
 * @param {object} address The state in the address: `game`, an id, and `by`, which is `bot` for the bot's.
 * @returns {object} See its functions; `ready` is kept once what the browser remembers is known.
 */
export function createGames(room, address) {
  const { store, go } = room.tools;
  /** By what games of a level depend on: `{id, isBot}`. */
  const known = new Map();
  const save = () => {
    const persons = [...known].filter(([, game]) => !game.isBot).map(([key, { id }]) => [key, id]);
    store.set("drafts", KEPT, persons.slice(-MOST)).catch(() => null);
  };
  const put = (key, game) => {
    known.delete(key);
    known.set(key, game);
    save();
  };
  const games = {
    ready: store.draft(KEPT).then(
      (kept) => {
        for (const [key, id] of kept ?? []) if (!known.has(key)) known.set(key, { id, isBot: false });
      },
      () => null,
    ),
    /** The level has this game. */
    know(level, id, { isBot = false } = {}) {
      if (id) put(gameKey(level), { id, isBot });
    },
    /** The game of the level: `{id, isBot}`, or none. */
    of: (level) => known.get(gameKey(level)) ?? null,
    /** Whether only the bot has played a game. */
    isBots: (id) => [...known.values()].find((game) => game.id === id)?.isBot ?? true,
    forget(id) {
      for (const [key, game] of known) if (game.id === id) known.delete(key);
      save();
    },
    /** A person plays the game of the level: it is remembered. */
    take(level) {
      const game = games.of(level);
      if (!game?.isBot) return;
      games.know(level, game.id);
      go(games.addressOf(level), { replace: true });
    },
    /** The keys of the address. */
    addressOf(level) {
      const { id = null, isBot } = games.of(level) ?? {};
      return { game: id, by: isBot ? "bot" : null };
    },
  };
  if (address.game) known.set(gameKey(room.level), { id: address.game, isBot: address.by === "bot" });
  return games;
}
