// A report: one file with recorded runs, opened from the disk.

import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { wrongIn } from "./axe.mjs";
import { at, pageTest, until } from "./harness.mjs";

pageTest("a report opens from the disk, without a server or a request", async ({ profile, program }) => {
  const db = ["--db", join(program.folder, "runs.db"), "--record-run"];
  const made = await program.run(["match3", "generate", "--target", "300", "--seed", "5", ...db]);
  assert.equal(made.code, 0, made.err);
  const file = join(program.folder, "report.html");
  const exported = await program.run(["runs", "export", "1", "-o", file, ...db.slice(0, 2)]);
  assert.equal(exported.code, 0, exported.err);
  await program.stop();
  const { page, beyond } = await openFile(profile, file);
  const card = page.locator(".report-card");
  await card.locator("svg.picture").waitFor();
  assert.equal(await card.count(), 1);
  assert.deepEqual(await wrongIn(page), [], "axe, the overview");
  await card.getByRole("link").click();
  await page.getByText("The command that makes this").waitFor();
  assert.match(await at(page, "command").textContent(), /^tilewright match3 generate .*--seed 5$/);
  assert.deepEqual(await wrongIn(page), [], "axe, a run");
  await page.keyboard.press("Escape");
  await until("the overview is shown again", () => card.count(), (count) => count === 1);
  assert.deepEqual(beyond(), [], "nothing is loaded besides the file");
});

pageTest("a tour moves before the first click, and can be scrubbed", async ({ profile, program }) => {
  const folder = join(program.folder, "tour");
  const made = await program.run(["tour", "--quiet", "--out", folder]);
  assert.equal(made.code, 0, made.err);
  await program.stop();
  const { page, beyond } = await openFile(profile, join(folder, "index.html"));
  const moving = page.locator(".card-picture .motion-picture").first();
  await moving.locator("svg").waitFor();
  const shown = () => moving.innerHTML();
  const first = await shown();
  await until("the picture moves by itself", shown, (now) => now !== first);
  assert.deepEqual(await wrongIn(page), [], "axe, the tour");
  assert.equal(await page.locator(".report-card").count(), 17);
  await page.setViewportSize({ width: 1280, height: 900 });
  const smallest = () =>
    page.locator(".report-card").evaluateAll((cards) =>
      cards.map((card) => {
        const drawn = card.querySelector(".card-picture svg");
        const sizes = [...(drawn?.querySelectorAll("text") ?? [])].map((text) => Number.parseFloat(getComputedStyle(text).fontSize));
        return [card.querySelector("h2, h3").textContent, Math.min(...sizes) * (drawn?.getScreenCTM().a ?? 0)];
      }),
    );
  const sizes = await until("all pictures are shown", smallest, (all) => all.every(([, size]) => size > 0));
  // 8 pixels: the smallest letters of an axis are still told apart on a usual screen.
  assert.deepEqual(sizes.filter(([, size]) => size < 8), [], "the letters of the pictures are large enough to read");
  await page.getByRole("link", { name: "The shortest path on a tile map" }).click();
  const picture = page.locator(".answer-picture .motion-picture");
  await picture.locator("svg").waitFor();
  await page.keyboard.press("Home");
  const begin = await picture.innerHTML();
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await picture.innerHTML(), begin, "a step ahead shows the next frame");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await picture.innerHTML(), begin, "a step back shows it again");
  assert.match(await at(page, "command").textContent(), /^tilewright path plan .*tour.village\.tmx --seed 1 --picture route\.gif$/);
  await at(page, "next").click();
  await page.getByRole("heading", { name: "Evolved paths" }).waitFor();
  assert.deepEqual(beyond(), [], "nothing is loaded besides the file");
});

/** Opens a file, and notes what it loads: `beyond` lists everything outside of the file. */
async function openFile(profile, file) {
  const page = await profile.newPage();
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  const url = pathToFileURL(file).href;
  await page.goto(url);
  return { page, beyond: () => asked.filter((each) => !/^(data|blob):/.test(each) && each.split("#")[0] !== url) };
}
