// What PathFinding.js does with paths.

import type { Grid } from "./grid.js";

/** A path: a list of [x, y]. */
export type Path = readonly (readonly number[])[];

/** The cells of a line between two cells, both included (Bresenham's algorithm). */
function interpolate(x0: number, y0: number, x1: number, y1: number): number[][] {
  const [dx, dy] = [Math.abs(x1 - x0), Math.abs(y1 - y0)];
  const [stepX, stepY] = [x0 < x1 ? 1 : -1, y0 < y1 ? 1 : -1];
  const line = [[x0, y0]];
  let [x, y, error] = [x0, y0, dx - dy];
  while (x !== x1 || y !== y1) {
    const twice = 2 * error;
    if (twice > -dy) {
      error -= dy;
      x += stepX;
    }
    if (twice < dx) {
      error += dx;
      y += stepY;
    }
    line.push([x, y]);
  }
  return line;
}

/** A path with all cells of the lines between its points; empty for fewer than two points. */
function expandPath(path: Path): number[][] {
  if (path.length < 2) return [];
  const lines = path.slice(1).flatMap(([x, y], at) => interpolate(path[at]![0]!, path[at]![1]!, x!, y!).slice(0, -1));
  return [...lines, [...path[path.length - 1]!]];
}

/** A path without the points between two others on a straight line. */
function compressPath(path: Path): Path {
  const turns = path.filter(([x, y], at) => {
    const [before, after] = [path[at - 1], path[at + 1]];
    if (before === undefined || after === undefined) return true;
    const [backX, backY, onX, onY] = [x! - before[0]!, y! - before[1]!, after[0]! - x!, after[1]! - y!];
    // On a line and the same way on.
    return backX * onY !== backY * onX || backX * onX + backY * onY < 0;
  });
  return turns.map((point) => [...point]);
}

/** A path whose points see each other: a point is left out where the line past it enters no wall. */
function smoothenPath(grid: Grid, path: Path): number[][] {
  const [first, last] = [path[0], path[path.length - 1]];
  if (first === undefined || last === undefined) return [];
  const smooth = [[...first]];
  for (let at = 2; at < path.length; at++) {
    const [[fromX, fromY], [toX, toY]] = [smooth[smooth.length - 1]!, path[at]!];
    const line = interpolate(fromX!, fromY!, toX!, toY!);
    if (line.slice(1).some(([x, y]) => !grid.isWalkableAt(x!, y!))) smooth.push([...path[at - 1]!]);
  }
  return [...smooth, [...last]];
}

/** The length of a path, its points joined by straight lines. */
function pathLength(path: Path): number {
  const legs = path.slice(1).map(([x, y], at) => Math.hypot(x! - path[at]![0]!, y! - path[at]![1]!));
  return legs.reduce((sum, leg) => sum + leg, 0);
}

/** Functions of paths. */
export const Util = { interpolate, expandPath, compressPath, smoothenPath, pathLength } as const;
