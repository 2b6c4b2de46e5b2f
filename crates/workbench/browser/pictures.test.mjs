// Screenshots of every room, the time until the first picture, and the rate of frames while the
// goal is dragged on a large map. Times are printed; what comes before what is checked.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { at, pageTest, until } from "./harness.mjs";
import { ROOMS, openRoom } from "./steps.mjs";

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
    await page.goto(bench.program.address.replace("#token", `#/${room}&token`));
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

pageTest("the path follows the goal on a large map", async (bench) => {
  const { program, open, runner } = bench;
  const size = { rows: 193, columns: 193 };
  const made = await program.call("tasks/path/generate?wait=true", { method: "POST", body: { kind: "caves", ...size, seed: 1 } });
  const { layout, start, goal } = JSON.parse(made.text);
  const uploaded = await program.call("documents?name=caves.txt", { method: "POST", text: `${layout.join("\n")}\n` });
  const { name } = JSON.parse(uploaded.text);
  const page = await open(`/paths?map=${name}&from=${start}&to=${goal}`);
  const line = () => at(page, "map").locator(".path-line").getAttribute("points");
  const first = await until("the path is drawn", line);
  const figures = await dragAround(page, size, goal);
  assert.notEqual(figures.line, first, "the path has changed while the goal was dragged");
  runner.diagnostic(`${size.rows} × ${size.columns} cells: ${figures.frames} paths drawn a second, 95 % of the answers within ${figures.p95} ms`);
});

/** Drags the goal in circles; returns the best rate that the page showed meanwhile. */
async function dragAround(page, { rows, columns }, goal) {
  const { x, y, width, height } = await at(page, "map").boundingBox();
  const point = ([row, column]) => [x + (column + 0.5) / columns * width, y + (row + 0.5) / rows * height];
  await page.mouse.move(...point(goal));
  await page.mouse.down();
  let best = { frames: 0, p95: 0 };
  for (let step = 0; step < 100; step += 1) {
    const turn = step / 25;
    await page.mouse.move(...point([rows / 2 + Math.sin(turn) * rows / 3, columns / 2 + Math.cos(turn) * columns / 3]));
    if (step % 20 !== 19) continue;
    const shown = await at(page, "frames").evaluate(({ dataset }) => ({ frames: Number(dataset.frames), p95: Number(dataset.p95) }));
    if (shown.frames >= best.frames) best = shown;
  }
  const line = await at(page, "map").locator(".path-line").getAttribute("points");
  await page.mouse.up();
  return { ...best, line };
}
