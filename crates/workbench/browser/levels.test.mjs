// Levels: painted, generated, played, scrubbed, made easier, exported.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { read } from "../page/levels/document.js";
import { unpacked } from "../page/levels/url.js";
import { at, drag, numberOf, pageTest, saved, slide, until } from "./harness.mjs";
import { SMALL, levelPlace as place } from "./steps.mjs";

/** The same with a goal that takes a whole game. */
const LONG = { ...SMALL, goal: { all: [{ collect: 40, of_colors: 1 }] } };

/** The middle of a cell of a board, in pixels of the window. */
const middle = (board, row, column) => board.evaluate((element, [r, c]) => {
  const { x, y } = new DOMPoint(c * 40 + 30, r * 40 + 30).matrixTransform(element.getScreenCTM());
  return [x, y];
}, [row, column]);

/** What a board shows: the symbols of its cells, in order. */
const symbols = (board) => board.locator("use").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("href") ?? "").join(" "));

const painted = (page) => at(page, "board").locator("svg");
const game = (page) => page.locator("svg.levels-game");

/** The layout of the level in the address. */
const layoutOf = (page) => page.evaluate(() => new URLSearchParams(location.hash.split("?")[1]).get("level")).then((text) => JSON.stringify(unpacked(text).layout));

/** Saves the level by the page's own export. */
async function exported(page) {
  await at(page, "tab-files").click();
  await at(page, "format").selectOption("json");
  const { text } = await saved(page, () => at(page, "export").click());
  return JSON.parse(text);
}

pageTest("a cell is painted, measured again, and brought back by undo", async ({ open }) => {
  const page = await open(place("paint"));
  const board = painted(page);
  await until("the board is drawn", () => board.locator("use").count(), (count) => count === 25);
  await until("the level is measured", () => at(page, "headline").textContent());
  const before = await symbols(board);
  const potential = await until("the potential is known", () => at(page, "potential").textContent());
  await at(page, "brush-#").click();
  await page.mouse.click(...await middle(board, 0, 0));
  const after = await until("the cell changes", () => symbols(board), (shown) => shown !== before);
  assert.equal(after.split(" ").filter((symbol, index) => symbol !== before.split(" ")[index]).length, 1, "one cell changes");
  await until("the potential follows", () => at(page, "potential").textContent(), (text) => text !== potential);
  assert.equal(read(await exported(page)).tokens[0][0], "#");
  await page.keyboard.press("Control+z");
  await at(page, "tab-paint").click();
  await until("undo brings the cell back", () => symbols(board), (shown) => shown === before);
  await page.keyboard.press("Control+Shift+z");
  await until("redo paints it again", () => symbols(board), (shown) => shown === after);
});

pageTest("a stroke of the brush paints all cells on its way", async ({ open }) => {
  const page = await open(place("paint"));
  const board = painted(page);
  await at(page, "brush-#").click();
  await drag(page, [await middle(board, 4, 0), await middle(board, 4, 4)], { steps: 2 });
  assert.deepEqual(read(await exported(page)).tokens[4], ["#", "#", "#", "#", "#"]);
});

pageTest("a generated level has the potential that was asked for", async ({ open }) => {
  const page = await open(place("generate"));
  await at(page, "aim").selectOption("potential");
  await at(page, "aim-value").fill("30");
  await at(page, "generate").click();
  const words = await until("the level is found", () => at(page, "now").textContent({ timeout: 200 }).catch(() => ""));
  assert.match(words, /potential (29|30|31)\b/);
  await until("the measure shows it too", () => at(page, "potential").textContent(), (text) => /^Potential (29|30|31) of/.test(text));
  await page.getByRole("button", { name: "Undo" }).first().click();
  await until("undo brings the first level back", () => layoutOf(page), (layout) => layout === JSON.stringify(SMALL.layout));
});

pageTest("a generated level has the mean swaps that were asked for", async ({ open }) => {
  const page = await open(place("generate", { ...SMALL, moves: undefined }));
  await at(page, "aim").selectOption("swaps");
  await at(page, "aim-value").fill("5");
  await page.getByText("More", { exact: true }).click();
  await at(page, "seed").fill("1");
  await at(page, "generate").click();
  const words = await until("the level is found", () => at(page, "now").textContent({ timeout: 200 }).catch(() => ""));
  const swaps = Number(/([\d.]+) swaps/.exec(words)[1]);
  // The search meets 3 %; the page plays 400 other games.
  assert.ok(Math.abs(swaps - 5) < 0.8, words);
});

pageTest("a move is made by dragging a block onto its neighbour", async ({ open }) => {
  const page = await open(place("play", LONG));
  await until("the bot begins", () => at(page, "status").textContent(), (text) => /[1-9]\d* of 20 moves/.test(text));
  await at(page, "bot-plays").click();
  await page.getByRole("button", { name: "Hint" }).click();
  const hint = page.locator(".levels-hint");
  await until("the hint frames two cells", () => hint.count(), (count) => count === 2);
  const moves = await numberOf(at(page, "status"));
  const boxes = [await hint.nth(0).boundingBox(), await hint.nth(1).boundingBox()];
  await drag(page, boxes.map(({ x, y, width, height }) => [x + width / 2, y + height / 2]));
  await until("the move is made", () => numberOf(at(page, "status")), (count) => count === moves + 1);
  // The game that is shown is the one that is carried away.
  const menu = page.locator(".stack").filter({ has: at(page, "bot-plays") }).last().locator(".carry");
  await menu.getByRole("button", { name: "Save or copy this game" }).click();
  const gif = await saved(page, () => menu.getByRole("menuitem", { name: "Animation as GIF" }).click());
  assert.deepEqual([gif.name, gif.text.slice(0, 6)], ["level-game.gif", "GIF89a"]);
});

pageTest("the bot's game is scrubbed back and ahead", async ({ open }) => {
  const page = await open(place("play", LONG));
  const slider = at(page, "scrub");
  await until("the bot has made some moves", () => numberOf(at(page, "status")), (count) => count >= 2);
  await slide(slider, "Home");
  await until("the first move is shown", () => at(page, "status").textContent(), (text) => text.startsWith("0 of 20 moves"));
  const first = await symbols(game(page));
  await slide(slider, "End");
  await until("the last move is shown", () => numberOf(at(page, "status")), (count) => count >= 2);
  await slide(slider, "Home");
  await until("the same first board is shown", () => symbols(game(page)), (shown) => shown === first);
  await slide(slider, "ArrowRight", 12);
  await until("steps go ahead", () => symbols(game(page)), (shown) => shown !== first);
});

pageTest("an easier level differs in few cells, which are framed and named", async ({ open }) => {
  const page = await open(place("change", LONG));
  await at(page, "easier").click();
  const card = at(page, "tweaked").first();
  const words = await until("changes are found", () => card.textContent({ timeout: 200 }).catch(() => ""));
  assert.match(words, /row \d, column \d: [a-z][\w, ]* → [a-z]/);
  assert.ok(await card.locator("svg g rect[stroke='#d55e00']").count() > 0, "changed cells are framed");
  const [, from, to] = /column \d: (.+?) → (.+?)(;|$|Accept)/.exec(words);
  assert.notEqual(from, to);
  await at(page, "accept-0").click();
  await until("the level is the changed one", () => layoutOf(page), (layout) => layout !== JSON.stringify(LONG.layout));
});

pageTest("the exported level is what the program reads", async ({ open, program }) => {
  const page = await open(place("paint"));
  await at(page, "brush-#").click();
  await page.mouse.click(...await middle(painted(page), 2, 3));
  const level = await exported(page);
  const file = join(program.folder, "level.json");
  await writeFile(file, JSON.stringify(level));
  const { code, out, err } = await program.run(["match3", "export", file, "--to", "json"]);
  assert.equal(code, 0, err);
  assert.deepEqual(read(JSON.parse(out)), read(level));
  const analyzed = await program.run(["match3", "analyze", file, "--json"]);
  const { potential } = JSON.parse(analyzed.out);
  const shown = () => at(page, "potential").textContent();
  await until("the page measures what the program measures", shown, (text) => text.startsWith(`Potential ${potential} of`));
});
