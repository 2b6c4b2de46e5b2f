/**
 * The choice between painting cells and painting regions on the board.
 */

import { button, el } from "../dom.js";
import { isInside, REGIONS, withRegion } from "./regions.js";

/**
 * @param {object} room
 * @returns {{element: HTMLElement, brush: (cell: [number, number]) => object|null, forget: () => void}} `brush()` is that of a region, which a stroke
 * that begins in this cell paints, or takes cells from if the cell lies in it; none while cells are painted.
 */
export function createRegionBrush(room) {
  let chosen = "";
  const choices = [["", "Cells"], ...REGIONS];
  const buttons = choices.map(([name, color]) =>
    el("button.levels-region", {
      type: "button", role: "radio", text: name || color, title: name ? `Paint region ${name}` : "Paint cells with the brush of the tab Paint",
      ...(name ? { aria: { label: `Region ${name}` }, style: `--region: ${color}` } : {}),
      onclick: () => choose(name), data: { test: `region-${name || "none"}` },
    }),
  );
  const bar = el("div.segments", { role: "radiogroup", aria: { label: "What the brush paints on the board" } }, buttons);
  const clear = button("Clear the region", () => room.set(withRegion(room.level, chosen, null), `clear region ${chosen}`), { class: "quiet", data: { test: "clear-region" } });
  const help = el("p.help");
  const element = el("fieldset.stack", {}, el("legend", { text: "Paint on the board" }), bar, help, clear);

  function choose(name) {
    chosen = name;
    show();
  }

  function show() {
    buttons.forEach((each, at) => {
      const isIt = choices[at][0] === chosen;
      each.setAttribute("aria-checked", String(isIt));
    });
    clear.hidden = !room.level.regions?.[chosen];
    help.textContent = chosen
      ? `Strokes put cells into region ${chosen}; a stroke that begins inside takes cells out. Then let a placement name the region.`
      : "Regions are places of your own for the placements above.";
  }
  room.on(show);
  show();
  return {
    element,
    brush: (cell) => (chosen ? { region: chosen, isInside: !isInside(room.level, chosen, cell) } : null),
  };
}
