/**
 * A pack of levels along a difficulty curve that is drawn by hand; its levels appear as they are found.
 */

import { button, el, field, select } from "../dom.js";
import { createCurve } from "./curve-view.js";
import { curveDocument, stretched } from "./curve.js";
import { words } from "./goals.js";
import { read } from "./document.js";
import { cardOf } from "./results.js";
import { createTaskRun } from "./task-run.js";
import { BOTS } from "./measure.js";

const QUANTITIES = { difficulty: { unit: "swaps", range: [4, 50] }, win_rate: { unit: "% won", range: [0, 100] } };

/**
 * @param {object} room
 * @returns {object} A part of the room.
 */
export function createPack(room) {
  const state = { levels: 10, quantity: "difficulty", points: { difficulty: [[1, 14], [10, 22]], win_rate: [[1, 90], [10, 50]] }, dots: [], run: null };
  const curve = createCurve({ onChange: (points) => setPoints(points) });
  const levels = el("input", { type: "number", min: 1, max: 200, value: state.levels, onchange: () => setLevels(), data: { test: "pack-levels" } });
  const quantity = select([["difficulty", "mean swaps"], ["win_rate", "win rate, in percent"]], "difficulty", (name) => { state.quantity = name; show(); });
  const kinds = el("input", { type: "text", value: "obstacle", spellcheck: false });
  const symmetry = select([["none", "none"], ["horizontal", "left and right"], ["vertical", "top and bottom"], ["both", "both"], ["rotational", "half a turn"]], "none", () => null);
  const bot = select(BOTS, "article", () => null);
  const sheet = el("div.levels-sheet", { data: { test: "pack-sheet" } });
  const files = el("div.row");
  const run = createTaskRun(room, { task: "match3/pack", label: "Make the pack", test: "pack", outputs: ["output"], request, onBegin: begin, onEvent: take, onAnswer: finish });
  const panel = el("div.stack", {},
    el("p.help", { text: "Draw the curve with the pointer: each level of the pack gets the difficulty at which the curve passes it. Size, rules, colours and goals are those of the level." }),
    el("div.row.levels-sides", {}, field("Levels", levels), field("Curve of", quantity)),
    field("Cells to place", kinds), field("Symmetry", symmetry), field("Bot that measures", bot), run.element, files);
  const stage = el("div.stack", {}, curve.element, sheet);

  const points = () => state.points[state.quantity];

  function setPoints(after, label = "curve") {
    const [before, name] = [points(), state.quantity];
    const apply = (value) => { state.points[name] = value; show(); };
    apply(after);
    room.tools.undo.change(label, before, after, apply);
  }

  function setLevels() {
    const before = state.levels;
    const after = Math.max(1, Math.min(200, Math.round(Number(levels.value)) || 1));
    state.levels = after;
    for (const name of Object.keys(state.points)) state.points[name] = stretched(state.points[name], before, after);
    show();
  }

  function show() {
    const { unit, range } = QUANTITIES[state.quantity];
    const top = Math.max(range[1], ...points().map(([, value]) => value));
    curve.show({ points: points(), levels: state.levels, range: [range[0], top], unit, dots: state.dots });
  }

  function request() {
    const list = kinds.value.split(",").map((word) => word.trim()).filter(Boolean);
    return { curve: curveDocument({ levels: state.levels, quantity: state.quantity, points: points(), level: room.level, kinds: list, symmetry: symmetry.value, bot: bot.value, goals: words(room.level.goal) }) };
  }

  function begin() {
    state.dots = [];
    sheet.replaceChildren();
    files.replaceChildren();
    show();
  }

  async function take(event, begun) {
    if (event.event !== "file" || !/level-\d+\.json$/.test(event.name) || !begun) return;
    const document = JSON.parse(await (await room.door.file(begun.id, event.name)).text());
    const { proof } = document;
    const number = Number(/(\d+)\.json$/.exec(event.name)[1]);
    const scale = state.quantity === "win_rate" ? 100 : 1;
    const { mean, ci95 } = proof.played;
    state.dots.push({ level: number, value: scale * mean, ci95: ci95.map((end) => scale * end) });
    show();
    const level = read(document);
    const card = await cardOf(room, {
      title: `Level ${number}`, words: `${(scale * mean).toFixed(1)} ${QUANTITIES[state.quantity].unit}, wanted ${(scale * proof.wanted).toFixed(1)}`, level,
      open: () => room.set(level, `level ${number} of the pack`),
    });
    card.style.setProperty("order", String(number));
    sheet.append(card);
  }

  function finish(answer, begun) {
    const list = [["The whole pack as a zip", null]];
    files.replaceChildren(...list.map(([text, name]) => button(text, async () => room.tools.save("pack.zip", await room.door.file(begun.id, name)))));
    if (answer) files.append(el("p.help", { text: `Mean distance from the curve ${answer.mean_absolute_error.toFixed(2)}; any two levels differ in at least ${Math.round(100 * answer.min_difference)} % of the cells.` }));
  }
  show();
  return { panel, stage, open: show, close: () => run.stop() };
}
