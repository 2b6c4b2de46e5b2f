// The list of runs: pages in SQL, full-text search, filters, live values of running ones.

import { button, el, field, fill, scroller, select } from "../dom.js";
import { grouped } from "../numbers.js";
import { plain } from "../plain.js";
import { ago, progressText, shareOf, STATES, timeOf } from "./words.js";

/** Runs of a page, and the pause between two looks at running ones, in milliseconds. */
const PAGE = 50;
const PAUSE = 1000;

/** The list. */
export function createList(room) {
  const { tools } = room;
  const parts = build(tools);
  const state = { filter: {}, runs: [], total: 0, control: null, timer: 0, isOpen: false };
  const list = { element: parts.element };
  const load = async (before) => {
    state.control?.abort();
    state.control = new AbortController();
    try {
      const page = await tools.door.runs({ ...state.filter, before, limit: PAGE }, { signal: state.control.signal });
      state.runs = before ? [...state.runs, ...page.runs] : page.runs;
      state.total = page.total;
      paint(tools, parts, state, page.runs.length < PAGE);
    } catch (error) {
      tools.refuse(error);
    }
    look();
  };
  const more = () => {
    if (state.runs.length) load(state.runs.at(-1).id);
  };
  const look = () => {
    clearTimeout(state.timer);
    if (!state.isOpen) return;
    state.timer = setTimeout(
      () =>
        document.hidden
          ? look()
          : refreshLive(tools, parts, state)
              .catch(() => {})
              .finally(look),
      PAUSE,
    );
  };
  list.update = async (next, isBack) => {
    state.isOpen = true;
    const filter = { search: next.search, task: next.task, state: next.status };
    const isSame = JSON.stringify(filter) === JSON.stringify(state.filter);
    Object.assign(state, { filter });
    if (document.activeElement !== parts.search) parts.search.value = next.search ?? "";
    parts.task.value = next.task ?? "";
    parts.status.value = next.status ?? "";
    if (isBack && isSame) {
      look();
      await refreshLive(tools, parts, state).catch(() => {});
      return;
    }
    await load();
  };
  list.refresh = () => load();
  list.pause = () => {
    state.isOpen = false;
    clearTimeout(state.timer);
  };
  list.close = () => {
    list.pause();
    state.control?.abort();
    parts.watch.disconnect();
  };
  list.key = (event) => walk(event, parts);
  parts.more.addEventListener("click", more);
  parts.watch = new IntersectionObserver(
    ([entry]) => {
      if (entry.isIntersecting && !parts.more.hidden) more();
    },
    { rootMargin: "400px" },
  );
  parts.watch.observe(parts.more);
  return list;
}

function build(tools) {
  let timer = 0;
  const later = (patch) => {
    clearTimeout(timer);
    timer = setTimeout(() => tools.go(patch, { replace: true }), 150);
  };
  const search = el("input", {
    type: "search",
    placeholder: "Words of requests and answers",
    data: { test: "search" },
    oninput: () => later({ search: search.value }),
  });
  const names = tools.door.tasks().map(({ name }) => [name, name]);
  const task = select([["", "All tasks"], ...names], "", (name) => tools.go({ task: name }), { data: { test: "task" } });
  const status = select(
    [["", "All states"], ...Object.entries(STATES).map(([name, [text]]) => [name, text])],
    "",
    (name) => tools.go({ status: name }),
    { data: { test: "status" } },
  );
  const number = el("div.number", { text: "–", data: { test: "total" } });
  const body = el("tbody");
  const head = el(
    "thead",
    {},
    el(
      "tr",
      {},
      ["Run", "State", "Task", "Answer", "Seed", "Begun", "Time"].map((text) =>
        el(`th${text === "Seed" || text === "Time" ? ".num" : ""}`, { scope: "col", text }),
      ),
    ),
  );
  const more = button("Show more", null, { hidden: true });
  const empty = el(
    "p.muted",
    { hidden: true },
    tools.door.kind === "local"
      ? ["This page keeps no runs. The program does: ", el("code", { text: "tilewright workbench" })]
      : ["No run is recorded yet. Whatever is started in the rooms, or with ", el("code", { text: "--record-run" }), ", stands here."],
  );
  const element = el(
    "section.stack",
    { aria: { label: "Recorded runs" } },
    el(
      "div.spread.runs-head",
      {},
      el("div", {}, number, el("span.unit", { text: "Runs" })),
      el("div.filters", { role: "search" }, field("Search", search), field("Task", task), field("State", status)),
    ),
    scroller("Runs", el("table.list.runs", { data: { test: "runs" } }, head, body)),
    empty,
    more,
  );
  return { element, search, task, status, number, body, more, empty };
}

function paint(tools, parts, state, isEnd) {
  parts.number.textContent = grouped(state.total);
  parts.more.hidden = isEnd;
  parts.empty.hidden = state.total > 0 || Object.values(state.filter).some(Boolean);
  const rows = new Map([...parts.body.children].map((row) => [row.dataset.run, row]));
  fill(
    parts.body,
    state.runs.map((run) => rowOf(tools, run, rows.get(String(run.id)))),
  );
}

/** A row; an unchanged one is used again, so that the focus stays. */
function rowOf(tools, run, old) {
  const key = JSON.stringify(run);
  if (old?.dataset.key === key) return old;
  const row = old ?? el("tr", { data: { run: run.id } });
  row.dataset.key = key;
  const hadFocus = row.contains(document.activeElement);
  const link = el("a", { href: `#/runs?run=${run.id}`, text: run.id });
  const what = run.state === "running" ? liveCell(run) : el("span.headline", { text: plain(run.headline || "–") });
  fill(
    row,
    el("td", {}, link),
    el("td", {}, tagOf(run)),
    el("td", { text: run.task }),
    el("td.wide-cell", {}, what),
    el("td.num", { text: run.seed ?? "" }),
    el("td", { text: ago(run.begun), title: new Date(run.begun * 1000).toLocaleString() }),
    el("td.num", { text: timeOf(run) }),
  );
  row.onclick = (event) => {
    if (!event.target.closest("a, button") && !getSelection().toString()) tools.go({ run: run.id, search: "", task: "", status: "" });
  };
  if (hadFocus) link.focus();
  return row;
}

/** The state of a run as a tag. */
export function tagOf({ state }) {
  const [text, look] = STATES[state] ?? [state, ""];
  return el(`span.tag${look ? `.${look}` : ""}`, { text });
}

/** The progress of a running run. */
export function liveCell(run) {
  const bar = el("div.length");
  bar.style.setProperty("--share", shareOf(run) ?? 0);
  return el("div.progress", {}, el("span", { text: progressText(run) || "running" }), el("div.track", {}, bar));
}

/** Looks again at the first page: new runs, and the values of running ones. */
async function refreshLive(tools, parts, state) {
  const page = await tools.door.runs({ ...state.filter, limit: PAGE });
  if (!state.isOpen) return;
  const fresh = new Map(page.runs.map((run) => [run.id, run]));
  const rest = state.runs.filter((run) => !fresh.has(run.id) && run.id < (page.runs.at(-1)?.id ?? Infinity));
  Object.assign(state, { runs: [...page.runs, ...rest], total: page.total });
  paint(tools, parts, state, parts.more.hidden);
}

/** `/` goes to the search, arrows walk through the list. */
function walk(event, parts) {
  if (event.key === "/") {
    parts.search.focus();
    return true;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return false;
  const links = [...parts.body.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  links[Math.max(0, Math.min(links.length - 1, at + step))]?.focus();
  return true;
}
