// Cells, ships and marks of Battleship. Pure.

/** The name of a cell as players say it: column letter, row number from 1. */
export const cellName = ([row, column]) => `${columnName(column)}${row + 1}`;

/** The letter of a column: A to Z, then AA. */
export const columnName = (column) =>
  (column < 26 ? "" : columnName(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** The cells of a ship `{cell, length, heading}`. */
export function cellsOf({ cell: [row, column], length, heading }) {
  return Array.from({ length }, (_, at) => (heading === "south" ? [row + at, column] : [row, column + at]));
}

/** The fleets by their names, as the tasks know them. */
export const FLEETS = { russian: [4, 3, 3, 2, 2, 2, 1, 1, 1, 1], us: [5, 4, 3, 3, 2] };

/** The lengths of a fleet by its name or its list. */
export const lengthsOf = (fleet) =>
  FLEETS[fleet] ??
  String(fleet)
    .split(",")
    .map(Number)
    .filter((length) => length > 0);

/**
 * What shots have revealed of a field.
 * @param {Array<{side: string, cell: number[], answer: string, ship?: object}>} shots
 * @param {string} side Who shot.
 * @returns {{marks: string[][], sunk: object[], last: number[]|null, count: number}}
 */
export function revealed(shots, side, rows, columns) {
  const marks = Array.from({ length: rows }, () => Array(columns).fill("unknown"));
  const sunk = [];
  const own = shots.filter((shot) => shot.side === side);
  for (const {
    cell: [row, column],
    answer,
    ship,
  } of own) {
    marks[row][column] = answer;
    if (ship) {
      sunk.push(ship);
      for (const [r, c] of cellsOf(ship)) marks[r][c] = "sunk";
    }
  }
  return { marks, sunk, last: own.at(-1)?.cell ?? null, count: own.length };
}

/** The lengths that are still afloat, the longest first. */
export function afloat(lengths, sunk) {
  const left = [...lengths];
  for (const { length } of sunk) left.splice(left.indexOf(length), 1);
  return left.sort((a, b) => b - a);
}

/** A ship moved into the board. */
export function within(ship, rows, columns) {
  const [height, width] = ship.heading === "south" ? [ship.length, 1] : [1, ship.length];
  const cell = [Math.max(0, Math.min(rows - height, ship.cell[0])), Math.max(0, Math.min(columns - width, ship.cell[1]))];
  return { ...ship, cell };
}

/** A ship turned about one of its cells (`at`, counted from its first), moved into the board. */
export function turned(ship, at, rows, columns) {
  const [row, column] = cellsOf(ship)[at] ?? ship.cell;
  const isEast = ship.heading === "east";
  if (ship.length === 1) return ship;
  const cell = isEast ? [row - at, column] : [row, column - at];
  return within({ ...ship, cell, heading: isEast ? "south" : "east" }, rows, columns);
}

/**
 * Which ships lie too close to another one.
 * @param {"never"|"corners"|"free"} touch How close ships may lie.
 * @returns {Set<number>} Their indices.
 */
export function clashes(ships, touch) {
  const found = new Set();
  ships.forEach((one, i) =>
    ships.slice(0, i).forEach((other, j) => {
      if (isClose(one, other, touch)) {
        found.add(i);
        found.add(j);
      }
    }),
  );
  return found;
}

function isClose(one, other, touch) {
  return cellsOf(one).some(([r, c]) =>
    cellsOf(other).some(([r2, c2]) => {
      const [dr, dc] = [Math.abs(r - r2), Math.abs(c - c2)];
      if (dr + dc === 0) return true;
      if (touch === "free") return false;
      return dr + dc === 1 || (touch === "never" && dr === 1 && dc === 1);
    }),
  );
}

/** The document of one fleet, as the tasks read it. */
export function fleetDocument({ rows, columns, touch, ships }) {
  const lengths = ships.map(({ length }) => length).sort((a, b) => b - a);
  return { schema: "tilewright/fleet/2", rows, columns, touch, lengths, fleets: [{ ships }] };
}
