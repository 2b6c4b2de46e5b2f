// The state of the page is its address: `#/room?key=value&…`. This module is pure.

/**
 * Splits an address fragment into the room and its state.
 * @param {string} hash As in `location.hash`.
 * @returns {{room: string, state: Object<string, string>, anchor: boolean}} `anchor` is true for
 *   fragments that name an element of the page, not a room.
 */
export function parseHash(hash) {
  const text = hash.replace(/^#/, "");
  if (text !== "" && !text.startsWith("/")) return { room: "", state: {}, anchor: true };
  const [path, query = ""] = split(text, "?");
  const room = decode(path.replace(/^\/+|\/+$/g, ""));
  return { room, state: Object.fromEntries(new URLSearchParams(query)), anchor: false };
}

/** The address fragment of a room and its state; empty values are left out. */
export function formatHash(room, state) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(state)) {
    if (value !== undefined && value !== null && value !== "") query.set(key, String(value));
  }
  const text = query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%2F", "/");
  return `#/${encodeURIComponent(room)}${text ? `?${text}` : ""}`;
}

/** A state with the changes of a patch; `null`, `undefined` and `""` remove a key. */
export function merge(state, patch) {
  const merged = { ...state };
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined || value === null || value === "") delete merged[key];
    else merged[key] = String(value);
  }
  return merged;
}

function split(text, mark) {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
