// Doors that open and shut, and a walker that plans again whenever one does. Pure.

/**
 * @typedef {object} Door
 * @property {number[]} cell
 * @property {number} open Ticks that it stays open.
 * @property {number} shut Ticks that it stays shut.
 * @property {number} shift Ticks by which its clock is ahead.
 */

/** Whether a door is open at a tick. */
export const isOpen = ({ open, shut, shift }, tick) => (tick + shift) % (open + shut) < open;

/** The doors that are shut at a tick, as indices of cells; never the cell of the walker. */
export function shutCells(doors, tick, map, walker) {
  const isWalker = ([row, column]) => walker && row === walker[0] && column === walker[1];
  return doors.filter((door) => !isOpen(door, tick) && !isWalker(door.cell)).map(({ cell: [row, column] }) => row * map.columns + column);
}

/** Doors as the text of an address: `row,column,open,shut,shift`, joined by `;`. */
export const formatDoors = (doors) => doors.map(({ cell, open, shut, shift }) => [...cell, open, shut, shift].join(",")).join(";");

/** Doors from the text of an address; what cannot be read is left out. */
export function parseDoors(text = "") {
  return text.split(";").map((part) => part.split(",").map(Number))
    .filter((numbers) => numbers.length === 5 && numbers.every((number) => Number.isInteger(number) && number >= 0) && numbers[2] + numbers[3] > 0)
    .map(([row, column, open, shut, shift]) => ({ cell: [row, column], open, shut, shift }));
}

/**
 * The next state of a walk, a cell further along its plan, or in the same cell if it has none.
 * @param {{tick: number, cell: number[], plan: number[][], steps: number, waits: number}} walk
 *   `plan`: the cells from the walker's to the goal; empty if no path is open.
 */
export function advance(walk) {
  const [, next] = walk.plan;
  if (!next) return { ...walk, tick: walk.tick + 1, waits: walk.waits + 1 };
  return { ...walk, tick: walk.tick + 1, cell: next, plan: walk.plan.slice(1), steps: walk.steps + 1 };
}

/** Whether the doors differ between two ticks. */
export const isChanged = (doors, before, after) => doors.some((door) => isOpen(door, before) !== isOpen(door, after));
