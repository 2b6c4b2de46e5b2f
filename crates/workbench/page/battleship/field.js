// The field of one player: water, the probability cloud, ships, shots.

import { el, svg } from "../dom.js";
import { cellName, columnName } from "./fleet.js";

/**
 * Makes a field on a board of the shell.
 * @param {object} options `board`: `tools.board`; `label`; `rows`, `columns`; `onCell`.
 * @returns {{element: HTMLElement, board: object, paint(view: object): void, cloud(probabilities:
 *   number[][]|null): void}} A view is `{marks, sunk, last, fleet, clashing}`.
 */
export function createField({ board: make, label, rows, columns, onCell }) {
  const view = { marks: null };
  const describe = (cell) => `${cellName(cell)}: ${view.marks?.[cell[0]]?.[cell[1]] ?? "unknown"}`;
  const board = make({ rows, columns, label, onCell, describe });
  const water = board.layer("water");
  const clouds = board.layer("cloud");
  const ships = board.layer("ships");
  const shots = board.layer("shots");
  const cells = fillWater(water, clouds, rows, columns);
  const element = el("div.field-box", {}, board.element);
  element.style.setProperty("--cells", Math.max(rows, columns));
  return {
    element,
    board,
    rows,
    columns,
    paint({ marks, sunk = [], last = null, fleet = null, clashing = new Set() }) {
      view.marks = marks;
      ships.replaceChildren(
        ...(fleet ?? []).map((ship, at) => drawShip(ship, clashing.has(at) ? "ship clash" : "ship")),
        ...sunk.map((ship) => drawShip(ship, "ship sunk")),
      );
      shots.replaceChildren(...marks.flatMap((row, r) => row.map((mark, c) => drawMark(mark, r, c, last))).filter(Boolean));
    },
    cloud(probabilities) {
      const open = (probabilities ?? []).flat().filter((share) => share > 0 && share < 1);
      const [low, high] = [Math.min(...open), Math.max(...open)];
      cells.forEach((cell, at) => {
        const [row, column] = [Math.floor(at / columns), at % columns];
        const share = probabilities?.[row]?.[column] ?? 0;
        cell.style.setProperty("opacity", shade(share, low, high));
        cell.firstChild.textContent = probabilities ? `${cellName([row, column])}: ${(share * 100).toFixed(1)} %` : "";
      });
    },
  };
}

/** The legend of the cloud: from the smallest to the largest probability of the cells that are open. */
export function createLegend() {
  const [low, high] = [el("span"), el("span")];
  const element = el("div.cloud-legend", { role: "img", hidden: true, data: { test: "cloud-legend" } }, low, el("span.ramp"), high);
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  return {
    element,
    /** Shows the range of these probabilities; `null` hides it. */
    show(probabilities) {
      const open = (probabilities ?? []).flat().filter((share) => share > 0 && share < 1);
      element.hidden = open.length === 0;
      if (element.hidden) return;
      low.textContent = `ship here: ${percent(Math.min(...open))}`;
      high.textContent = percent(Math.max(...open));
      element.setAttribute("aria-label", `The probability of a ship, from ${percent(Math.min(...open))} to ${percent(Math.max(...open))}`);
    },
  };
}

/** How dark a probability is drawn, between the least and the largest on the board. */
function shade(share, low, high) {
  if (share <= 0 || share >= 1) return 0;
  return 0.08 + 0.84 * (high > low ? (share - low) / (high - low) : 1) ** 1.4;
}

function fillWater(water, clouds, rows, columns) {
  water.append(svg("rect", { class: "sea", width: columns, height: rows, rx: 0.16 }));
  for (let row = 1; row < rows; row += 1) water.append(svg("line", { class: "line", x1: 0, x2: columns, y1: row, y2: row }));
  for (let column = 1; column < columns; column += 1) water.append(svg("line", { class: "line", y1: 0, y2: rows, x1: column, x2: column }));
  for (let row = 0; row < rows; row += 1)
    water.append(svg("text", { class: "name", x: -0.42, y: row + 0.63, "text-anchor": "middle" }, String(row + 1)));
  for (let column = 0; column < columns; column += 1)
    water.append(svg("text", { class: "name", x: column + 0.5, y: -0.22, "text-anchor": "middle" }, columnName(column)));
  const cells = Array.from({ length: rows * columns }, (_, at) =>
    svg("rect", { class: "share", x: at % columns, y: Math.floor(at / columns), width: 1, height: 1 }, svg("title")),
  );
  clouds.append(...cells);
  return cells;
}

/** A ship as a hull with round ends. */
export function drawShip(ship, kind) {
  const [row, column] = ship.cell;
  const [width, height] = ship.heading === "south" ? [1, ship.length] : [ship.length, 1];
  const title = svg("title", {}, `Ship of ${ship.length} at ${cellName(ship.cell)}`);
  return svg("rect", { class: kind, x: column + 0.13, y: row + 0.13, width: width - 0.26, height: height - 0.26, rx: 0.3 }, title);
}

function drawMark(mark, row, column, last) {
  if (mark === "unknown") return null;
  const isLast = last && last[0] === row && last[1] === column;
  const kind = `shot ${mark}${isLast ? " last" : ""}`;
  const [x, y] = [column + 0.5, row + 0.5];
  const group = svg("g", { class: kind });
  if (mark === "miss") group.append(svg("circle", { cx: x, cy: y, r: 0.13 }));
  else group.append(svg("path", { d: `M${x - 0.2} ${y - 0.2} l.4 .4 m0 -.4 l-.4 .4` }));
  if (isLast) group.append(svg("circle", { class: "ring", cx: x, cy: y, r: 0.42 }));
  return group;
}

/** The lengths of ships as small bars; those that are sunk are struck. */
export function drawRoster(lengths, sunk) {
  const gone = sunk.map(({ length }) => length);
  const rows = [...lengths]
    .sort((a, b) => b - a)
    .map((length) => {
      const at = gone.indexOf(length);
      if (at >= 0) gone.splice(at, 1);
      const bar = el(`span.hull${at >= 0 ? ".gone" : ""}`, { title: `Ship of ${length}${at >= 0 ? ", sunk" : ""}` });
      bar.style.setProperty("--length", length);
      return bar;
    });
  return el("div.roster", { role: "img", aria: { label: `${lengths.length - sunk.length} of ${lengths.length} ships afloat` } }, rows);
}
