// Messages: shown in a corner, or said to screen readers.

import { button, drawIcon, el } from "./dom.js";

const $ = (id) => document.getElementById(id);

/** Shows a short message; `kind` is `"note"` or `"error"`. */
export function note(text, { kind = "note", seconds = kind === "error" ? 12 : 4, action } = {}) {
  const close = () => made.remove();
  const made = el(`div.note.${kind}`, { role: kind === "error" ? "alert" : "status" }, el("span", { text }));
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
  setTimeout(close, seconds * 1000);
}

/** Says something to screen readers only. */
export function say(text) {
  $("live").textContent = text;
}

/** Shows a refusal: what is wrong and what to do. */
export function refuse(error) {
  if (error?.name === "AbortError") return;
  note([error?.message ?? String(error), error?.hint].filter(Boolean).join(" · "), { kind: "error" });
}
