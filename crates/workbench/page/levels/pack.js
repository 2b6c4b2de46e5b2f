/**
 * A pack of levels along a difficulty curve that is drawn by hand; its levels appear as they are found.
 */

import { button, el, field, select } from "../dom.js";
import { wholeNumber } from "../number-field.js";
import { createCurve } from "./curve-view.js";
import { curveDocument, dotOf, stretched } from "./curve.js";
import { words } from "./goals.js";
import { STYLES } from "./generate.js";
import { createKindsField } from "./kinds-field.js";
import { read } from "./document.js";
import { createPlacements } from "./placements.js";
import { cardOf } from "./results.js";
import { createTaskRun } from "./task-run.js";
import { JUDGES } from "./measure.js";

const QUANTITIES = { difficulty: { unit: "swaps", range: [4, 50] }, win_rate: { unit: "% won", range: [0, 100] } };

/**
 * @param {object} room
 * @returns {object} A part of the room.
 */
export function createPack(room) {
  const state = {
    levels: 10,
    quantity: "difficulty",
    points: {
      difficulty: [
        [1, 14],
        [10, 22],
      ],
      win_rate: [
        [1, 90],
        [10, 50],
      ],
    },
    dots: [],
    isDrawn: false,
    ranges: {},
  };
  const curve = createCurve({ onChange: (points) => setPoints(points) });
  const levels = wholeNumber(
    { min: 1, max: 200, value: state.levels, data: { test: "pack-levels" } },
    { label: "Levels", get: () => state.levels, set: (number) => setLevels(number), note: room.tools.note },
  );
  const quantity = select(
    [
      ["difficulty", "mean swaps"],
      ["win_rate", "win rate, in percent"],
    ],
    "difficulty",
    (name) => {
      state.quantity = name;
      show();
    },
  );
  const kinds = createKindsField(room, { onChange: () => placements.follow() });
  const placements = createPlacements(room, { kinds: () => kinds.words() });
  const style = select(STYLES, "composed", () => null);
  const symmetry = select(
    [
      ["none", "none"],
      ["horizontal", "left and right"],
      ["vertical", "top and bottom"],
      ["both", "both"],
      ["rotational", "half a turn"],
    ],
    "none",
    () => null,
  );
  const bot = select(JUDGES, "", () => null);
  const sheet = el("div.levels-sheet", { data: { test: "pack-sheet" } });
  const files = el("div.row");
  const run = createTaskRun(room, {
    task: "match3/pack",
    label: "Make the pack",
    test: "pack",
    outputs: ["output"],
    request,
    onBegin: begin,
    onEvent: take,
    onAnswer: finish,
  });
  const panel = el(
    "div.stack",
    {},
    el("p.help", {
      text: "Draw the curve with the pointer: each level of the pack gets the difficulty at which the curve passes it. Size, rules, colours and goals are those of the level.",
    }),
    el("div.row.levels-sides", {}, field("Levels", levels), field("Curve of", quantity)),
    kinds.element,
    field("Style", style),
    placements.element,
    field("Symmetry", symmetry),
    field("Bot that measures", bot),
    run.element,
    files,
  );
  const stage = el("div.stack", {}, curve.element, sheet);

  const points = () => state.points[state.quantity];

  function setPoints(after, label = "curve") {
    state.isDrawn = true;
    const [before, name] = [points(), state.quantity];
    const apply = (value) => {
      state.points[name] = value;
      show();
    };
    apply(after);
    room.tools.undo.change(label, before, after, apply);
  }

  function setLevels(after) {
    const before = state.levels;
    state.levels = after;
    for (const name of Object.keys(state.points)) state.points[name] = stretched(state.points[name], before, after);
    show();
  }

  /** Until a curve is drawn, it goes from a level a little easier than this one to a harder one. */
  async function suggest() {
    show();
    if (state.isDrawn || !room.level.goal) return;
    const played = await room.play({ level: room.whole(), games: 400, seed: 1 }).catch(() => null);
    const mean = played?.swaps?.mean;
    if (!mean || state.isDrawn) return;
    const round = (value) => Math.round(value * 2) / 2;
    state.points.difficulty = [
      [1, round(0.9 * mean)],
      [state.levels, round(1.2 * mean)],
    ];
    state.ranges.difficulty = [Math.max(1, Math.floor(0.4 * mean)), Math.ceil(2 * mean)];
    show();
  }

  function show() {
    const { unit, range: usual } = QUANTITIES[state.quantity];
    const range = state.ranges[state.quantity] ?? usual;
    const top = Math.max(range[1], ...points().map(([, value]) => value));
    curve.show({ points: points(), levels: state.levels, range: [range[0], top], unit, dots: state.dots });
  }

  function request() {
    return {
      curve: curveDocument({
        levels: state.levels,
        quantity: state.quantity,
        points: points(),
        level: room.level,
        kinds: kinds.words(),
        style: style.value,
        placed: placements.request(),
        symmetry: symmetry.value,
        bot: bot.value,
        goals: words(room.level.goal),
      }),
    };
  }

  function begin() {
    state.dots = [];
    sheet.replaceChildren();
    files.replaceChildren();
    show();
  }

  /** Levels stand in the chart as soon as games prove them. */
  function take(event) {
    const dot = event.event === "note" ? dotOf(event.text) : null;
    if (!dot) return;
    state.dots.push(dot);
    show();
  }

  async function finish(answer, begun) {
    const listed = await room.door.files(begun.id).catch(() => []);
    const names = listed.map(({ name }) => name).filter((name) => /level-\d+\.json$/.test(name));
    for (const name of names) sheet.append(await cardOfFile(begun, name));
    if (names.length === 0) return;
    const carried = [
      ["The whole pack (zip)", null, "pack.zip"],
      ["Contact sheet", "contact-sheet.png"],
      ["Chart", "curve.svg"],
      ["Table", "pack.csv"],
    ].filter(([, name]) => name === null || listed.some((file) => file.name === name));
    files.replaceChildren(
      ...carried.map(([text, name, as = name]) =>
        button(text, async () => room.tools.save(as, await room.door.file(begun.id, name))),
      ),
    );
    if (answer)
      files.append(
        el("p.help", {
          text: `Mean distance from the curve ${answer.mean_absolute_error.toFixed(2)}; any two levels differ in at least ${Math.round(100 * answer.min_difference)} % of the cells.`,
        }),
      );
  }

  async function cardOfFile(begun, name) {
    const document = JSON.parse(await (await room.door.file(begun.id, name)).text());
    const level = read(document);
    const { wanted, played } = document.proof;
    const scale = state.quantity === "win_rate" ? 100 : 1;
    const number = Number(/(\d+)\.json$/.exec(name)[1]);
    return cardOf(room, {
      title: `Level ${number}`,
      words: `${(scale * played.mean).toFixed(1)} ${QUANTITIES[state.quantity].unit}, wanted ${(scale * wanted).toFixed(1)}`,
      level,
      open: () => room.set(level, `level ${number} of the pack`),
    });
  }
  room.on((_, why) => {
    if (why !== "preview" && !state.isDrawn) {
      kinds.follow();
      placements.follow();
    }
  });
  show();
  return { panel, stage, open: suggest, close: () => run.stop() };
}
