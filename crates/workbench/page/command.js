// The command that makes this: a request as a command line.

import { stringify } from "./json.js";

/**
 * The command line of a request.
 * @param {{name: string, schema: object, outputs?: Array}} task As `door.task(name)` gives it.
 * @param {object} request Keys that have their default value are left out.
 * @param {{picture?: string, output?: string}} [files] Names of files to write.
 * @returns {string} A line for a POSIX shell. A request with documents in it, which flags cannot
 *   hold, becomes `tilewright run -` with the request on its standard input.
 */
export function commandOf(task, request, files = {}) {
  const properties = task.schema?.properties ?? {};
  const entries = Object.entries(request).filter(([key, value]) => properties[key] && isGiven(properties[key], value));
  const output = Object.entries(files).flatMap(([name, file]) => [`--${dashes(name)}`, quote(file)]);
  if (entries.some(([, value]) => isDocument(value))) return byDocument(task, request, output);
  const placed = entries.filter(([key]) => properties[key]["x-position"]);
  placed.sort(([a], [b]) => properties[a]["x-position"] - properties[b]["x-position"]);
  const words = ["tilewright", ...task.name.split("/")];
  for (const [, value] of placed) words.push(...[value].flat().map(quote));
  for (const [key, value] of entries) if (!properties[key]["x-position"]) words.push(...flag(key, value, properties[key]));
  return [...words, ...output].join(" ");
}

function isGiven(property, value) {
  if (value === null || value === undefined || value === false) return value === false && property.default === true;
  return stringify(value) !== stringify(property.default);
}

function isDocument(value) {
  if (Array.isArray(value)) return value.some((part) => typeof part === "object" && part !== null && !isFlat(part));
  return typeof value === "object" && value !== null;
}

const isFlat = (part) => Array.isArray(part) && part.every((one) => typeof one !== "object");

function flag(key, value, property) {
  const name = `--${dashes(key)}`;
  if (value === true) return [name];
  const alone = property["x-alone"];
  if (alone !== undefined && String(value) === alone) return [name];
  if (!Array.isArray(value)) return [name, quote(value)];
  const texts = value.map((part) => (Array.isArray(part) ? part.join(",") : part));
  const joint = property["x-list"];
  if (joint) return [name, quote(texts.join(joint))];
  return isFlat(value) ? [name, quote(texts.join(","))] : texts.flatMap((part) => [name, quote(part)]);
}

function byDocument(task, request, output) {
  const document = stringify({ task: task.name, ...request });
  return [`printf '%s' ${quote(document)} | tilewright run -`, ...output].join(" ");
}

const dashes = (key) => key.replaceAll("_", "-");

/** A word for a POSIX shell. */
export function quote(value) {
  const text = String(value);
  return /^[\w@%+=:,./-]+$/.test(text) && text !== "" ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
