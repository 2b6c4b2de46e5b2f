// Doors that open and shut, and a walk past them. Pure.

import { placeBetween } from "./walkers.js";

/**
 * @typedef {object} Door
 * @property {number[]} cell
 * @property {number} open Ticks that it stays open.
 * @property {number} shut Ticks that it stays shut.
 * @property {number} shift Ticks by which its clock is ahead.
 */

/** Whether a door is open at a tick. */
export const isOpen = ({ open, shut, shift }, tick) => (tick + shift) % (open + shut) < open;

/** Doors as the text of an address: `row,column,open,shut,shift`, joined by `;`. */
export const formatDoors = (doors) => doors.map(textOf).join(";");

const textOf = ({ cell, open, shut, shift }) => [...cell, open, shut, shift].join(",");

/** Doors as the values of a request, for a walker that leaves at a tick. */
export const doorValues = (doors, begin) => doors.map((door) => textOf({ ...door, shift: (door.shift + begin) % (door.open + door.shut) }));

/** Doors from the text of an address; what cannot be read is left out. */
export function parseDoors(text = "") {
  return text.split(";").map((part) => part.split(",").map(Number))
    .filter((numbers) => numbers.length === 5 && numbers.every((number) => Number.isInteger(number) && number >= 0) && numbers[2] + numbers[3] > 0)
    .map(([row, column, open, shut, shift]) => ({ cell: [row, column], open, shut, shift }));
}

/**
 * The state of a walk after some ticks.
 * @param {{cells: number[][], arrivals: number[], departures: number[]}} walk When the walker is in
 *   each cell, and when it leaves it.
 * @returns {{at: number, place: number[], isWaiting: boolean, waited: number}} `at`: the index of
 *   the cell that it is in or comes from; `waited`: the ticks that it has waited.
 */
export function stateAt({ cells, arrivals, departures }, time) {
  let at = 0;
  while (at + 1 < cells.length && arrivals[at + 1] <= time) at += 1;
  let waited = 0;
  for (let cell = 0; cell <= at && cell + 1 < cells.length; cell += 1) waited += Math.max(0, Math.min(time, departures[cell]) - arrivals[cell]);
  const isWaiting = at + 1 < cells.length && time < departures[at];
  if (isWaiting || at + 1 === cells.length) return { at, place: cells[at], isWaiting, waited };
  const share = (time - departures[at]) / (arrivals[at + 1] - departures[at]);
  return { at, place: placeBetween(cells[at], cells[at + 1], share), isWaiting, waited };
}
