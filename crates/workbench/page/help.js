// The dialog that lists the keys.

import { button, el } from "./dom.js";

const ROOM_KEYS = [["1 … 5", "Open a room"]];
const UNDO_KEYS = [
  ["Ctrl+Z", "Undo"],
  ["Ctrl+Shift+Z", "Redo"],
];
const COMMON = [
  ["T", "Light or dark"],
  ["?", "This list"],
];

/** Opens the list of keys; `keys` are those of the room as `[key, what]` pairs. */
export function openHelp(keys, { hasRooms = true, hasUndo = true } = {}) {
  const table = (title, rows) =>
    rows.length
      ? [
          el("h3", { text: title }),
          el(
            "dl.keys",
            {},
            rows.flatMap(([key, what]) => [
              el(
                "dt",
                {},
                key.split(" ").map((part) => (part === "…" || part === "or" ? ` ${part} ` : el("kbd", { text: part }))),
              ),
              el("dd", { text: what }),
            ]),
          ),
        ]
      : [];
  const dialog = el(
    "dialog",
    { aria: { label: "Keyboard shortcuts" } },
    el("h2", { text: "Keyboard shortcuts" }),
    table("This room", keys),
    table("Everywhere", [...(hasRooms ? ROOM_KEYS : []), ...(hasUndo ? UNDO_KEYS : []), ...COMMON]),
  );
  dialog.append(button("Close", () => dialog.close(), { class: "primary" }));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
}
