// NPCs of the room of paths: each its own path, or as a crowd, none through another.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { at, numberOf, pageTest, saved, slide, until } from "./harness.mjs";
import { middle, openEmpty } from "./maps.mjs";

/** Where the walkers that are shown are, by column and row. */
const places = (page) => page.locator(".walker:not([visibility=hidden])").evaluateAll((dots) => dots.map((dot) => `${dot.getAttribute("cx")},${dot.getAttribute("cy")}`));

/** A wall from top to bottom with one gap, between 30 NPCs and B. */
const GATE = Array.from({ length: 20 }, (_, row) => (row === 10 ? ".".repeat(30) : `${".".repeat(12)}#${".".repeat(17)}`));
const CROWD = Array.from({ length: 30 }, (_, at) => `${4 + at % 10},${1 + Math.floor(at / 10) * 3}`).join(";");

/** The smallest distance between two walkers in a frame, of some frames one after the other. */
async function nearest(page, frames) {
  let least = Infinity;
  for (let frame = 0; frame < frames; frame += 1) {
    const points = (await places(page)).map((text) => text.split(",").map(Number));
    points.forEach((one, first) => points.slice(first + 1).forEach((other) => { least = Math.min(least, Math.hypot(one[0] - other[0], one[1] - other[1])); }));
    await at(page, "scrub").press("ArrowRight");
  }
  return least;
}

pageTest("NPCs walk on one clock, and where two meet is marked", async (bench) => {
  const page = await openEmpty(bench, "&view=npcs&npcs=10,6;4,2");
  const conflicts = () => numberOf(at(page, "npc-number"));
  await until("the nearer one arrives long before the other", conflicts, (count) => count === 0);
  await at(page, "tool-npc").click();
  await page.mouse.click(...await middle(page, [16, 2]));
  await until("a third one comes from as far as the second", conflicts, (count) => count === 1);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("j");
  await until("a ring marks the two", () => page.locator(".conflict.now").count(), (count) => count === 1);
  await slide(at(page, "scrub"), "Home");
  await until("all stand at their starts", () => places(page), (now) => now.join(" ") === "6.5,10.5 2.5,4.5 2.5,16.5");
  assert.equal(await page.locator(".conflict.now").count(), 0);
  await slide(at(page, "scrub"), "End");
  await until("all are at B", () => places(page), (now) => now.join(" ") === "20.5,10.5 20.5,10.5 20.5,10.5");
  await page.keyboard.press("Control+z");
  await until("the third one is gone", () => at(page, "map").locator(".npc").count(), (count) => count === 2);
});

for (const [walk, least, frames] of [["steps", 0.7, 40]]) {
  pageTest(`a crowd goes through a gate, none through another: ${walk}`, async (bench) => {
    const page = await openEmpty(bench, `&view=npcs&walk=${walk}&npcs=${CROWD}`, GATE);
    const facts = () => at(page, "npc-facts").textContent();
    await until("all have begun", facts, (text) => /^\d+ still on the way$/.test(text));
    const scrub = at(page, "scrub");
    await slide(scrub, "Home");
    await until("all stand at their starts", () => places(page), (now) => now.join(" ") === CROWD.split(";").map((cell) => cell.split(",").map((value) => Number(value) + 0.5).reverse().join(",")).join(" "));
    await slide(scrub, "PageUp", 2);
    assert.ok(await nearest(page, frames) > least);
    await slide(scrub, "End");
    await until("all have arrived", () => numberOf(at(page, "npc-number")), (count) => count === 30);
    assert.deepEqual(await places(page), [], "who has arrived has left the map");
    assert.equal(await at(page, "next-conflict").isVisible(), false);
    assert.equal(await at(page, "steps").isVisible(), false, "costs and danger do not count");
  });
}

pageTest("NPCs of a crowd go to goals of their own and stay there", async (bench) => {
  const page = await openEmpty(bench, `&view=npcs&npcs=${CROWD}`, GATE);
  await at(page, "setting-walk").selectOption("steps");
  await at(page, "setting-aim").selectOption("own");
  await until("B is no goal", () => at(page, "end-goal").isVisible(), (is) => !is);
  await until("the address holds both", () => page.url(), (url) => url.includes("walk=steps") && url.includes("aim=own"));
  await until("the walk is that of the choice", () => at(page, "npc-unit").textContent(), (text) => text === "of 30 NPCs have arrived");
  await slide(at(page, "scrub"), "End");
  await until("all have arrived", () => numberOf(at(page, "npc-number")), (count) => count === 30);
  assert.equal(await page.locator(".walker.still:not([visibility=hidden])").count(), 30);
  assert.equal(new Set(await places(page)).size, 30, "each in a cell of its own");
  await at(page, "setting-walk").selectOption("paths");
  await until("conflicts are counted again", () => at(page, "npc-unit").textContent(), (text) => text.startsWith("conflicts"));
  assert.equal(await at(page, "end-goal").isVisible(), true);
});

pageTest("the number of NPCs is chosen, and undone at once", async (bench) => {
  const page = await openEmpty(bench, "&view=npcs&walk=steps&npcs=10,6;4,2");
  const squares = () => at(page, "map").locator(".npc").count();
  await slide(at(page, "npc-count"), "End");
  await until("hundreds walk", () => at(page, "npc-unit").textContent(), (text) => text === "of 300 NPCs have arrived");
  assert.equal(await squares(), 300);
  const first = await at(page, "map").locator(".npc").nth(1).getAttribute("x");
  assert.equal(first, "2.14", "those that were set stay");
  await slide(at(page, "npc-count"), "Home");
  await until("one walks", squares, (count) => count === 1);
  await page.keyboard.press("Control+z");
  await until("the hundreds are back", squares, (count) => count === 300);
  await page.keyboard.press("Control+z");
  await until("the two are back", squares, (count) => count === 2);
  assert.equal(await at(page, "npc-count").inputValue(), "2");
});

pageTest("the command of a crowd gives the answer that is shown", async (bench) => {
  const page = await openEmpty(bench, `&view=npcs&walk=steps&npcs=${CROWD}`, GATE);
  await until("they walk", () => numberOf(at(page, "npc-number")), (count) => count >= 0);
  const chosen = (name) => async () => { await at(page, "carry").first().click(); await page.getByRole("menuitem", { name }).click(); };
  const map = await saved(page, chosen("Map with NPCs as .json"));
  const shown = await saved(page, chosen("Document as JSON"));
  await chosen("Copy the command")();
  await page.getByText("Command copied").waitFor();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(command, "tilewright path crowd map.json --to 10,20 --seed 1 --picture path-crowd.svg");
  const file = join(bench.program.folder, map.name);
  await writeFile(file, map.text);
  const { code, out } = await bench.program.run(["path", "crowd", file, ...command.split(" ").slice(4, -2), "--json"]);
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(out).walkers, JSON.parse(shown.text).walkers);
}, { context: { permissions: ["clipboard-read", "clipboard-write"] } });
