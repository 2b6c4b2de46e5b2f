// What is shown in place of a room.

import { button, el, fill } from "./dom.js";

/** Says that there is no room of that name. */
export function lost(main, name, openFirst) {
  fill(
    main,
    el(
      "div.empty",
      {},
      el("h1", { text: "There is no such room" }),
      el("p", { text: `“${name}” is not a part of the workbench.` }),
      button("Open the first room", openFirst),
    ),
  );
}

/** Says that a room could not be opened, and what to do. */
export function broken(main, error) {
  main.removeAttribute("aria-busy");
  console.warn(error);
  fill(
    main,
    el(
      "div.empty",
      {},
      el("h1", { text: "This room could not be opened" }),
      el("p", { text: error.message }),
      error.hint ? el("p", { text: error.hint }) : null,
      button("Try again", () => location.reload()),
    ),
  );
}
