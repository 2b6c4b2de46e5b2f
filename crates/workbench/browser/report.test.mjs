// A report: one file with recorded runs, opened from the disk.

import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { at, pageTest, until } from "./harness.mjs";

pageTest("a report opens from the disk, without a server or a request", async ({ profile, program }) => {
  const db = ["--db", join(program.folder, "runs.db"), "--record-run"];
  const made = await program.run(["match3", "generate", "--target", "300", "--seed", "5", ...db]);
  assert.equal(made.code, 0, made.err);
  const file = join(program.folder, "report.html");
  const exported = await program.run(["runs", "export", "1", "-o", file, ...db.slice(0, 2)]);
  assert.equal(exported.code, 0, exported.err);
  await program.stop();
  const page = await profile.newPage();
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  const card = page.locator(".report-card");
  await card.locator("svg.picture").waitFor();
  assert.equal(await card.count(), 1);
  await card.getByRole("link").click();
  await page.getByText("The command that makes this").waitFor();
  assert.match(await at(page, "command").textContent(), /^tilewright match3 generate .*--seed 5$/);
  await page.keyboard.press("Escape");
  await until("the overview is shown again", () => card.count(), (count) => count === 1);
  const beyond = asked.filter((url) => !/^(data|blob):/.test(url) && url.split("#")[0] !== pathToFileURL(file).href);
  assert.deepEqual(beyond, [], "nothing is loaded besides the file");
});
