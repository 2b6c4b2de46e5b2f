// What several tests do.

import { at, until } from "./harness.mjs";

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
