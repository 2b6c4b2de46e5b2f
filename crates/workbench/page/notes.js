// Messages: shown in a corner, or said to screen readers.

import { button, drawIcon, el } from "./dom.js";
import { plain } from "./plain.js";

const $ = (id) => document.getElementById(id);

/**
 * Shows a short message; `kind` is `"note"` or `"error"`. One that `stays` is shown until it is
 * closed. The same message is shown once, and of a `topic` only the newest. `actions`: `[{label, act, test}]`, buttons that close it.
 */
export function note(message, { kind = "note", seconds = kind === "error" ? 12 : 4, stays = false, topic = "", action, actions = action ? [action] : [] } = {}) {
  const text = plain(message);
  if (topic) settle(topic);
  const same = [...$("notes").children].find((shown) => shown.firstChild.textContent === text);
  if (same?.dataset.stays) return;
  same?.remove();
  const close = () => made.remove();
  const made = el(`div.note.${kind}${actions.length > 1 ? ".choices" : ""}`, { role: kind === "error" ? "alert" : "status", data: { ...(stays ? { stays: "true" } : {}), ...(topic ? { topic } : {}) } }, el("span", { text }));
  for (const { label, act, test } of actions)
    made.append(
      button(
        label,
        () => {
          close();
          Promise.resolve().then(act).catch(refuse);
        },
        test ? { data: { test } } : {},
      ),
    );
  made.append(el("button.icon", { type: "button", aria: { label: "Close" }, onclick: close }, drawIcon("close")));
  $("notes").append(made);
  const passing = [...$("notes").children].filter((shown) => !shown.dataset.stays);
  while ($("notes").children.length > 3 && passing.length > 1) passing.shift().remove();
  if (!stays) setTimeout(close, seconds * 1000);
}

/** What was said of a topic no longer holds. */
export function settle(topic) {
  [...$("notes").children].filter((shown) => shown.dataset.topic === topic).forEach((shown) => shown.remove());
}

/** Says something to screen readers only; the same sentence again is said again. */
export function say(text) {
  const live = $("live");
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** Shows a refusal, or the fields of one: what is wrong and what to do, with its `choices`. */
export function refuse(error, options = {}) {
  if (error?.name === "AbortError") return;
  if (error?.choices) options = { actions: error.choices, stays: true, ...options };
  note([error?.message ?? error?.error ?? String(error), error?.hint].filter(Boolean).join(" · "), { kind: "error", ...options });
}
