// Fields for numbers that are taken only when they are right.

import { el } from "./dom.js";

/**
 * A field for a whole number from `min` to `max`. Whatever is not one, such as an emptied field, changes
 * nothing: the field shows the number of before again, and a note says what it takes.
 * @param {object} props Those of the input, with `min` and `max`.
 * @param {{label: string, get: function(): number|string, set: function(number|null), note: function(string),
 *   canBeEmpty?: boolean}} options `set` gets `null` where the field is empty and may be.
 * @returns {HTMLInputElement}
 */
export function wholeNumber(props, { label, get, set, note, canBeEmpty = false }) {
  const input = el("input", { type: "number", step: 1, ...props, onchange: () => change() });
  const change = () => {
    const read = numberIn(input.value, { ...props, canBeEmpty, isBad: input.validity.badInput });
    if (read !== undefined) return set(read);
    input.value = get();
    return note(`${label}: a whole number from ${props.min} to ${props.max}; ${get() === "" ? "nothing" : get()} stays`);
  };
  return input;
}

/**
 * The number in the text of a field; `null` where it is empty and may be, `undefined` where it is wrong. Pure.
 */
export function numberIn(text, { min, max, canBeEmpty = false, isBad = false }) {
  if (text.trim() === "") return canBeEmpty && !isBad ? null : undefined;
  const number = Number(text);
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
}
