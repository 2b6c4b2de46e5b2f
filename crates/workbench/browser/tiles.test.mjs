// 2048: moves by keys, score, undo, and a game that goes on after the server was started again.

import assert from "node:assert/strict";

import { at, numberOf, pageTest, slide, until } from "./harness.mjs";
import { BENCH, playTiles, startBench } from "./steps.mjs";

/** The tiles in words, as a screen reader gets them. */
const board = (page) => at(page, "tiles").getAttribute("aria-label");

/** A new game with a seed, of the person who sits there. */
async function begin(open) {
  const page = await open("/tiles");
  await at(page, "seed").fill("7");
  await at(page, "new-game").click();
  await until("the game has an address", () => page.evaluate(() => location.hash), (hash) => hash.includes("game="));
  await until("no move is made", () => numberOf(at(page, "moves")), (count) => count === 0);
  await page.locator("main").focus();
  return page;
}

pageTest("ten moves by keys, undo, and on after a restart of the server", async ({ open, program, visit }) => {
  const page = await begin(open);
  const boards = [await board(page)];
  for (let count = 1; count <= 10; count += 1) {
    await playTiles(page, count);
    boards.push(await board(page));
  }
  assert.equal(new Set(boards).size, 11, "each move changes the board");
  const score = await numberOf(at(page, "score"));
  assert.ok(score > 0, "tiles were merged");
  await page.keyboard.press("u");
  await until("undo takes the last move back", () => board(page), (shown) => shown === boards[9]);
  await page.keyboard.press("Control+Shift+z");
  await until("redo makes it again", () => board(page), (shown) => shown === boards[10]);
  const place = await page.evaluate(() => location.hash.slice(1));
  await page.close();
  await program.stop();
  await program.start();
  const again = await open(place);
  await until("the game resumes where it was", () => board(again), (shown) => shown === boards[10]);
  assert.equal(await numberOf(at(again, "score")), score);
  assert.equal(await numberOf(at(again, "moves")), 10);
  await again.locator("main").focus();
  await playTiles(again, 11);
  await until("all moves are known", () => at(again, "scrub").getAttribute("max"), (most) => most === "11");
  await slide(at(again, "scrub"), "Home");
  await until("the first board is still known", () => board(again), (shown) => shown === boards[0]);
  await visit(again, "/levels");
});

pageTest("a browser that has kept no position of a game shows them all", async ({ open, newProfile }) => {
  const page = await begin(open);
  const first = await board(page);
  await playTiles(page, 3);
  const [last, place] = [await board(page), await page.evaluate(() => location.hash.slice(1))];
  const other = await open(place, { profile: await newProfile() });
  await until("the game is there", () => board(other), (shown) => shown === last);
  await until("its moves are known", () => at(other, "scrub").getAttribute("max"), (most) => most === "3");
  assert.equal(await board(other), last);
  await slide(at(other, "scrub"), "Home");
  await until("the first board is shown", () => board(other), (shown) => shown === first);
});

pageTest("the player plays by itself, and a person takes over", async ({ open }) => {
  const page = await open("/tiles");
  await until("tiles move before the first click", () => numberOf(at(page, "moves")), (count) => count >= 3);
  await until("values of the moves are shown", () => page.locator(".bar-row.best").count(), (count) => count === 1);
  await at(page, "autoplay").click();
  await until("it pauses", () => at(page, "autoplay").textContent(), (text) => text === "Let it play");
  const before = await numberOf(at(page, "moves"));
  await page.locator("main").focus();
  await playTiles(page, before + 1);
});

pageTest("many games are played with a growing histogram", async ({ open }) => {
  const page = await open(BENCH);
  await startBench(page, { player: "random", games: "50", seed: "2" });
  await until("all games are played", () => page.getByText("Mean score of 50 games").count());
  assert.ok(await numberOf(at(page, "bench-mean")) > 0);
});

/** A game whose second move takes the largest tile out of its corner. */
const PASTED = "512 64 8 2\n16 4 2 0\n4 2 0 0\n2 0 0 0\nright\n\n512 64 8 2\n2 16 4 2\n0 0 4 2\n0 0 0 2\ndown\n\n";

pageTest("a pasted game: its worst move is explained and practised", async ({ open }) => {
  const page = await open("/tiles?player=random&view=review");
  await at(page, "paste").locator("summary").click();
  await at(page, "pasted").fill(PASTED);
  await at(page, "analyze-pasted").click();
  const lesson = at(page, "lesson").first();
  await until("a move is listed", () => lesson.textContent().catch(() => ""), (text) => / loses [^ ]+ points/.test(text));
  await lesson.click();
  await until("it is explained", () => page.locator(".blunders .lesson-words").first().textContent(), (text) => text.includes("Better: "));
  await at(page, "practise").click();
  await until("a position is asked", () => at(page, "practising").textContent(), (text) => text.includes("which move is best?"));
  for (const move of ["up", "right", "down", "left"]) {
    const choice = at(page, `choose-${move}`);
    if (await choice.isEnabled()) await choice.click();
    if (await at(page, "practice-next").count()) break;
  }
  await at(page, "practice-next").click();
});

pageTest("the coach says what a move lost, and a hint says why", async ({ open }) => {
  const page = await begin(open);
  await at(page, "coach").check();
  await page.locator("main").focus();
  await playTiles(page, 1);
  await until("the coach says it", () => at(page, "coach-says").textContent(), (text) => /is (the )?best|loses nothing/.test(text));
  await at(page, "hint").click();
  await until("the hint says why", () => at(page, "coach-says").textContent(), (text) => text.startsWith("Hint: ") && text.includes("Better: "));
});
