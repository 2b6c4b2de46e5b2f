// The examples in Phaser.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { start } from "./chromium.mjs";

let examples;
before(async () => { examples = await start(); });
after(() => examples?.end());

/** Opens an example; what its page reports as an error fails the test. */
async function open(path) {
  const { page, errors, until } = await examples.open(path);
  return {
    page,
    until,
    async close(name) {
      const folder = process.env.TILEWRIGHT_SCREENSHOTS;
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `phaser-${name}.png`) });
      await page.close();
      assert.deepEqual(errors, []);
    },
  };
}

test("a level plays itself to its end, and the scene shows what is there", async () => {
  const { page, until, close } = await open("match3/?plays");
  await page.evaluate(() => (globalThis.game.scene.scenes[0].tweens.timeScale = 20));
  await until(() => globalThis.game.scene.scenes[0].state.movesMade >= 2);
  await until(() => globalThis.game.scene.scenes[0].state.over);
  const [shown, is] = await page.evaluate(() => {
    const [scene] = globalThis.game.scene.scenes;
    const shown = [...scene.sprites].map(([id, { x, y }]) => ({ id, ...scene.cell({ x, y }) }));
    return [shown, scene.match3.state().elements.map(({ id, x, y }) => ({ id, x, y }))];
  });
  const order = (a, b) => a.id - b.id;
  assert.deepEqual(shown.sort(order), is.sort(order));
  await close("match3");
});

test("drags swap, the hammer hits, undo takes back, and drags from or to outside play nothing", async () => {
  const { page, until, close } = await open("match3/");
  const { from, to } = await page.evaluate(() => globalThis.game.scene.scenes[0].match3.hint());
  const box = await page.locator("canvas").boundingBox();
  const point = ({ x, y }) => [box.x + 64 * (x + 0.5), box.y + 56 + 64 * (y + 0.5)];
  const drag = async (start, end) => {
    await page.mouse.move(...start);
    await page.mouse.down();
    await page.mouse.move(...end, { steps: 3 });
    await page.mouse.up();
  };
  const button = (right) => [box.x + box.width - right, box.y + 28];
  await drag(point({ x: 3, y: -0.6 }), point({ x: 3, y: 1 }));
  await drag(point(from), [box.x - 30, box.y + 200]);
  await drag([box.x - 30, box.y + 200], point(to));
  assert.equal(await page.evaluate(() => globalThis.game.scene.scenes[0].match3.state().movesMade), 0);

  await drag(point(from), point(to));
  await until(() => globalThis.game.scene.scenes[0].state.movesMade === 1);
  await until(() => !globalThis.game.scene.scenes[0].isBusy);
  await page.mouse.click(...button(30));
  await until(() => globalThis.game.scene.scenes[0].state.movesMade === 0);

  const blocker = () => globalThis.game.scene.scenes[0].match3.state().elements.find(({ sort }) => sort === "blocker");
  const before = await page.evaluate(blocker);
  await page.mouse.click(...button(100));
  await page.mouse.click(...point(before));
  await until(({ id, layers }) => globalThis.game.scene.scenes[0].state.elements.find((it) => it.id === id)?.layers === layers - 1, before);
  await until(() => !globalThis.game.scene.scenes[0].isBusy);
  await close("match3-drag");
});

test("walkers plan anew when walls are painted", async () => {
  const { page, until, close } = await open("walkers/");
  const scene = "globalThis.game.scene.scenes[0]";
  await until(() => [...globalThis.game.scene.scenes[0].walkers.values()].some(({ x, home }) => Math.abs(x - home.x) > 3));
  // A wall from top to bottom, but for a gap.
  await page.evaluate(`for (let y = 0; y < 24; y++) if (y < 7 || y > 8) ${scene}.build(20, y, true)`);
  const sides = await page.evaluate(`[...${scene}.walkers].map(([number, { x }]) => [number, x < 20])`);
  const box = await page.locator("canvas").boundingBox();
  await page.mouse.move(box.x + 16 * 25 + 8, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 16 * 25 + 8, box.y + 16 * 5, { steps: 20 });
  await page.mouse.up();
  assert.equal(await page.evaluate(`${scene}.navigation.terrain(25, 2)`), 3);
  // Somebody comes through the gap to the other side.
  await until((before) => before.some(([number, isLeft]) => {
    const walker = globalThis.game.scene.scenes[0].walkers.get(number);
    return walker && walker.x !== 20 && walker.x < 20 !== isLeft;
  }), sides);
  const walkers = await page.evaluate(`[...${scene}.walkers.values()].map(({ x, y }) => [x, y, ${scene}.navigation.terrain(x, y)])`);
  assert.ok(walkers.length > 25 && walkers.every(([, , terrain]) => terrain !== 3));
  assert.equal(new Set(walkers.map(([x, y]) => `${x},${y}`)).size, walkers.length);
  await close("walkers");
});
