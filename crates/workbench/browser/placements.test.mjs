// Placements, regions that are painted, and what each cell does.

import assert from "node:assert/strict";

import { read } from "../page/levels/document.js";
import { wrongIn } from "./axe.mjs";
import { at, drag, pageTest, saved, until } from "./harness.mjs";
import { SMALL, levelPlace as place } from "./steps.mjs";

/** The same with room for more cells. */
const WIDE = { ...SMALL, layout: Array(7).fill("......."), colors: 5 };

/** A level of `royal` with boxes and grass. */
const ROYAL = {
  schema: "tilewright/level/2", rules: "royal", moves: 8, goal: { collect: { kind: "box", count: "all" } },
  layout: [".....", "..+..", ".+...", ".....", "g...."].map((row) => [...row].map((cell) => ({ "+": "box1", g: "._grass1" })[cell] ?? cell)),
};

/** The middle of a cell of a board, in pixels of the window. */
const middle = (board, row, column) => board.evaluate((element, [r, c]) => {
  const { x, y } = new DOMPoint(c * 40 + 30, r * 40 + 30).matrixTransform(element.getScreenCTM());
  return [x, y];
}, [row, column]);

const boardOf = (page) => at(page, "board").locator("svg");

/** The letters of regions on the board. */
const letters = (page) => boardOf(page).locator(".levels-region-name").allTextContents();

async function exported(page) {
  await at(page, "tab-files").click();
  await at(page, "format").selectOption("json");
  const { text } = await saved(page, () => at(page, "export").click());
  await at(page, "tab-generate").click();
  return JSON.parse(text);
}

/** Opens the tab Generate with a level, and waits for its board. */
async function opened(open, level) {
  const page = await open(place("generate", level));
  const count = level.layout.length * level.layout[0].length;
  await until("the board is drawn", () => boardOf(page).locator("use").count(), (found) => found >= count);
  return page;
}

async function generated(page) {
  await at(page, "generate").click();
  return until("the level is found", () => at(page, "now").textContent({ timeout: 200 }).catch(() => ""));
}

pageTest("cells stand in a painted region, which undo takes back", async ({ open }) => {
  const page = await opened(open, WIDE);
  const board = boardOf(page);
  await at(page, "region-A").click();
  await drag(page, [await middle(board, 1, 0), await middle(board, 1, 6)], { steps: 3 });
  await drag(page, [await middle(board, 2, 0), await middle(board, 2, 6)], { steps: 3 });
  assert.equal((await letters(page)).join(""), "A".repeat(14));
  // A stroke that begins inside takes cells out.
  await drag(page, [await middle(board, 2, 6), await middle(board, 2, 5)], { steps: 2 });
  assert.equal((await letters(page)).length, 12);
  await page.keyboard.press("Control+z");
  await until("undo brings them back", () => letters(page), (found) => found.length === 14);

  await at(page, "aim").selectOption("potential");
  await at(page, "aim-value").fill("150");
  await at(page, "add-placement").click();
  await at(page, "placement-0-kind").selectOption("obstacle");
  await at(page, "placement-0-place-0").selectOption("A");
  assert.deepEqual(await wrongIn(page), [], "axe");
  await generated(page);
  await until("the regions stay", () => letters(page), (found) => found.length === 14);
  const made = read(await exported(page));
  const rows = made.tokens.flatMap((row, at) => (row.includes("#") ? [at] : []));
  assert.ok(rows.length > 0 && rows.every((row) => row === 1 || row === 2), JSON.stringify(made.tokens));
});

pageTest("a region is painted by keyboard, and one without cells is asked for", async ({ open }) => {
  const page = await opened(open, WIDE);
  await at(page, "add-placement").click();
  await at(page, "placement-0-place-0").selectOption("B");
  await at(page, "aim").selectOption("potential");
  await at(page, "generate").click();
  await page.getByText("Region B has no cell: paint it on the board.").waitFor();
  await at(page, "region-B").click();
  await boardOf(page).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+ArrowRight");
  assert.deepEqual(await letters(page), ["B", "B"]);
  await at(page, "clear-region").click();
  assert.deepEqual(await letters(page), []);
});

pageTest("placements that cannot all be kept are named, and their cells framed", async ({ open }) => {
  const page = await opened(open, WIDE);
  await at(page, "aim").selectOption("potential");
  await at(page, "aim-value").fill("150");
  await at(page, "kinds").locator("input").first().fill("8");
  await at(page, "kinds").locator("input").first().press("Tab");
  for (const [row, form] of ["clusters", "row"].entries()) {
    await at(page, "add-placement").click();
    await at(page, `placement-${row}-kind`).selectOption("obstacle");
    await at(page, `placement-${row}-form`).selectOption(form);
  }
  await at(page, "placement-1-count").fill("1");
  await at(page, "placement-1-count").press("Tab");
  const words = await generated(page);
  assert.match(words, /breaks “.*obstacle.*” by \d+ cells?/);
  const frames = await until("cells are framed", () => boardOf(page).locator("rect[stroke='#d55e00']").count());
  assert.ok(frames > 0);
});

pageTest("each cell says what removing or adding it does, until the level is another one", async ({ open }) => {
  const page = await opened(open, ROYAL);
  await at(page, "effects-box").locator("summary").click();
  await at(page, "effects").click();
  await until("the effects are measured", () => at(page, "effects-legend").isVisible());
  const titles = await boardOf(page).locator("g > title").allTextContents();
  assert.equal(titles.length, 25);
  assert.match(titles.find((title) => /^row 2, column 3: /.test(title)), /without box, 1 layer: win rate [+−][\d.]+ points \(95 %: .*\), [+−][\d.]+ moves .*, \d+ games/);
  assert.ok(titles.some((title) => /: with box, 1 layer: /.test(title)));
  assert.match(await at(page, "effects-legend").textContent(), /^harder −\d.*pointseasier \+\d.*points$/);
  assert.deepEqual(await wrongIn(page), [], "axe");
  await page.mouse.click(...await middle(boardOf(page), 0, 0));
  await until("they belong to another level now", () => boardOf(page).locator("g > title").count(), (count) => count === 0);
  assert.equal(await at(page, "effects-legend").isVisible(), false);
});

pageTest("archives and packs take style and placements", async ({ open }) => {
  const page = await open(place("archive", WIDE));
  for (const tab of ["archive", "pack"]) {
    await at(page, `tab-${tab}`).click();
    await at(page, "add-placement").click();
    await at(page, "placement-0-form").selectOption("with");
    assert.deepEqual(await wrongIn(page), [], tab);
  }
});

pageTest("the parts of a goal have pictures and counters, which moves count down", async ({ open }) => {
  const goal = { all: [{ collect: { kind: "box", count: "all" } }, { make: { piece: "rocket", count: 2 } }, { collect: { color: "red", count: 9 } }] };
  const page = await open(place("play", { ...ROYAL, moves: undefined, goal }));
  const words = () => at(page, "goal-part").evaluateAll((chips) => chips.map((chip) => chip.title));
  const first = await until("the game begins", words, (found) => found.length === 3);
  assert.deepEqual(first.map((each) => each.replace(/: .*/, "")), ["red blocks", "box", "rocket to make"]);
  const pictures = await until("each has its picture", () => at(page, "goal-part").locator("use").evaluateAll((uses) => uses.map((use) => use.getAttribute("href"))), (found) => found.length === 3);
  assert.equal(new Set(pictures).size, 3, "three pictures");
  await until("a part counts down or is done", words, (found) => found.some((each, index) => each !== first[index]));
  assert.deepEqual(await wrongIn(page), [], "axe");
});
