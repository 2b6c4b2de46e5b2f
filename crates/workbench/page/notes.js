// Messages: shown in a corner, or said to screen readers.

import { button, drawIcon, el } from "./dom.js";
import { plain } from "./plain.js";

const $ = (id) => document.getElementById(id);

/**
 * Shows a short message; `kind` is `"note"` or `"error"`. One that `stays` is shown until it is
 * closed. The same message is shown once.
 */
export function note(message, { kind = "note", seconds = kind === "error" ? 12 : 4, stays = false, action } = {}) {
  const text = plain(message);
  const same = [...$("notes").children].find((shown) => shown.firstChild.textContent === text);
  if (same?.dataset.stays) return;
  same?.remove();
  const close = () => made.remove();
  const made = el(`div.note.${kind}`, { role: kind === "error" ? "alert" : "status", data: stays ? { stays: "true" } : {} }, el("span", { text }));
  if (action)
    made.append(
      button(action.label, () => {
        close();
        action.act();
      }),
    );
  made.append(el("button.icon", { type: "button", aria: { label: "Close" }, onclick: close }, drawIcon("close")));
  $("notes").append(made);
  while ($("notes").children.length > 3) $("notes").firstChild.remove();
  if (!stays) setTimeout(close, seconds * 1000);
}

/** Says something to screen readers only; the same sentence again is said again. */
export function say(text) {
  const live = $("live");
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** Shows a refusal, or the fields of one: what is wrong and what to do. */
export function refuse(error, options = {}) {
  if (error?.name === "AbortError") return;
  note([error?.message ?? error?.error ?? String(error), error?.hint].filter(Boolean).join(" · "), { kind: "error", ...options });
}
