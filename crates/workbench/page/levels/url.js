/**
 * The state of the room in the address: small levels in full, large ones by their document's hash.
 */

/** The most characters of a level in the address. */
export const MOST_IN_URL = 420;

/**
 * A level's JSON as text for an address; none if it is too large.
 * @param {object} document
 * @returns {string|null}
 */
export function packed(document) {
  const { schema, rows, columns, ...rest } = document;
  const bytes = new TextEncoder().encode(JSON.stringify(rest));
  const text = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
  return text.length <= MOST_IN_URL ? text : null;
}

/**
 * The document of a text of `packed`.
 * @param {string} text
 * @returns {object}
 * @throws {Error} If the text is damaged.
 */
export function unpacked(text) {
  let document;
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    document = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Error("The level in the address is damaged.");
  }
  return { schema: "tilewright/level/2", ...document };
}

/** The tabs of the room, in their order. */
export const TABS = ["play", "paint", "rules", "generate", "change", "pack", "archive", "files"];

/** The tab of a state. */
export function tabOf(state) {
  return TABS.includes(state.tab) ? state.tab : "play";
}

/** A whole number of a state, in a range. */
export function numberOf(text, usual, low, high) {
  const number = Number(text);
  return text !== undefined && Number.isInteger(number) && number >= low && number <= high ? number : usual;
}
