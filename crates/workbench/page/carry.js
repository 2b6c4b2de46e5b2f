// The menu that carries a picture away: SVG, PNG, GIF, APNG, JSON, text, the command.

import { el, drawIcon } from "./dom.js";
import { stringify } from "./json.js";
import { toPng } from "./picture.js";

/**
 * @typedef {object} Source What can be carried away; each part is optional and made when chosen.
 * @property {string} name The name of the files, without ending.
 * @property {function(): (string|Promise<string>)} [svg]
 * @property {function(): (Blob|Promise<Blob>)} [png] Made from `svg` if absent.
 * @property {function(): (Blob|Promise<Blob>)} [gif]
 * @property {function(): (Blob|Promise<Blob>)} [apng]
 * @property {function(): (object|string|Promise)} [json] The document behind the picture.
 * @property {function(): (string|Promise<string>)} [text]
 * @property {function(): (string|Promise<string>)} [command] The command that makes this.
 * @property {Array<{label: string, make: function(): (Blob|Promise<Blob>), file: string}>} [more]
 */

/**
 * A button that opens the menu.
 * @param {Source|function(): Source} source
 * @param {string} what What is carried away, for the name of the button: a page has several.
 * @param {{note?: function(string)}} [options]
 * @returns {HTMLElement}
 */
export function carryButton(source, what, { note = () => {} } = {}) {
  const label = "Save or copy";
  const menu = el("div.menu", { role: "menu", hidden: true, aria: { label: `${label} ${what}` } });
  const opener = el(
    "button.quiet",
    { type: "button", aria: { haspopup: "menu", expanded: "false", label: `${label} ${what}` }, data: { test: "carry" } },
    drawIcon("carry"),
    label,
  );
  const box = el("div.carry", {}, opener, menu);
  const close = (focus = false) => {
    menu.hidden = true;
    opener.setAttribute("aria-expanded", "false");
    removeEventListener("pointerdown", outside, true);
    if (focus) opener.focus();
  };
  const outside = (event) => {
    if (!box.contains(event.target)) close();
  };
  opener.addEventListener("click", () => {
    if (!menu.hidden) {
      close();
      return;
    }
    const from = typeof source === "function" ? source() : source;
    menu.replaceChildren(...entries(from).map(({ text, act }) => entry(text, act, { close, note })));
    menu.hidden = false;
    opener.setAttribute("aria-expanded", "true");
    addEventListener("pointerdown", outside, true);
    menu.querySelector("button")?.focus();
  });
  box.addEventListener("keydown", (event) => walk(event, menu, close));
  return box;
}

function entry(text, act, { close, note }) {
  const run = async () => {
    close(true);
    try {
      await act(note);
    } catch (error) {
      note(error.message);
    }
  };
  return el("button", { type: "button", role: "menuitem", text, onclick: run });
}

/** Arrow keys and Escape in the menu. */
function walk(event, menu, close) {
  if (menu.hidden) return;
  if (event.key === "Escape") {
    close(true);
    event.stopPropagation();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const all = [...menu.children];
  const at = all.indexOf(document.activeElement);
  all[(at + step + all.length) % all.length].focus();
  event.preventDefault();
  event.stopPropagation();
}

/** The entries of a source's menu. */
export function entries(source) {
  const file = (text, ending, make) => ({
    text,
    act: async (note) => {
      const timer = setTimeout(note, 500, `Making ${source.name}.${ending} …`);
      try {
        save(`${source.name}.${ending}`, await make());
      } finally {
        clearTimeout(timer);
      }
    },
  });
  const listed = [];
  if (source.svg) listed.push(file("Picture as SVG", "svg", async () => new Blob([await source.svg()], { type: "image/svg+xml" })));
  if (source.png || source.svg) listed.push(file("Picture as PNG", "png", source.png ?? (async () => toPng(await source.svg()))));
  if (source.gif) listed.push(file("Animation as GIF", "gif", source.gif));
  if (source.apng) listed.push(file("Animation as APNG", "apng", source.apng));
  if (source.json) listed.push(file("Document as JSON", "json", async () => jsonBlob(await source.json())));
  if (source.text) listed.push(file("Text", "txt", async () => new Blob([await source.text()], { type: "text/plain" })));
  for (const { label, make, file: name } of source.more ?? []) listed.push({ text: label, act: async () => save(name, await make()) });
  if (source.command)
    listed.push({
      text: "Copy the command",
      act: async (note) => {
        await copy(await source.command());
        note("Command copied");
      },
    });
  return listed;
}

function jsonBlob(value) {
  const text = typeof value === "string" ? value : `${stringify(value, 1)}\n`;
  return new Blob([text], { type: "application/json" });
}

/** Saves a blob as a file. */
export function save(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = el("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Copies a text; falls back to a selection where the clipboard is closed. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return;
  } catch {
    /* the old way follows */
  }
  const area = el("textarea", { value: text });
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

/**
 * The source of a task's answer: pictures and JSON are made by running the request again at once.
 * @param {object} door
 * @param {{task: string, request: object, name?: string, animated?: boolean}} what
 * @param {function(object, object): string} command As `commandOf`.
 */
export function sourceOf(door, { task, request, name = task.replace("/", "-"), animated = false }, command) {
  const as = (form) => async () => door.ask(task, request, { as: form });
  const source = { name, svg: as("svg"), png: as("png"), json: async () => (await door.ask(task, request)).text };
  if (animated) Object.assign(source, { gif: as("gif"), apng: as("apng") });
  source.command = () => command(door.task(task), request, { picture: `${name}.svg` });
  return source;
}
