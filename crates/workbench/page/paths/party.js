// NPCs that leave at once, each on its own path: where they are at a time, and which come too
// close to each other. Pure.

import { measure, placeAt } from "./walkers.js";

/** Two NPCs under way that are nearer to each other than this many cells are in conflict. */
export const NEAR = 0.5;
/** The time between two looks for conflicts: less than two need that pass each other. */
const LOOK = 0.25;

/**
 * @param {number[][][]} paths The cells of each path; none where there is no path.
 * @returns {object} `end`: the time of the last arrival, in steps of length 1; `conflicts`: for each pair
 *   that comes too close `{pair, time, place}` of the first time, sorted by time.
 */
export function createParty(paths) {
  const lengths = paths.map(measure);
  const end = Math.max(0, ...paths.map((cells, npc) => (cells.length ? lengths[npc].at(-1) : 0)));
  const isUnderWay = (npc, time) => paths[npc].length > 0 && time < lengths[npc].at(-1);
  const placeOf = (npc, time) => placeAt(paths[npc], lengths[npc], time);
  const near = (time) => pairsNear(paths.map((_, npc) => (isUnderWay(npc, time) ? placeOf(npc, time) : null)));
  return {
    end,
    count: paths.length,
    unreachable: paths.filter((cells) => cells.length === 0).length,
    /** The places at a time: at the goal once arrived; `null` where there is no path. */
    places: (time) => paths.map((cells, npc) => (cells.length ? placeOf(npc, time) : null)),
    arrived: (time) => paths.filter((cells, npc) => cells.length > 0 && !isUnderWay(npc, time)).length,
    /** The places where two NPCs are too close at a time. */
    conflictsAt: (time) => near(time).map(({ place }) => place),
    conflicts: firstOf(near, end),
  };
}

/** The first conflict of each pair. */
function firstOf(near, end) {
  const found = new Map();
  for (let time = 0; time < end; time += LOOK) {
    for (const { pair, place } of near(time)) if (!found.has(pair)) found.set(pair, { pair, time, place });
  }
  return [...found.values()];
}

/** The pairs of places that are too close, with the place between them. */
function pairsNear(places) {
  const found = [];
  // Sorted by rows, an NPC has few others to look at, and not all of some hundreds.
  const there = places.flatMap((place, npc) => (place ? [{ place, npc }] : [])).sort((one, other) => one.place[0] - other.place[0]);
  there.forEach(({ place: [row, column], npc }, at) => {
    for (let next = at + 1; next < there.length && there[next].place[0] - row < NEAR; next += 1) {
      const { place: other, npc: second } = there[next];
      if (Math.hypot(row - other[0], column - other[1]) >= NEAR) continue;
      found.push({ pair: `${Math.min(npc, second)}-${Math.max(npc, second)}`, place: [(row + other[0]) / 2, (column + other[1]) / 2] });
    }
  });
  return found;
}
