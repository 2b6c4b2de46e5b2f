// JSON whose large integers (64-bit seeds) stay exact: they are read as BigInt and written as
// numbers.

const LARGE = /([:,[]\s*)(-?\d{16,})(?=\s*[,}\]])/g;

/** Reads JSON; integers beyond 2^53 become BigInt. */
export function parse(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  // Strings are left alone: only what stands outside quotes is replaced.
  const parts = text.split(/("(?:[^"\\]|\\.)*")/);
  const marked = parts.map((part, at) => (at % 2 ? part : replaceLarge(part, at === 0)));
  return JSON.parse(marked.join(""), (_, value) => {
    return typeof value === "string" && value.startsWith("\u0001") ? BigInt(value.slice(1)) : value;
  });
}

function replaceLarge(part) {
  return part.replace(LARGE, (all, before, digits) => {
    return Number.isSafeInteger(Number(digits)) ? all : `${before}"\\u0001${digits}"`;
  });
}

/** Writes JSON; BigInt becomes a number. */
export function stringify(value, space) {
  const text = JSON.stringify(value, (_, part) => (typeof part === "bigint" ? `\u0001${part}` : part), space);
  return text?.replace(/"\\u0001(-?\d+)"/g, "$1");
}

/** Reads JSON lines. */
export function parseLines(text) {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(parse);
}
