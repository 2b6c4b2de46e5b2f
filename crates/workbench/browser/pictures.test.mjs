// Screenshots of every room, the time until the first picture, and the rate of frames while the
// goal is dragged on a large map. Times are printed; what comes before what is checked.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { pageTest, until } from "./harness.mjs";
import { ROOMS, dragOnLargeMap } from "./steps.mjs";

const FOLDER = process.env.TILEWRIGHT_SCREENSHOTS;

const PLACES = {
  levels: ["?tab=play", "?tab=paint", "?tab=generate"], paths: ["?view=path", "?view=race", "?view=front"],
  tiles: ["?view=review", "?view=bench"], battleship: ["?view=evolve", "?view=matrix"], runs: [""],
};

for (const [width, height] of [[360, 800], [1280, 900], [3840, 2160]]) {
  for (const colorScheme of ["light", "dark"]) {
    pageTest(`pictures at ${width} pixels, ${colorScheme}`, async (bench) => {
      await mkdir(FOLDER, { recursive: true });
      const page = await bench.open("/runs");
      for (const [room, queries] of Object.entries(PLACES)) {
        for (const query of queries) {
          await bench.visit(page, `/${room}${query}`);
          await page.locator(ROOMS[room]).first().waitFor({ state: "attached" });
          await page.waitForFunction(() => document.fonts.status === "loaded" && !document.querySelector("[aria-busy]"));
          const name = [room, query.split("=")[1], width, colorScheme].filter(Boolean).join("-");
          await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: width === 360 });
        }
      }
    }, { context: { viewport: { width, height }, colorScheme } });
  }
}

pageTest("the first picture of each room", async (bench) => {
  for (const [room, picture] of Object.entries(ROOMS)) {
    const page = await bench.profile.newPage();
    await page.addInitScript((selector) => {
      const watch = new MutationObserver(() => {
        if (!document.querySelector(selector)) return;
        watch.disconnect();
        requestAnimationFrame(() => performance.mark("first picture"));
      });
      watch.observe(document, { childList: true, subtree: true, attributes: true });
    }, picture);
    await page.goto(bench.program.addressOf(`/${room}`));
    const times = await until("a picture", () => page.evaluate(() => {
      const [mark] = performance.getEntriesByName("first picture");
      const script = performance.getEntriesByType("resource").find(({ name }) => name.endsWith("app.js"));
      return mark && script ? { page: performance.getEntriesByType("navigation")[0].responseEnd, script: script.responseEnd, picture: mark.startTime } : null;
    }));
    assert.ok(times.page <= times.script && times.script <= times.picture, JSON.stringify(times));
    bench.runner.diagnostic(`${room}: first picture after ${Math.round(times.picture)} ms (page ${Math.round(times.page)} ms, script ${Math.round(times.script)} ms)`);
    await page.close();
  }
});

pageTest("the path follows the goal on a large map", dragOnLargeMap);
