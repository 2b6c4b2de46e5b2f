// Walkers on a map that is painted while they walk.

import assert from "node:assert/strict";

import { at, drag, numberOf, pageTest, slide, until } from "./harness.mjs";

const [ROWS, COLUMNS] = [20, 30];
const EMPTY = Array.from({ length: ROWS }, () => ".".repeat(COLUMNS));

/** The view with an empty map. */
async function openLive({ open, program }, more = "") {
  const uploaded = await program.call("documents?name=empty.txt", { method: "POST", text: `${EMPTY.join("\n")}\n` });
  const { name } = JSON.parse(uploaded.text);
  return open(`/paths?map=${name}&from=10,2&to=10,20&view=live${more}`);
}

async function middle(page, [row, column]) {
  const { x, y, width, height } = await at(page, "map").boundingBox();
  return [x + (column + 0.5) / COLUMNS * width, y + (row + 0.5) / ROWS * height];
}

/** The cells that the walkers are nearest to, as `[row, column]`. */
const cells = (page) => page.locator(".walker").evaluateAll((dots) => dots.map((dot) => ["cy", "cx"].map((name) => Math.floor(Number(dot.getAttribute(name))))));

const searches = (page) => numberOf(at(page, "live-query-count"));
/** The number of routes that were planned again since the map was opened. */
const again = (page) => numberOf(at(page, "live-facts"));
const facts = (page) => at(page, "live-facts").textContent();

pageTest("a wall that is painted before walkers is walked round, and nobody stands in it", async (bench) => {
  const page = await openLive(bench);
  await until("all have a route", () => searches(page), (count) => count >= 200);
  await until("they walk", () => facts(page), (said) => /[1-9]\d* arrived/.test(said));
  // Paused, only the change can be the reason of a search.
  await at(page, "map").focus();
  await page.keyboard.press("Space");
  await until("nobody waits for a turn", () => facts(page), (said) => !said.includes("wait for their turn"));
  const before = await searches(page);
  await drag(page, [await middle(page, [1, 14]), await middle(page, [18, 14])], { steps: 20 });
  await until("the change has a time", () => numberOf(at(page, "live-change-count")), (count) => count > 0);
  await until("those whom it concerns search again", () => searches(page), (count) => count > before);
  await until("all have had their turn", () => facts(page), (said) => !said.includes("wait for their turn"));
  await page.keyboard.press("Space");
  const arrived = Number(/(\d+) arrived/.exec((await facts(page)).replaceAll(/\s/g, " "))?.[1]);
  for (let look = 0; look < 20; look += 1) {
    const inWall = (await cells(page)).filter(([row, column]) => column === 14 && row >= 1 && row <= 18);
    assert.deepEqual(inWall, []);
  }
  await until("they walk on", () => facts(page), (said) => Number(/(\d+) arrived/.exec(said)?.[1]) > arrived);
  const planned = await again(page);
  await page.keyboard.press("Control+z");
  await until("a wall that is gone lets them plan shorter ways", () => again(page), (count) => count > planned);
});

pageTest("walkers that cannot come to their goal wait as rings, without a search", async (bench) => {
  const page = await openLive(bench, "&agents=60&connectivity=4");
  await until("all have a route", () => searches(page), (count) => count >= 60);
  await drag(page, [await middle(page, [0, 15]), await middle(page, [19, 15])], { steps: 30 });
  const rings = await until("the wall divides them", () => page.locator(".walker.still").count());
  assert.ok(rings > 0);
  await page.keyboard.press("Control+z");
  await until("they go on", () => page.locator(".walker.still").count(), (count) => count === 0);
});

pageTest("all follow a field to B, which is repaired, and the address keeps the settings", async (bench) => {
  const page = await openLive(bench);
  assert.equal(await at(page, "end-goal").isVisible(), false);
  await at(page, "setting-goals").selectOption("b");
  await until("the address holds it", () => page.evaluate(() => location.hash), (hash) => hash.includes("goals=b"));
  await until("some arrive", () => facts(page), (said) => /[1-9]\d* arrived/.test(said));
  assert.equal(await at(page, "end-goal").isVisible(), true);
  await slide(at(page, "setting-agents"), "Home");
  await until("the address holds their number", () => page.evaluate(() => location.hash), (hash) => hash.includes("agents=1"));
  await until("one walker is left", async () => (await page.locator(".walker:not([visibility=hidden])").count()), (count) => count === 1);
  await drag(page, [await middle(page, [2, 10]), await middle(page, [17, 10])], { steps: 10 });
  await until("the field is repaired", () => numberOf(at(page, "live-repair-count")), (count) => count > 0);
  await page.reload();
  await until("it is as it was", () => at(page, "setting-goals").inputValue(), (value) => value === "b");
  assert.equal(await at(page, "setting-agents").inputValue(), "1");
});

pageTest("what is not an answer is refused in words", async (bench) => {
  const page = await openLive(bench, "&movement=swim");
  await until("nobody can swim here", () => at(page, "refusal").textContent(), (said) => said.includes("can stand nowhere"));
  await at(page, "setting-movement").selectOption("walk");
  await until("they walk", () => facts(page), (said) => /[1-9]\d* arrived/.test(said));
  assert.equal(await at(page, "refusal").isVisible(), false);
}, { expected: /400 \(Bad Request\)/ });
