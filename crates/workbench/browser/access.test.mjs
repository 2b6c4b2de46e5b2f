// By keyboard alone, with names for screen readers, and on narrow screens.

import assert from "node:assert/strict";

import { pageTest } from "./harness.mjs";
import { hush, visitAll } from "./places.mjs";
import { ROOMS, openRoom } from "./steps.mjs";

/** Counts controls in the page: all that can be reached by Tab. */
const watchFocus = (page) => page.evaluate(() => {
  const isOpen = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]");
  const isChosen = (radio) => radio.checked || !document.querySelector(`input[name="${radio.name}"]:checked`);
  window.controls = () => [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
    .filter((element) => !element.disabled && element.tabIndex >= 0 && isOpen(element) && (element.type !== "radio" || isChosen(element)));
  window.reached = new Set();
  window.unseen = [];
  document.activeElement?.blur();
});

/** Notes the focused element; returns whether it was noted before. */
const noteFocus = (page) => page.evaluate(() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return false;
  const wasReached = window.reached.has(focused);
  window.reached.add(focused);
  const look = getComputedStyle(focused);
  const isMarked = (look.outlineStyle !== "none" && parseFloat(look.outlineWidth) > 0) || look.boxShadow !== "none";
  if (!isMarked && !wasReached) window.unseen.push(focused.outerHTML.slice(0, 160));
  return wasReached;
});

for (const name of Object.keys(ROOMS)) {
  pageTest(`${name}: Tab reaches every control, focus is seen, nothing traps it`, async (bench) => {
    const page = await openRoom(bench, name);
    await hush(page, name);
    await watchFocus(page);
    const most = await page.evaluate(() => window.controls().length);
    let isRound = false;
    for (let presses = 0; presses < most + 30 && !isRound; presses += 1) {
      await page.keyboard.press("Tab");
      isRound = await noteFocus(page);
    }
    const { missed, unseen } = await page.evaluate(() => ({
      missed: window.controls().filter((element) => !window.reached.has(element)).map((element) => element.outerHTML.slice(0, 160)), unseen: window.unseen,
    }));
    assert.ok(isRound, "Tab comes around");
    assert.deepEqual(missed, [], "every control is reached");
    assert.deepEqual(unseen, [], "focus is visible");
    await page.keyboard.press("Shift+Tab");
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "BODY");
  });

  pageTest(`${name}: every control and picture has a name`, async (bench) => {
    const page = await openRoom(bench, name);
    await hush(page, name);
    for (const summary of await page.locator("summary:visible").all()) await summary.click();
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const named = /^(button|link|textbox|searchbox|combobox|listbox|slider|spinbutton|checkbox|radio|switch|tab|menuitem|application|img|image|dialog|progressbar)$/i;
    const wanted = nodes.filter(({ ignored, role }) => !ignored && named.test(role?.value ?? ""));
    const nameless = wanted.filter((node) => !node.name?.value?.trim());
    const shown = await Promise.all(nameless.map(({ backendDOMNodeId }) => session.send("DOM.getOuterHTML", { backendNodeId: backendDOMNodeId }).then(({ outerHTML }) => outerHTML.slice(0, 200)).catch(() => "")));
    assert.ok(wanted.length > 10, "the tree was read");
    assert.deepEqual(shown, []);
    const untitled = await page.locator("svg[role=img]").evaluateAll((pictures) => pictures.filter((picture) => !picture.querySelector(":scope > title") && !picture.getAttribute("aria-label")).map((picture) => picture.outerHTML.slice(0, 200)));
    assert.deepEqual(untitled, [], "each picture has a title");
  });
}

pageTest("nothing is wider than a screen of 360 pixels", async (bench) => {
  const page = await bench.open("/runs");
  const wide = [];
  await visitAll(bench, page, async (place) => {
    const [width, most] = await page.evaluate(() => [document.scrollingElement.scrollWidth, innerWidth]);
    if (width > most) wide.push([place, width]);
  });
  assert.deepEqual(wide, []);
}, { context: { viewport: { width: 360, height: 720 } } });
