// Servers that are killed, tabs that are closed, and many pages at once.

import assert from "node:assert/strict";

import { at, numberOf, pageTest, until } from "./harness.mjs";
import { BENCH, ROOMS, openRoom, startBench } from "./steps.mjs";

/** What a browser logs while the server is gone. */
const GONE = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE/;

const recordOf = async (program, id) => JSON.parse((await program.call(`runs/${id}`)).text);

/** Games that take much longer than the test. */
const LONG = { player: "classic", games: "1000000", seed: "5" };

pageTest("a server that is killed continues page and run", async ({ open, program }) => {
  const page = await open(BENCH);
  await startBench(page, LONG);
  const other = await open("/runs?run=1");
  await until("games are played and kept", async () => (await recordOf(program, 1)).is_kept, (isKept) => isKept);
  await program.kill();
  await program.start();
  await page.getByText("The workbench answers again.").waitFor();
  await until("the run that was cut off is no longer shown as running", () => at(page, "bench").textContent(), (text) => text === "Play the games");
  await at(other, "resume").waitFor();
  assert.equal((await recordOf(program, 1)).state, "cut off");
  await at(other, "resume").click();
  await until("the run works again", async () => (await recordOf(program, 1)).state, (state) => state === "running");
  await until("the page shows it", () => other.locator(".record .tag").first().textContent(), (state) => state === "running");
  await at(other, "cancel").click();
  await until("the run is stopped", async () => (await recordOf(program, 1)).state, (state) => state === "stopped");
  await startBench(page, { player: "random", games: "5", seed: "1" });
  await until("the page plays again", () => at(page, "bench").textContent(), (text) => text === "Play the games");
}, { expected: GONE });

pageTest("a game of 2048 survives a server that is killed", async ({ open, program }) => {
  const page = await open("/tiles");
  await until("some moves are made", () => numberOf(at(page, "moves")), (count) => count >= 3);
  await at(page, "autoplay").click();
  await until("it pauses", () => at(page, "autoplay").textContent(), (text) => text === "Let it play");
  await page.locator("main").focus();
  await page.keyboard.press("u");
  await until("the game has an address", () => page.evaluate(() => location.hash), (hash) => hash.includes("game="));
  // Until the undo is answered, the server may have made it without the page knowing: a stale game, and another test.
  await page.locator("#redo:not([disabled])").waitFor();
  await program.kill();
  await program.start();
  await page.getByText("The workbench answers again.").waitFor();
  await moveTiles(page);
}, { expected: GONE });

pageTest("a tab that is closed cancels its run", async ({ open, program }) => {
  const [page, other] = [await open(BENCH), await open("/runs")];
  await startBench(page, LONG);
  await until("the run is under way", async () => (await recordOf(program, 1)).state, (state) => state === "running");
  await page.close({ runBeforeUnload: false });
  await until("the run stops", async () => (await recordOf(program, 1)).state, (state) => state === "stopped");
  await until("the other tab shows it", () => at(other, "runs").locator("tbody .tag").textContent(), (state) => state === "stopped");
});

pageTest("a browser that is closed cancels its runs", async ({ open, newProfile, program }) => {
  const profile = await newProfile();
  const page = await open(BENCH, { profile });
  await startBench(page, LONG);
  await until("the run is under way", async () => (await recordOf(program, 1)).state, (state) => state === "running");
  await profile.close();
  await until("the run stops", async () => (await recordOf(program, 1)).state, (state) => state === "stopped");
});

pageTest("twenty open pages stay responsive", async (bench) => {
  const names = Object.keys(ROOMS);
  const pages = [];
  for (let count = 0; count < 20; count += 1) pages.push(await openRoom(bench, names[count % names.length]));
  for (const [index, name] of names.entries()) {
    const page = pages[pages.length - names.length + index];
    const begun = performance.now();
    await page.keyboard.press("t");
    await until("the theme changes", () => page.evaluate(() => document.documentElement.dataset.theme));
    if (name === "tiles") await moveTiles(page);
    bench.runner.diagnostic(`twenty pages, ${name}: ${Math.round(performance.now() - begun)} ms to answer`);
  }
  const { status } = await bench.program.call("tasks");
  assert.equal(status, 200);
});

/** Makes moves in four directions until the game counts one more. */
async function moveTiles(page) {
  const moves = await numberOf(at(page, "moves"));
  for (const key of ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"]) await page.keyboard.press(key);
  await until("a move is made", () => numberOf(at(page, "moves")), (now) => now > moves);
}
