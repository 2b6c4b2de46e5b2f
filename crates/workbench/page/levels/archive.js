/**
 * The archive: levels that differ in difficulty, density and symmetry, as a wall of thumbnails in its bins.
 */

import { el, field, scroller, select } from "../dom.js";
import { read } from "./document.js";
import { words } from "./goals.js";
import { STYLES } from "./generate.js";
import { createKindsField } from "./kinds-field.js";
import { JUDGES, named } from "./measure.js";
import { createPlacements } from "./placements.js";
import { cardOf } from "./results.js";
import { createTaskRun } from "./task-run.js";
import { createWall, levelOf } from "./wall.js";

/**
 * @param {object} room
 * @returns {object} A part of the room.
 */
export function createArchive(room) {
  const number = (value, more = {}) => el("input", { type: "number", min: 1, value, ...more });
  const [difficultyBins, densityBins, symmetryBins] = [number(6, { max: 20 }), number(4, { max: 20 }), number(2, { max: 20 })];
  const [rounds, evaluations] = [number(4), number(6000)];
  const kinds = createKindsField(room, { onChange: () => placements.follow() });
  const placements = createPlacements(room, { kinds: () => kinds.words() });
  const style = select(STYLES, "composed", () => null);
  const bot = select(JUDGES, "", () => null);
  const wall = el("div.levels-wall", { data: { test: "wall" } });
  let live = null;
  const run = createTaskRun(room, {
    task: "match3/archive",
    label: "Fill the archive",
    test: "archive",
    request,
    outputs: ["output"],
    onBegin: begin,
    onEvent: watch,
    onAnswer: show,
  });
  const panel = el(
    "div.stack",
    {},
    el("p.help", {
      text: "Each bin of the wall gets the best level with its difficulty (columns), density (rows) and symmetry (side by side), proved by games. Size, rules, colours and goals are those of the level.",
    }),
    el(
      "div.row.levels-sides",
      {},
      field("Difficulties", difficultyBins),
      field("Densities", densityBins),
      field("Symmetries", symmetryBins),
    ),
    kinds.element,
    field("Style", style),
    placements.element,
    el(
      "details",
      {},
      el("summary", { text: "More" }),
      el(
        "div.stack",
        {},
        el("div.row.levels-sides", {}, field("Rounds", rounds), field("Levels a round", evaluations)),
        field("Bot that measures", bot),
      ),
    ),
    run.element,
  );

  function request() {
    const goal = words(room.level.goal);
    if (goal.length === 0) throw new Error("An archive needs a goal: set one under Rules.");
    const { rows, columns, colors, rules, moves } = room.level;
    return {
      rows,
      columns,
      goal,
      kinds: kinds.words(),
      style: style.value,
      ...placements.request(),
      ...named(bot.value),
      difficulty_bins: Number(difficultyBins.value),
      density_bins: Number(densityBins.value),
      symmetry_bins: Number(symmetryBins.value),
      rounds: Number(rounds.value),
      evaluations: Number(evaluations.value),
      ...(typeof colors === "number" ? { colors } : {}),
      ...(typeof rules === "string" ? { rules } : {}),
      ...(moves ? { moves } : {}),
    };
  }

  /** The bins, before anything is found: what the search will fill. */
  function begin() {
    const bins = Object.fromEntries([["difficulty", difficultyBins], ["density", densityBins], ["symmetry", symmetryBins]].map(([name, { value }]) => [name, Math.min(20, Math.max(1, Math.round(Number(value)) || 1))]));
    live = createWall(bins, (document) => {
      const level = levelOf(document);
      const title = document.proof.played.mean.toFixed(1);
      return cardOf(room, { title, words: `${Math.round(100 * document.proof.symmetry)} % sym.`, level, open: () => room.set(level, `a level of the archive, ${title} swaps`) });
    });
    wall.replaceChildren(live.element);
  }

  /** A level is hung up as it is found. */
  async function watch({ event, output, name }, begun) {
    if (event !== "file" || output !== "output" || !begun?.id || !name.endsWith(".json")) return;
    const hung = live;
    const file = await room.door.file(begun.id, name).catch(() => null);
    if (file && hung === live) await hung.put(JSON.parse(await file.text()));
  }

  async function show(answer) {
    if (!answer?.axes) return;
    live = null;
    const {
      axes: { difficulty, density, symmetry },
      levels,
      filled,
      bins,
    } = answer;
    const heads = range(difficulty.bins).map((bin) =>
      el("div.levels-head", {
        text: `${ends(difficulty, bin)
          .map((end) => end.toFixed(1))
          .join(" to ")} swaps`,
      }),
    );
    const lines = await Promise.all(
      range(density.bins)
        .reverse()
        .map(async (row) => [
          el("div.levels-head", {
            text: `${ends(density, row)
              .map((end) => Math.round(100 * end))
              .join(" to ")} % special`,
          }),
          ...(await Promise.all(range(difficulty.bins).map((column) => binOf(levels, column, row, symmetry.bins)))),
        ]),
    );
    const grid = el("div.levels-bins", {}, el("div"), heads, lines.flat());
    grid.style.setProperty("--columns", String(difficulty.bins));
    wall.replaceChildren(
      el("p", {}, el("span.number", { text: String(filled) }), el("span.unit", { text: ` of ${bins} bins filled` })),
      scroller("The bins of the archive", grid),
    );
  }

  async function binOf(levels, column, row, bins) {
    const inBin = range(bins).map((depth) => levels.find(({ bin }) => bin[0] === column && bin[1] === row && bin[2] === depth));
    const cards = await Promise.all(
      inBin.map((entry) => (entry ? thumbnail(entry) : el("div.levels-none", { title: "No level found" }))),
    );
    return el("div.levels-bin", {}, cards);
  }

  function thumbnail({ level: document, played, density, symmetry }) {
    const level = read(document);
    const title = played.swaps.mean.toFixed(1);
    return cardOf(room, {
      title,
      words: `${Math.round(100 * symmetry)} % sym.`,
      level,
      open: () => room.set(level, `a level of the archive, ${title} swaps, density ${density.toFixed(2)}`),
    });
  }
  room.on((_, why) => {
    if (why === "preview") return;
    kinds.follow();
    placements.follow();
  });
  [difficultyBins, densityBins, symmetryBins].forEach((each) => each.addEventListener("change", () => !run.isRunning() && begin()));
  return { panel, stage: wall, open: () => wall.children.length === 0 && begin(), close: () => run.stop() };
}

const range = (count) => Array.from({ length: count }, (_, index) => index);

/** The ends of a bin of an axis. */
export function ends({ low, high, bins }, bin) {
  return [low + ((high - low) * bin) / bins, low + ((high - low) * (bin + 1)) / bins];
}
