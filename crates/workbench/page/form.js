// A form from the JSON Schema of a request. It holds only what was set: the request stays short.

import { el } from "./dom.js";
import { parse, stringify } from "./json.js";
import { plain } from "./plain.js";

/**
 * Makes a form of a request's keys.
 * @param {object} schema The schema of a task.
 * @param {{values?: object, first?: string[], hide?: string[], labels?: Object<string, string>,
 *   choices?: Object<string, Array<[string, string]>>,
 *   onChange?: function(object, string)}} [options] `first`: keys shown at once, in this order;
 *   the others stand under "All settings". `hide`: keys that the room sets itself. `choices`: values and
 *   texts of keys that are chosen from a list. `onChange` is
 *   called with all values and the key that changed.
 * @returns {{element: HTMLElement, values(): object, set(values: object): void,
 *   refuse(refusal: {key?: string, message: string, hint?: string}|null): void}}
 */
export function createForm(schema, { values = {}, first = [], hide = [], labels = {}, choices = {}, onChange = () => {} } = {}) {
  const set = { ...values };
  const controls = new Map();
  const make = (key) => {
    const listed = choices[key]?.map(([value, text]) => ({ const: value, text }));
    const property = listed ? { ...schema.properties[key], oneOf: listed } : schema.properties[key];
    const take = (value) => {
      if (value === undefined || stringify(value) === stringify(property.default)) delete set[key];
      else set[key] = value;
      form.refuse(null);
      onChange({ ...set }, key);
    };
    const control = controlOf(key, property, labels[key] ?? nameOf(key), take);
    control.put(set[key]);
    controls.set(key, control);
    return control.element;
  };
  const keys = Object.keys(schema.properties ?? {}).filter((key) => !hide.includes(key));
  const shown = first.filter((key) => keys.includes(key));
  const rest = keys.filter((key) => !shown.includes(key));
  const error = el("p.error", { role: "alert", hidden: true });
  const element = el("form.form", { onsubmit: (event) => event.preventDefault() }, error, shown.map(make));
  if (rest.length)
    element.append(el("details", {}, el("summary", { text: shown.length ? "All settings" : "Settings" }), groups(rest, schema, make)));
  const form = {
    element,
    values: () => ({ ...set }),
    set(next) {
      for (const key of Object.keys(set)) delete set[key];
      Object.assign(set, next);
      for (const [key, control] of controls) control.put(set[key]);
    },
    refuse(refusal) {
      error.hidden = !refusal;
      error.textContent = refusal ? plain([refusal.message ?? refusal.error, refusal.hint].filter(Boolean).join(" · ")) : "";
      for (const [key, control] of controls) control.input.toggleAttribute("aria-invalid", refusal?.key === key);
      const wrong = refusal?.key && controls.get(refusal.key);
      if (wrong) {
        wrong.element.closest("details")?.setAttribute("open", "");
        wrong.input.focus();
      }
    },
  };
  return form;
}

/** The keys under the headings that the schema gives them. */
function groups(keys, schema, make) {
  const made = new Map();
  for (const key of keys) {
    const heading = schema.properties[key]["x-heading"] ?? "";
    made.set(heading, [...(made.get(heading) ?? []), key]);
  }
  return [...made].map(([heading, each]) => el("fieldset", {}, heading ? el("legend", { text: heading }) : null, each.map(make)));
}

/** The name of a key for people: `four_probability` → "Four probability". */
export function nameOf(key) {
  const text = key.replaceAll("_", " ");
  return text[0].toUpperCase() + text.slice(1);
}

/** What kind of control a property needs. Pure. */
export function kindOf(property) {
  const types = [property.type ?? property.anyOf?.flatMap(({ type, anyOf }) => type ?? anyOf?.map((each) => each.type)) ?? []]
    .flat()
    .filter((type) => type && type !== "null");
  if (property.enum || property.oneOf?.every((each) => "const" in each || each.type === "null")) return "choice";
  if (types.includes("object")) return "document";
  if (types.includes("boolean")) return "switch";
  if (types.includes("array")) return types.includes("string") && types.length > 1 ? "document" : "list";
  if (types.includes("string")) return "text";
  return types.includes("integer") ? "integer" : "number";
}

/** The value of a text in a control of that kind; `undefined` if it is empty. Pure. */
export function valueOf(kind, text, property = {}) {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  if (kind === "integer" || kind === "number") return readNumber(trimmed);
  if (kind === "list") return readList(trimmed, property);
  if (kind === "document" && /^[[{]/.test(trimmed)) {
    try {
      return parse(trimmed);
    } catch {
      return trimmed;
    }
  }
  return trimmed;
}

function readNumber(text) {
  const value = Number(text);
  if (Number.isNaN(value)) return text;
  return Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(text) ? BigInt(text) : value;
}

function readList(text, property) {
  if (text.startsWith("[")) {
    try {
      return parse(text);
    } catch {
      /* read as words */
    }
  }
  const joint = property["x-list"] || ",";
  const words = text
    .split(joint)
    .map((word) => word.trim())
    .filter(Boolean);
  return [property.items?.type].flat().some((type) => type === "integer" || type === "number") ? words.map(readNumber) : words;
}

/** The text of a value in a control. Pure. */
export function textOf(value, property = {}) {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value) && value.every((part) => typeof part !== "object")) return value.join(property["x-list"] || ",");
  return typeof value === "object" ? stringify(value) : String(value);
}

function controlOf(key, property, label, take) {
  const kind = kindOf(property);
  const help = property.description?.replaceAll("\n", " ") ?? "";
  const id = `key-${key}-${Math.random().toString(36).slice(2, 8)}`;
  const input = inputOf(kind, property, { id, data: { test: `key-${key}` }, aria: help ? { describedby: `${id}-help` } : {} });
  const read = () => {
    if (kind === "switch") take(input.checked);
    else take(kind === "choice" ? input.value || undefined : valueOf(kind, input.value, property));
  };
  input.addEventListener("change", read);
  const put = (value) => {
    if (kind === "switch") input.checked = value ?? property.default ?? false;
    else input.value = kind === "choice" ? (value ?? property.default ?? "") : textOf(value, property);
  };
  const name = el("label.label", { text: label, htmlFor: id });
  const note = help ? el("span.help", { text: help, id: `${id}-help` }) : null;
  const element = el(`div.field${kind === "switch" ? ".switch" : ""}`, {}, kind === "switch" ? [input, name] : [name, input], note);
  return { element, input, put };
}

function inputOf(kind, property, props) {
  if (kind === "switch") return el("input", { type: "checkbox", ...props });
  if (kind === "choice") return choiceOf(property, props);
  if (kind === "document") return el("textarea", { rows: 1, spellcheck: false, placeholder: hintOf(property), ...props });
  const isNumber = kind === "integer" || kind === "number";
  return el("input", {
    type: "text",
    inputMode: isNumber ? "decimal" : "text",
    spellcheck: false,
    autocomplete: "off",
    placeholder: hintOf(property),
    ...props,
  });
}

function choiceOf(property, props) {
  const options =
    property.enum?.map((value) => [value, String(value)]) ??
    property.oneOf
      .filter((each) => "const" in each)
      .map((each) => [
        each.const,
        each.text ?? `${each.const}${each.description ? ` – ${each.description.replace(/\.$/, "").replaceAll("\n", " ")}` : ""}`,
      ]);
  const made = el("select", props);
  if (property.default === undefined) made.append(el("option", { value: "", text: "–" }));
  for (const [value, text] of options) made.append(el("option", { value, text }));
  return made;
}

/** A text of at most a number of characters, cut between two words. */
function shortened(text, most) {
  if (text.length <= most) return text;
  return `${text.slice(0, text.lastIndexOf(" ", most))} …`;
}

function hintOf(property) {
  if (property.default !== undefined && property.default !== null) return textOf(property.default, property);
  const told = /default: ([^)\]]+)/.exec((property.description ?? "").replaceAll(/\s+/g, " "))?.[1];
  return told ? shortened(told, 40) : (property["x-value"] ?? "");
}
