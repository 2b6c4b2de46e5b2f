// One thing is said in one way, and in words: none of documents, on no screen.

import assert from "node:assert/strict";

import { at, numberOf, pageTest, until } from "./harness.mjs";
import { hush, visitAll } from "./places.mjs";
import { SMALL, levelPlace, openRoom } from "./steps.mjs";

/** Words of documents: goals and counts of requests, tokens of cells, keys of JSON. */
const DOCUMENT = /\b(collect|color|kind|layers|clear|drop|make|score):\w|(^|\s)\S?[.+_-][a-z]{2,}\d\b|\bgoal\.\w|\b[a-z]+_[a-z]+\b/;

/** What can be read in the room, apart from what is shown as a document or a command. */
const readable = (page) => page.evaluate(() => {
  const texts = [];
  const isDocument = (element) => element.closest("textarea, code, pre.request, svg.picture text, details pre");
  for (const element of document.querySelectorAll("main *, #notes *")) {
    if (isDocument(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
    for (const child of element.childNodes) if (child.nodeType === Node.TEXT_NODE) texts.push(child.textContent.trim());
    texts.push(...["title", "aria-label", "aria-valuetext", "placeholder"].map((name) => element.getAttribute(name) ?? ""));
    if (element.matches("input:not([type=range], [type=checkbox], [type=radio])")) texts.push(element.value);
  }
  return texts.filter(Boolean);
});

const documentWords = async (page) => (await readable(page)).filter((text) => DOCUMENT.test(text));

pageTest("no word of a document is on the page", async (bench) => {
  const page = await bench.open("/runs");
  const { runner } = bench;
  await visitAll(bench, page, async (place) => {
    assert.deepEqual(await documentWords(page), [], place);
    runner.diagnostic(place);
  });
});

pageTest("a royal level is made easier in words, in its room and in Runs", async (bench) => {
  const page = await openRoom(bench, "levels", { query: "?tab=change" });
  // The first games alone say little: the rate comes into its bounds as more are played.
  const won = () => numberOf(page.locator(".levels-measure")).catch(() => 0);
  await until("the first level has room on both sides", won, (rate) => rate >= 50 && rate <= 90);
  await at(page, "easier").click();
  const words = await until("changes are found", () => at(page, "tweaked").first().textContent({ timeout: 200 }).catch(() => ""));
  assert.match(words, /row \d, column \d: [a-z][\w ,]* → [a-z]/);
  assert.deepEqual(await documentWords(page), []);
  const place = /row \d, column \d: [a-z][\w ,]*? → [a-z][\w ]*/.exec(words)[0];
  await bench.visit(page, "/runs?run=1");
  const answer = await until("the answer is shown", () => page.locator(".answer-text").textContent({ timeout: 200 }).catch(() => ""));
  assert.ok(answer.includes(place.slice(0, place.indexOf("→"))), `${place} is in the answer:\n${answer}`);
  assert.deepEqual(await documentWords(page), []);
});

pageTest("goals and kinds are chosen by their names", async ({ open, visit }) => {
  const page = await open("/levels?tab=rules");
  await until("the goals are shown", () => at(page, "goal-1-name").inputValue(), (name) => name === "grass");
  await at(page, "add-goal").click();
  await at(page, "goal-2").selectOption("make");
  await at(page, "goal-2-count").fill("2");
  await at(page, "goal-2-count").press("Tab");
  await page.getByText("make 2 × rocket, within 10 moves.").waitFor();
  await at(page, "goal-2").selectOption("drop");
  await page.locator(".levels-measure").getByText("the goal: can never be reached: no ingredient").waitFor();
  assert.deepEqual(await documentWords(page), []);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await visit(page, "/levels?tab=generate");
  await at(page, "add-kind").selectOption("box3");
  const row = at(page, "kinds").locator("li", { hasText: "box, 3 layers" });
  await row.getByLabel("box, 3 layers: most").fill("4");
  await row.getByLabel("box, 3 layers: most").press("Tab");
  const command = await page.evaluate(() => document.querySelectorAll("[data-test=kinds] li").length);
  assert.equal(command, 6, "five kinds of the level, and the new one");
}, { expected: /400 \(Bad Request\)/ });

pageTest("Ctrl+Z in Play takes a move back, and Ctrl+Shift+Z makes it again", async ({ open }) => {
  const page = await open(levelPlace("play", { ...SMALL, goal: { all: [{ collect: 40, of_colors: 1 }] } }));
  await until("the bot begins", () => at(page, "status").textContent(), (text) => /[2-9] of 20 moves/.test(text));
  await hush(page, "levels");
  await at(page, "new-game").click();
  await until("a game begins", () => numberOf(at(page, "status")), (count) => count === 0);
  await page.getByRole("button", { name: "Hint" }).click();
  const hint = page.locator(".levels-hint");
  await until("the hint frames two cells", () => hint.count(), (count) => count === 2);
  const boxes = [await hint.nth(0).boundingBox(), await hint.nth(1).boundingBox()];
  for (const { x, y, width, height } of boxes) await page.mouse.click(x + width / 2, y + height / 2);
  const made = () => numberOf(at(page, "status"));
  await until("the move is made", made, (count) => count === 1);
  await page.keyboard.press("Control+z");
  await until("it is taken back", made, (count) => count === 0);
  await page.keyboard.press("Control+Shift+z");
  await until("it is made again", made, (count) => count === 1);
  await at(page, "tab-paint").click();
  assert.ok(await page.locator("#undo").isDisabled(), "the level itself has not changed");
});

pageTest("an example opens without the rules of the map before it", async ({ open }) => {
  const page = await open("/paths");
  const map = { schema: "tilewright/map/2", layout: ["....", ".##.", "...."], start: [0, 0], goal: [2, 3] };
  await at(page, "file").setInputFiles({ name: "small.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(map)) });
  await page.getByText("Which cells are walkable").waitFor();
  const [, other] = await at(page, "example").locator("option").evaluateAll((options) => options.map(({ value }) => value));
  await at(page, "example").selectOption(other);
  await until("the panel of the last map is gone", () => page.getByText("Which cells are walkable").isVisible(), (isShown) => !isShown);
});
