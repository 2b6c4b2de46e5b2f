/**
 * The wall of the archive while it is filled: its bins from the first moment, each level as it is found.
 */

import { el } from "../dom.js";
import { read } from "./document.js";

/** The place of a bin, as `match3/archive` numbers them: `[difficulty, density, symmetry]`. Pure. */
export const placeOf = (bin, { density, symmetry }) => [Math.floor(bin / symmetry / density), Math.floor(bin / symmetry) % density, bin % symmetry];

/**
 * @param {{difficulty: number, density: number, symmetry: number}} bins How many there are.
 * @param {function(object): Promise<HTMLElement>} cardOf Makes the thumbnail of a level's document.
 * @returns {{element: HTMLElement, put: function(object): Promise}} `put` hangs up a level, the document of a file of the run.
 */
export function createWall(bins, cardOf) {
  const total = bins.difficulty * bins.density * bins.symmetry;
  const places = new Map();
  const count = el("span.number", { text: "0", data: { test: "filled" } });
  const heads = range(bins.difficulty).map((at) => el("div.levels-head", { text: hardness(at, bins.difficulty) }));
  const rows = range(bins.density).reverse().map((row) => [
    el("div.levels-head", { text: row === 0 ? "few special cells" : row === bins.density - 1 ? "many" : "" }),
    range(bins.difficulty).map((column) => el("div.levels-bin", {}, range(bins.symmetry).map((depth) => place(column, row, depth)))),
  ]);
  const grid = el("div.levels-bins", {}, el("div"), heads, rows.flat(2));
  grid.style.setProperty("--columns", String(bins.difficulty));
  const element = el("div.stack", {}, el("p", {}, count, el("span.unit", { text: ` of ${total} bins filled so far` })), el("div.scroll", { tabIndex: 0, role: "region", aria: { label: "The bins of the archive" } }, grid));

  function place(...at) {
    const made = el("div.levels-none", { title: "No level yet" });
    places.set(String(at), made);
    return made;
  }

  return {
    element,
    async put(document) {
      const bin = Number(/^bin (\d+)$/.exec(document.name)?.[1]) - 1;
      const key = String(placeOf(bin, bins));
      const before = places.get(key);
      if (!before) return;
      const { swaps } = document.band ?? {};
      if (swaps) heads[placeOf(bin, bins)[0]].textContent = `${swaps.map((end) => end.toFixed(1)).join(" to ")} swaps`;
      const card = await cardOf(document);
      before.replaceWith(card);
      places.set(key, card);
      count.textContent = String([...places.values()].filter((each) => !each.classList.contains("levels-none")).length);
    },
  };
}

/** The level of a file, without the notes of the archive. */
export const levelOf = ({ name, band, proof, ...document }) => read(document);

const hardness = (at, count) => (at === 0 ? "easiest" : at === count - 1 ? "hardest" : "");
const range = (count) => Array.from({ length: count }, (_, index) => index);
