// The room of paths with an empty map, for its tests.

import { at, until } from "./harness.mjs";

const EMPTY = Array.from({ length: 20 }, () => ".".repeat(30));

/** The room with an empty map of 20 × 30 cells, so that every cost is known. */
export async function openEmpty({ open, program }, more = "", rows = EMPTY) {
  const uploaded = await program.call("documents?name=empty.txt", { method: "POST", text: `${rows.join("\n")}\n` });
  const { name } = JSON.parse(uploaded.text);
  const page = await open(`/paths?map=${name}&from=10,2&to=10,20${more}`);
  if (!more) await until("the path is drawn", () => line(page));
  return page;
}

/** The line of the path, as SVG has it. */
export const line = (page) => at(page, "map").locator(".path-line").getAttribute("points");

/** The middle of a cell of the map, in pixels of the window. */
export async function middle(page, [row, column], { rows = 20, columns = 30 } = {}) {
  const { x, y, width, height } = await at(page, "map").boundingBox();
  return [x + (column + 0.5) / columns * width, y + (row + 0.5) / rows * height];
}
