// Tests of the page in Chromium. A test gets a server and a browser profile of its own; at its end
// no page may have reported an error, and no request may have left this machine.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { startProgram } from "./program.mjs";

const { chromium } = createRequire(join(process.env.TILEWRIGHT_NODE_MODULES, "none.js"))("playwright-core");

/** How long a condition is waited for, in milliseconds; a loaded machine needs long. */
const PATIENCE = 1000 * Number(process.env.TILEWRIGHT_PATIENCE ?? 90);

/** Parts of Chromium that send requests of their own, or are of no use here. */
const FEATURES = [
  "AutofillServerCommunication", "DialMediaRouteProvider", "GlobalMediaControls", "HttpsUpgrades", "InterestFeedContentSuggestions",
  "LensOverlay", "MediaRouter", "NavigationPredictor", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch",
  "PrefetchProxy", "SearchPreconnect", "Translate",
];

/** What Chromium asks for by itself all the same: a dictionary, once a text is typed. */
const OWN = /^redirector\.gvt1\.com:/;

/** An address at which nothing listens, for Chromium's own services. */
const NOWHERE = "http://127.0.0.1:1";

const QUIET = [
  "--disable-gpu", "--disable-background-networking", "--disable-client-side-phishing-detection", "--disable-component-update",
  "--disable-domain-reliability", "--disable-search-engine-choice-screen", "--disable-sync", "--no-first-run", "--no-pings",
  `--disable-features=${FEATURES}`, `--component-updater=url-source=${NOWHERE}`,
  ...["gaia-url", "google-base-url", "google-apis-url", "gcm-checkin-url", "gcm-registration-url", "gcm-mcs-endpoint"].map((name) => `--${name}=${NOWHERE}`),
];

const shared = { browser: null, watch: null };

before(async () => {
  shared.watch = await watchNetwork();
  shared.browser = await chromium.launch({
    executablePath: process.env.TILEWRIGHT_CHROMIUM ?? "/usr/bin/chromium",
    // Requests to this machine go straight; all others, of pages, workers and Chromium, come here.
    args: ["--no-sandbox", `--proxy-server=http://127.0.0.1:${shared.watch.port}`, ...QUIET],
  });
});

after(async () => {
  await shared.browser?.close();
  shared.watch?.close();
});

/** A proxy that refuses every request and remembers it. */
async function watchNetwork() {
  const seen = [];
  const server = createServer((request, response) => { seen.push(request.url); response.writeHead(502).end(); });
  server.on("connect", (request, socket) => { seen.push(request.url); socket.on("error", () => {}); socket.end("HTTP/1.1 502 Refused\r\n\r\n"); });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { seen, port: server.address().port, close: () => { server.closeAllConnections(); server.close(); } };
}

/**
 * A test of the page.
 * @param {string} name
 * @param {function(Bench): Promise<void>} act
 * @param {{expected?: RegExp, context?: object, start?: function(): Promise<Program>}} [options]
 *   `expected`: errors that belong to the test, such as those of a server that was killed;
 *   `context`: options of the browser's profile; `start` starts what serves the page.
 */
export function pageTest(name, act, { expected = null, context = {}, start = startProgram } = {}) {
  test(name, { timeout: 10 * PATIENCE }, async (runner) => {
    const program = await start();
    const bench = createBench(program, runner);
    try {
      bench.profile = await bench.newProfile(context);
      await act(bench);
      await bench.settled();
      const wrong = bench.errors.filter((error) => !expected?.test(error));
      assert.deepEqual(wrong, [], `no errors in the page\n${program.log}`);
      assert.deepEqual(bench.foreign, [], "no request beyond 127.0.0.1");
      assert.deepEqual(shared.watch.seen.filter((url) => !OWN.test(url)), [], "no request beyond 127.0.0.1, of any part of the browser");
    } finally {
      for (const profile of bench.profiles) await profile.close().catch(() => null);
      await program.close();
    }
  });
}

/** What a test works with. */
function createBench(program, runner) {
  const bench = { program, runner, errors: [], foreign: [], profiles: [], profile: null, pending: [] };
  /** A browser profile: its pages share what the browser keeps. */
  bench.newProfile = async (options = {}) => {
    const profile = await shared.browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en", timezoneId: "UTC", ...options });
    profile.setDefaultTimeout(PATIENCE);
    profile.on("page", (page) => listen(page, bench));
    profile.on("request", (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (/^https?:$/.test(protocol) && hostname !== "127.0.0.1") bench.foreign.push(request.url());
    });
    bench.profiles.push(profile);
    return profile;
  };
  /** Opens a page at a place such as `/paths?view=race`, with the printed address. */
  bench.open = async (place = "", { profile = bench.profile } = {}) => {
    const page = await profile.newPage();
    page.setDefaultTimeout(PATIENCE);
    await visit(page, program, place);
    return page;
  };
  bench.visit = (page, place) => visit(page, program, place);
  /** Waits for the texts of errors. */
  bench.settled = () => Promise.all(bench.pending);
  return bench;
}

/** Goes to a place: by the printed address, or within a page that is open. */
async function visit(page, program, place) {
  if (page.url().startsWith("http")) await page.evaluate((hash) => { location.hash = hash; }, place);
  else await page.goto(program.addressOf(place));
  const room = /^\/(\w+)/.exec(place)?.[1];
  if (room) await page.locator(`.room[data-room=${room}] > *`).first().waitFor({ state: "attached" });
  await page.locator("main[aria-busy]").waitFor({ state: "detached" });
}

function listen(page, bench) {
  page.on("console", (message) => {
    if (message.type() === "error") bench.errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => bench.errors.push(error.stack ?? String(error)));
  page.on("crash", () => bench.errors.push("the page crashed"));
}

/** The element with this `data-test`. */
export const at = (page, name) => page.locator(`[data-test="${name}"]`);

/** The number that an element shows. */
export async function numberOf(locator) {
  const text = (await locator.textContent()).replaceAll(/[\s,\u202f]/g, "");
  return Number(/-?\d+(\.\d+)?/.exec(text)?.[0] ?? Number.NaN);
}

/**
 * Waits until `look()` gives something that `isRight` accepts, and returns it.
 * @param {string} what For the message, if it does not happen.
 */
export async function until(what, look, isRight = Boolean) {
  const end = performance.now() + PATIENCE;
  let found;
  while (performance.now() < end) {
    found = await look();
    if (isRight(found)) return found;
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
  return assert.fail(`${what}: still ${JSON.stringify(found)}`);
}

/** The file that an action of the page saves, as text. */
export async function saved(page, act) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString("utf8") };
}

/** Drags the mouse through points `[x, y]`. */
export async function drag(page, points, { steps = 6 } = {}) {
  await page.mouse.move(...points[0]);
  await page.mouse.down();
  for (const point of points.slice(1)) await page.mouse.move(...point, { steps });
  await page.mouse.up();
}

/** Sets a slider as a person would: with the keyboard. */
export async function slide(slider, key, count = 1) {
  await slider.focus();
  for (let pressed = 0; pressed < count; pressed += 1) await slider.press(key);
}
