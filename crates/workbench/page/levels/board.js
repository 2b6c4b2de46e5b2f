/**
 * The board of a level as SVG, made of the program's cells: shown, painted by pointer or keyboard, framed
 * where something changed.
 */

import { svg } from "../dom.js";
import { TILE } from "./cells.js";

const MARGIN = TILE / 4;

/** The ground below the cells, as in the program's pictures. */
const GROUND = "#3a4552";

/** The viewBox of a board. */
export function viewBox(rows, columns) {
  return `0 0 ${columns * TILE + 2 * MARGIN} ${rows * TILE + 2 * MARGIN}`;
}

/** The corner of a cell. */
export function corner(index) {
  return index * TILE + MARGIN;
}

/** The ground of the cells that are no holes. */
export function ground(tokens) {
  const side = TILE + 2 * MARGIN;
  const plates = tokens.flatMap((row, r) =>
    row.map((token, c) =>
      token === "_"
        ? null
        : svg("rect", {
            x: c * TILE,
            y: r * TILE,
            width: side,
            height: side,
            rx: MARGIN,
            fill: GROUND,
          }),
    ),
  );
  return svg("g", {}, ...plates.filter(Boolean));
}

/**
 * A board that shows levels.
 * @param {{label: string, isPainted?: boolean}} options `isPainted`: it takes the keyboard.
 * @returns {{element: SVGElement, show: (level: object, look: object, frames?: Array) => Promise<void>,
 * cellAt: (event: PointerEvent) => [number, number]|null, tint: (shapes: SVGElement[]) => void, over: (shapes: SVGElement[]) => void,
 * cursor: (cell: [number, number]|null) => void}} `tint` draws shapes over the cells, `over` others over these.
 */
export function createBoard({ label, isPainted = false }) {
  const [plates, cells, tints, heat, marks] = [svg("g"), svg("g"), svg("g"), svg("g"), svg("g")];
  // Cells are drawn whole here, so that what lies below their contents shines through from above.
  const ways = [svg("g", { opacity: "0.6" }), svg("g", { "font-family": "sans-serif" })];
  const element = svg(
    "svg",
    {
      class: "levels-board",
      role: isPainted ? "application" : "img",
      "aria-label": label,
      ...(isPainted ? { tabindex: "0" } : {}),
    },
    plates,
    cells,
    ...ways,
    tints,
    heat,
    marks,
  );
  const ring = svg("rect", { class: "levels-cursor", width: TILE, height: TILE, rx: 6 });
  let shown = { rows: 0, columns: 0, holes: "", uses: [] };
  let last = null;

  function layOut(level) {
    const { rows, columns, tokens } = level;
    const holes = tokens.map((row) => row.map((token) => (token === "_" ? "_" : ".")).join("")).join("/");
    if (shown.holes === holes) return;
    element.setAttribute("viewBox", viewBox(rows, columns));
    plates.replaceChildren(ground(tokens));
    const uses = tokens.map((row, r) => row.map((_, c) => svg("use", { x: corner(c), y: corner(r), width: TILE, height: TILE })));
    cells.replaceChildren(...uses.flat());
    shown = { rows, columns, holes, uses };
  }

  async function show(level, look, frames = []) {
    const tokens = level.tokens.flat();
    if (!tokens.every(look.has)) await look.need(tokens);
    layOut(level);
    level.tokens.forEach((row, r) =>
      row.forEach((token, c) => {
        const href = look.href(token);
        const use = shown.uses[r][c];
        if (use.getAttribute("href") !== href) use.setAttribute("href", href);
        // A block of several cells reaches over cells that come later.
        const isPart = (row, column) => level.tokens[row]?.[column]?.startsWith("=");
        if (!token.startsWith("=") && (isPart(r, c + 1) || isPart(r + 1, c))) cells.append(use);
      }),
    );
    marks.replaceChildren(...frames.map(frame), ...(ring.isConnected ? [ring] : []));
    last = level;
    const drawn = await look.ways(level);
    if (last === level) drawn.forEach((shapes, index) => ways[index].replaceChildren(...shapes));
  }

  return {
    element,
    show,
    cellAt: (event) => cellAt(element, shown, event),
    tint: (shapes) => tints.replaceChildren(...shapes),
    over: (shapes) => heat.replaceChildren(...shapes),
    cursor(cell) {
      if (!cell) return ring.remove();
      ring.setAttribute("x", corner(cell[1]));
      ring.setAttribute("y", corner(cell[0]));
      marks.append(ring);
    },
  };
}

/** A frame around a cell that was changed, as the program draws it. */
function frame([row, column]) {
  const place = { x: corner(column), y: corner(row), width: TILE, height: TILE, rx: TILE * 0.16, fill: "none" };
  return svg(
    "g",
    {},
    svg("rect", { ...place, stroke: "#1f2328", "stroke-width": TILE * 0.18 }),
    svg("rect", { ...place, stroke: "#d55e00", "stroke-width": TILE * 0.1 }),
  );
}

/** The cell below a pointer, or none. */
export function cellAt(element, { rows, columns }, event) {
  const matrix = element.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  const [row, column] = [Math.floor((y - MARGIN) / TILE), Math.floor((x - MARGIN) / TILE)];
  return row >= 0 && column >= 0 && row < rows && column < columns ? [row, column] : null;
}
