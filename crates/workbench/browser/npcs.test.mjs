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

for (const [walk, least, frames] of [["steps", 0.7, 40], ["field", 0.6, 40]]) {
  pageTest(`a crowd goes through a gate, none through another: ${walk}`, async (bench) => {
    const page = await openEmpty(bench, `&view=npcs&walk=${walk}&npcs=${CROWD}`, GATE);
    const facts = () => at(page, "npc-facts").textContent();
    await until("all have begun", facts, (text) => /^\d+ still on the way$/.test(text));
    const scrub = at(page, "scrub");
    // An answer that comes late begins to play.
    const placesAt = async (key) => { await slide(scrub, key); return places(page); };
    const starts = CROWD.split(";").map((cell) => cell.split(",").map((value) => Number(value) + 0.5).reverse().join(","));
    await until("all stand at their starts", () => placesAt("Home"), (now) => now.join(" ") === starts.join(" "));
    await slide(scrub, "PageUp", 2);
    const found = await nearest(page, frames);
    assert.ok(found > least, `${found} cells`);
    await until("who has arrived has left the map", () => placesAt("End"), (now) => now.length === 0);
    assert.equal(await numberOf(at(page, "npc-number")), 30);
    assert.equal(await at(page, "next-conflict").isVisible(), false);
    assert.equal(await at(page, "steps").isVisible(), false, "neither steps nor danger are set");
  });
}

pageTest("NPCs of a crowd go to goals of their own and stay there", async (bench) => {
  const page = await openEmpty(bench, `&view=npcs&npcs=${CROWD}`, GATE);
  await at(page, "setting-walk").selectOption("steps");
  await at(page, "setting-aim").selectOption("own");
  await until("B is no goal", () => at(page, "end-goal").isVisible(), (is) => !is);
  await until("the address holds both", () => page.url(), (url) => url.includes("walk=steps") && url.includes("aim=own"));
  await until("the walk is that of the choice", () => at(page, "npc-unit").textContent(), (text) => text === "of 30 NPCs have arrived");
  const arrived = async () => { await slide(at(page, "scrub"), "End"); return numberOf(at(page, "npc-number")); };
  await until("all have arrived", arrived, (count) => count === 30);
  assert.equal(await page.locator(".walker.still:not([visibility=hidden])").count(), 30);
  assert.equal(new Set(await places(page)).size, 30, "each in a cell of its own");
  await at(page, "setting-walk").selectOption("paths");
  await until("conflicts are counted again", () => at(page, "npc-unit").textContent(), (text) => text.startsWith("conflicts"));
  assert.equal(await at(page, "end-goal").isVisible(), true);
});

pageTest("NPCs that flow stay around B", async (bench) => {
  const page = await openEmpty(bench, `&view=npcs&walk=field&npcs=${CROWD}`, GATE);
  await at(page, "setting-settle").selectOption("stay");
  await until("the address holds it", () => page.url(), (url) => url.includes("settle=stay"));
  const stills = async () => {
    await slide(at(page, "scrub"), "End");
    return page.locator(".walker.still:not([visibility=hidden])").count();
  };
  await until("all are there", stills, (count) => count === 30);
  const far = (await places(page)).map((text) => text.split(",").map(Number)).filter(([x, y]) => Math.hypot(x - 20.5, y - 10.5) > 5);
  assert.deepEqual(far, []);
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

for (const [way, flags] of [["walk=steps", "--goal 10,20"], ["walk=steps&aim=own", "--own-goals"], ["walk=field&settle=stay", "--kind field --goal 10,20 --stay"]]) {
  pageTest(`the command of a crowd gives the answer that is shown: ${way}`, async (bench) => {
    const page = await openEmpty(bench, `&view=npcs&${way}&npcs=${CROWD}`, GATE);
    await until("they walk", () => numberOf(at(page, "npc-number")), (count) => count >= 0);
    const chosen = (name) => async () => { await at(page, "carry").first().click(); await page.getByRole("menuitem", { name }).click(); };
    const map = await saved(page, chosen("Map with NPCs as .json"));
    const shown = await saved(page, chosen("Document as JSON"));
    await chosen("Copy the command")();
    await page.getByText("Command copied").waitFor();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(command, `tilewright path crowd map.json ${flags} --seed 1 --picture path-crowd.svg`);
    const file = join(bench.program.folder, map.name);
    await writeFile(file, map.text);
    const { out } = await bench.program.run(["path", "crowd", file, ...command.split(" ").slice(4, -2), "--json"]);
    assert.deepEqual(JSON.parse(out).walkers, JSON.parse(shown.text).walkers);
  }, { context: { permissions: ["clipboard-read", "clipboard-write"] } });
}
