/**
 * Where special cells stand, as rows: a kind, how it stands, and the place, the number or the other kind.
 */

import { button, el, iconButton, select } from "../dom.js";
import { spoken } from "../plain.js";
import { REGIONS } from "./regions.js";

/** How cells can stand: the words of a request, from the parts of a placement. */
const FORMS = {
  in: { text: "stands in", has: "places", word: ({ kind, places }) => `${kind} in ${places.join(" or ")}` },
  "not in": { text: "does not stand in", has: "places", word: ({ kind, places }) => `${kind} not in ${places.join(" or ")}` },
  row: { text: "in a row, at most", has: "count", count: 3, word: ({ kind, count }) => `at most ${count} ${kind} in a row` },
  clusters: { text: "in clusters of at least", has: "count", count: 4, word: ({ kind, count }) => `${kind} in clusters of ${count}` },
  lines: { text: "in lines of at least", has: "count", count: 3, word: ({ kind, count }) => `${kind} in lines of ${count}` },
  frames: { text: "in frames", has: "nothing", word: ({ kind }) => `${kind} in frames` },
  alone: { text: "alone, at most in percent", has: "count", count: 10, least: 0, most: 100, word: ({ kind, count }) => `at most ${count}% of ${kind} alone` },
  with: { text: "beside", has: "other", word: ({ kind, other }) => `${kind} with ${other}` },
};

/** The largest number of a placement but of those in percent. */
const MOST = 4096;

const SIDES = ["upper", "lower", "left", "right"];

/** The built-in places of a board, but for its rows and columns. */
const PLACES = ["border", "center", "spawners", ...SIDES.map((side) => `${side} half`), ...SIDES.map((side) => `${side} third`)];

/** The parts of a placement: `{kind, form, places, count, other}`; none if it has no form that the rows know. Pure. */
export function placementOf(word) {
  const most = /^at most (\d+) (\S+) in a row$/.exec(word);
  if (most) return { form: "row", kind: most[2], count: most[1] };
  const cluster = /^(\S+) in clusters of (\d+)$/.exec(word);
  if (cluster) return { form: "clusters", kind: cluster[1], count: cluster[2] };
  const line = /^(\S+) in lines of (\d+)$/.exec(word);
  if (line) return { form: "lines", kind: line[1], count: line[2] };
  const frame = /^(\S+) in frames$/.exec(word);
  if (frame) return { form: "frames", kind: frame[1] };
  const alone = /^at most (\d+)% of (\S+) alone$/.exec(word);
  if (alone) return { form: "alone", kind: alone[2], count: alone[1] };
  const beside = /^(\S+) with (\S+)$/.exec(word);
  if (beside) return { form: "with", kind: beside[1], other: beside[2] };
  const [, kind, not, places] = /^(\S+) (not )?in (.+)$/.exec(word) ?? [];
  return kind ? { form: not ? "not in" : "in", kind, places: places.split(" or ") } : null;
}

/** The placement of its parts, in words. Pure. */
export const wordOf = (placement) => FORMS[placement.form].word(placement);

/** The words that name kinds in placements: those of a request, without their numbers and their counts, and `any`. Pure. */
export function kindNames(words) {
  const exact = words.map((word) => word.split(":")[0]);
  const plain = exact.map((word) => word.replace(/\d+$/, ""));
  const isSeveral = (name) => plain.filter((each) => each === name).length > 1;
  return ["any", ...new Set(plain.flatMap((name, at) => (isSeveral(name) ? [name, exact[at]] : [name])))];
}

/**
 * The keys of a request for placements: `where`, and of the regions those that they name. Pure.
 * @param {object[]} placements
 * @param {{regions?: object}} level
 */
export function placedRequest(placements, { regions = {} }) {
  if (placements.length === 0) return {};
  const named = new Set(placements.flatMap(({ places = [] }) => places));
  const used = Object.entries(regions).filter(([name]) => named.has(name));
  return { where: placements.map(wordOf), ...(used.length > 0 ? { regions: Object.fromEntries(used) } : {}) };
}

/**
 * @param {object} room
 * @param {{kinds: () => string[]}} options The kinds of the request, such as `box2:4-8`.
 * @returns {{element: HTMLElement, request: () => object}} `request()` gives the keys of a request.
 */
export function createPlacements(room, { kinds }) {
  const state = { placements: [], key: "" };
  const rows = el("ul.levels-placements");
  const add = button("Add a placement", () => change([...state.placements, { form: "in", kind: names()[1] ?? "any", places: ["center"] }]), {
    data: { test: "add-placement" },
  });
  const element = el("fieldset.stack", { data: { test: "placements" } }, el("legend", { text: "Where they stand" }), rows, el("div.row", {}, add));
  const names = () => kindNames(kinds());

  function change(placements) {
    state.placements = placements;
    draw();
  }

  function draw() {
    const focused = [...rows.querySelectorAll("select, input, button")].indexOf(document.activeElement);
    const places = placesOf(room.level);
    const each = (placement, at) =>
      rowOf(placement, at, {
        names: names(),
        places,
        put: (next) => change(state.placements.map((one, index) => (index === at ? next : one))),
        drop: () => change(state.placements.filter((_, index) => index !== at)),
      });
    rows.replaceChildren(...state.placements.map(each));
    if (focused >= 0) ([...rows.querySelectorAll("select, input, button")][focused] ?? add).focus();
  }

  /** The rows offer other names once the kinds, the regions or the size are others. */
  function follow() {
    const { rows: height, columns, regions = {} } = room.level;
    const key = JSON.stringify([names(), height, columns, Object.keys(regions)]);
    if (key === state.key) return;
    state.key = key;
    draw();
  }
  room.on(follow);
  return {
    element,
    follow,
    request() {
      const missing = state.placements.flatMap(({ places = [] }) => places).find((name) => isRegion(name) && !room.level.regions?.[name]);
      if (missing) throw new Error(`Region ${missing} has no cell: paint it on the board.`);
      return placedRequest(state.placements, room.level);
    },
  };
}

const isRegion = (name) => REGIONS.some(([region]) => region === name);

/** The places of a board: built in, painted, its rows and columns. */
function placesOf({ rows, columns }) {
  const lines = (word, count) => Array.from({ length: count }, (_, at) => `${word} ${at + 1}`);
  return [
    ["Places", PLACES.map((place) => [place, place])],
    ["Painted regions", REGIONS.map(([name]) => [name, `region ${name}`])],
    ["Rows", lines("row", rows).map((place) => [place, place])],
    ["Columns", lines("column", columns).map((place) => [place, place])],
  ];
}

function rowOf(placement, at, { names, places, put, drop }) {
  const label = (part) => `Placement ${at + 1}: ${part}`;
  const listed = (own) => (names.includes(own) ? names : [own, ...names]).map((name) => [name, name === "any" ? "any special cell" : spoken(name)]);
  const test = (part) => ({ data: { test: `placement-${at}-${part}` } });
  const kind = select(listed(placement.kind), placement.kind, (next) => put({ ...placement, kind: next }), { aria: { label: label("of what") }, ...test("kind") });
  const forms = Object.entries(FORMS).map(([form, { text }]) => [form, text]);
  const form = select(forms, placement.form, (next) => put(fresh(placement, next, names)), { aria: { label: label("how") }, ...test("form") });
  const { has } = FORMS[placement.form];
  const controls = { places: () => placeControls(placement, places, label, put, test), count: () => [countOf(placement, label, put, test)], other: () => [], nothing: () => [] }[has]();
  if (has === "other")
    controls.push(select(listed(placement.other), placement.other, (other) => put({ ...placement, other }), { aria: { label: label("beside what") }, ...test("other") }));
  return el("li", {}, kind, form, ...controls, iconButton("close", `Remove placement ${at + 1}`, drop));
}

/** A placement of another form: what both have stays. */
function fresh({ kind, places, count, other }, form, names) {
  const { has, count: usual, least = 1, most = MOST } = FORMS[form];
  const isOut = Number(count) < least || Number(count) > most;
  return { form, kind, ...{ places: { places: places ?? ["center"] }, count: { count: isOut ? String(usual) : (count ?? String(usual)) }, other: { other: other ?? names.at(-1) }, nothing: {} }[has] };
}

function placeControls(placement, groups, label, put, test) {
  const controls = placement.places.map((place, index) => {
    const known = groups.some(([, options]) => options.some(([name]) => name === place));
    const change = (event) => {
      const { value } = event.target;
      const others = placement.places.map((each, at) => (at === index ? value : each)).filter(Boolean);
      put({ ...placement, places: others.length > 0 ? others : ["center"] });
    };
    const made = el("select", { aria: { label: label(index === 0 ? "place" : `place ${index + 1}`) }, data: { test: `${test("place").data.test}-${index}` }, onchange: change });
    if (index > 0) made.append(el("option", { value: "", text: "no other place" }));
    if (!known) made.append(el("option", { value: place, text: place }));
    made.append(...groups.map(([text, options]) => el("optgroup", { label: text }, options.map(([value, words]) => el("option", { value, text: words })))));
    made.value = place;
    return made;
  });
  const more = button("or …", () => put({ ...placement, places: [...placement.places, "border"] }), { class: "quiet", title: "Another place that will do", ...test("or") });
  return [...controls, more];
}

function countOf(placement, label, put, test) {
  const { least = 1, most = MOST } = FORMS[placement.form];
  const input = el("input", {
    type: "number",
    min: least,
    max: most,
    value: placement.count,
    aria: { label: label("how many") },
    onchange: () => put({ ...placement, count: String(Math.min(most, Math.max(least, Math.round(Number(input.value)) || least))) }),
    ...test("count"),
  });
  return input;
}
