// The workbench: opens the door, shows the room that the address names, keys, theme, notes.

import * as boards from "./board.js";
import { carryButton, copy, save, sourceOf } from "./carry.js";
import * as charts from "./chart.js";
import { commandOf } from "./command.js";
import { openDoor } from "./door.js";
import { openDrafts } from "./drafts.js";
import { drawIcon, el, fill } from "./dom.js";
import { broken, lost } from "./failure.js";
import { createForm } from "./form.js";
import { openHelp } from "./help.js";
import { isTaken, isTyping } from "./keys.js";
import { note, refuse, say, settle } from "./notes.js";
import { repaintPictures, showPicture } from "./picture.js";
import { ROOMS } from "./rooms.js";
import { formatHash, merge, parseHash } from "./router.js";
import { createScrubber } from "./scrubber.js";
import { openStore } from "./store.js";
import { closing } from "./closing.js";
import { isDark, isReduced, startTheme, switchTheme } from "./theme.js";
import { hasToken, takeToken } from "./token.js";
import { createUndo } from "./undo.js";

const $ = (id) => document.getElementById(id);
const shell = { door: null, store: null, room: null, shown: null, at: "", busy: Promise.resolve() };

/**
 * Changes the state in the address: `go({from: "3,4"})`. With `replace` (while dragging) no entry
 * of the browser's history is made; with `room` another room is opened.
 */
function go(patch, { replace = false, room = shell.at } = {}) {
  const { room: now, state } = parseHash(location.hash);
  const hash = formatHash(room, room === (now || shell.at) ? merge(state, patch) : merge({}, patch));
  if (hash === location.hash) return;
  history[replace ? "replaceState" : "pushState"](null, "", hash);
  route();
}

/** What the function `open` of a room gets. */
function toolsOf(undo) {
  return {
    door: shell.door,
    store: shell.store,
    drafts: openDrafts(shell),
    undo,
    showUndo,
    go,
    note,
    say,
    settle,
    refuse,
    copy,
    save,
    carry: (source, what) => carryButton(source, what, { note }),
    source: (what) => sourceOf(shell.door, what, commandOf),
    command: (task, request, files) => commandOf(shell.door.task(task), request, files),
    form: makeForm,
    scrubber: createScrubber,
    board: boards.createBoard,
    picture: showPicture,
    chart: charts,
    isDark,
    isReduced,
  };
}

/**
 * A form of a task's keys, see `form.js`. With `draft`, a name, what was set is kept in this
 * browser and comes back.
 */
function makeForm(task, { draft, onChange = () => {}, ...options } = {}) {
  const schema = typeof task === "string" ? shell.door.task(task).schema : task;
  if (!draft) return createForm(schema, { ...options, onChange });
  const keep = shell.store.autosave(`form:${draft}`);
  const form = createForm(schema, {
    ...options,
    onChange: (values, key) => {
      keep(values);
      onChange(values, key);
    },
  });
  form.restored = shell.store.draft(`form:${draft}`).then((values) => {
    if (values) form.set(values);
  });
  return form;
}

/** Opens or updates the room that the address names. */
function route() {
  const { room, state, anchor } = parseHash(location.hash);
  if (anchor) return;
  shell.busy = shell.busy.then(() => show(room || ROOMS[0].name, state)).catch(refuse);
}

async function show(name, state) {
  if (shell.at === name && shell.room) {
    await shell.room.update?.(state);
    return;
  }
  const main = $("main");
  shell.room?.close?.();
  Object.assign(shell, { room: null, at: name, undo: createUndo({ onChange: showUndo }) });
  showUndo();
  markNavigation(name);
  const known = ROOMS.find((each) => each.name === name);
  if (!known) {
    document.title = "tilewright";
    lost(main, name, () => go({}, { room: ROOMS[0].name }));
    return;
  }
  main.setAttribute("aria-busy", "true");
  const module = await known.load().catch((error) => error);
  if (module instanceof Error) {
    broken(main, module);
    return;
  }
  if (module.sheet) await addSheet(`${known.folder}/${module.sheet}`);
  document.title = shell.door.report?.title ?? `${module.title} – tilewright`;
  const root = el("div.room", { data: { room: name } });
  fill(main, el("h1.hidden", { text: module.title }), root);
  try {
    shell.room = await module.open(root, state, toolsOf(shell.undo));
  } catch (error) {
    broken(main, error);
  }
  showUndo();
  main.removeAttribute("aria-busy");
  say(`${module.title} is open`);
}

/** Adds the style sheet of a room and waits for it; a report has it already. */
async function addSheet(href) {
  if (document.querySelector(`link[href="${href}"], style[data-sheet="${href}"]`)) return;
  const link = el("link", { rel: "stylesheet", href });
  const loaded = new Promise((resolve) => {
    link.onload = resolve;
    link.onerror = resolve;
  });
  document.head.append(link);
  await loaded;
}

function markNavigation(name) {
  for (const link of $("rooms").children) {
    if (link.dataset.room === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** The steps that Ctrl+Z walks through: those of the room, or of the part of it that has its own. */
const steps = () => shell.room?.steps?.() ?? shell.undo;

function showUndo() {
  const undo = steps();
  for (const [id, can, label, name] of [
    ["undo", undo.canUndo, undo.undoLabel, "Undo"],
    ["redo", undo.canRedo, undo.redoLabel, "Redo"],
  ]) {
    $(id).disabled = !can;
    $(id).setAttribute("aria-label", label ? `${name}: ${label}` : name);
  }
}

async function walk(verb) {
  try {
    const label = await steps()[verb]();
    if (label) say(`${verb === "undo" ? "Undone" : "Done again"}: ${label}`);
  } catch (error) {
    refuse(error);
  }
}

function onKey(event) {
  if (event.defaultPrevented || isTaken(event) || document.querySelector("dialog[open]")) return;
  const isCommand = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (isCommand && (key === "z" || key === "y") && !isTyping(event.target)) {
    walk(key === "y" || event.shiftKey ? "redo" : "undo");
    event.preventDefault();
    return;
  }
  if (isCommand || event.altKey || isTyping(event.target)) return;
  if (shell.room?.key?.(event)) {
    event.preventDefault();
    return;
  }
  const room = ROOMS[Number(event.key) - 1];
  if (room) go({}, { room: room.name });
  else if (event.key === "?") openHelp(shell.room?.keys ?? [], helpOf());
  else if (key === "t") switchTheme(themeChanged);
  else return;
  event.preventDefault();
}

/** What keys do everywhere: a report has one room, and nothing to undo. */
const helpOf = () => ({ hasRooms: ROOMS.length > 1, hasUndo: shell.door?.kind !== "report" });

function themeChanged() {
  const icon = isDark() ? "light" : "dark";
  $("theme").replaceChildren(drawIcon(icon));
  repaintPictures();
  dispatchEvent(new CustomEvent("themechange"));
}

function build() {
  fill(
    $("rooms"),
    ROOMS.map(({ name, text }) => el("a", { href: `#/${name}`, text, data: { room: name, test: `room-${name}` } })),
  );
  for (const id of ["undo", "redo", "help"]) $(id).append(drawIcon(id));
  $("undo").addEventListener("click", () => walk("undo"));
  $("redo").addEventListener("click", () => walk("redo"));
  $("help").addEventListener("click", () => openHelp(shell.room?.keys ?? [], helpOf()));
  $("theme").addEventListener("click", () => switchTheme(themeChanged));
  document.querySelector("[data-skip]").addEventListener("click", (event) => {
    event.preventDefault();
    $("main").focus();
  });
  addEventListener("keydown", onKey);
  // Going back within the page and a click on a link both change the fragment.
  addEventListener("hashchange", () => {
    if (hasToken(location.hash)) {
      takeToken();
      location.reload();
    } else route();
  });
  startTheme(themeChanged);
}

function watchStream(stream) {
  let isLost = false;
  stream?.onState((state, status) => {
    if (state === "closed") refuse(closing(status), { stays: true });
    if (state === "lost" && !isLost) {
      isLost = true;
      note("The workbench does not answer; the page waits for it.");
    }
    if (state === "open" && isLost) {
      isLost = false;
      note("The workbench answers again.");
      shell.room?.reconnect?.();
    }
  });
}

async function start() {
  build();
  try {
    [shell.door, shell.store] = await Promise.all([openDoor(), openStore()]);
  } catch (error) {
    broken($("main"), error);
    return;
  }
  document.body.dataset.door = shell.door.kind;
  watchStream(shell.door.stream);
  route();
}

start();
