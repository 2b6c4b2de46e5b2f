// What several tests do.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

import { packed } from "../page/levels/url.js";
import { at, numberOf, until } from "./harness.mjs";

/** The rooms, with the element that shows their first picture. */
export const ROOMS = {
  levels: ".levels-board use[href^='#']",
  paths: "[data-test=map] .path-line[points*=',']",
  tiles: "[data-test=tiles] .tile",
  battleship: "[data-test=hunter-field] svg .share",
  runs: "[data-test=runs] tbody",
};

/** Opens a room and waits for its first picture. */
export async function openRoom({ open }, name, options = {}) {
  const page = await open(`/${name}${options.query ?? ""}`, options);
  await page.locator(ROOMS[name]).first().waitFor({ state: "attached" });
  return page;
}

/** A small level of the article's game: its potential is a number that can be asked for. */
export const SMALL = {
  schema: "tilewright/level/2", rows: 5, columns: 5, colors: 4,
  layout: [".....", "..#..", ".....", ".1.1.", "....."], goal: { all: [{ collect: 6, of_colors: 1 }] }, moves: 20,
};

/** The place of a level in the tab `paint`, `generate`, `play` or another one. */
export const levelPlace = (tab, level = SMALL) => `/levels?tab=${tab}&level=${packed(level)}`;

/** The view "Many games", beside a game that is played by a player who thinks briefly. */
export const BENCH = "/tiles?player=random&view=bench";

/** Starts many games of 2048 in the open view "Many games". */
export async function startBench(page, { player, games, seed }) {
  await at(page, "key-player").selectOption(player);
  await at(page, "key-games").fill(games);
  await at(page, "key-seed").fill(seed);
  await at(page, "key-seed").press("Tab");
  await at(page, "bench").click();
  await until("the run begins", () => page.locator(".work").textContent(), (text) => /\d+ of \d+ games|Mean score of/.test(text));
}

/** Whether tiles would slide towards the end of a line, the first tile being the nearest to it. */
function slides(line) {
  return line.some((tile, at) => tile > 0 && at > 0 && (line[at - 1] === 0 || line[at - 1] === tile));
}

/** Whether a key moves tiles on a board in words, such as "Board of 2 × 2: 2, empty; 4, 2". */
function isLegal(shown, key) {
  const rows = shown.split(": ")[1].split("; ").map((row) => row.split(", ").map((tile) => Number(tile) || 0));
  const columns = rows[0].map((_, at) => rows.map((row) => row[at]));
  const lines = key === "ArrowLeft" || key === "ArrowRight" ? rows : columns;
  const isBackward = key === "ArrowRight" || key === "ArrowDown";
  return lines.some((line) => slides(isBackward ? line.toReversed() : line));
}

/**
 * Makes moves of 2048 by keys until there are this many. Only keys that move tiles are pressed, and
 * each move is waited for: a page that is slow to answer must not be given one move too many.
 */
export async function playTiles(page, count) {
  const moves = () => numberOf(at(page, "moves"));
  const keys = ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"];
  await page.locator("main").focus();
  for (let key = 0, made = await moves(); made < count; key += 1) {
    const shown = await at(page, "tiles").getAttribute("aria-label");
    if (!isLegal(shown, keys[key % keys.length])) continue;
    await page.keyboard.press(keys[key % keys.length]);
    made = await until("the move is shown", moves, (now) => now > made);
  }
}

/** A map of a game from the MovingAI benchmark, of 194 × 193 cells, with the ends of its longest path. */
const LARGE = {
  file: fileURLToPath(new URL("../../pathplan/tests/data/movingai/lak304d.map", import.meta.url)),
  rows: 194, columns: 193, start: [12, 55], goal: [182, 116],
};

/** Drags the goal around a large map; prints the paths drawn a second and the times of the answers. */
export async function dragOnLargeMap({ open, visit, runner }) {
  const page = await open("/paths");
  await at(page, "file").setInputFiles(LARGE.file);
  const map = await until("the map is open", () => page.evaluate(() => new URLSearchParams(location.hash.split("?")[1]).get("map")), (name) => name?.endsWith(".map"));
  await visit(page, `/paths?map=${map}&from=${LARGE.start}&to=${LARGE.goal}`);
  const line = () => at(page, "map").locator(".path-line").getAttribute("points");
  const first = await until("the path is drawn", line, (points) => points?.endsWith(`${LARGE.goal[1] + 0.5},${LARGE.goal[0] + 0.5}`));
  const figures = await dragAround(page, LARGE);
  assert.notEqual(figures.line, first, "the path has changed while the goal was dragged");
  runner.diagnostic(`lak304d: ${figures.frames} paths drawn a second, 95 % of the answers within ${figures.p95} ms`);
}

/** Drags the goal in circles; returns the best rate that the page showed meanwhile. */
async function dragAround(page, { rows, columns, goal }) {
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
