/**
 * A task that runs while one looks: a button that starts and stops it, its progress, what it says.
 */

import { button, el } from "../dom.js";
import { plain } from "../plain.js";
import { answerOf } from "../run.js";
import { refusalText } from "./room.js";

/**
 * @param {object} room
 * @param {{task: string, label: string, request: () => object, outputs?: string[], test?: string, answer?: string, isAnimated?: boolean,
 * onEvent?: (event: object, run: object) => void, onAnswer: (answer: object, run: object) => void,
 * onBegin?: () => void, onEnd?: () => void}} what `request` may throw.
 * @returns {{element: HTMLElement, start: () => Promise<void>, stop: () => void, isRunning: () => boolean}}
 */
export function createTaskRun(room, what) {
  const { tools, door } = room;
  let run = null;
  let ended = null;
  let isStarting = false;
  const go = button(what.label, () => (run ? run.cancel() : start()), {
    class: "primary",
    data: { test: what.test ?? what.task },
  });
  const length = el("span.length");
  const bar = el("div.progress", { hidden: true }, el("span.track", {}, length));
  const status = el("p.help", { role: "status", data: { test: `${what.test ?? what.task}-status` } });
  const notes = el("ul.levels-notes");
  const error = el("p.error", { role: "alert", hidden: true });
  const carry = tools.carry(() => carried(), what.answer ?? "the answer");
  const element = el("div.stack.levels-run", {}, el("div.row", {}, go, carry), bar, status, error, notes);

  function carried() {
    const { watch, ...request } = what.request();
    const source = { name: what.task.replace("/", "-"), command: () => tools.command(what.task, request), json: () => request };
    if (!ended) return source;
    const as = (form) => () => door.answer(ended.id, form);
    source.json = as("json");
    if (door.task(what.task)?.outputs.some(({ name }) => name === "picture"))
      Object.assign(source, { svg: as("svg"), png: as("png") });
    if (what.isAnimated) Object.assign(source, { gif: as("gif"), apng: as("apng") });
    return source;
  }

  function refuse(text) {
    error.hidden = !text;
    error.textContent = text ?? "";
  }

  function take(event, progress) {
    const share = progress.share;
    length.style.setProperty("--share", share ?? 0.15);
    bar.classList.toggle("levels-unknown", share === null);
    if (event.event === "status") status.textContent = event.text;
    else if (event.event === "begun") status.textContent = event.doing;
    else if (event.event === "reached" && progress.steps)
      status.textContent = `${progress.doing}: ${progress.reached} of ${progress.steps}`;
    else if (event.event === "note" || event.event === "warning") {
      notes.append(
        el(event.event === "warning" ? "li.error" : "li", { text: plain([event.text, event.hint].filter(Boolean).join(" – ")) }),
      );
    }
    what.onEvent?.(event, run);
  }

  async function start() {
    if (isStarting) return;
    isStarting = true;
    refuse(null);
    notes.replaceChildren();
    try {
      const request = what.request();
      what.onBegin?.();
      [status.textContent, bar.hidden, go.textContent] = ["starting", false, "Stop"];
      run = await door.start(what.task, request, { outputs: what.outputs ?? [], onEvent: take });
      isStarting = false;
      const last = await run.done;
      ended = last.event === "refused" || !run.id ? null : run;
      if (last.event === "refused") refuse(refusalText({ message: last.error, hint: last.hint }));
      else what.onAnswer(await answerOf(door, run), run, last);
      const isStopped = last.event !== "refused" && last.verdict === "stopped";
      status.textContent = isStopped ? ["Stopped", last.reached].filter(Boolean).join(": ") : "";
    } catch (refusal) {
      refuse(refusalText(refusal));
      status.textContent = "";
    }
    isStarting = false;
    what.onEnd?.();
    [run, bar.hidden, go.textContent] = [null, true, what.label];
  }
  return { element, start, stop: () => run?.cancel(), isRunning: () => run !== null };
}
