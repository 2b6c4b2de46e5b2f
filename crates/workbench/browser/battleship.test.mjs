// Battleship: a whole fleet is sunk with hints, with the probability cloud in sight.

import assert from "node:assert/strict";

import { at, numberOf, pageTest, slide, until } from "./harness.mjs";

const hunter = (page) => at(page, "hunter-field");

/** How many cells of the cloud are tinted. */
const tinted = (page) => hunter(page).locator(".share").evaluateAll((cells) => cells.filter((cell) => Number(cell.style.opacity) > 0).length);

const stageScrub = (page) => page.locator(".stage").locator("[data-test=scrub]");

const shots = (page) => numberOf(at(page, "shots"));

async function begin(open, settings) {
  const page = await open("/battleship");
  await at(page, "hunter").selectOption("random");
  await page.getByText("Board, fleet, rules, name").click();
  await at(page, "size").selectOption("8");
  await at(page, "fleet").selectOption("us");
  await at(page, "seed").fill(settings.seed);
  await at(page, "new-game").click();
  await until("the game has an address", () => page.evaluate(() => location.hash), (hash) => hash.includes("game="));
  await until("no shot is fired", () => shots(page), (count) => count === 0);
  return page;
}

pageTest("a fleet is sunk with hints", async ({ open }) => {
  const page = await begin(open, { seed: "5" });
  await until("the cloud is there", () => tinted(page), (count) => count > 8);
  const over = () => page.locator(".stage").getAttribute("data-over");
  for (let count = 0; !(await over()); ) {
    await at(page, "hint").click();
    await until("the hint points at a cell", () => page.evaluate(() => document.activeElement.dataset.test), (name) => name === "hunter-field");
    await page.keyboard.press("Enter");
    await until("the shot is fired", async () => (await shots(page)) > count || await over());
    count = await shots(page);
    assert.ok(count <= 64, "at most one shot a cell");
  }
  assert.equal(await over(), "person", "a random hunter loses");
  assert.equal(await hunter(page).locator(".ship.sunk").count(), 5);
  const all = await shots(page);
  await page.getByText(`You won after ${all} shots.`).waitFor();
  await slide(stageScrub(page), "Home");
  await until("scrubbing goes back to the first shot", () => shots(page), (count) => count === 0);
  await slide(stageScrub(page), "End");
  await until("and ahead to the last", () => shots(page), (count) => count === all);
});

pageTest("a cell is shot by a click, and the shot taken back", async ({ open }) => {
  const page = await begin(open, { seed: "6" });
  await until("the cloud is there", () => tinted(page), (count) => count > 8);
  const { x, y, width, height } = await hunter(page).boundingBox();
  await page.mouse.click(x + width * 3.5 / 8, y + height * 4.5 / 8);
  await until("the shot is counted", () => shots(page), (count) => count === 1);
  assert.equal(await hunter(page).locator(".shot").count(), 1);
  await at(page, "undo-move").click();
  await until("the shot is taken back", () => shots(page), (count) => count === 0);
  await at(page, "cloud").uncheck();
  await until("the cloud is hidden", () => tinted(page), (count) => count === 0);
});

pageTest("fleets evolve before the first click", async ({ open }) => {
  const page = await open("/battleship?view=evolve");
  await until("a picture of the population is drawn", () => at(page, "evolving").locator("svg").count());
});

pageTest("advice for a game elsewhere follows the marks, and says why it has none", async ({ open }) => {
  const page = await open("/battleship?view=advice");
  const board = at(page, "advice-field");
  const count = () => at(page, "advice-count").textContent();
  await at(page, "advice-size").selectOption("7");
  await until("the fleets are counted", count, (text) => text === "406,664 possible fleets");
  assert.ok(await at(page, "cloud-legend").last().isVisible(), "the colours have a legend");

  const click = async (row, column) => {
    const { x, y, width, height } = await board.boundingBox();
    await page.mouse.click(x + (width * (column + 0.5)) / 7, y + (height * (row + 0.5)) / 7);
  };
  await click(3, 3);
  await until("a miss leaves fewer fleets", count, (text) => text !== "" && text !== "406,664 possible fleets");
  assert.equal(await board.locator(".shot.miss").count(), 1);

  await at(page, "advice-pen").selectOption("hit");
  await click(0, 0);
  await click(1, 1);
  await until("hits that touch are refused", () => at(page, "advice-error").textContent(), (text) => text.includes("no legal fleet"));
  await click(1, 1);
  await until("and without one there is advice", count, (text) => text.includes("possible fleet"));

  await at(page, "advice-pen").selectOption("sunk");
  await click(0, 0);
  await until("a sunk ship has a hull", () => board.locator(".ship.sunk").count(), (ships) => ships === 1);
}, { expected: /400 \(Bad Request\)/ });
