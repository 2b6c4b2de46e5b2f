// All rooms with their tabs and views, for tests of what must hold everywhere.

import { at, until } from "./harness.mjs";

export const PLACES = [
  ...["play", "paint", "rules", "generate", "change", "pack", "archive", "files"].map((tab) => ["levels", `?tab=${tab}`]),
  ...["path", "race", "evolve", "routes", "npcs", "front", "doors", "reach", "field", "live"].map((view) => ["paths", `?view=${view}`]),
  ...["steps", "field"].map((walk) => ["paths", `?view=npcs&walk=${walk}`]),
  ...["review", "bench", "train"].map((view) => ["tiles", `?view=${view}`]),
  ...["evolve", "matrix"].map((view) => ["battleship", `?view=${view}`]),
  ["runs", ""],
];

/** Stops what moves by itself, so that controls do not come and go. */
export async function hush(page, name) {
  if (name === "levels") await at(page, "bot-plays").click();
  if (name === "tiles" || name === "battleship") {
    // It begins by itself; a click before that would begin it.
    await until("it plays", () => at(page, "autoplay").textContent(), (text) => text === "Pause");
    // A first move that is still under way when it pauses would enable this button while Tab goes around.
    await until("a move can be taken back", () => page.locator("#undo").isEnabled(), (is) => is);
    await at(page, "autoplay").click();
    await until("it pauses", () => at(page, "autoplay").textContent(), (text) => text === "Let it play");
  }
}

/** Opens all details. Those of the place before may be hidden while they are clicked, so each click is tried anew. */
async function openDetails(page) {
  const closed = page.locator("main details:not([open]) > summary:visible");
  const openOne = async () => {
    if (await closed.count()) await closed.first().click({ timeout: 1000 }).catch(() => {});
    return closed.count();
  };
  await until("all details are open", openOne, (count) => count === 0);
}

/** Goes from place to place, with all details open; `look(place)` looks at each. */
export async function visitAll({ visit }, page, look) {
  for (const [room, query] of PLACES) {
    await visit(page, `/${room}${query}`);
    await page.locator(`.room[data-room=${room}] *`).first().waitFor({ state: "attached" });
    await openDetails(page);
    await page.waitForFunction(() => document.fonts.status === "loaded" && !document.querySelector("main[aria-busy]"));
    await look(`${room}${query}`);
  }
}
