// A crowd, none through another: where its walkers are at a time. Pure.

import { placeBetween } from "./walkers.js";

/** The radius of walkers that flow, in cells: that of `path/crowd`. */
const RADIUS = 0.35;

/**
 * @param {{steps: number, walkers: object[]}} answer That of `path/crowd`.
 * @param {{kind?: "steps"|"field", own_goals?: boolean, stay?: boolean}} request Its request.
 * @returns {object} As `createParty`, without conflicts. Times are steps; `end`: that of the last one.
 *   `margin`: that of a dot in its cell.
 */
export function createCrowd({ steps, walkers }, { kind = "steps", own_goals: hasOwnGoals = false, stay = false }) {
  const isFlow = kind === "field";
  const isStaying = hasOwnGoals || stay;
  const hasArrived = ({ arrived }, time) => arrived !== null && arrived <= time;
  const numberOf = (wanted) => walkers.filter(({ state }) => state === wanted).length;
  const placeOf = (walker, time) => {
    if (walker.state === "refused") return null;
    const track = isFlow ? walker.points : walker.cells;
    if (time > track.length - 1 && walker.state === "arrived" && !isStaying) return null;
    const at = Math.min(Math.floor(time), track.length - 1);
    const place = placeBetween(track[at], track[at + 1] ?? track[at], time - Math.floor(time));
    // Points are measured from the corner of the map, cells from their own corners.
    return isFlow ? place.map((value) => value - 0.5) : place;
  };
  return {
    end: steps,
    count: walkers.length,
    ...(isFlow ? { margin: 0.5 - RADIUS } : {}),
    unreachable: numberOf("unreachable"),
    refused: numberOf("refused"),
    /** The places at a time; `null` for those who have left the map, or could not begin. */
    places: (time) => walkers.map((walker) => placeOf(walker, time)),
    arrived: (time) => walkers.filter((walker) => hasArrived(walker, time)).length,
    /** Whether one stays at its goal. */
    isStill: (number, time) => isStaying && hasArrived(walkers[number], time),
  };
}
