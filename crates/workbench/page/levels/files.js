/**
 * Import and export of all formats, and the opened folder: thumbnails with their check's answer, open, save
 * back.
 */

import { button, el, field, select } from "../dom.js";
import { opened, read, write } from "./document.js";
import { readText, toText } from "./formats.js";
import { saveToFolder } from "../stale.js";
import { unpackedFiles } from "../unzip.js";
import { named } from "./measure.js";
import { refusalText } from "./room.js";
import { cardOf } from "./results.js";

const FORMATS = [
  ["json", "JSON"],
  ["text", "Text (classic)"],
  ["tmx", "Tiled map, XML (.tmx)"],
  ["tmj", "Tiled map, JSON (.tmj)"],
  ["lab", "Text level of match3-lab"],
  ["csv", "Table (.csv)"],
];
const ENDINGS = { json: "json", text: "txt", tmx: "tmx", tmj: "tmj", lab: "txt", csv: "csv" };

/**
 * @param {object} room
 * @returns {object} A part of the room, with `drop(files)`.
 */
export function createFiles(room) {
  const { tools, door } = room;
  const state = { name: "level", folder: null };
  const pick = el("input", {
    type: "file",
    multiple: true,
    accept: ".json,.txt,.csv,.tmx,.tmj,.tsx,.png,.zip",
    class: "hidden",
    onchange: () => drop([...pick.files]),
    data: { test: "pick" },
  });
  const paste = el("textarea", {
    rows: 5,
    spellcheck: false,
    placeholder: "…#…\n.1.1.\n.....",
    aria: { label: "Level as text or JSON" },
    data: { test: "paste" },
  });
  const format = select(FORMATS, "json", () => null, { data: { test: "format" } });
  const error = el("p.error", { role: "alert", hidden: true });
  const folder = el("div.stack");
  const saving = el("input", { type: "text", spellcheck: false });
  const panel = el(
    "div.stack",
    {},
    el("h2", { text: "Open" }),
    el(
      "label.levels-drop",
      {},
      "Drop level files anywhere, or choose them: JSON, text, tables, match3-lab, Tiled (with its tilesets), zip archives of them",
      pick,
    ),
    field("Or paste a level", paste),
    el(
      "div.row",
      {},
      button("Open the text", () => openText(paste.value), { data: { test: "open-text" } }),
    ),
    error,
    el("h2", { text: "Export" }),
    field("Format", format),
    el(
      "div.row",
      {},
      button("Save the file", () => exportFile(), { class: "primary", data: { test: "export" } }),
      button("Copy as text", () => copyText()),
    ),
  );

  function refuse(refusal) {
    error.hidden = !refusal;
    error.textContent = refusal ? refusalText(refusal) : "";
  }

  function take(level, name) {
    room.set(level, `open ${name}`);
    state.name = name.replace(/\.[^.]*$/, "") || "level";
    saving.value = `${state.name}.json`;
    refuse(null);
    tools.note(`Opened ${name}`);
  }

  async function openText(text) {
    try {
      take(await levelOfText(text, "level.txt", () => importFile("level.txt", new Blob([text]))), "text");
    } catch (wrong) {
      refuse(wrong);
    }
  }

  /** The level of a text that the page reads, or else the program. */
  async function levelOfText(text, name, imported_) {
    const level = readText(text);
    if (!level) return imported_();
    return level.rules === undefined ? withRules(level, name) : level;
  }

  /** Cells by their names do not say which rules they belong to: those of the level now, or the first that know all. */
  async function withRules(level, name) {
    const own = room.level.rules;
    const cells = [...new Set(level.tokens.flat())];
    let wrong = null;
    for (const rules of [own, ...PRESETS.filter((preset) => preset !== own)]) {
      try {
        await door.ask("match3/legend", { level: write({ rows: 1, columns: 1, colors: level.colors, rules, tokens: [["."]] }), cells });
        return { ...level, rules };
      } catch (refusal) {
        wrong ??= refusal;
      }
    }
    throw Object.assign(wrong, { message: `${name}: under no rules all cells are known; ${wrong.message}` });
  }

  /** Opens dropped files: the level, after what stands beside it. */
  async function drop(dropped) {
    try {
      const files = await unpackedFiles(dropped);
      const levels = files.filter(isLevel);
      if (levels.length === 0)
        throw Object.assign(new Error("No level among these files"), { hint: "levels are .json, .txt, .csv, .tmx and .tmj files, or zip archives of them" });
      const beside = files.filter((file) => !isLevel(file));
      const [file] = levels;
      const imported_ = () => importFile(file.name, file, beside);
      take(await (isText(file) ? levelOfText(await file.text(), file.name, imported_) : imported_()), file.name);
      if (levels.length > 1) tools.note(`The first of ${levels.length} levels: ${file.name}`);
    } catch (wrong) {
      refuse(wrong);
      // The files may have been dropped beside another tab of the room.
      if (!error.isConnected) tools.refuse(wrong);
    }
  }

  /** A level in any format, as the program reads it. */
  async function importFile(name, bytes, beside = []) {
    let kept;
    for (const other of beside) kept = await door.upload(other.name, other, kept ? { beside: kept.hash } : {});
    const uploaded = await door.upload(name, bytes, kept ? { beside: kept.hash } : {});
    return imported(uploaded.name);
  }

  async function imported(name) {
    const { value } = await door.ask("match3/export", { levels: [name], to: "json" });
    return read(JSON.parse(value.text));
  }

  async function exportFile() {
    const to = format.value;
    try {
      const isOwn = to === "json";
      const level = isOwn ? room.document() : write(opened(room.level));
      const blob = isOwn
        ? new Blob([`${JSON.stringify(level, null, 1)}\n`], { type: "application/json" })
        : await door.ask("match3/export", { levels: [level], to }, { as: "file", output: "output", ending: ENDINGS[to] });
      const isZip = blob.type.includes("zip");
      tools.save(`${state.name}.${isZip ? "zip" : ENDINGS[to]}`, blob);
      refuse(null);
    } catch (wrong) {
      refuse(wrong);
    }
  }

  function copyText() {
    tools.copy(toText(room.level)).then(() => tools.note("Copied"));
  }

  async function showFolder() {
    state.folder = await door.folder().catch(() => null);
    if (!state.folder)
      return folder.replaceChildren(
        el("p.help", { text: "Start the workbench with a folder, tilewright workbench FOLDER, to see its levels here." }),
      );
    const levels = state.folder.files.filter(({ kind, name }) => kind === "level" || isMap(name) || /\.csv$/i.test(name));
    const grid = el("div.levels-cards");
    folder.replaceChildren(
      el(
        "div.spread",
        {},
        el("h2", { text: state.folder.name }),
        el(
          "div.row",
          {},
          field("Save as", saving),
          button("Save to the folder", () => saveBack(), { data: { test: "save-back" } }),
        ),
      ),
      levels.length === 0 ? el("p.help", { text: "The folder has no levels yet." }) : grid,
    );
    for (const { name } of levels.slice(0, 200)) await addThumbnail(grid, name);
    return null;
  }

  async function addThumbnail(grid, name) {
    try {
      const level = await levelOfFolder(name);
      const card = await cardOf(room, { title: name, words: "measuring …", level, open: () => take(level, name) });
      grid.append(card);
      check(level).then((words) => {
        card.querySelector("figcaption span").textContent = words;
      });
    } catch (refusal) {
      // A map of Tiled may be one of another game.
      if (isMap(name)) return;
      grid.append(
        el(
          "figure.levels-card",
          {},
          el("figcaption", {}, el("b", { text: name }), el("span.error", { text: refusalText(refusal) })),
        ),
      );
    }
  }

  async function levelOfFolder(name) {
    if (!isText({ name })) return imported(name);
    return levelOfText(await (await door.folderFile(name)).text(), name, () => imported(name));
  }

  /** What `match3/check` would say of a level: measured, feasible, in its band. */
  async function check(level) {
    const document = write(opened(level));
    if (!level.goal) return "no goal";
    try {
      const { value } = await door.ask("match3/play", {
        level: document,
        games: 400,
        seed: 1,
        ...named(level.band?.bot),
      });
      const { standing, headline } = await import("./statistics.js");
      const said = headline(value);
      const stands = standing(level.band, value);
      const isBroken = value.feasible === false ? "infeasible · " : "";
      return `${isBroken}${stands ? `${stands.isIn ? "✓" : "✗"} ${stands.words}` : `${said.value} ${said.unit} ${said.meaning}`}`;
    } catch (refusal) {
      return `✗ ${refusal.message}`;
    }
  }

  async function saveBack() {
    const name = saving.value.trim() || `${state.name}.json`;
    try {
      const text = /\.txt$/i.test(name) ? toText(room.level) : `${JSON.stringify(room.document(), null, 1)}\n`;
      if (!/\.(json|txt)$/i.test(name)) throw new Error("Levels are saved to the folder as .json or .txt");
      await saveToFolder(door, name, text, async (as) => {
        saving.value = as;
        tools.note(`Saved ${as}`);
        await showFolder();
      });
    } catch (wrong) {
      if (wrong.choices) tools.refuse(wrong);
      else refuse(wrong);
    }
  }
  return {
    panel,
    stage: folder,
    drop,
    open() {
      saving.value ||= `${room.level.name ?? state.name}.json`;
      showFolder();
    },
  };
}

/** The presets of rules, by their names. */
const PRESETS = ["classic", "royal", "candy", "lab", "blast"];

/** Whether a file may be a level, by its name; whether it is one as text. */
const isLevel = ({ name }) => /\.(json|txt|csv|tmx|tmj)$/i.test(name);
const isText = ({ name }) => /\.(json|txt|csv)$/i.test(name);

/** Whether a file is a map of Tiled, by its name. */
const isMap = (name) => /\.(tmx|tmj)$/i.test(name);
