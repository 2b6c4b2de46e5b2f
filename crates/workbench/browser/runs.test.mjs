// Runs: recorded, searched, opened, repeated, compared byte for byte, cancelled and resumed.

import assert from "node:assert/strict";

import { at, numberOf, pageTest, until } from "./harness.mjs";
import { BENCH, startBench } from "./steps.mjs";

const rows = (page) => at(page, "runs").locator("tbody tr");

/** The state that the page of a run shows. */
const stateOf = (page) => page.locator(".record .tag").first().textContent({ timeout: 1000 }).catch(() => "");

pageTest("a run is recorded, searched, opened, repeated and replayed", async ({ open, program }) => {
  const page = await open(BENCH);
  for (const [player, seed] of [["random", "3"], ["greedy", "4"]]) {
    await startBench(page, { player, games: "20", seed });
    await until("the games are played", () => at(page, "bench").textContent(), (text) => text === "Play the games");
  }
  await at(page, "room-runs").click();
  await until("both runs are listed", () => rows(page).count(), (count) => count === 2);
  assert.equal(await numberOf(at(page, "total")), 2);
  await at(page, "search").fill("random");
  await until("the search finds one", () => rows(page).count(), (count) => count === 1);
  await rows(page).getByRole("link").click();
  await until("the run is shown", () => stateOf(page), (state) => state === "done");
  const { id } = await page.evaluate(() => ({ id: new URLSearchParams(location.hash.split("?")[1]).get("run") }));
  const command = await at(page, "command").textContent();
  assert.match(command, /^tilewright 2048 bench /);
  const [, ...words] = command.split(" ");
  const { code, out, err } = await program.run([...words, "--json"]);
  assert.equal(code, 0, err);
  const { text } = await program.call(`runs/${id}/answer`);
  assert.equal(out, text, "the command gives the same answer");
  await at(page, "repeat").click();
  await until("the repeated run is shown", () => page.evaluate(() => location.hash), (hash) => hash.includes("run=3"));
  await until("it is done", () => stateOf(page), (state) => state === "done");
  await at(page, "replay").click();
  await page.getByText("Same bytes").waitFor();
  await page.getByRole("link", { name: "All runs" }).click();
  await until("there are three", () => numberOf(at(page, "total")), (count) => count >= 3);
});

pageTest("a long run is cancelled, resumed, and cancelled again", async ({ open, program }) => {
  const page = await open(BENCH);
  // Games that take much longer than the test.
  await startBench(page, { player: "classic", games: "1000000", seed: "5" });
  const record = async () => JSON.parse((await program.call("runs/1")).text);
  await until("games are played and kept", async () => (await record()).is_kept, (isKept) => isKept);
  await at(page, "bench").click();
  await page.getByText("Stopped: the Runs room can resume it.").waitFor();
  await at(page, "room-runs").click();
  await rows(page).getByRole("link").first().click();
  await until("the run is stopped", () => stateOf(page), (state) => state === "stopped");
  await at(page, "resume").click();
  await until("it works again", () => stateOf(page), (state) => state === "running");
  await until("its games are counted from where it was", async () => (await record()).done, (done) => done > 0);
  await at(page, "cancel").click();
  await until("it is stopped again", () => stateOf(page), (state) => state === "stopped");
});

pageTest("a run that is deleted is gone", async ({ open }) => {
  const page = await open(BENCH);
  await startBench(page, { player: "random", games: "3", seed: "1" });
  await until("the games are played", () => at(page, "bench").textContent(), (text) => text === "Play the games");
  await at(page, "room-runs").click();
  await rows(page).getByRole("link").click();
  await at(page, "forget").click();
  await until("the list is empty", () => numberOf(at(page, "total")), (count) => count === 0);
});
