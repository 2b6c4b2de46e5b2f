// Levels whose groups are tapped: what the page says of them, and what it shows.

import assert from "node:assert/strict";

import { at, pageTest, until } from "./harness.mjs";
import { levelPlace } from "./steps.mjs";

/** A board on which each block is alone but for the row below the rocket. */
const LEVEL = {
  schema: "tilewright/level/2", rows: 4, columns: 4, colors: 4, rules: "blast",
  layout: [["r", "g", "r", "g"], ["g", "r", "g", "r"], ["R-", "b", "box1", "g"], ["y", "y", "r", "b"]],
  goal: { collect: { kind: "box", count: "all" } }, moves: 9,
};

const game = (page) => page.locator("svg.levels-game");

/** The level in the tab Play, without a bot. */
async function opened({ open, newProfile }, options = {}) {
  const profile = await newProfile({ reducedMotion: "reduce", ...options });
  const page = await open(levelPlace("play", LEVEL), { profile });
  await until("the game is shown", () => at(page, "status").textContent(), (text) => text.startsWith("0 of 9 moves"));
  return page;
}

pageTest("the page says what a tap, Space and a finger do", async (bench) => {
  const page = await opened(bench);
  assert.match(await at(page, "how-to").textContent(), /^Click or tap a group/);
  assert.match(await game(page).getAttribute("aria-label"), /Tap a group/);
  await page.keyboard.press("?");
  const keys = await page.locator("dialog").textContent();
  assert.match(keys, /tap the group or the piece/);
  assert.doesNotMatch(keys, /swap/);
});
