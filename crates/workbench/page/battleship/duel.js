// A duel as the room sees it: the session and all its shots, so that time can be scrubbed.

import { orBoth } from "../stale.js";
import { oneByOne } from "../turns.js";

/**
 * Opens a duel by its session's id, or begins one.
 * @param {object} door
 * @param {string|null} id
 * @param {object} [settings]
 * @param {object} [ways] What to do where another tab has changed the duel, see `stale.js`.
 */
export async function openDuel(door, id, settings = {}, ways = { what: "duel" }) {
  return duelOf(id ? await door.session(id) : await door.play("battleship", settings), ways);
}

/** A duel of its own with what was shot in this one. */
export async function copyOf({ session, name }, ways) {
  return duelOf(await session.copy(name && `${name} (copy)`), ways);
}

async function duelOf(session, ways) {
  const saved = JSON.parse(await session.save());
  const { rows, columns, touch, lengths, hunter, seed, shots } = saved;
  const clouds = new Map();
  const inTurn = oneByOne();
  const duel = {
    session,
    id: session.id,
    name: session.opened.name ?? "",
    rows,
    columns,
    touch,
    lengths,
    hunter,
    seed,
    shots,
    state: session.opened.state,
    moves: session.opened.moves,
    /** The person's shots that can be fired again, the next one first. */
    ahead: session.opened.undone ?? [],
    get over() {
      return duel.state.over;
    },
    /** Shoots at a cell; resolves to the shots that followed, or `null` if it is not legal. */
    shoot: (cell) =>
      inTurn(async () => {
        if (!duel.moves.some(([row, column]) => row === cell[0] && column === cell[1])) return null;
        const answer = await orBoth(() => session.move(cell), ways);
        Object.assign(duel, { state: answer.state, moves: answer.moves });
        duel.shots.push(...answer.events);
        return answer.events;
      }),
    /** The shot of a player, after those that are under way: a hint for the game before them would be refused. */
    hint: (player) => inTurn(() => orBoth(() => session.hint(player), ways)),
    /** Takes the person's last shot back, with the hunter's replies. */
    back: () =>
      inTurn(async () => {
        const last = duel.shots.findLastIndex(({ side }) => side === "person");
        if (last < 0) return null;
        const answer = await orBoth(() => session.undo(), ways);
        Object.assign(duel, { state: answer.state, moves: answer.moves });
        return duel.shots.splice(last)[0].cell;
      }),
    /** The probabilities and the number of fleets after all shots so far; kept, so that scrubbing shows them too. */
    async cloud({ signal } = {}) {
      const key = cloudKey(duel.shots);
      if (!clouds.has(key)) {
        clouds.set(key, (await session.outlook({ signal })) ?? null);
      }
      return clouds.get(key);
    },
    /** The same after these shots, if they were asked for before. */
    known: (shots) => clouds.get(cloudKey(shots)) ?? null,
  };
  return duel;
}

/** What the cloud depends on: the person's shots and their outcome. */
const cloudKey = (shots) =>
  shots
    .filter(({ side }) => side === "person")
    .map(({ cell, answer }) => `${cell}${answer[0]}`)
    .join(" ");
