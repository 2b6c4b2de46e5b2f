// Maps in and out: examples, files that are dropped or chosen, random maps, the folder, exports.

import { button, el, field, select, slider } from "../dom.js";
import { EXAMPLES } from "./examples.js";
import { plain } from "../plain.js";
import { fromLayout } from "./map.js";
import { createNewest } from "./newest.js";
import { saveToFolder } from "../stale.js";
import { unpackedFiles } from "../unzip.js";

const MAPS = /\.(map|txt|csv|tmx|tmj|ldtk|ldtkl|json)$/i;
const TILED = /\.(tmx|tmj|json)$/i;
const EDITORS = /\.(tmx|tmj|ldtk|ldtkl|json)$/i;
const KINDS = [["maze", "Maze"], ["caves", "Caves"], ["rooms", "Rooms"], ["random", "Scattered walls"]];

/** The card of the map. `open(label, act)` opens another map as a step that can be undone. */
export function createFiles(ctx, open) {
  const { tools, holding } = ctx;
  const rules = el("div", { hidden: true });
  let shownOf = null;
  const show = (found) => {
    rules.hidden = !holding.original;
    shownOf = holding.original?.name ?? null;
    if (holding.original) rules.replaceChildren(rulesOf(ctx, open, found));
  };
  /** Another map is held: the rules of the last one say nothing of it. */
  const follow = () => {
    if ((holding.original?.name ?? null) === shownOf && shownOf !== null) return;
    if (holding.original) ctx.opened = { name: holding.original.name, file: holding.original.name };
    show(null);
  };
  const take = async (files) => {
    try {
      show(await openFiles(ctx, open, await unpackedFiles(files)));
    } catch (error) {
      refuseMap(ctx, open, rules, error);
    }
    // The same file may be chosen again.
    input.value = "";
  };
  const input = el("input", { type: "file", multiple: true, hidden: true, onchange: () => take([...input.files]), data: { test: "file" } });
  const examples = select([["", "Choose…"], ...Object.entries(EXAMPLES).map(([key, { label }]) => [key, label])], "", (key) => {
    if (key) open(`open ${EXAMPLES[key].label}`, () => holding.example(key));
    examples.value = "";
  }, { data: { test: "example" } });
  const element = el("section.card.stack", { aria: { label: "Map" } }, el("h2", { text: "Map" }), field("Example maps", examples),
    el("div.row", {}, button("Open a file…", () => input.click()), input, button("Empty", () => open("an empty map", () => ctx.empty()))),
    el("p.help", { text: "Or drop one: Tiled with its tilesets, LDtk, MovingAI, text, or a zip archive of them." }), rules, generator(ctx, open), folderOf(ctx, open, { show, refuse: (error) => refuseMap(ctx, open, rules, error) }));
  return { element, take, follow };
}

/** Opens files that were dropped or chosen: one map, and the files beside it. */
async function openFiles(ctx, open, files) {
  const { tools, holding } = ctx;
  // A project of LDtk comes before the files of its levels.
  const map = files.find((file) => /\.ldtk$/i.test(file.name)) ?? files.find((file) => MAPS.test(file.name));
  ctx.opened = { name: "", file: map?.name ?? files[0].name };
  if (!map) throw new Error("none of these files is a map: maps are .tmx, .tmj, .ldtk, .map, .txt and .csv files, or zip archives of them");
  const others = files.filter((each) => each !== map);
  let kept = await tools.door.upload(map.name, await besideEachOther(map, others));
  for (const file of others) kept = await tools.door.upload(file.name, file, { beside: kept.hash });
  const name = `${kept.hash}/${map.name}`;
  ctx.opened = { name, file: map.name };
  return openNamed(ctx, open, name);
}

/**
 * A map of Tiled as if the files that were chosen with it stood in its folder. A browser tells the names of
 * chosen files, but not their folders, so that `../tiles/floor.tsx` could not be found otherwise.
 */
async function besideEachOther(map, others) {
  if (!TILED.test(map.name) || others.length === 0) return map;
  let text = await map.text();
  for (const { name } of others) {
    const letters = name.replaceAll(/[^\p{L}\p{N}]/gu, "\\$&");
    text = text.replaceAll(new RegExp(`(["'])[^"'<>]*/${letters}\\1`, "g"), (_, quote) => `${quote}${name}${quote}`);
  }
  return new File([text], map.name);
}

/** Opens the map that `ctx.opened` names, and notes what was not used of it. */
async function openNamed({ tools, holding, opened }, open, name) {
  let found = null;
  const read = (values) => open(`open ${opened.file}`, async () => { found = await holding.document(name, {}, values); });
  try {
    await read({});
  } catch (error) {
    // The folder that is opened is the project, if files beside the map are what it lacks.
    if (isUploaded(name) || !/"project"/.test(error.hint ?? "")) throw error;
    await read({ project: "." });
  }
  tools.settle("map");
  for (const warning of found?.warnings ?? []) tools.note(warning);
  return found;
}

/**
 * A map that does not open: what is wrong with it stays in sight. Where a map of an editor does not say
 * which cells are walkable, the rules are asked for.
 */
function refuseMap(ctx, open, rules, error) {
  const { name, file } = ctx.opened ?? {};
  Object.assign(error, { message: inWords(error.message), hint: inWords(error.hint) });
  const asks = error.status && EDITORS.test(name ?? "");
  const hint = asks ? "say under “Which cells are walkable” what can be walked on" : error.hint;
  ctx.tools.refuse({ message: file ? `${file} does not open: ${withoutName(error.message, file)}` : error.message, hint }, { stays: true, topic: "map" });
  if (!asks) return;
  rules.hidden = false;
  rules.replaceChildren(rulesOf(ctx, open, null, error));
  rules.scrollIntoView({ block: "nearest" });
}

/** What a refusal says, without requests as JSON and without the hashes of documents. */
export function inWords(text) {
  const lines = plain(text ?? "").replace(/ ?To see the result:\s*\{.*\}\s*(All tasks that read maps take the same keys\.)?/, "").split("\n");
  const said = lines.map((line) => line.trim()).filter((line) => line !== "" && !/^[{[]"/.test(line));
  return said.join("; ") || undefined;
}

/** A message that need not name its file again. */
const withoutName = (text, file) => (text.startsWith(`${file}: `) ? text.slice(file.length + 2) : text);

/** Whether a name is that of a document that was handed over, which is in no folder. */
const isUploaded = (name) => /^[0-9a-f]{16}\//.test(name);

function rulesOf(ctx, open, found, refusal = null) {
  const { tools, holding } = ctx;
  const form = tools.form("path/convert", {
    // The settings of the last map say nothing of one that did not open.
    values: refusal ? {} : holding.original?.walkability ?? {}, first: ["walkability", "layer", "solid_property", "walkable_tiles", "level"], hide: ["map", "show", ...(isUploaded(ctx.opened.name) ? ["project"] : [])],
    async onChange(values) {
      let read = null;
      try { await open("walkable cells", async () => { read = await holding.document(ctx.opened.name, {}, values); }); form.refuse(null); } catch (error) { form.refuse(error); }
      sayOf(read);
    },
  });
  if (refusal) form.refuse(refusal);
  const said = el("p.help");
  const sayOf = (read) => {
    said.textContent = read ? `${read.walkable} cells are walkable. Decided by ${read.sources.map((source) => `${source.found} (${source.walls} of ${source.cells} cells are walls)`).join("; ")}.` : "";
  };
  sayOf(found);
  return el("div.stack", {}, el("h3", { text: "Which cells are walkable" }), said, form.element);
}

/** Random maps, made again while the sliders move. */
function generator(ctx, open) {
  const { tools, holding } = ctx;
  const request = { kind: "maze", rows: 25, columns: 41, braid: 0, seed: 1 };
  let begun = null;
  const newest = createNewest({
    act: async (asked) => (await tools.door.ask("path/generate", asked)).value,
    onAnswer({ layout, start, goal }) { holding.take(fromLayout(layout), { start, goal }); },
    onError: tools.refuse,
  });
  const make = async () => {
    begun ??= holding.snapshot();
    const { density, ...rest } = request;
    newest.push(density === undefined ? rest : { ...rest, density });
    await newest.idle();
    if (!begun) return;
    const [before, after] = [begun, holding.snapshot()];
    begun = null;
    tools.undo.change("a random map", before, after, holding.restore, { kind: "map" });
  };
  const range = (label, key, more) => slider({ label, value: request[key], oninput: (value) => { request[key] = value; make(); }, test: `generate-${key}`, ...more });
  const share = (value) => `${Math.round(value * 100)} %`;
  const density = range("Walls", "density", { min: 0.1, max: 0.6, step: 0.01, value: 0.45, show: share });
  const braid = range("Dead ends opened", "braid", { min: 0, max: 1, step: 0.05, show: share });
  const showFor = (kind) => {
    density.element.hidden = kind === "maze" || kind === "rooms";
    braid.element.hidden = kind !== "maze";
  };
  const kind = select(KINDS, request.kind, (value) => {
    Object.assign(request, { kind: value, density: undefined });
    density.set(value === "caves" ? 0.45 : 0.3);
    showFor(value); make();
  }, { data: { test: "generate-kind" } });
  showFor(request.kind);
  return el("details", {}, el("summary", { text: "Generate a map" }), el("div.stack", {}, field("Kind", kind), range("Rows", "rows", { min: 5, max: 200 }).element, range("Columns", "columns", { min: 5, max: 300 }).element, density.element, braid.element,
    button("Generate", () => { request.seed = request.seed % 9999 + 1; make(); }, { class: "primary", data: { test: "generate" } })));
}

/** Maps of the folder that the workbench was opened with. */
function folderOf(ctx, open, { show, refuse }) {
  const { tools, holding } = ctx;
  const element = el("div.stack", { hidden: true });
  const fill = async () => {
    const folder = await tools.door.folder().catch(() => null);
    const maps = folder?.files.filter((file) => file.kind === "map") ?? [];
    element.hidden = !folder;
    if (!folder) return;
    const chosen = select([["", "Choose…"], ...maps.map((file) => [file.name, file.name])], "", (name) => {
      if (!name) return;
      ctx.opened = { name, file: name };
      saveName.value = name;
      openNamed(ctx, open, name).then(show).catch(refuse);
    }, { data: { test: "folder" } });
    const saveName = el("input", { type: "text", value: "map.txt", aria: { label: "Name in the folder" }, data: { test: "save-name" } });
    const save = async () => {
      const ending = /\.(txt|map|tmx|tmj)$/i.exec(saveName.value)?.[1];
      if (!ending) { tools.note("The name must end with .txt, .map, .tmx or .tmj"); return; }
      const bytes = await exportMap(ctx, ending.toLowerCase());
      await saveToFolder(tools.door, saveName.value, bytes, (as) => {
        tools.note(`${as} is saved`);
        return fill();
      });
    };
    element.replaceChildren(el("h3", { text: `Folder ${folder.name}` }), field("Open", chosen), el("div.row.end", {}, el("div.grow", {}, saveName), button("Save", () => save().catch(tools.refuse), { data: { test: "save" } })));
  };
  fill();
  return element;
}

/** The map as a file of that ending; of a map of Tiled all that it held stays. */
export async function exportMap({ tools, holding }, ending) {
  const original = holding.original;
  const request = original ? { map: original.name, ...original.walkability } : { map: await holding.named() };
  return tools.door.ask("path/convert", request, { as: "file", output: "output", ending });
}
