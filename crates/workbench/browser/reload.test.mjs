// What is still there after a reload, in another tab of the room, and after the server was killed.

import assert from "node:assert/strict";

import { unpacked } from "../page/levels/url.js";
import { at, drag, numberOf, pageTest, until } from "./harness.mjs";
import { SMALL, levelPlace, playTiles } from "./steps.mjs";

const GONE = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE/;
const LONG = { ...SMALL, goal: { all: [{ collect: 40, of_colors: 1 }] } };

const hash = (page) => page.evaluate(() => location.hash);
/** The layout of the level in the address. */
const layoutOf = (page) => page.evaluate(() => new URLSearchParams(location.hash.split("?")[1]).get("level")).then((text) => (text ? unpacked(text).layout.join("/") : ""));
const painted = (page) => at(page, "board").locator("svg");
const middle = (board, row, column) => board.evaluate((element, [r, c]) => {
  const { x, y } = new DOMPoint(c * 40 + 30, r * 40 + 30).matrixTransform(element.getScreenCTM());
  return [x, y];
}, [row, column]);

/** Paints three cells, one after the other; the layouts from before the first to after the last. */
async function paintThree(page) {
  const board = painted(page);
  await until("the board is drawn", () => board.locator("use").count(), (count) => count === 25);
  const boards = [await layoutOf(page)];
  await at(page, "brush-#").click();
  for (const column of [0, 2, 4]) {
    await page.mouse.click(...await middle(board, 0, column));
    boards.push(await until("the cell changes", () => layoutOf(page), (shown) => shown !== boards.at(-1)));
  }
  return boards;
}

const draftOf = async (program) => JSON.parse((await program.call("drafts?kind=levels")).text).drafts[0];

pageTest("the strokes of a level are undone and done again after a reload", async ({ open, program }) => {
  const page = await open(levelPlace("paint"));
  const boards = await paintThree(page);
  await page.keyboard.press("Control+z");
  await until("the last stroke is undone", () => layoutOf(page), (shown) => shown === boards[2]);
  await until("all of that is kept", () => draftOf(program), (draft) => draft?.revision >= 4);
  await page.reload();
  await until("the level is there", () => layoutOf(page), (shown) => shown === boards[2]);
  // The address shows the level before its steps have come from the server.
  await page.locator("#undo:not([disabled])").waitFor();
  await page.locator("main").focus();
  for (const board of [boards[1], boards[0]]) {
    await page.keyboard.press("Control+z");
    await until("a stroke of before is undone", () => layoutOf(page), (shown) => shown === board);
  }
  for (const board of boards.slice(1)) {
    await page.keyboard.press("Control+Shift+z");
    await until("a stroke of before is done again", () => layoutOf(page), (shown) => shown === board);
  }
});

pageTest("a level and its undo survive a server that is killed, and strokes meanwhile", async ({ open, program }) => {
  const page = await open(levelPlace("paint"));
  const boards = await paintThree(page);
  await until("all of that is kept", () => draftOf(program), (draft) => draft?.revision >= 3);
  await program.kill();
  await page.mouse.click(...await middle(painted(page), 4, 0));
  const last = await until("a stroke is made without a server", () => layoutOf(page), (shown) => shown !== boards[3]);
  await page.locator("#notes .note.error").first().waitFor();
  const { revision } = { revision: 3 };
  await program.start();
  await page.getByText("The workbench answers again.").waitFor();
  await until("the stroke is kept once it answers", () => draftOf(program), (draft) => draft?.revision > revision);
  await page.close();
  const again = await open("/levels?tab=paint");
  await until("the level is the newest one", () => layoutOf(again), (shown) => shown === last);
  await again.locator("main").focus();
  await again.keyboard.press("Control+z");
  await until("the stroke is undone", () => layoutOf(again), (shown) => shown === boards[3]);
}, { expected: GONE });

pageTest("a link shows its own level, whatever was painted last", async ({ open, program }) => {
  const page = await open(levelPlace("paint"));
  await paintThree(page);
  await until("it is kept", () => draftOf(program), (draft) => draft?.revision >= 3);
  const other = await open(levelPlace("paint", { ...SMALL, layout: ["..#..", "..#..", "..#..", "..#..", "..#.."] }));
  await until("the board is drawn", () => painted(other).locator("use").count(), (count) => count === 25);
  await at(other, "brush-#").click();
  await other.mouse.click(...await middle(painted(other), 0, 0));
  const drafts = await until("both are kept", async () => JSON.parse((await program.call("drafts?kind=levels")).text).drafts, (list) => list.length === 2);
  assert.equal(new Set(drafts.map(({ id }) => id)).size, 2);
});

pageTest("an emptied number of rows, or a wrong one, cuts nothing", async ({ open }) => {
  const page = await open(levelPlace("paint"));
  const board = painted(page);
  await until("the board is drawn", () => board.locator("use").count(), (count) => count === 25);
  for (const name of ["rows", "columns"]) {
    for (const text of ["", "0", "65", "2.5", "-3"]) {
      await at(page, name).fill(text);
      await at(page, name).press("Tab");
      await until("the number of before is shown again", () => at(page, name).inputValue(), (value) => value === "5");
      assert.equal(await board.locator("use").count(), 25, `${name} ${text}`);
    }
    await page.getByText(/: a whole number from 1 to 64; 5 stays/).first().waitFor();
  }
  await at(page, "rows").fill("7");
  await at(page, "rows").press("Tab");
  await until("a right number counts", () => board.locator("use").count(), (count) => count === 35);
  await at(page, "tab-rules").click();
  await at(page, "colors").fill("");
  await at(page, "colors").press("Tab");
  await until("the colours stay", () => at(page, "colors").inputValue(), (value) => value === "4");
});

/** Takes the bot's game over with a swap; the number of moves then. */
async function takeOver(page) {
  const made = () => numberOf(at(page, "status"));
  await until("the bot begins", made, (count) => count >= 1);
  await at(page, "bot-plays").click();
  await page.getByRole("button", { name: "Hint" }).click();
  const hint = page.locator(".levels-hint");
  await until("the hint frames two cells", () => hint.count(), (count) => count === 2);
  const before = await made();
  const boxes = [await hint.nth(0).boundingBox(), await hint.nth(1).boundingBox()];
  await drag(page, boxes.map(({ x, y, width, height }) => [x + width / 2, y + height / 2]));
  await until("the swap is made", made, (count) => count === before + 1);
  await until("the address has the game", () => hash(page), (now) => /game=[0-9a-f]{8}/.test(now) && !now.includes("by="));
  return before + 1;
}

pageTest("a game goes on after Paint, other rooms, a reload, and in another tab", async ({ open, visit, program }) => {
  const page = await open(levelPlace("play", LONG));
  const count = await takeOver(page);
  const made = (tab = page) => numberOf(at(tab, "status"));
  const sessions = async () => JSON.parse((await program.call("sessions?game=match3")).text).sessions.filter((each) => each.made === count);
  assert.equal((await sessions()).length, 1);
  /** Moves, score and what is left of the goal, once the last move is shown to its end. */
  const status = (tab = page) => at(tab, "status").textContent();
  const { headline } = (await sessions())[0];
  const score = async () => JSON.parse((await program.call(`sessions/${(await sessions())[0].id}`)).text).state.score;
  const shown = await until("the swap is shown to its end", status, async (said) => said.includes(`${count} of 20 moves`)) && `${count} of 20 moves${await score()} score`;
  assert.match(headline, /under way/);
  const isShown = (said) => said.replaceAll(" ", "").startsWith(shown.replaceAll(" ", ""));
  await until("the score is that of the server", status, isShown);
  await at(page, "tab-paint").click();
  await at(page, "tab-play").click();
  await until("it is there after Paint", status, isShown);
  await page.reload();
  await until("it is there after a reload", status, isShown);
  const place = (await hash(page)).slice(1);
  await visit(page, "/runs");
  await visit(page, place);
  await until("it is there after another room", made, (now) => now === count);
  await program.kill();
  await program.start();
  const other = await open(place);
  await until("it is there after the server was killed", () => made(other), (now) => now === count);
  await other.getByRole("button", { name: "Take back" }).click();
  await until("its moves can be taken back", () => made(other), (now) => now === count - 1);
}, { expected: GONE });

pageTest("a game is there again when its level is", async ({ open }) => {
  const page = await open(levelPlace("play", LONG));
  const count = await takeOver(page);
  const made = () => numberOf(at(page, "status"));
  await at(page, "tab-paint").click();
  const before = await layoutOf(page);
  await at(page, "brush-#").click();
  await page.mouse.click(...await middle(painted(page), 0, 0));
  await until("the level changes", () => layoutOf(page), (shown) => shown !== before);
  await at(page, "tab-play").click();
  await until("another level has another game", made, (now) => now < count);
  await at(page, "tab-paint").click();
  await page.keyboard.press("Control+z");
  await until("the level is the one of before", () => layoutOf(page), (shown) => shown === before);
  await at(page, "tab-play").click();
  await until("and so is its game", made, (now) => now === count);
});

pageTest("moves of 2048 are undone and made again after a reload", async ({ open }) => {
  const page = await open("/tiles");
  const board = () => at(page, "tiles").getAttribute("aria-label");
  await at(page, "seed").fill("7");
  await at(page, "new-game").click();
  await until("the game has an address", () => hash(page), (now) => now.includes("game="));
  const boards = [await board()];
  for (let count = 1; count <= 4; count += 1) {
    await playTiles(page, count);
    boards.push(await board());
  }
  await page.keyboard.press("Control+z");
  await until("a move is undone", board, (shown) => shown === boards[3]);
  await page.reload();
  await until("the game is there", board, (shown) => shown === boards[3]);
  await page.locator("main").focus();
  await page.keyboard.press("Control+Shift+z");
  await until("the move is made again", board, (shown) => shown === boards[4]);
  for (const wanted of [boards[3], boards[2], boards[1]]) {
    await page.keyboard.press("Control+z");
    await until("a move of before is undone", board, (shown) => shown === wanted);
  }
});

pageTest("strokes on a map and moved ends are undone after a reload", async ({ open, program }) => {
  const rows = Array.from({ length: 20 }, () => ".".repeat(30));
  const uploaded = await program.call("documents?name=empty.txt", { method: "POST", text: `${rows.join("\n")}\n` });
  const page = await open(`/paths?map=${JSON.parse(uploaded.text).name}&from=10,2&to=10,20`);
  const length = () => numberOf(at(page, "length"));
  const cell = async ([row, column]) => {
    const { x, y, width, height } = await at(page, "map").boundingBox();
    return [x + ((column + 0.5) / 30) * width, y + ((row + 0.5) / 20) * height];
  };
  await until("the path is straight", length, (cost) => cost === 18);
  await at(page, "map").locator("[data-test=end-goal]").focus();
  for (const cost of [19, 20]) {
    await page.keyboard.press("ArrowRight");
    await until("the goal moves", length, (now) => now === cost);
  }
  await drag(page, [await cell([6, 10]), await cell([14, 10])], { steps: 8 });
  await until("a wall is painted", length, (cost) => cost > 20);
  const draft = async () => JSON.parse((await program.call("drafts?kind=maps")).text).drafts[0];
  const id = (await until("the map is kept", draft))?.id;
  await until("with its steps", async () => JSON.parse((await program.call(`drafts/${id}`)).text).value.undo.past.length, (count) => count === 3);
  await until("the address has the draft", () => hash(page), (now) => now.includes(`draft=${id}`));
  // 20 steps to the right, of which 5 go up and 5 down.
  const around = await until("the path goes around the wall", length, (cost) => cost === 24.14);
  await page.reload();
  await until("the map is there", length, (cost) => cost === around);
  await page.locator("#undo:not([disabled])").waitFor();
  await page.locator("main").focus();
  for (const cost of [20, 19, 18]) {
    await page.keyboard.press("Control+z");
    await until("a step of before is undone", length, (now) => now === cost);
  }
  await page.keyboard.press("Control+Shift+z");
  await until("and done again", length, (now) => now === 19);
});
