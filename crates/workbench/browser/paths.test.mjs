// Paths: the goal is dragged, walls are painted, planners race, a maze is made.

import assert from "node:assert/strict";

import { at, drag, numberOf, pageTest, slide, until } from "./harness.mjs";
import { line, middle, openEmpty } from "./maps.mjs";

const length = (page) => numberOf(at(page, "length"));

/** A number of the pixels that colour a map. */
const pixels = (page, layer, name = "map") => at(page, name).locator(`canvas.map-${layer}`).evaluate((canvas) => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return data.reduce((sum, value, index) => (sum * 31 + value * (index % 251)) % 1_000_000_007, 7);
});

pageTest("dragging the goal redraws the path and its cost", async (bench) => {
  const page = await openEmpty(bench);
  await until("18 steps to the right cost 18", () => length(page), (cost) => cost === 18);
  const before = await line(page);
  await page.mouse.move(...await middle(page, [10, 20]));
  await page.mouse.down();
  await page.mouse.move(...await middle(page, [10, 24]), { steps: 3 });
  await until("the cost follows while the button is held", () => length(page), (cost) => cost === 22);
  await page.mouse.move(...await middle(page, [14, 24]), { steps: 3 });
  await page.mouse.up();
  await until("4 of 22 steps are diagonal", () => length(page), (cost) => cost === 23.66);
  assert.notEqual(await line(page), before);
  await until("the address holds the goal", () => page.evaluate(() => location.hash), (hash) => hash.includes("to=14,24"));
  await page.keyboard.press("Control+z");
  await until("undo brings the goal back", () => length(page), (cost) => cost === 18);
  assert.equal(await line(page), before);
});

pageTest("the goal is moved by the keyboard", async (bench) => {
  const page = await openEmpty(bench);
  await at(page, "map").locator("[data-test=end-goal]").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await until("two steps more", () => length(page), (cost) => cost === 20);
});

pageTest("a painted wall changes the path, and undo changes it back", async (bench) => {
  const page = await openEmpty(bench);
  const [cost, before, ground] = [await length(page), await line(page), await pixels(page, "ground")];
  await at(page, "tool-wall").click();
  await drag(page, [await middle(page, [2, 10]), await middle(page, [17, 10])]);
  await until("the path goes around", () => length(page), (longer) => longer > cost);
  assert.notEqual(await line(page), before);
  assert.notEqual(await pixels(page, "ground"), ground, "the wall is drawn");
  await page.keyboard.press("Control+z");
  await until("the wall is gone", () => length(page), (again) => again === cost);
  assert.equal(await pixels(page, "ground"), ground);
});

pageTest("two planners race on one clock, which is scrubbed", async (bench) => {
  const page = await openEmpty(bench, "&view=race");
  const [left, right] = [at(page, "expanded-0"), at(page, "expanded-1")];
  await until("both have expanded cells", async () => Math.min(await numberOf(left), await numberOf(right)), (count) => count > 0);
  const slider = at(page, "scrub");
  await slide(slider, "End");
  const ends = await until("at the end Dijkstra has expanded more", async () => [await numberOf(left), await numberOf(right)], ([astar, dijkstra]) => dijkstra > astar);
  const last = await pixels(page, "tint", "map-2");
  await slide(slider, "Home");
  await until("at the beginning nothing is expanded", async () => [await numberOf(left), await numberOf(right)], (counts) => counts.join() === "0,0");
  assert.notEqual(await pixels(page, "tint", "map-2"), last);
  await slide(slider, "End");
  await until("the end is the same again", async () => [await numberOf(left), await numberOf(right)], (counts) => counts.join() === ends.join());
  assert.equal(await pixels(page, "tint", "map-2"), last);
});

pageTest("planners that cannot race on a map are named all the same", async (bench) => {
  const page = await openEmpty(bench, "&view=race&connectivity=4");
  const left = at(page, "expanded-0");
  await until("the left one has expanded cells", () => numberOf(left), (count) => count > 0);
  await page.getByLabel("Left").selectOption("jps");
  await at(page, "refusal").waitFor();
  assert.equal(await left.textContent(), "–", "the figures are not those of the planner before");
  const names = await page.locator(".facts:visible h2").allTextContents();
  assert.deepEqual(names, ["Jump point search", "Dijkstra"]);
}, { expected: /400 \(Bad Request\).*path\/plan/ });

pageTest("a maze is made, and another one", async (bench) => {
  const page = await openEmpty(bench);
  await page.getByText("Generate a map").click();
  await at(page, "generate-kind").selectOption("maze");
  const before = await pixels(page, "ground");
  await at(page, "generate").click();
  const maze = await until("the maze is drawn", () => pixels(page, "ground"), (drawn) => drawn !== before);
  const cost = await until("a path leads through it", () => length(page), (found) => found > 18);
  await at(page, "generate").click();
  await until("another maze is drawn", () => pixels(page, "ground"), (drawn) => drawn !== maze && drawn !== before);
  assert.ok(cost > 0);
  assert.equal(await at(page, "refusal").isVisible(), false);
});

pageTest("a map that is opened begins to move before the first click", async ({ open }) => {
  const page = await open("/paths");
  const first = await until("a path is drawn", () => line(page));
  await until("the goal wanders", () => line(page), (later) => later && later !== first);
});

pageTest("the population tightens beside A*", async (bench) => {
  const page = await openEmpty(bench, "&view=evolve&generations=20");
  const slider = at(page, "scrub");
  await until("there is a best path", () => numberOf(at(page, "best-cost")), (cost) => cost > 0);
  await slide(slider, "Home");
  const first = await numberOf(at(page, "best-cost"));
  await slide(slider, "End");
  const best = await until("the last generation is shown", () => numberOf(at(page, "best-cost")));
  assert.ok(best <= first, `${best} after ${first}`);
  assert.ok(await at(page, "map").locator(".path-faint").count() > 0, "the population is drawn");
  assert.equal(await page.locator(".below .series.ribbon").count(), 1, "a ribbon from the best to the worst");
  assert.equal(await page.locator(".below .series.thick").count(), 1, "the median");
});

pageTest("a walker waits in front of the only door until it opens", async (bench) => {
  const rows = Array.from({ length: 20 }, (_, row) => (row === 10 ? ".".repeat(30) : `${".".repeat(10)}#${".".repeat(19)}`));
  // Between tick 0 and 30 the door is shut.
  const page = await openEmpty(bench, "&view=doors&doors=10,10,30,30,30", rows);
  await until("it enters at tick 30 and has ten steps left", () => numberOf(at(page, "arrival")), (ticks) => ticks === 41);
  await slide(at(page, "scrub"), "Home");
  await slide(at(page, "scrub"), "PageUp", 3);
  await until("it stands in front of the door", () => at(page, "door-facts").textContent(), (text) => text.endsWith("; waits for a door"));
  assert.equal(await at(page, "map").locator(".door.shut").count(), 1);
});
