/**
 * The goals of a level as rows: what to do, with which colour, kind or piece, and how often.
 */

import { button, el, iconButton, select } from "../dom.js";
import { spoken } from "../plain.js";

/** What a goal can ask, with the names that it chooses from and the count of a new one. */
const WHATS = {
  collect: { text: "Collect blocks", count: 20, of: "colours" },
  color: { text: "Collect blocks of a colour", names: "colors", count: 20 },
  kind: { text: "Clear a kind of cell", names: "kinds", count: "all" },
  layers: { text: "Clear layers of a kind", names: "layered", count: 6 },
  clear: { text: "Clear all", names: "sorts" },
  drop: { text: "Bring down ingredients", needs: "ingredients", count: 1 },
  make: { text: "Make pieces", names: "pieces", count: 3 },
  score: { text: "Score points", count: 5000 },
};

/** What `clear` can name, in every set of rules. */
const SORTS = ["blockers", "overlays", "specials"];

/**
 * @param {{onChange: (words: string[]) => void}} options Called with goals as `goals.js` reads them.
 * @returns {{element: HTMLElement, show: (words: string[], names: object) => void}} `names` as `namesOf` gives
 * them.
 */
export function createGoalEditor({ onChange }) {
  const rows = el("div.stack.levels-goals");
  const state = { goals: [], names: {} };
  const add = button("Add a goal", () => change([...state.goals, fresh("collect", state.names)]), { data: { test: "add-goal" } });
  const element = el("fieldset.stack", {}, el("legend", { text: "Goals" }), rows, el("div.row", {}, add));

  function change(goals) {
    state.goals = goals;
    draw();
    onChange(goals.map(wordOf));
  }

  const put = (at, goal) => change(state.goals.map((each, index) => (index === at ? goal : each)));
  const drop = (at) => change(state.goals.filter((_, index) => index !== at));

  function draw() {
    const focused = [...rows.querySelectorAll("select, input, button")].indexOf(document.activeElement);
    rows.replaceChildren(...state.goals.map((goal, at) => rowOf(goal, at, { names: state.names, put, drop })));
    if (focused >= 0) ([...rows.querySelectorAll("select, input, button")][focused] ?? add).focus();
  }

  return {
    element,
    show(words, names) {
      const goals = words.map(goalOf);
      if (JSON.stringify([goals, names]) === JSON.stringify([state.goals, state.names])) return;
      Object.assign(state, { goals, names });
      draw();
    },
  };
}

/** The parts of a goal: `{what, name, count, of}`. Pure. */
export function goalOf(word) {
  const [what, first, second] = word.split(":");
  if (what === "collect") return { what, count: first, of: second ?? "1" };
  if (what === "clear") return { what, name: first };
  if (what === "drop" || what === "score") return { what, count: first };
  return { what, name: first, count: second };
}

/** The word of a goal's parts. Pure. */
export function wordOf({ what, name, count, of }) {
  if (what === "collect") return Number(of) > 1 ? `collect:${count}:${of}` : `collect:${count}`;
  return [what, name, count].filter((part) => part !== undefined && part !== "").join(":");
}

function fresh(what, names) {
  const { count, of } = WHATS[what];
  const name = namesFor(what, names)[0];
  return { what, ...(name === undefined ? {} : { name }), ...(count ? { count: String(count) } : {}), ...(of ? { of: "1" } : {}) };
}

function namesFor(what, names) {
  const key = WHATS[what].names;
  return key === "sorts" ? SORTS : (names[key] ?? []);
}

/** Whether the rules have what a goal names or needs. */
function isKnown(what, names) {
  const { names: key, needs } = WHATS[what];
  if (needs) return (names[needs] ?? []).length > 0;
  return !key || namesFor(what, names).length > 0;
}

function rowOf(goal, at, { names, put, drop }) {
  const label = (part) => `Goal ${at + 1}: ${part}`;
  const isOffered = (what) => what === goal.what || isKnown(what, names);
  const whats = Object.entries(WHATS).filter(([what]) => isOffered(what)).map(([what, { text }]) => [what, text]);
  const controls = [
    select(whats, goal.what, (what) => put(at, fresh(what, names)), { aria: { label: label("what to do") }, data: { test: `goal-${at}` } }),
  ];
  const choices = namesFor(goal.what, names);
  if (WHATS[goal.what]?.names) {
    const listed = choices.includes(goal.name) ? choices : [goal.name, ...choices];
    const chosen = select(listed.map((name) => [name, spoken(name)]), goal.name, (name) => put(at, { ...goal, name }), {
      aria: { label: label("of what") },
      data: { test: `goal-${at}-name` },
    });
    controls.push(chosen);
  }
  if (goal.count !== undefined) controls.push(countOf(goal, label, (count) => put(at, { ...goal, count }), `goal-${at}-count`));
  if (goal.of !== undefined) controls.push(colorsOf(goal, names, label, (of) => put(at, { ...goal, of }), `goal-${at}-of`));
  controls.push(iconButton("close", `Remove goal ${at + 1}`, () => drop(at)));
  return el("div.levels-goal", {}, controls);
}

/** How often; all of a kind if nothing is written. */
function countOf({ what, count }, label, onchange, test) {
  const canBeAll = what === "kind";
  const input = el("input", {
    type: "number",
    min: 1,
    value: count === "all" ? "" : count,
    placeholder: canBeAll ? "all" : "",
    aria: { label: label(canBeAll ? "how many, or empty for all" : "how many") },
    data: { test },
    onchange: () => onchange(Number(input.value) >= 1 ? String(Math.round(Number(input.value))) : canBeAll ? "all" : "1"),
  });
  return input;
}

/** Of which colours: of the first, or of each of the first few. */
function colorsOf({ of }, { colors = [] }, label, onchange, test) {
  const most = Math.max(colors.length, Number(of), 1);
  const texts = Array.from({ length: most }, (_, at) => [String(at + 1), at === 0 ? `of ${colors[0] ?? "the first colour"}` : `of ${at + 1} colours, each`]);
  return select(texts, of, onchange, { aria: { label: label("of how many colours") }, data: { test } });
}
