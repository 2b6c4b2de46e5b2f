// Places: cells on floors.

import { list, object, whole } from "../check.js";

/** A cell on a floor, by its column and row from the upper left corner, from 0 on; floor 0 if it is not said. */
export interface Place {
  x: number;
  y: number;
  floor?: number;
}

/** Columns and rows of a floor. */
export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** The number of a floor of these extents. */
export function checkFloor(floors: readonly Extent[], floor: number, name = "floor"): number {
  return whole(floor, name, 0, floors.length - 1);
}

/** Refuses a cell that is on no floor. */
export function checkCell(floors: readonly Extent[], x: number, y: number, floor: number): void {
  const { width, height } = floors[checkFloor(floors, floor)]!;
  whole(x, "x", 0, width - 1);
  whole(y, "y", 0, height - 1);
}

/** Writes a place to the numbers of a call: floor, column, row. */
export function putPlace(into: Float64Array, at: number, floors: readonly Extent[], place: Place, name: string): void {
  const { x, y, floor = 0 } = object(place, name);
  const { width, height } = floors[checkFloor(floors, floor, `${name}.floor`)]!;
  into[at] = floor;
  into[at + 1] = whole(x, `${name}.x`, 0, width - 1);
  into[at + 2] = whole(y, `${name}.y`, 0, height - 1);
}

/** Writes places to the numbers of a call. */
export function putPlaces(into: Float64Array, at: number, floors: readonly Extent[], places: ArrayLike<Place>, name: string): void {
  list(places, name);
  for (let index = 0; index < places.length; index++) {
    putPlace(into, at + 3 * index, floors, places[index]!, `${name}[${index}]`);
  }
}
