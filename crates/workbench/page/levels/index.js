/**
 * The room of match-3 levels: painted, played, measured, generated, changed, packed.
 */

import { el } from "../dom.js";
import { isReload } from "../loaded.js";
import { createArchive } from "./archive.js";
import { createBoard } from "./board.js";
import { createCells } from "./cells.js";
import { createChange } from "./change.js";
import { createEffects } from "./effects.js";
import { createFiles } from "./files.js";
import { createGenerate } from "./generate.js";
import { heatSquares } from "./heat.js";
import { createMeasure } from "./measure.js";
import { createPack } from "./pack.js";
import { createPaint } from "./paint.js";
import { enablePainting } from "./painting.js";
import { createPlay } from "./play.js";
import { addressOf, createRoom, debounced, initialLevel, sayCell } from "./room.js";
import { regionShapes } from "./regions.js";
import { createRules } from "./rules.js";
import { tabOf } from "./url.js";

export const title = "Levels";
export const sheet = "style.css";

const TITLES = {
  play: "Play",
  paint: "Paint",
  rules: "Rules",
  generate: "Generate",
  change: "Easier, harder",
  pack: "Pack",
  archive: "Archive",
  files: "Files",
};

const KEYS = [
  ["Arrows", "Move the frame on the board"],
  ["Space", "Paint the cell"],
  ["B", "Let the bot play"],
  ["H", "Hint"],
  ["U", "Take a move back"],
];

/** Opens the room. */
export async function open(root, state, tools) {
  const cells = createCells(tools.door);
  const room = createRoom(tools, cells, root);
  room.address = state;
  const { level, draft, from } = await initialLevel(state, tools, { isReload: isReload() }).catch((error) => {
    tools.refuse(error);
    return { level: room.level, draft: null, from: "example" };
  });
  room.begin(level, draft);
  const parts = createParts(room);
  const board = createBoard({ label: "The level. Paint with the pointer, or with arrows and Space.", isPainted: true });
  const measure = createMeasure(room);
  const layout = build(root, room, { parts, board, measure });
  const shown = { tab: "", keys: { level: state.level, doc: state.doc }, example: state.example };
  const painting = enablePainting(board, {
    level: () => room.level,
    brush: (cell) => (shown.tab === "generate" && parts.generate.brush(cell)) || parts.paint.brush(),
    symmetry: parts.paint.symmetry,
    isFixed: parts.paint.isFixed,
    sizeOf: parts.paint.sizeOf,
    pick: parts.paint.pick,
    isActive: () => shown.tab !== "play",
    note: (text) => tools.note(text),
    preview: (next) => room.preview(next),
    commit: (next, before) => room.set(next, "paint", { before }),
    say: (cell) => sayCell(tools, cell, room.look().say(room.level.tokens[cell[0]][cell[1]])),
  });
  const heat = showHeat(room, board, layout.heat);
  const effects = createEffects(room, {
    show(shapes) {
      heat.show(shapes);
      if (shown.tab !== "play") draw(room.level);
    },
    bot: measure.bot,
  });
  layout.boards.append(effects.element);
  const draw = (level) => {
    // Regions are in the way of what else is shown.
    board.tint(shown.tab === "generate" && !heat.isMeasured() ? regionShapes(level) : []);
    const frames = room.broken?.tokens === level.tokens ? room.broken.cells : [];
    board.show(level, room.look(), frames).catch((error) => tools.note(error.message));
  };
  const address = debounced(async () => {
    shown.keys = await addressOf(room.level, tools).catch(() => shown.keys);
    const draft = room.keeper.isKept ? room.keeper.id : null;
    tools.go({ ...shown.keys, draft, example: null, ...parts.play.addressOf(room.level) }, { replace: true });
  }, 250);
  room.on((next, why) => {
    if (shown.tab !== "play") draw(next);
    heat.draw();
    effects.changed(next);
    if (why === "preview") return;
    address();
    if (why !== "kept") parts.play.changed();
  });

  function show(tab) {
    if (shown.tab === tab) return;
    parts[shown.tab]?.close?.();
    shown.tab = tab;
    layout.show(tab);
    if (tab !== "play") draw(room.level);
    parts[tab].open?.();
    tools.showUndo();
  }
  layout.onTab((tab) => {
    tools.go({ tab });
    show(tab);
  });
  show(tabOf(state));
  measure.update();
  if (from !== "address") shown.keys = {};
  if (draft) address();
  return {
    get keys() {
      return [...KEYS.slice(0, 2), ...parts.play.keys(), ...KEYS.slice(2)];
    },
    async update(next) {
      show(tabOf(next));
      const isSame = (next.level ?? null) === (shown.keys.level ?? null) && (next.doc ?? null) === (shown.keys.doc ?? null);
      const isExample = next.example && next.example !== shown.example && !next.level && !next.doc;
      shown.example = next.example;
      if ((isSame || (!next.level && !next.doc)) && !isExample) return;
      shown.keys = { level: next.level, doc: next.doc };
      const other = await initialLevel(next, tools);
      parts.play.know(other.level, next.game);
      // A link to another draft, or back to the one before.
      if (isExample || (next.draft && next.draft !== room.keeper.id)) room.begin(other.level, other.draft);
      else room.open(other.level);
    },
    reconnect: () => room.keeper.retry(),
    key: (event) => onKey(event, shown.tab, parts, painting),
    steps: () => parts[shown.tab]?.steps ?? null,
    close() {
      address.cancel();
      measure.close();
      effects.close();
      Object.values(parts).forEach((part) => part.close?.());
      parts.play.end();
      room.keeper.close();
    },
  };
}

/** Over the board, the effects of cells that were measured last, else the potential of each cell, if the box is ticked. */
function showHeat(room, board, box) {
  let [values, effects] = [null, null];
  const draw = () =>
    board.over(
      effects ?? (box.checked && values?.length === room.level.rows && values[0].length === room.level.columns
        ? heatSquares(values, room.level.tokens)
        : []),
    );
  room.tellPotential = ({ per_cell: found }) => {
    values = found ?? null;
    box.parentElement.hidden = !found;
    draw();
  };
  box.addEventListener("change", () => {
    effects = null;
    draw();
  });
  const show = (shapes) => {
    effects = shapes;
    draw();
  };
  return { draw, show, isMeasured: () => effects !== null };
}

function createParts(room) {
  return {
    play: createPlay(room),
    paint: createPaint(room),
    rules: createRules(room),
    generate: createGenerate(room),
    change: createChange(room),
    pack: createPack(room),
    archive: createArchive(room),
    files: createFiles(room),
  };
}

function onKey(event, tab, parts, painting) {
  const isControl = event.target.closest?.("button, a, summary, input, select, [role=slider]");
  if (isControl && /^( |Enter|Arrow.*)$/.test(event.key)) return false;
  if (tab === "play") return parts.play.key(event);
  if (parts.paint.key(event)) return true;
  return ["paint", "rules", "generate", "change", "files"].includes(tab) && painting.key(event) !== null;
}

/** The elements of the room: tabs, the stage with the board or the game, the panel. */
function build(root, room, { parts, board, measure }) {
  const listeners = [];
  const tabs = Object.entries(TITLES).map(([name, text]) =>
    el("button", {
      type: "button",
      role: "tab",
      text,
      id: `tab-${name}`,
      aria: { controls: "levels-panel" },
      onclick: () => listeners.forEach((act) => act(name)),
      data: { tab: name, test: `tab-${name}` },
    }),
  );
  const bar = el(
    "div.segments.levels-tabs",
    { role: "tablist", aria: { label: "What to do with the level" }, onkeydown: (event) => walkTabs(event, tabs) },
    tabs,
  );
  const carry = room.tools.carry(() => boardSource(room), "the level");
  const frame = el("div.levels-frame", { data: { test: "board" } }, board.element);
  const heat = el("input", { type: "checkbox", data: { test: "heat" } });
  const heatField = el("label.row", { hidden: true }, heat, "Potential of each cell");
  const boards = el("div.stack.levels-boards", {}, frame, el("div.spread", {}, carry, heatField));
  const below = el("div.stack");
  const stage = el("div.stage", {}, boards, below);
  const controls = el("div.levels-controls.card", { id: "levels-panel", role: "tabpanel" });
  root.classList.add("levels");
  root.append(
    el("div.wide.levels-top", {}, bar),
    controls,
    stage,
    measure.element,
    room.cells.element,
  );
  acceptDrops(root, parts.files);
  return {
    heat,
    boards,
    onTab: (act) => listeners.push(act),
    show(tab) {
      for (const each of tabs) {
        each.setAttribute("aria-selected", String(each.dataset.tab === tab));
        each.tabIndex = each.dataset.tab === tab ? 0 : -1;
        // On a narrow screen the tabs are wider than it: the open one is in view, without a jump of the page.
        if (each.dataset.tab === tab) bar.scrollLeft = each.offsetLeft - (bar.clientWidth - each.offsetWidth) / 2;
      }
      controls.setAttribute("aria-labelledby", `tab-${tab}`);
      root.dataset.tab = tab;
      boards.hidden = tab === "play" || tab === "pack" || tab === "archive";
      below.replaceChildren(...[parts[tab].stage].filter(Boolean));
      controls.replaceChildren(parts[tab].panel);
    },
  };
}

function walkTabs(event, tabs) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const at = tabs.indexOf(document.activeElement);
  const next = tabs[(at + step + tabs.length) % tabs.length];
  next.focus();
  next.click();
  event.preventDefault();
  event.stopPropagation();
}

function boardSource(room) {
  const request = () => ({ levels: [room.whole()] });
  const as = (form) => () => room.door.ask("match3/analyze", request(), { as: form });
  return {
    name: room.level.name ?? "level",
    svg: as("svg"),
    png: as("png"),
    text: as("text"),
    json: () => room.document(),
    command: () => room.tools.command("match3/analyze", request(), { picture: "level.svg" }),
  };
}

function acceptDrops(root, files) {
  root.addEventListener("dragover", (event) => {
    event.preventDefault();
    root.classList.add("levels-over");
  });
  root.addEventListener("dragleave", (event) => {
    if (!root.contains(event.relatedTarget)) root.classList.remove("levels-over");
  });
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    root.classList.remove("levels-over");
    files.drop([...event.dataTransfer.files]);
  });
}
