// What callers hand over is checked here, before it comes to the module: an error names the argument.

function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : typeof value === "object" && value !== null ? "an object" : String(value);
}

/** A whole number from `least` to `most`. */
export function whole(value: number, name: string, least: number, most: number): number {
  if (typeof value !== "number") throw new TypeError(`${name} is ${shown(value)}, expected a number`);
  if (!(value >= least && value <= most) || Math.floor(value) !== value) {
    throw new RangeError(`${name} is ${value}, expected a whole number from ${least} to ${most}`);
  }
  return value;
}

/** A whole number from 0 on, small enough for every side and count there is. */
export function integer(value: number, name: string): number {
  return whole(value, name, 0, 0xffff_ffff);
}

/** A number from `least` to `most`, which may be infinite. */
export function number(value: number, name: string, least: number, most: number): number {
  if (typeof value !== "number") throw new TypeError(`${name} is ${shown(value)}, expected a number`);
  if (!(value >= least && value <= most)) {
    throw new RangeError(`${name} is ${value}, expected a number from ${least} to ${most}`);
  }
  return value;
}

/** One of some words. */
export function word<W extends string>(value: W, name: string, words: readonly W[]): number {
  const at = words.indexOf(value);
  if (at < 0) throw new RangeError(`${name} is ${shown(value)}, expected ${words.map(shown).join(", ")}`);
  return at;
}

/** An object with members, not a list. */
export function object<T extends object>(value: T, name: string): T {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError(`${name} is ${Array.isArray(value) ? "a list" : shown(value)}, expected an object`);
  }
  return value;
}

/** Refuses members that mean nothing, which are misspelt ones as a rule. */
export function known(value: object, name: string, members: readonly string[]): void {
  for (const member of Object.keys(value)) {
    if (!members.includes(member)) throw new TypeError(`${name} has no member ${shown(member)}; it may have ${members.join(", ")}`);
  }
}

/** A list. */
export function list<T>(value: ArrayLike<T>, name: string): ArrayLike<T> {
  if (typeof value !== "object" || value === null || typeof value.length !== "number") {
    throw new TypeError(`${name} is ${shown(value)}, expected a list`);
  }
  return value;
}

/** A text. */
export function text(value: string, name: string): string {
  if (typeof value !== "string") throw new TypeError(`${name} is ${shown(value)}, expected a text`);
  return value;
}

/** The length of a list that must not be empty. */
export function some(value: ArrayLike<unknown>, name: string): number {
  const { length } = list(value, name);
  if (length === 0) throw new RangeError(`${name} is an empty list, expected at least one place`);
  return length;
}
