// Two tabs on one game or one level: the later change of the two is not lost, and neither is the earlier.

import assert from "node:assert/strict";

import { unpacked } from "../page/levels/url.js";
import { at, drag, numberOf, pageTest, until } from "./harness.mjs";
import { startProgram } from "./program.mjs";
import { SMALL, levelPlace, playTiles } from "./steps.mjs";

/** What a browser logs of a refused change. */
const REFUSED = /409 \(Conflict\)/;

const hash = (page) => page.evaluate(() => location.hash);
const board = (page) => at(page, "tiles").getAttribute("aria-label");
const moves = (page) => numberOf(at(page, "moves"));

/** Presses keys until a move is refused as a stale one. */
async function playLate(page) {
  await page.locator("main").focus();
  for (const key of ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"]) await page.keyboard.press(key);
  await at(page, "take-theirs").waitFor();
  const note = await page.locator("#notes .note.error").textContent();
  assert.match(note, /This game was changed in another tab or program · take theirs, or keep yours as a copy beside it/);
}

/** A game of 2048 in two tabs, in which the second one has gone on. */
async function twoGames({ open }) {
  const page = await open("/tiles");
  await at(page, "seed").fill("7");
  await at(page, "new-game").click();
  await until("the game has an address", () => hash(page), (now) => now.includes("game="));
  await playTiles(page, 3);
  const mine = await board(page);
  const other = await open((await hash(page)).slice(1));
  await until("the other tab has the game", () => board(other), (shown) => shown === mine);
  await other.locator("main").focus();
  await other.keyboard.press("u");
  await until("the other tab takes a move back", () => moves(other), (count) => count === 2);
  await playTiles(other, 5);
  return { page, other, mine, theirs: await board(other) };
}

pageTest("a stale move of 2048 is refused, and theirs is taken", async (bench) => {
  const { page, other, mine, theirs } = await twoGames(bench);
  await playLate(page);
  assert.equal(await board(page), mine, "what is shown stays until one has chosen");
  await at(page, "take-theirs").click();
  await until("their game is shown", () => board(page), (shown) => shown === theirs);
  assert.equal(await moves(page), 5);
  await playTiles(page, 6);
  await other.locator("main").focus();
  await other.keyboard.press("u");
  await at(other, "take-theirs").waitFor();
}, { expected: REFUSED });

pageTest("a stale move of 2048 is refused, and mine is kept as a copy", async (bench) => {
  const { page, other, mine, theirs } = await twoGames(bench);
  const before = await hash(page);
  await playLate(page);
  await at(page, "keep-mine").click();
  await until("the copy has an address of its own", () => hash(page), (now) => now !== before);
  await until("my game is still shown", () => board(page), (shown) => shown === mine);
  await playTiles(page, 4);
  await playTiles(other, 6);
  const { sessions } = JSON.parse((await bench.program.call("sessions?game=2048")).text);
  assert.deepEqual(sessions.filter(({ made }) => made >= 4).map(({ made }) => made).sort(), [4, 6]);
  await page.reload();
  await until("the copy is there after a reload", () => moves(page), (count) => count === 4);
  await page.locator("main").focus();
  for (let left = 3; left >= 2; left -= 1) {
    await page.keyboard.press("u");
    await until("its moves can be undone", () => moves(page), (count) => count === left);
  }
  assert.notEqual(theirs, mine);
}, { expected: REFUSED });

/** The middle of a cell of a board, in pixels of the window. */
const middle = (page, row, column) => at(page, "board").locator("svg").evaluate((element, [r, c]) => {
  const { x, y } = new DOMPoint(c * 40 + 30, r * 40 + 30).matrixTransform(element.getScreenCTM());
  return [x, y];
}, [row, column]);

const paint = async (page, row, column) => page.mouse.click(...await middle(page, row, column));
/** The layout of the level in the address. */
const layoutOf = (page) => page.evaluate(() => new URLSearchParams(location.hash.split("?")[1]).get("level")).then((text) => (text ? unpacked(text).layout.join("/") : ""));

/** A level that is painted in two tabs. */
async function twoLevels({ open, program }) {
  const page = await open(levelPlace("paint"));
  await until("the board is drawn", () => at(page, "board").locator("svg use").count(), (count) => count === 25);
  await at(page, "brush-#").click();
  await paint(page, 0, 0);
  await until("the level has a draft", () => hash(page), (now) => now.includes("draft="));
  const other = await open("/levels?tab=paint");
  await until("the other tab continues it", () => layoutOf(other), (layout) => layout.startsWith("#..../..#../"));
  await at(other, "brush-#").click();
  await paint(other, 4, 4);
  const { drafts: [{ id }] } = JSON.parse((await program.call("drafts?kind=levels")).text);
  const kept = async (draft = id) => JSON.parse((await program.call(`drafts/${draft}`)).text);
  await until("the other tab's stroke is kept", kept, ({ revision }) => revision === 2);
  const theirs = await until("the address follows", () => layoutOf(other), (layout) => layout.endsWith("#"));
  return { page, other, id, kept, theirs };
}

pageTest("a stale stroke is refused, and their level is taken with its undo", async (bench) => {
  const { page, kept, theirs } = await twoLevels(bench);
  await paint(page, 2, 2);
  await at(page, "take-theirs").click();
  await until("their level is shown", () => layoutOf(page), (layout) => layout === theirs);
  assert.equal((await kept()).revision, 2);
  assert.equal(await at(page, "take-theirs").count(), 0, "what was answered is not asked again");
  await page.keyboard.press("Control+z");
  await until("their stroke is undone here", () => layoutOf(page), (layout) => layout !== theirs);
  await until("that is kept", kept, ({ revision, value }) => revision >= 3 && value.level.layout[4] === "....." && value.level.layout[0] === "#....");
}, { expected: REFUSED });

pageTest("a stale stroke is refused, and my level is kept as a copy", async (bench) => {
  const { page, other, id, kept } = await twoLevels(bench);
  await paint(page, 2, 2);
  await at(page, "keep-mine").click();
  const own = await until("the copy has an id", async () => /draft=([0-9a-f]+)/.exec(await hash(page))?.[1], (draft) => draft && draft !== id);
  assert.equal((await kept(own)).value.level.layout[2], "..#..");
  assert.equal((await kept()).value.level.layout[2], SMALL.layout[2]);
  assert.equal((await kept()).value.level.layout[4], "....#");
  await paint(other, 3, 3);
  await until("the other tab goes on", kept, ({ revision }) => revision >= 3);
  await page.reload();
  await until("the copy is there after a reload", () => layoutOf(page), (layout) => layout === "#..../..#../..#../.1.1./.....");
  await until("the board is drawn", () => at(page, "board").locator("svg use").count(), (count) => count === 25);
}, { expected: REFUSED });

pageTest("a stroke whose question was not answered is found again after a reload", async (bench) => {
  const { page, kept } = await twoLevels(bench);
  await paint(page, 2, 2);
  await at(page, "keep-mine").waitFor();
  await page.reload();
  await at(page, "open-mine").click();
  await until("my level is there", () => layoutOf(page), (layout) => layout.split("/")[2] === "..#..");
  assert.equal((await kept()).value.level.layout[4], "....#", "theirs is there too");
  await page.evaluate(() => { location.hash = "/runs"; });
  await page.evaluate(() => { location.hash = "/levels"; });
  await until("this tab shows its own level again", () => layoutOf(page), (layout) => layout?.split("/")[2] === "..#..");
}, { expected: REFUSED });

pageTest("a level that is saved replaces no other file of the folder unasked", async ({ open, program }) => {
  const files = async () => JSON.parse((await program.call("folder")).text).files.map(({ name }) => name).filter((name) => name.startsWith("mine"));
  const saved = async (name) => JSON.parse((await program.call(`folder/${name}`)).text).moves;
  const [one, two] = [await open(levelPlace("files", { ...SMALL, moves: 21 })), await open(levelPlace("files", { ...SMALL, moves: 24 }))];
  const save = async (page) => { await page.getByLabel("Save as").fill("mine.json"); await at(page, "save-back").click(); };
  await save(one);
  await until("it is saved", files, (names) => names.length === 1);
  await save(two);
  await at(two, "keep-both").click();
  await until("both are there", files, (names) => names.includes("mine-2.json"));
  assert.deepEqual([await saved("mine.json"), await saved("mine-2.json")], [21, 24]);
  await save(two);
  await at(two, "replace").click();
  await until("it is replaced", () => saved("mine.json"), (moves) => moves === 24);
  // What this tab has written it replaces without a question; what the other one had read is old.
  await save(two);
  await two.getByText("Saved mine.json").waitFor();
  await save(one);
  await at(one, "replace").waitFor();
  assert.equal(await saved("mine.json"), 24);
}, { expected: REFUSED, start: () => startProgram({ hasFolder: true }) });

pageTest("a stale shot is refused, and both duels go on", async ({ open, program }) => {
  const page = await open("/battleship");
  await at(page, "new-game").click();
  await until("the duel has an address", () => hash(page), (now) => now.includes("game="));
  const shoot = async (tab) => {
    const before = await numberOf(at(tab, "shots"));
    await at(tab, "hint").click();
    await until("the hint points at a cell", () => tab.evaluate(() => document.activeElement.dataset.test), (name) => name === "hunter-field");
    await tab.keyboard.press("Enter");
    return before;
  };
  const shots = (tab) => numberOf(at(tab, "shots"));
  const first = await shoot(page);
  await until("a shot is fired", () => shots(page), (count) => count > first);
  const mine = await shots(page);
  const other = await open((await hash(page)).slice(1));
  await until("the other tab has the duel", () => shots(other), (count) => count === mine);
  await shoot(other);
  await until("the other tab shoots", () => shots(other), (count) => count > mine);
  const before = await hash(page);
  await at(page, "hint").click();
  await at(page, "keep-mine").click();
  await until("the copy has an address of its own", () => hash(page), (now) => now !== before);
  await shoot(page);
  await until("my duel goes on", () => shots(page), (count) => count > mine);
  const { sessions } = JSON.parse((await program.call("sessions?game=battleship")).text);
  const ids = [before, await hash(page)].map((place) => /game=([0-9a-f]+)/.exec(place)[1]);
  assert.equal(sessions.filter(({ id, made }) => ids.includes(id) && made > 0).length, 2);
}, { expected: REFUSED });

pageTest("a stale swap is refused, and both games go on", async ({ open, program }) => {
  const LONG = { ...SMALL, goal: { all: [{ collect: 40, of_colors: 1 }] } };
  const page = await open(levelPlace("play", LONG));
  const made = (tab) => numberOf(at(tab, "status"));
  const swap = async (tab) => {
    await tab.getByRole("button", { name: "Hint" }).click();
    const hint = tab.locator(".levels-hint");
    await until("the hint frames two cells", () => hint.count(), (count) => count === 2);
    const boxes = [await hint.nth(0).boundingBox(), await hint.nth(1).boundingBox()];
    await drag(tab, boxes.map(({ x, y, width, height }) => [x + width / 2, y + height / 2]));
  };
  await until("the bot begins", () => made(page), (count) => count >= 1);
  await at(page, "bot-plays").click();
  await swap(page);
  await until("the game is mine", () => hash(page), (now) => now.includes("game=") && !now.includes("by=bot"));
  const mine = await until("the swap is shown", () => made(page), (count) => count >= 2);
  const other = await open((await hash(page)).slice(1));
  await until("the other tab has the game", () => made(other), (count) => count === mine);
  await swap(other);
  await until("the other tab goes on", () => made(other), (count) => count === mine + 1);
  const before = await hash(page);
  await page.getByRole("button", { name: "Hint" }).click();
  await at(page, "keep-mine").click();
  await until("the copy has an address of its own", () => hash(page), (now) => now !== before);
  await swap(page);
  await until("my game goes on", () => made(page), (count) => count === mine + 1);
  const { sessions } = JSON.parse((await program.call("sessions?game=match3")).text);
  assert.equal(sessions.filter((game) => game.made === mine + 1).length, 2);
}, { expected: REFUSED });
