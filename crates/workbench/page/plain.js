// What answers and refusals say, without the words of documents: a person reads goals as sentences.
// Pure.

/** A name of rules as it is said: `color_bomb` is a color bomb. */
export const spoken = (name) => name.replaceAll("_", " ");

/** What a goal asks, from its word on the command line, such as `kind:box:all`. */
export function said(word) {
  const [name, first, second] = word.split(":");
  switch (name) {
    case "collect":
      return second ? `collect ${first} blocks of each of the first ${second} colours` : `collect ${first} blocks of the first colour`;
    case "color":
      return `collect ${second} ${first} blocks`;
    case "kind":
      return second === "all" ? `clear every ${spoken(first)}` : `clear ${second} × ${spoken(first)}`;
    case "layers":
      return `clear ${second} layers of ${spoken(first)}`;
    case "clear":
      return `clear all ${first}`;
    case "drop":
      return first === "1" ? "bring down an ingredient" : `bring down ${first} ingredients`;
    case "score":
      return `score ${first} points`;
    default:
      return `make ${second} × ${spoken(first)}`;
  }
}

const GOAL = /\b(collect|drop|score):\d+(:\d+)?\b|\bclear:(blockers|overlays|specials)\b|\b(color|layers|make):\w+:\d+\b|\bkind:\w+:(\d+|all)\b/g;

/** A place in a document, with its value: `goal.drop is 1`. */
const PLACE = /`?\bgoal(\.\w+)+`?( is [^:]*(?=: ))?/g;

/** A key that a hint names, with a value: `` `symmetry=none` ``. */
const KEY = /`([a-z_]{4,})(?:=([\w-]+))?`/g;

/** The hash before the name of a file that was opened. */
const HASH = /\b[0-9a-f]{16}\//g;

/** A text of the program in plain words: goals as sentences, no places in documents, no quoted keys or hashes. */
export function plain(text) {
  return text
    .replaceAll("the document in the request: ", "")
    .replaceAll(HASH, "")
    .replaceAll(GOAL, said)
    .replaceAll(PLACE, "the goal")
    .replaceAll(KEY, (_, key, value) => [spoken(key), value].filter(Boolean).join(" "));
}
