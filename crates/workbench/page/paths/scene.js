// What is drawn on a map: its ground, the ends, paths, walkers, doors, sources of danger.

import { createCanvasBoard } from "../canvas.js";
import { el, svg } from "../dom.js";
import { paletteOf, searchColors } from "./colors.js";
import { describeCell, inWords, isBlocked } from "./map.js";
import { frontierOf, turnsOf } from "./trace.js";

const ENDS = { start: ["A", "Start"], goal: ["B", "Goal"] };

/**
 * Makes a board with a map on it.
 * @param {{map: object, label: string, onCell: function, onEndKey: function(string, Event),
 *   isDark: function(): boolean, test: string}} options
 */
export function createScene({ map, label, onCell, onEndKey, isDark, test }) {
  const scene = { map, isDark, palette: paletteOf(isDark()) };
  const board = createCanvasBoard({ rows: map.rows, columns: map.columns, label, onCell, describe: (cell) => describeCell(scene.map, cell) });
  board.element.dataset.test = test;
  const ends = Object.fromEntries(Object.entries(ENDS).map(([key, [letter, name]]) => [key, endButton({ key, letter, name, onEndKey, test: test.replace("map", `end-${key}`) })]));
  board.element.append(ends.start, ends.goal);
  const layers = Object.fromEntries(["sources", "doors", "arrows", "faint", "routes", "path", "npcs", "walkers", "conflicts"].map((name) => [name, board.layer(name)]));
  Object.assign(scene, { board, element: board.element, ends, layers, cellSize: 10 });
  const fit = () => {
    scene.cellSize = board.element.clientWidth / scene.map.columns || 10;
    board.element.style.setProperty("--line", `${Math.max(3, scene.cellSize * 0.3)}px`);
    board.element.style.setProperty("--cell", `${scene.cellSize}px`);
  };
  const watch = new ResizeObserver(fit);
  watch.observe(board.element);
  return Object.assign(scene, { fit, ...ground(scene), ...lines(scene), ...marks(scene), close: () => watch.disconnect() });
}

function endButton({ key, letter, name, onEndKey, test }) {
  const made = el(`button.grip.${key}`, { type: "button", text: letter, data: { end: key, test }, aria: { label: name } });
  made.addEventListener("keydown", (event) => onEndKey(key, event));
  return made;
}

/** The ground and the colours above it. */
function ground(scene) {
  const color = (index) => scene.palette[scene.map.cells[index]];
  return {
    setMap(map) {
      scene.map = map;
      scene.board.resize(map.rows, map.columns);
      scene.fit();
      scene.board.paint(color);
      scene.board.clearTint();
    },
    repaint(indices) { scene.board.paint(color, indices); },
    recolor() { scene.palette = paletteOf(scene.isDark()); scene.board.paint(color); },
    /** Colours every cell by a number: `color(share)` where the count is above 0. */
    heat(counts, most, paint) {
      scene.board.tint((index) => (counts[index] ? paint(counts[index] / most) : 0));
    },
    /** The cells that a search has expanded after `count` steps, and those that wait. */
    search(ranks, count, { neighbors, hasFrontier = true }) {
      const { closed, frontier } = searchColors(scene.isDark());
      const most = Math.max(1, count);
      scene.board.tint((index) => (ranks[index] > 0 && ranks[index] <= count ? closed(ranks[index] / most) : 0));
      if (!hasFrontier || count === 0) return 0;
      const { rows, columns, cells } = scene.map;
      const waiting = frontierOf({ rows, columns, ranks, neighbors, blocked: (index) => isBlocked(cells[index]) }, count);
      if (waiting.length) scene.board.tint(() => frontier, waiting);
      return waiting.length;
    },
    clearTint: () => scene.board.clearTint(),
  };
}

const points = (cells) => turnsOf(cells).map(([row, column]) => `${column + 0.5},${row + 0.5}`).join(" ");

/** Lines through cells. */
function lines(scene) {
  const { layers } = scene;
  const wide = svg("polyline", { class: "path-edge" });
  const line = svg("polyline", { class: "path-line" });
  layers.path.append(wide, line);
  return {
    /** The path; its edge lets it stand out from the ground. */
    path(cells) {
      const text = points(cells);
      wide.setAttribute("points", text);
      line.setAttribute("points", text);
    },
    /** Faint paths, such as those of a population, each given by its corners. */
    faint(paths) {
      const shown = paths.map((cells) => cells.map(([row, column]) => `${column + 0.5},${row + 0.5}`).join("L"));
      layers.faint.replaceChildren(...shown.map((text) => svg("path", { d: `M${text}`, class: "path-faint" })));
    },
    /** Several routes, each in its colour. */
    routes(routes, chosen = -1) {
      layers.routes.replaceChildren(...routes.map((cells, at) => svg("polyline", { class: `route s${at % 8}${at === chosen ? " chosen" : ""}`, points: points(cells) })));
    },
  };
}

/** The path of an arrow within a cell, in units of cells. */
function arrowAt(row, column, [down, right]) {
  const [y, x] = [row + 0.5, column + 0.5];
  const [dy, dx] = [down, right].map((part) => part / Math.hypot(down, right));
  const point = (along, aside) => `${(x + dx * along - dy * aside).toFixed(2)} ${(y + dy * along + dx * aside).toFixed(2)}`;
  return `M${point(-0.26, 0)}L${point(0.26, 0)}M${point(0.08, 0.16)}L${point(0.26, 0)}L${point(0.08, -0.16)}`;
}

/** The ends, walkers, doors and sources of danger. */
function marks(scene) {
  const { layers, ends } = scene;
  const where = scene.board.element.dataset.test === "map" ? "" : " on the second map";
  const walkers = [];
  const crosses = { path: svg("path", { class: "conflict" }), of: null };
  return {
    end(key, cell) {
      const made = ends[key];
      made.hidden = !cell;
      if (!cell) return;
      made.style.setProperty("left", `${(cell[1] + 0.5) / scene.map.columns * 100}%`);
      made.style.setProperty("top", `${(cell[0] + 0.5) / scene.map.rows * 100}%`);
      made.setAttribute("aria-label", `${ENDS[key][1]}${where}, ${inWords(cell)}; arrow keys move it`);
    },
    /**
     * Dots at places `[row, column]` with fractions; `null` for walkers that are not there. One of `size` n covers n × n cells
     * from its place on, but for a `margin` on each side; one that `isStill` is a ring.
     */
    walkers(places, color = () => 0, { size = () => 1, isStill = () => false, margin = 0.2 } = {}) {
      const least = 3.4 / scene.cellSize;
      while (walkers.length < places.length) walkers.push({ dot: layers.walkers.appendChild(svg("circle", { class: "walker" })), is: {} });
      walkers.forEach(({ dot, is }, at) => {
        const place = places[at];
        // Of a thousand dots most keep all but their place.
        const put = (name, value) => { if (is[name] !== value) { is[name] = value; dot.setAttribute(name, value); } };
        put("visibility", place ? "visible" : "hidden");
        if (!place) return;
        const half = size(at) / 2;
        put("cx", place[1] + half);
        put("cy", place[0] + half);
        put("r", Math.max(half - margin, least));
        put("class", `walker s${color(at) % 8}${isStill(at) ? " still" : ""}`);
      });
    },
    /** Arrows in cells: `[row, column, [down, right]]` each. */
    arrows(arrows) {
      layers.arrows.replaceChildren(...(arrows.length ? [svg("path", { class: "arrow", d: arrows.map((each) => arrowAt(...each)).join("") })] : []));
    },
    /** Doors: `isOpen` says which; a shut one fills its cell. */
    doors(doors, isOpen) {
      layers.doors.replaceChildren(...doors.map((door) => {
        const [row, column] = door.cell;
        return svg("rect", { class: `door ${isOpen(door) ? "open" : "shut"}`, x: column + 0.04, y: row + 0.04, width: 0.92, height: 0.92, rx: 0.12 });
      }));
    },
    /** Where NPCs start, each in its colour. */
    npcs(npcs) {
      layers.npcs.replaceChildren(...npcs.map(([row, column], at) => svg("rect", { class: `npc s${at % 8}`, x: column + 0.14, y: row + 0.14, width: 0.72, height: 0.72, rx: 0.14 })));
    },
    /** Faint crosses where two come too close at any time, rings where they do now. */
    conflicts(conflicts, now) {
      const cross = ({ place: [row, column] }) => `M${column + 0.2} ${row + 0.2}l.6 .6m0 -.6l-.6 .6`;
      const ring = ([row, column]) => svg("circle", { class: "conflict now", cx: column + 0.5, cy: row + 0.5, r: Math.max(0.75, 8 / scene.cellSize) });
      // Hundreds of NPCs have thousands of crosses, which stay the same from frame to frame.
      if (conflicts !== crosses.of) crosses.path.setAttribute("d", conflicts.map(cross).join(""));
      crosses.of = conflicts;
      layers.conflicts.replaceChildren(crosses.path, ...now.map(ring));
    },
    sources(sources) {
      layers.sources.replaceChildren(...sources.map(([row, column, radius]) => svg("circle", { class: "source", cx: column + 0.5, cy: row + 0.5, r: Math.max(radius, 0.3) })));
    },
  };
}
