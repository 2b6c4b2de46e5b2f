/**
 * The pictures of cells, drawn by the program (`match3/legend`) and kept as SVG symbols, so that boards of
 * the page show what `--picture` shows.
 */

import { svg } from "../dom.js";
import { colorsOf, isClassic, opened, write } from "./document.js";
import { parts } from "./tokens.js";

/** The side of a cell in the units of boards. */
export const TILE = 40;

const GENERAL = /^(\.|#|_|\?|blocked[1-4]|\.\+overlay[1-4])$/;

/**
 * What decides how cells look: rules, own kinds, colours, and whether the level is of the articles' game.
 * @param {object} level
 * @param {{isGeneral?: boolean}} [options] `isGeneral`: as in games that are more than those of the articles.
 * @returns {{key: string, document: object}} `document` is the smallest level with this look.
 */
export function lookOf(level, { isGeneral = false } = {}) {
  const { rules = "classic", blocks, colors = 5 } = level;
  const plain =
    !isGeneral &&
    isClassic(level) &&
    colorsOf(level) <= 64 &&
    level.tokens.flat().every((token) => GENERAL.test(token)) &&
    level.cells === undefined;
  const cell = plain || !isClassic(level) ? "." : "-";
  const document = { schema: "tilewright/level/2", rows: 1, columns: 1, colors, rules, layout: [[cell]] };
  if (blocks !== undefined) document.blocks = blocks;
  return { key: JSON.stringify(document), document };
}

/** Whether a level may have ways of contents to draw: portals, conveyors, exits, … */
function hasWays({ cells, spawners, tokens }) {
  return cells !== undefined || Array.isArray(spawners) || tokens.flat().some((token) => /^[a-z]{2,}$/.test(parts(token).contents));
}

/**
 * The store of cell pictures of a room.
 * @param {object} door
 * @returns {{element: SVGElement, look: (level: object) => Look}} `element` holds the symbols and belongs in
 * the page.
 */
export function createCells(door) {
  const defs = svg("defs");
  const element = svg("svg", { class: "levels-symbols", "aria-hidden": "true", width: "0", height: "0" }, defs);
  const looks = new Map();
  return {
    element,
    look(level, options) {
      const { key, document: smallest } = lookOf(level, options);
      if (!looks.has(key)) looks.set(key, createLook(door, smallest, defs, looks.size));
      return looks.get(key);
    },
  };
}

/**
 * The cells of one look. `ready` resolves with the legend; `need(tokens)` loads further cells; `href(token)`
 * and `layer(token, 0 to 2)` name their symbols, `block(color)` that of a block, or "" where nothing is drawn;
 * `ways(level)` draws how contents move on its board: the shapes below the contents of the cells and those above.
 */
function createLook(door, level, defs, number) {
  const symbols = new Map();
  const labels = new Map();
  const add = (name, text) => {
    if (symbols.has(name)) return;
    const id = `cell-${number}-${symbols.size}`;
    symbols.set(name, text ? `#${id}` : "");
    if (text) defs.append(symbol(id, text));
  };
  const take = ({ value }, { isAsked = true } = {}) => {
    value.colors.forEach((color, index) => add(`color ${index}`, color.svg));
    for (const cell of value.cells) {
      // The list of all kinds shows each in the first colour, and does not name it.
      if (isAsked) labels.set(cell.token, cell.label);
      add(cell.token, cell.svg);
      cell.layers.forEach((layer, index) => add(`${cell.token} ${index}`, layer));
    }
    return value;
  };
  const asked = new Map();
  const load = (tokens) => {
    const missing = [...new Set(tokens)].filter((token) => !asked.has(token) && !labels.has(token));
    if (missing.length > 0) {
      const loading = door
        .ask("match3/legend", { level, cells: missing })
        .then((answer) => take(answer))
        .catch((error) => {
          missing.forEach((token) => add(token, ""));
          throw error;
        });
      missing.forEach((token) =>
        asked.set(
          token,
          loading.catch(() => null),
        ),
      );
    }
    return Promise.all(tokens.map((token) => asked.get(token)));
  };
  const common = load([".", "#", "_", "?", "-"]);
  let drawn = { key: "", ways: null };
  const ways = (whole) => {
    if (!hasWays(whole)) return Promise.resolve([[], []]);
    const level = write(opened(whole));
    const key = JSON.stringify(level);
    if (drawn.key !== key) {
      const asking = door.ask("match3/legend", { level, cells: ["."] });
      drawn = { key, ways: asking.then(({ value }) => value.ways).catch(() => ["", ""]) };
    }
    return drawn.ways.then((layers) => layers.map((text) => (text ? shapes(parsed(text)) : [])));
  };
  const ready = door.ask("match3/legend", { level }).then((answer) => take(answer, { isAsked: false }));
  const known = { legend: null };
  ready.then((legend) => Object.assign(known, { legend }), () => null);
  return {
    ready,
    /** What `ready` resolves with, once it has; null before. */
    get legend() {
      return known.legend;
    },
    has: (token) => symbols.has(token),
    need: (tokens) => Promise.all([common, load(tokens)]),
    /** What a cell is, in words; `words` may not know it yet, `say` waits for it. */
    words: (token) => labels.get(token) ?? "",
    async say(token) {
      if (!labels.has(token)) await load([token]).catch(() => null);
      return labels.get(token) ?? "";
    },
    href: (token) => symbols.get(token) ?? "",
    layer: (token, index) => symbols.get(`${token} ${index}`) ?? "",
    block: (color) => symbols.get(`color ${color}`) ?? "",
    ways,
  };
}

/** A symbol with the shapes of an SVG document of the program. */
function symbol(id, text) {
  const drawing = parsed(text);
  const made = svg("symbol", { id, viewBox: drawing.getAttribute("viewBox"), overflow: "visible" });
  made.setAttribute("font-family", drawing.getAttribute("font-family") ?? "sans-serif");
  made.append(...shapes(drawing));
  return made;
}

const parsed = (text) => new DOMParser().parseFromString(text, "image/svg+xml").documentElement;

/** The shapes of a drawing of the program, without its title and its ground. */
function shapes(drawing) {
  const isShape = (child) => child.localName !== "title" && child.getAttribute("fill-opacity") !== "0";
  return [...drawing.children].filter(isShape).map((child) => document.importNode(child, true));
}
