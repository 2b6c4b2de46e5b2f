// Levels whose groups are tapped: what the page says of them, and what it shows.

import assert from "node:assert/strict";

import { unpacked } from "../page/levels/url.js";
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

/** The middle of a cell, in pixels of the window. */
const middle = (page, row, column) => game(page).evaluate((element, [r, c]) => {
  const { x, y } = new DOMPoint(c * 40 + 30, r * 40 + 30).matrixTransform(element.getScreenCTM());
  return [x, y];
}, [row, column]);

for (const [way, act, options] of [
  ["mouse", async (page) => page.mouse.click(...await middle(page, 0, 1))],
  ["finger", async (page) => page.touchscreen.tap(...await middle(page, 0, 1)), { hasTouch: true }],
  ["Space", async (page) => { await game(page).focus(); await page.keyboard.press("ArrowRight"); await page.keyboard.press("Space"); }],
]) {
  pageTest(`a tap by ${way} that takes nothing is answered, and leaves no frame`, async (bench) => {
    const page = await opened(bench, options);
    await act(page);
    const said = page.locator("#notes [role=status]").filter({ hasText: "The green block in row 1, column 2 touches no other one of its colour" });
    await said.waitFor();
    await until("the frame of the refusal goes", () => game(page).locator(".levels-refused").count(), (count) => count === 0);
    assert.equal(await game(page).locator(".levels-chosen").count(), 0);
  });
}

pageTest("a rocket shows its reach and flies, and a box breaks by degrees", async (bench) => {
  const page = await opened(bench);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.evaluate(() => {
    const board = document.querySelector("svg.levels-game");
    const seen = Object.assign(globalThis, { reach: 0, flights: new Set(), shrinking: 0 });
    const look = () => {
      seen.reach = Math.max(seen.reach, board.querySelectorAll(".levels-reach").length);
      for (const use of board.querySelectorAll(".levels-reach ~ use")) seen.flights.add(use.getAttribute("transform"));
      seen.shrinking += board.querySelectorAll("use[transform*=scale]").length;
    };
    new MutationObserver(look).observe(board, { subtree: true, childList: true, attributes: true });
  });
  await page.mouse.click(...await middle(page, 2, 0));
  await until("the last box is gone", () => at(page, "outcome").textContent(), (text) => text.startsWith("Won after 1 move,"));
  const seen = await page.evaluate(() => ({ reach: globalThis.reach, flights: globalThis.flights.size, shrinking: globalThis.shrinking }));
  assert.ok(seen.reach === 4 && seen.flights > 0 && seen.shrinking > 0, JSON.stringify(seen));
  assert.equal(await game(page).locator(".levels-reach").count(), 0);
});

pageTest("kinds are added to a level that has its own under Change the rules", async ({ open }) => {
  const layout = Array.from({ length: 6 }, (_, row) => Array.from({ length: 6 }, (__, column) => (row === 2 && column === 2 ? "nest1" : ".")));
  const own = { ...LEVEL, rows: 6, columns: 6, layout, blocks: { nest: { place: "blocker" } }, goal: { collect: 9 } };
  const page = await open(levelPlace("rules", own));
  await page.getByText("Change the rules").click();
  const rules = JSON.parse(await at(page, "rules-json").inputValue());
  assert.deepEqual(rules, { base: "blast", blocks: own.blocks });
  await at(page, "rules-json").fill(JSON.stringify({ ...rules, blocks: { ...rules.blocks, den: { place: "blocker", layers: 2 } } }));
  await at(page, "use-rules").click();
  await at(page, "tab-paint").click();
  await at(page, "brush-den2").waitFor();
  assert.equal(await at(page, "board").locator("use[href^='#']").count(), 36);
});

pageTest("a big block without room says so, and a timer is painted with chosen turns", async ({ open }) => {
  const layout = Array.from({ length: 4 }, () => Array(4).fill("."));
  const blocks = { safe: { place: "blocker", cells: [2, 2] }, fuse: { place: "blocker", after: 9, then: "lose" } };
  const page = await open(levelPlace("paint", { ...LEVEL, rows: 4, columns: 4, layout, blocks, goal: { collect: 9 } }));
  const cell = (row, column) => at(page, "board").locator("svg").evaluate((element, [r, c]) => {
    const { x, y } = new DOMPoint(c * 40 + 30, r * 40 + 30).matrixTransform(element.getScreenCTM());
    return [x, y];
  }, [row, column]);
  await page.getByRole("heading", { name: "Ingredients" }).waitFor();
  await at(page, "brush-safe1").click();
  await page.mouse.click(...await cell(3, 3));
  await page.locator("#notes").getByText("does not fit here").waitFor();
  assert.equal(await at(page, "turns").isVisible(), false);
  await at(page, "brush-fuse9").click();
  await at(page, "turns").fill("3");
  await at(page, "turns").press("Tab");
  await page.mouse.click(...await cell(1, 1));
  const level = () => page.evaluate(() => new URLSearchParams(location.hash.split("?")[1]).get("level"));
  await until("the timer is in the level", level, (text) => unpacked(text).layout[1][1] === "fuse3");
});
