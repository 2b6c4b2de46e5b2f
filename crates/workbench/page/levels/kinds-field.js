/**
 * The cells that a generator places: chosen by their words, each with the fewest and the most of them.
 */

import { el, iconButton, select } from "../dom.js";
import { MOST } from "./document.js";
import { kindsOf } from "./kinds.js";
import { placeable } from "./names.js";

/**
 * @param {object} room
 * @param {{onChange?: () => void}} [options] Called when a person has changed the list.
 * @returns {{element: HTMLElement, words: () => string[], follow: () => void}} `words()` are those of a request,
 * such as `box2:4-8`; `follow()` takes the kinds of the level again.
 */
export function createKindsField(room, { onChange = () => {} } = {}) {
  const state = { chosen: [], known: [], look: null };
  const rows = el("ul.levels-kinds");
  const more = select([], "", (word) => {
    more.value = "";
    if (word) change([...state.chosen, { word, low: "", high: "" }]);
  }, { aria: { label: "Add a kind of cell to place" }, data: { test: "add-kind" } });
  const element = el("fieldset.stack", { data: { test: "kinds" } }, el("legend", { text: "Cells to place" }), rows, more);

  function change(chosen) {
    state.chosen = chosen;
    draw();
    onChange();
  }

  function draw() {
    const words = new Map(state.known);
    rows.replaceChildren(...state.chosen.map((each) => rowOf(each, words.get(each.word) ?? each.word, {
      put: (next) => change(state.chosen.map((one) => (one === each ? next : one))),
      drop: () => change(state.chosen.filter((one) => one !== each)),
    })));
    const rest = state.known.filter(([word]) => !state.chosen.some((each) => each.word === word));
    more.replaceChildren(el("option", { value: "", text: "Add a kind …" }), ...rest.map(([value, text]) => el("option", { value, text })));
    more.disabled = rest.length === 0;
  }

  /** The kinds that the rules of the level know. */
  async function learn() {
    const look = room.look();
    if (look === state.look) return;
    state.look = look;
    const legend = await look.ready.catch(() => null);
    if (!legend || state.look !== look) return;
    state.known = placeable(legend.cells);
    draw();
  }

  function follow() {
    state.chosen = kindsOf(room.level).split(", ").map((word) => ({ word, low: "", high: "" }));
    draw();
    learn();
  }

  room.on(learn);
  follow();
  return { element, follow, words: () => state.chosen.map(requestOf) };
}

/** A kind as a request names it. Pure. */
export function requestOf({ word, low, high }) {
  if (low === "" && high === "") return word;
  const ends = [Number(low), high === "" ? MOST * MOST : Number(high)].sort((one, other) => one - other);
  return ends[0] === ends[1] ? `${word}:${ends[0]}` : `${word}:${ends.join("-")}`;
}

function rowOf(each, words, { put, drop }) {
  const count = (key, name) => {
    const input = el("input", {
      type: "number", min: 0, value: each[key], placeholder: "any", aria: { label: `${words}: ${name}` },
      onchange: () => put({ ...each, [key]: input.value === "" ? "" : String(Math.max(0, Math.round(Number(input.value)))) }),
    });
    return input;
  };
  return el("li", {}, el("span", { text: words }), count("low", "fewest"), el("span.muted", { text: "to", aria: { hidden: "true" } }), count("high", "most"), iconButton("close", `Do not place: ${words}`, drop));
}
