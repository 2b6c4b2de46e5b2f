/**
 * Generating levels: what is wanted, the search as it proceeds, first, now and best side by side.
 */

import { button, el, field, select } from "../dom.js";
import { countFree, freed, isClassic, write } from "./document.js";
import { createComparison } from "./comparison.js";
import { aimRequest, AIMS, meaningOf } from "./aims.js";
import { createKindsField } from "./kinds-field.js";
import { createPlacements } from "./placements.js";
import { createRegionBrush } from "./region-brush.js";
import { JUDGES, named } from "./measure.js";
import { createCards } from "./results.js";
import { createTaskRun } from "./task-run.js";

const SYMMETRIES = [
  ["none", "none"],
  ["horizontal", "left and right"],
  ["vertical", "top and bottom"],
  ["both", "both"],
  ["rotational", "half a turn"],
];

/** How special cells are spread. */
export const STYLES = [
  ["composed", "composed: in clusters"],
  ["scattered", "scattered: one by one"],
];

/**
 * @param {object} room
 * @returns {object} A part of the room, with `brush(cell)` for the board: that of a region, or none.
 */
export function createGenerate(room) {
  const state = { aim: "normal", named: {}, isOwn: false };
  const input = (props) => el("input", { type: "number", ...props });
  const aim = select(
    AIMS,
    state.aim,
    (value) => {
      state.aim = value;
      showAim();
    },
    { data: { test: "aim" } },
  );
  const value = input({ min: 0, value: 20, step: "any", data: { test: "aim-value" } });
  const valueField = field("Value", value);
  const meaning = el("p.help", { data: { test: "aim-meaning" } });
  const kinds = createKindsField(room, {
    onChange: () => {
      state.isOwn = true;
      state.named = {};
      placements.follow();
      showAim();
    },
  });
  const placements = createPlacements(room, { kinds: () => kinds.words() });
  const regions = createRegionBrush(room);
  const style = select(STYLES, "composed", () => null, { data: { test: "style" } });
  const symmetry = select(
    SYMMETRIES,
    "none",
    () => {
      state.named = {};
      showAim();
    },
    { data: { test: "symmetry" } },
  );
  const scope = select(
    [
      ["free", "the free cells of the level"],
      ["all", "the whole board"],
    ],
    "all",
    () => null,
    { data: { test: "scope" } },
  );
  const bot = select(JUDGES, "", () => null);
  const count = input({ min: 1, max: 60, value: 1, data: { test: "count" } });
  const algorithm = select(
    [
      ["hill-climb", "hill climbing"],
      ["fi2pop", "FI-2Pop: two populations"],
    ],
    "hill-climb",
    () => null,
    { data: { test: "algorithm" } },
  );
  const algorithmField = field("Search", algorithm);
  const seed = input({ min: 0, placeholder: "chosen", data: { test: "seed" } });
  const scene = el("div.levels-scene", { data: { test: "scene" } });
  const cards = createCards(room, "Levels of the search");
  const comparison = createComparison(room, cards);
  const run = createTaskRun(room, {
    task: "match3/generate",
    label: "Generate levels",
    test: "generate",
    isAnimated: true,
    request,
    onBegin: begin,
    onEvent: watch,
    onAnswer: finish,
    onEnd: () => {
      scene.querySelector(":scope > p.help")?.remove();
      room.setBusy(false);
    },
  });
  const ask = button("What do these mean here?", () => explain(), { class: "quiet", data: { test: "explain-names" } });
  const panel = el(
    "div.stack",
    {},
    field("Wanted", aim),
    valueField,
    meaning,
    ask,
    kinds.element,
    field("Style", style),
    placements.element,
    regions.element,
    el("div.row.levels-sides", {}, field("Symmetry", symmetry), field("Fill", scope)),
    el(
      "details",
      {},
      el("summary", { text: "More" }),
      el(
        "div.stack",
        {},
        algorithmField,
        field("Bot that measures", bot),
        el("div.row.levels-sides", {}, field("Levels", count), field("Seed", seed)),
      ),
    ),
    run.element,
  );
  const stage = el("div.stack", {}, cards.element, scene);

  function template() {
    const source = scope.value === "free" ? (countFree(room.level) > 0 ? room.level : room.template) : freed(room.level);
    if (!source || countFree(source) === 0) throw new Error("No cell is free: paint free cells (?), or fill the whole board.");
    const { band, found, proof, name, regions: painted, ...level } = source;
    const { goal, moves } = room.level;
    return write({ ...level, ...(goal ? { goal } : {}), ...(moves ? { moves } : {}) });
  }

  function request() {
    const list = kinds.words();
    const wanted = aimRequest(state.aim, Number(value.value), room.level, { algorithm: algorithm.value });
    const more = {
      template: template(),
      symmetry: symmetry.value,
      style: style.value,
      ...placements.request(),
      count: Number(count.value) || 1,
      watch: Number(count.value) <= 1,
    };
    if (list.length > 0) more.kinds = list;
    if (seed.value !== "") more.seed = Number(seed.value);
    if (wanted.target === undefined) Object.assign(more, named(bot.value));
    return { ...wanted, ...more };
  }

  function begin() {
    state.isOwn = true;
    comparison.begin();
    scene.replaceChildren(el("p.help", { text: "searching …" }));
    room.setBusy(true);
  }

  function watch(event) {
    if (event.event === "scene")
      room.tools.picture(scene, event.svg, { label: "The search: first level, best so far, potential, populations" });
    const found = event.event === "note" ? meaningOf(event.text) : null;
    if (found) learn(found);
  }

  function learn({ name, meaning: words }) {
    state.named[name] = words;
    showAim();
  }

  async function finish(answer, begun) {
    const picture = await room.door.answer(begun.id, "svg").catch(() => "");
    if (picture) room.tools.picture(scene, picture, { label: "The level found, its potential, the search" });
    else scene.replaceChildren();
    if (!answer?.levels?.length) return;
    await comparison.show(answer.levels);
  }

  /** Asks the task what easy, normal and hard mean for this board, kinds and symmetry. */
  async function explain() {
    ask.disabled = true;
    try {
      for (const name of ["easy", "normal", "hard"]) await explainOne(name);
    } catch (refusal) {
      meaning.textContent = refusal.error ?? refusal.message;
    }
    ask.disabled = false;
  }

  /** The swaps of a name are said before the search begins, which is then stopped. */
  async function explainOne(name) {
    const { target, tolerance, algorithm: search, win_rate: rate, watch: isWatched, ...rest } = request();
    let begun = null;
    const isKnown = () => state.named[name] !== undefined;
    const onEvent = (event) => {
      watch(event);
      if (isKnown()) begun?.cancel();
    };
    begun = await room.door.start(
      "match3/generate",
      { ...rest, difficulty: name, ...named(bot.value), count: 1, seed: 1 },
      { onEvent },
    );
    if (isKnown()) begun.cancel();
    const last = await begun.done;
    if (last.event === "refused") throw last;
    // A search that was begun for its first words alone is nothing to keep; without a history it is not kept.
    await room.door.forget(begun.id).catch(() => {});
  }

  function showAim() {
    const isNamed = ["easy", "normal", "hard"].includes(state.aim);
    valueField.hidden = isNamed;
    ask.hidden = !isNamed;
    algorithmField.hidden = state.aim !== "potential";
    const usual = { swaps: 20, win_rate: 60, potential: 300 }[state.aim];
    if (usual !== undefined && value.dataset.aim !== state.aim) [value.value, value.dataset.aim] = [usual, state.aim];
    valueField.querySelector(".label").textContent =
      { swaps: "Mean swaps to the goal", win_rate: "Percent of games to win", potential: "Potential" }[state.aim] ?? "Value";
    const known = Object.entries(state.named)
      .map(([name, words]) => `${name}: ${words}`)
      .join(" · ");
    meaning.textContent = isNamed
      ? known ||
        (room.level.moves
          ? "Easy, normal and hard: 90 %, 60 % and 30 % of the games are won within the move limit."
          : "Easy, normal and hard are the 15 %, 50 % and 85 % quantiles of the mean swaps of 200 random levels of this board.")
      : {
          swaps: "The mean number of swaps that the bot needs, met within 3 %.",
          win_rate:
            "The share of games that the bot wins within the move limit, met within 5 points; 100: no loss in 3,000 games.",
          potential: "The number of ways in which a swap can complete a line: the more, the easier.",
        }[state.aim];
  }

  /** What easy, normal and hard depend on, and the rules, whose kinds are placed. */
  const keyOf = ({ rules, rows, columns, goal, colors, moves }) => JSON.stringify([rules, rows, columns, goal, colors, moves]);

  function changed(level, why) {
    for (const option of aim.options) if (option.value === "potential") option.disabled = !isClassic(level);
    if (state.aim === "potential" && !isClassic(level)) [state.aim, aim.value] = ["normal", "normal"];
    const rules = JSON.stringify(level.rules);
    if (why !== "preview" && (state.rules !== rules || !state.isOwn)) {
      kinds.follow();
      placements.follow();
    }
    if (state.rules !== rules) state.isOwn = false;
    state.rules = rules;
    if (countFree(level) > 0) scope.value = "free";
    if (state.key !== keyOf(level)) state.named = {};
    state.key = keyOf(level);
    showAim();
  }
  room.on(changed);
  const asked = room.address ?? {};
  if (AIMS.some(([name]) => name === asked.aim)) aim.value = state.aim = asked.aim;
  changed(room.level);
  if (Number(asked.value) > 0) value.value = asked.value;
  if (asked.search === "fi2pop") algorithm.value = asked.search;
  return {
    panel,
    stage,
    brush: (cell) => regions.brush(cell),
    close() {
      run.stop();
      room.setBusy(false);
    },
  };
}
