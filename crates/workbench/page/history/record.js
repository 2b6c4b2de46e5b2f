// One run: what was asked, what came out, and what can be done with it.

import { button, drawIcon, el, fill, iconButton, scroller } from "../dom.js";
import { stringify } from "../json.js";
import { plain } from "../plain.js";
import { createProgress } from "../run.js";
import { actions } from "./actions.js";
import { createCompare } from "./compare.js";
import { liveCell, tagOf } from "./list.js";
import { ago, timeOf } from "./words.js";

/** The page of a run. */
export function createRecord(room, id) {
  const { tools } = room;
  const element = el("article.stack.record", { aria: { label: `Run ${id}` } });
  const state = { run: null, timer: 0, off: null, log: [], progress: createProgress(), compare: null, isClosed: false };
  const record = { element, state, id };
  const later = () => {
    clearTimeout(state.timer);
    if (!state.isClosed) state.timer = setTimeout(() => record.refresh(), 1000);
  };
  const follow = () => {
    if (state.isClosed) return;
    state.off ??= tools.door.follow(id, (event) => {
      state.progress.take(event);
      logEvent(state, event);
      if (event.event === "answer" || event.event === "refused") record.refresh();
    });
    later();
  };
  record.refresh = async () => {
    try {
      const run = await tools.door.run(id);
      const isNew = state.run?.state !== run.state;
      state.run = run;
      if (isNew) await build(room, record);
      else paintLive(record);
      if (run.state === "running") follow();
    } catch (error) {
      // A server that is gone for a moment: what is shown stays until it answers again.
      if (state.run && error.status !== 404) return later();
      state.run = null;
      fill(element, back(tools), el("div.empty", {}, el("h1", { text: `Run ${id} is not here` }), el("p", { text: error.message })));
    }
  };
  record.close = () => {
    state.isClosed = true;
    clearTimeout(state.timer);
    state.off?.();
    state.compare?.close();
  };
  record.key = (event) => {
    if (event.key !== "Escape") return false;
    tools.go({ run: "" });
    return true;
  };
  return record;
}

const back = (tools) =>
  el(
    "div",
    {},
    el(
      "a.back",
      {
        href: "#/runs",
        onclick: (event) => {
          event.preventDefault();
          tools.go({ run: "" });
        },
      },
      drawIcon("left"),
      tools.door.kind === "report" ? "Overview" : "All runs",
    ),
  );

async function build(room, record) {
  const { tools } = room;
  const { run } = record.state;
  const head = el(
    "header.spread",
    {},
    el(
      "div",
      {},
      el("h1", { text: run.task }),
      el(
        "p.row.muted",
        {},
        tagOf(run),
        el("span", { text: factsOf(run) }),
      ),
    ),
    tools.door.kind === "report" ? null : actions(room, record),
  );
  const live = el("div.live");
  record.live = live;
  const sections = [
    await answerOf(tools, run),
    commandOf(tools, run),
    compareOf(tools, record),
    filesOf(tools, run),
    requestOf(run),
    tools.door.kind === "report" ? null : logOf(record),
  ];
  fill(record.element, back(tools), head, live, ...(await Promise.all(sections)));
  paintLive(record);
}

/** What is known of a run, in a line. A report may not say when it began. */
function factsOf(run) {
  const times = run.begun === undefined ? [] : [ago(run.begun), timeOf(run)];
  return [`Run ${run.id}`, ...times, `seed ${run.seed ?? "none"}`, run.version, run.host].join(" · ");
}

function paintLive({ live, state }) {
  const { run } = state;
  fill(
    live,
    run.state === "running" ? liveCell(run) : run.error ? el("p.error", { text: plain([run.error, run.hint].filter(Boolean).join(" · ")) }) : null,
  );
  paintLog(state);
}

/** The answer: its picture and its text. */
async function answerOf(tools, run) {
  if (!["done", "no", "wrong", "stopped"].includes(run.state)) return null;
  const { door } = tools;
  const hasPicture = run.has_picture !== false && door.task(run.task)?.outputs.some(({ name }) => name === "picture");
  const [svg, text] = await Promise.all([
    hasPicture ? door.answer(run.id, "svg").catch(() => null) : null,
    door.answer(run.id, "txt").catch(() => ""),
  ]);
  const holder = el("div.answer-picture");
  if (svg) tools.picture(holder, svg);
  const as = (form) => () => door.answer(run.id, form);
  const name = `${run.task.replace("/", "-")}-${run.id}`;
  const picture = svg ? { svg: as("svg") } : {};
  // A report holds the still picture alone.
  if (svg && door.kind !== "report") Object.assign(picture, { png: as("png"), gif: as("gif"), apng: as("apng") });
  const carry = tools.carry({
    name,
    ...picture,
    json: as("json"),
    ...(text ? { text: as("txt") } : {}),
    command: () => run.command ?? tools.command(run.task, run.request, svg ? { picture: `${name}.svg` } : {}),
  }, "the answer");
  return el(
    "section.card.stack",
    { aria: { label: "Answer" } },
    el("div.spread", {}, el("h2", { text: "Answer" }), carry),
    svg ? holder : null,
    text ? el("pre.answer-text", { text: plain(text), tabIndex: 0 }) : null,
  );
}

function commandOf(tools, run) {
  const text = run.command ?? (tools.door.task(run.task) ? tools.command(run.task, run.request) : "");
  if (!text) return null;
  const copy = iconButton("copy", "Copy the command", () => tools.copy(text).then(() => tools.note("Command copied")), {
    data: { test: "copy-command" },
  });
  return el(
    "section.stack.tight",
    { aria: { label: "The command that makes this" } },
    el("h2", { text: "The command that makes this" }),
    el("div.copied", {}, el("code.command", { text, data: { test: "command" } }), copy),
  );
}

function compareOf(tools, { state }) {
  state.compare?.close();
  state.compare = createCompare(tools, state.run);
  return state.compare.element;
}

async function filesOf(tools, run) {
  const files = await tools.door.files(run.id).catch(() => []);
  if (files.length === 0) return null;
  const pathOf = ({ output, name }) => (output === "output" ? name || "output" : `${output}/${name || output}`);
  const row = (file) =>
    el(
      "tr",
      {},
      el("td", { text: pathOf(file) }),
      el("td.num", { text: `${file.size.toLocaleString("en")} bytes` }),
      el(
        "td",
        {},
        button("Save", () =>
          tools.door
            .file(run.id, pathOf(file))
            .then((blob) => tools.save(file.name || file.output, blob))
            .catch(tools.refuse),
        ),
      ),
    );
  const all = button("Save all as zip", () =>
    tools.door
      .file(run.id, null)
      .then((blob) => tools.save(`run-${run.id}.zip`, blob))
      .catch(tools.refuse),
  );
  return el(
    "section.stack.tight",
    { aria: { label: "Files" } },
    el("div.spread", {}, el("h2", { text: "Files" }), files.length > 1 ? all : null),
    scroller("Files of the run", el("table.list", {}, el("tbody", {}, files.map(row)))),
  );
}

function requestOf(run) {
  if (Object.keys(run.request).length === 0) return null;
  return el("details", {}, el("summary", { text: "Request" }), el("pre.request", { text: stringify(run.request, 2), tabIndex: 0 }));
}

/** Notes, warnings and files of a run under way. */
function logOf(record) {
  record.state.logBody = el("ul.log");
  return el("details", { open: record.state.run.state === "running" }, el("summary", { text: "Events" }), record.state.logBody);
}

function logEvent(state, event) {
  const text = {
    begun: () => `${event.doing}${event.steps ? `, ${event.steps} steps` : ""}`,
    note: () => event.text,
    timing: () => event.text,
    warning: () => [event.text, event.hint].filter(Boolean).join(" · "),
    file: () => `file ${event.name || event.output}, ${event.size} bytes`,
    answer: () => `ended: ${event.reached ?? event.verdict}`,
    refused: () => `refused: ${event.error}`,
  }[event.event];
  if (text) state.log.push({ kind: event.event, text: plain(text()) });
  if (state.log.length > 500) state.log.shift();
  paintLog(state);
}

function paintLog({ logBody, log }) {
  if (!logBody) return;
  fill(
    logBody,
    log.length
      ? log.map(({ kind, text }) => el(`li.${kind}`, { text }))
      : el("li.muted", { text: "Events are shown while a run of this browser is under way." }),
  );
}
