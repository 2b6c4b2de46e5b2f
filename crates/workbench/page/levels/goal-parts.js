/**
 * What is left of the parts of a goal: each with the picture of what it counts, its number, and its words. Pure, but for the drawing.
 */

import { el, svg } from "../dom.js";
import { spoken } from "../plain.js";
import { parts } from "./tokens.js";

/** What the rules `classic` clear, by the keys of its parts. */
const CLASSIC = { blockers: "blocked1", overlays: ".+overlay1" };

/** A kind without its number of layers. */
const bare = (name) => name.replace(/\d+$/, "");

/**
 * The token of the cell that pictures a part; none for points, and for colours, which are no cells.
 * @param {string} part A key such as `kind:box`, of the state of a game.
 * @param {Array<{token: string, label: string}>} cells Those of a legend.
 * @returns {string|undefined}
 */
export function tokenOf(part, cells) {
  const [what, name] = part.split(":");
  if (CLASSIC[what]) return CLASSIC[what];
  const isIt = {
    kind: ({ contents, cover, ground }) => [contents, cover, ground].some((each) => bare(each) === name),
    make: (_, label) => label.replace(/, (row|column)$/, "") === spoken(name),
    drop: ({ contents }) => /^[a-z_]{2,}$/.test(contents),
  }[what === "layers" ? "kind" : what];
  return isIt && cells.find(({ token, label }) => isIt(parts(token), label))?.token;
}

/** What a part counts, in words. */
export function partWords(part) {
  const [what, name = ""] = part.split(":");
  const number = Number(name);
  const color = Number.isInteger(number) && name !== "" ? `blocks of colour ${number + 1}` : `${name} blocks`;
  const words = { color, kind: spoken(name), layers: `layers of ${spoken(name)}`, make: `${spoken(name)} to make`, drop: "ingredients", score: "points", blockers: "hits to blockers", overlays: "layers" };
  return words[what] ?? part;
}

/**
 * The parts with their pictures and counters; a part that is reached has a tick.
 * @param {Array<{part: string, left: number}>} list Of the state of a game.
 * @param {{legend: object|null, block: Function, href: Function, layer: Function}} look
 * @returns {HTMLElement[]}
 */
export function partChips(list, look) {
  return list.map(({ part, left }) => {
    const href = hrefOf(part, look);
    const picture = href ? svg("svg", { viewBox: "0 0 40 40", width: 26, height: 26, "aria-hidden": "true" }, svg("use", { href, width: 40, height: 40 })) : null;
    const words = `${partWords(part)}: ${left === 0 ? "done" : `${left} left`}`;
    return el("span.levels-part", { title: words, data: { part, test: "goal-part" } }, picture, el("b", { text: left === 0 ? "✓" : String(left), aria: { hidden: "true" } }), picture ? null : el("span.muted", { text: partWords(part), aria: { hidden: "true" } }), el("span.hidden", { text: words }));
  });
}

/** Of what lies under a block or over it, that alone is drawn. */
function hrefOf(part, { legend, block, href, layer }) {
  if (!legend) return "";
  const [what, name] = part.split(":");
  if (what !== "color") {
    const token = tokenOf(part, legend.cells) ?? "";
    const { contents, cover, ground } = parts(token);
    const alone = contents === "." && (ground ? layer(token, 0) : cover && layer(token, 2));
    return alone || href(token);
  }
  const named = legend.colors.findIndex((color) => color.name === name);
  return block(named >= 0 ? named : Number(name)) ?? "";
}
