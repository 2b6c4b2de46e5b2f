// axe in every room and view: on a wide and a narrow screen, light and dark; what a person opens; names
// that are different, and nothing that moves where that was asked.

import assert from "node:assert/strict";

import { wrongIn } from "./axe.mjs";
import { at, numberOf, pageTest, until } from "./harness.mjs";
import { hush, visitAll } from "./places.mjs";
import { BENCH, ROOMS, SMALL, levelPlace, openRoom, startBench } from "./steps.mjs";

for (const [width, height] of [[1280, 900], [360, 740]]) {
  for (const colorScheme of ["light", "dark"]) {
    pageTest(`axe finds nothing in any room or view: ${width} pixels, ${colorScheme}`, async (bench) => {
      const page = await bench.open("/runs");
      await visitAll(bench, page, async (place) => assert.deepEqual(await wrongIn(page), [], place));
    }, { context: { viewport: { width, height }, colorScheme } });
  }
}

/** The names of the buttons that can be seen, with how often each occurs. */
const namesIn = (page) => page.evaluate(() => {
  const counts = {};
  for (const button of document.querySelectorAll("button, [role=slider], [role=application]")) {
    if (!button.checkVisibility({ visibilityProperty: true })) continue;
    const name = button.getAttribute("aria-label") ?? button.textContent.trim();
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return Object.entries(counts).filter(([, count]) => count > 1);
});

pageTest("no two buttons of a view have the same name", async (bench) => {
  const page = await bench.open("/runs");
  await visitAll(bench, page, async (place) => assert.deepEqual(await namesIn(page), [], place));
});

pageTest("axe finds nothing in what a person opens: menus, dialogs, answers, refusals", async (bench) => {
  const page = await bench.open("/runs");
  await page.keyboard.press("?");
  await page.locator("dialog[open]").waitFor();
  assert.deepEqual(await wrongIn(page), [], "keys");
  await page.keyboard.press("Escape");
  await bench.visit(page, levelPlace("change", { ...SMALL, goal: { all: [{ collect: 40, of_colors: 1 }] } }));
  await at(page, "easier").click();
  await until("changes are found", () => at(page, "tweaked").count());
  assert.deepEqual([await wrongIn(page), await namesIn(page)], [[], []], "changes");
  await page.locator(".levels-run .carry > button").click();
  assert.deepEqual(await wrongIn(page), [], "menu");
  await page.keyboard.press("Escape");
  await bench.visit(page, "/battleship");
  await hush(page, "battleship");
  await at(page, "place").click();
  await page.locator("dialog[open] .ship").first().waitFor();
  assert.deepEqual(await wrongIn(page), [], "place a fleet");
  await page.keyboard.press("Escape");
  await bench.visit(page, BENCH);
  await startBench(page, { player: "random", games: "20", seed: "1" });
  await until("the games are played", () => at(page, "bench").textContent(), (text) => text === "Play the games");
  assert.deepEqual(await wrongIn(page), [], "many games");
  await at(page, "new-game").click();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowDown");
  await page.locator(".games .icon").first().click();
  await page.getByText("Game deleted").waitFor();
  assert.deepEqual(await wrongIn(page), [], "a note with a button");
  await bench.visit(page, "/runs?run=1");
  await page.locator(".record").waitFor();
  for (const summary of await page.locator("main summary:visible").all()) await summary.click();
  assert.deepEqual([await wrongIn(page), await namesIn(page)], [[], []], "a run");
  await bench.visit(page, "/runs?search=nothing+of+this");
  assert.deepEqual(await wrongIn(page), [], "an empty list");
});

pageTest("nothing moves by itself where reduced motion is asked", async (bench) => {
  const page = await bench.open("/runs");
  const moving = () => page.evaluate(() => [...document.querySelectorAll("[data-test=scrub]")].map((slider) => slider.value).concat(
    [...document.querySelectorAll("[data-test=moves], [data-test=shots], .walker:not([visibility=hidden])")].map((element) => element.outerHTML),
  ));
  await visitAll(bench, page, async (place) => {
    const toggles = await page.locator("[data-test=autoplay], [data-test=bot-plays]").allTextContents();
    for (const text of toggles) assert.match(text, /^Let /, place);
    const paused = await page.locator(".scrubber [aria-label^='Pause']").count();
    assert.equal(paused, 0, `${place}: no scrubber plays`);
    // Its walkers are shown with the first answer: before it there is nothing that could stand still.
    if (place.endsWith("view=live")) await page.locator(".walker:not([visibility=hidden])").first().waitFor({ state: "attached" });
    const before = await moving();
    await page.evaluate(() => new Promise((resolve) => { let frames = 40; const wait = () => (frames-- > 0 ? requestAnimationFrame(wait) : resolve()); wait(); }));
    if (!/view=(routes|npcs|doors|race|evolve)/.test(place)) assert.deepEqual(await moving(), before, place);
  });
}, { context: { reducedMotion: "reduce" } });

pageTest("hints are said", async (bench) => {
  const said = (page) => page.locator("#live").textContent();
  const levels = await openRoom(bench, "levels", { query: "?tab=play" });
  await levels.locator(ROOMS.levels).first().waitFor({ state: "attached" });
  await hush(levels, "levels");
  await levels.getByRole("button", { name: "Hint" }).click();
  await until("the hint of a level", () => said(levels), (text) => /^Hint: (swap|tap) the .*\w+ (block|piece|rocket|bomb).* in row \d, column \d/.test(text));
  const battleship = await openRoom(bench, "battleship");
  await hush(battleship, "battleship");
  await at(battleship, "hint").click();
  await until("the hint of a duel", () => said(battleship), (text) => /^Hint: [A-J]\d+$/.test(text));
  const tiles = await openRoom(bench, "tiles");
  await hush(tiles, "tiles");
  await at(tiles, "hint").click();
  await until("the hint of a game", () => said(tiles), (text) => /^Hint: (up|right|down|left)$/.test(text));
});

pageTest("cells are said in words", async (bench) => {
  const said = () => page.locator("#live").textContent();
  const page = await openRoom(bench, "levels", { query: "?tab=paint" });
  await page.locator("svg.levels-board").first().focus();
  const heard = new Set();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", ...Array(4).fill("ArrowDown")]) {
    const before = await said();
    await page.keyboard.press(key);
    heard.add(await until("the cell is said", said, (text) => /^Row/.test(text) && text !== before));
  }
  assert.ok([...heard].some((text) => text === "Row 3, column 3: box, 1 layer"), [...heard].join("; "));
  assert.ok([...heard].some((text) => text === "Row 7, column 3: grass, 1 layer"), [...heard].join("; "));
  await at(page, "tab-play").click();
  await until("the bot begins", () => numberOf(at(page, "status")), (count) => count >= 1);
  await hush(page, "levels");
  await page.locator("svg.levels-game").focus();
  await page.keyboard.press("ArrowRight");
  await until("a block is said", said, (text) => /^Row 1, column 2: (\w+ block|\w+)/.test(text) && !/column 2: \w$/.test(text));
});
