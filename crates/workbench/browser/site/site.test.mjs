// The page without a server: its worker does what the server does elsewhere.

import assert from "node:assert/strict";

import { at, numberOf, pageTest, until } from "../harness.mjs";
import { ROOMS, dragOnLargeMap, levelPlace, openRoom } from "../steps.mjs";
import { startSite } from "./folder.mjs";

const siteTest = (name, act) => pageTest(name, act, { start: startSite });

const hash = (page) => page.evaluate(() => location.hash);

siteTest("every room shows its first picture", async (bench) => {
  for (const room of Object.keys(ROOMS)) await (await openRoom(bench, room)).close();
});

siteTest("the path follows the goal on a large map", dragOnLargeMap);

siteTest("a level is generated, and a bot plays it before the first click", async ({ open, visit }) => {
  const page = await open(levelPlace("generate"));
  await at(page, "aim").selectOption("potential");
  await at(page, "aim-value").fill("30");
  await at(page, "generate").click();
  const words = await until("the level is found", () => at(page, "now").textContent({ timeout: 200 }).catch(() => ""));
  assert.match(words, /potential (29|30|31)\b/);
  await visit(page, (await hash(page)).slice(1).replace("tab=generate", "tab=play"));
  await until("the bot makes moves", () => at(page, "status").textContent(), (text) => /[1-9]\d* of \d+ moves/.test(text));
});

siteTest("2048 is played by keys, and the game is there again after a reload", async ({ open }) => {
  const page = await open("/tiles");
  await at(page, "seed").fill("7");
  await at(page, "new-game").click();
  await until("the game has an address", () => hash(page), (now) => now.includes("game="));
  await page.locator("main").focus();
  const moves = () => numberOf(at(page, "moves"));
  const keys = ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"];
  for (let pressed = 0; await moves() < 10; pressed += 1) await page.keyboard.press(keys[pressed % keys.length]);
  await until("at least ten moves are made", moves, (count) => count >= 10);
  await page.reload();
  await until("the game goes on", moves, (count) => count >= 10);
});

siteTest("a fleet is sunk with hints", async ({ open }) => {
  const page = await open("/battleship");
  await at(page, "hunter").selectOption("random");
  await page.getByText("Board, fleet, rules, name").click();
  await at(page, "seed").fill("5");
  await at(page, "new-game").click();
  await until("the game has an address", () => hash(page), (now) => now.includes("game="));
  const over = () => page.locator(".stage").getAttribute("data-over");
  for (let count = 0; !(await over()); ) {
    await at(page, "hint").click();
    await until("the hint points at a cell", () => page.evaluate(() => document.activeElement.dataset.test), (name) => name === "hunter-field");
    await page.keyboard.press("Enter");
    await until("the shot is fired", async () => (await numberOf(at(page, "shots"))) > count || await over());
    count = await numberOf(at(page, "shots"));
    assert.ok(count <= 100, "at most one shot a cell");
  }
});

siteTest("the chapter on JavaScript plays the examples in Phaser", async ({ open }) => {
  const page = await open("/levels");
  await page.goto(new URL("book/how-to/javascript-games.html", page.url()).href);
  for (const name of ["match3", "walkers"]) {
    const place = page.locator(`iframe[src$="phaser/${name}/"]`);
    await place.scrollIntoViewIfNeeded();
    const frame = await (await place.elementHandle()).contentFrame();
    await until(`${name} plays`, () => frame.evaluate(() => globalThis.game?.scene.scenes[0]?.sys.isActive() ?? false));
  }
});
