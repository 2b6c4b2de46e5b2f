// The controls of the room: the brush, and settings that the address holds.

import { el, field, select, slider } from "../dom.js";
import { TOOLS } from "./edit.js";

/** The brush: which tool, how large, which cost. */
export function createBrush({ pen, onChange }) {
  const buttons = TOOLS.map(([key, name, letter, help]) => el("button", {
    type: "button", title: `${help} (${letter.toUpperCase()})`, aria: { pressed: "false" }, data: { tool: key, test: `tool-${key}` },
    onclick: () => choose(key),
  }, el(`span.dot.${key}`, { aria: { hidden: "true" } }), name));
  const size = slider({ label: "Brush", min: 1, max: 9, value: pen.size, show: (value) => `${value} ${value === 1 ? "cell" : "cells"} wide`, oninput: (value) => { pen.size = value; }, test: "brush" });
  const cost = slider({ label: "Cost", min: 2, max: 9, value: pen.cost, show: (value) => `${value} a step`, oninput: (value) => { pen.cost = value; choose("cost"); }, test: "cost" });
  const radius = slider({ label: "Radius of danger", min: 1, max: 20, value: pen.radius, show: (value) => `${value} cells`, oninput: (value) => { pen.radius = value; }, test: "radius" });
  const choose = (key) => {
    pen.tool = key;
    for (const each of buttons) each.setAttribute("aria-pressed", String(each.dataset.tool === key));
    cost.element.hidden = key !== "cost";
    radius.element.hidden = key !== "source";
    size.element.hidden = ["source", "door", "npc"].includes(key);
    onChange(key);
  };
  choose(pen.tool);
  const element = el("section.card.stack", { aria: { label: "Paint" } }, el("h2", { text: "Paint" }), el("div.tools", { role: "group", aria: { label: "Tool" } }, buttons), size.element, cost.element, radius.element,
    el("p.help", { text: "Drag A and B. Drag elsewhere to paint; begin on a wall, or use the right button, to erase." }));
  const buttonOf = (key) => buttons.find((each) => each.dataset.tool === key);
  return {
    element, choose,
    keyOf: (letter) => TOOLS.find(([tool, , key]) => key === letter && !buttonOf(tool).hidden)?.[0],
    /** Shows or hides a tool that only some views have. */
    offer(key, isOffered) {
      buttonOf(key).hidden = !isOffered;
      if (!isOffered && pen.tool === key) choose("wall");
    },
  };
}

/** Makers of controls that are bound to settings of the address. */
export function settingsOf({ state, set }) {
  const bound = new Map();
  const keep = (key, put) => bound.set(key, [...(bound.get(key) ?? []), put]);
  const made = {
    /** The controls of the agent that moves. */
    agent: () => [
      made.slider("Size of the agent", "size", { min: 1, max: 8 }),
      made.setting("Movement", "movement", [["walk", "walks: on free ground and swamp"], ["swim", "swims: in water"], ["fly", "flies: over all but walls"]]),
    ],
    /** A choice of `[value, text]` pairs. */
    setting(label, key, options) {
      const made = select(options, state.settings[key], (value) => set(key, value), { data: { test: `setting-${key}` } });
      keep(key, (value) => { made.value = value; });
      return field(label, made);
    },
    slider(label, key, range) {
      const made = slider({ label, ...range, value: Number(state.settings[key]), oninput: (value) => set(key, String(value)), test: `setting-${key}` });
      keep(key, (value) => made.set(Number(value)));
      return made.element;
    },
    /** A slider that is bound to no setting. */
    free: (label, range) => slider({ label, ...range }).element,
    /** Shows the values that the state has now. */
    show() { for (const [key, puts] of bound) for (const put of puts) put(state.settings[key]); },
  };
  return made;
}

/** Settings of the steps that all views share. */
export function createSteps(ctx) {
  const weight = slider({
    label: "Danger", min: 0, max: 20, value: ctx.state.settings.weight === "" ? 0 : Math.round(Number(ctx.state.settings.weight) * 2),
    show: (value) => (value === 0 ? "centres avoided, painted danger ignored" : `costs ${value / 2} steps a unit`),
    oninput: (value) => ctx.set("weight", value === 0 ? "" : String(value / 2)), test: "weight",
  });
  return el("details.card", { data: { test: "steps" } }, el("summary", { text: "Steps and danger" }), el("div.stack", {},
    // Hidden where a view has four neighbours, whatever is set.
    el("div.stack", { data: { part: "neighbours" } },
      ctx.setting("Neighbours", "connectivity", [["8", "8, with diagonals"], ["4", "4"]]),
      ctx.setting("Diagonal steps past walls", "corners", [["never", "never"], ["one", "past one wall"], ["always", "always"]])), weight.element));
}
