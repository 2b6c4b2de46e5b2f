// Files that are opened: what the page saves it opens again; what does not open says why in sight.

import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { read } from "../page/levels/document.js";
import { EXAMPLES } from "../page/levels/examples.js";
import { unpacked } from "../page/levels/url.js";
import { at, pageTest, until } from "./harness.mjs";
import { startProgram } from "./program.mjs";

/** The file that an action of the page saves: `{name, buffer}`, as it can be chosen again. */
async function savedFile(page, act) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: download.suggestedFilename(), mimeType: "application/octet-stream", buffer: await readFile(await download.path()) };
}

/** The level of the address: in full, or a document. */
async function levelOf(page, program) {
  const { level, doc } = await page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.split("?")[1])));
  if (level) return read(unpacked(level));
  return doc ? read(JSON.parse((await program.call(`documents/${doc}`)).text)) : null;
}

/** A level that differs from the one that is opened before it. */
const OTHER = { schema: "tilewright/level/2", colors: 4, layout: ["...", "...", "..."], goal: { all: [{ collect: 6 }] } };

pageTest("levels are opened again in every format in which they are saved", async ({ open, program }) => {
  const page = await open("/levels?tab=files");
  const royal = EXAMPLES.find(({ key }) => key === "garden").level;
  const classic = EXAMPLES.find(({ key }) => key === "terrace").level;
  const choose = async (file) => at(page, "pick").setInputFiles(file);
  const json = (level, name) => ({ name, mimeType: "application/json", buffer: Buffer.from(JSON.stringify(level)) });
  for (const [level, formats] of [[royal, ["json", "text", "tmx", "tmj", "csv"]], [classic, ["json", "text", "tmx", "tmj", "csv"]]]) {
    for (const format of formats) {
      await choose(json(level, "level.json"));
      await until("the level is open", () => levelOf(page, program), (now) => now?.tokens.length === level.rows);
      await at(page, "format").selectOption(format);
      const file = await savedFile(page, () => at(page, "export").click());
      await choose(json(OTHER, "other.json"));
      await until("another level is open", () => levelOf(page, program), (now) => now?.tokens.length === 3);
      // The text says nothing of the rules: those of the level that is open do not fit, the others are tried.
      await choose(file);
      const again = await until(`${file.name} is opened`, () => levelOf(page, program), (now) => now?.tokens.length === level.rows);
      assert.deepEqual(again.tokens, read(level).tokens, `${level.name} as ${file.name}`);
      assert.equal(again.rules, level.rules ?? "classic", format);
      assert.equal(await page.locator(".levels-controls .error:visible").count(), 0, format);
    }
  }
}, { expected: /400 \(Bad Request\)/ });

const text = (name, content) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });

/** A map of Tiled that does not say which cells are walkable. */
const TILED = `<?xml version="1.0"?><map version="1.10" orientation="orthogonal" width="3" height="3" tilewidth="16" tileheight="16">
<tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="4" columns="2"/>
<layer id="1" name="ground" width="3" height="3"><data encoding="csv">1,2,1,2,1,2,1,2,1</data></layer></map>`;

const TILESET = `<?xml version="1.0"?><tileset version="1.10" name="t" tilewidth="16" tileheight="16" tilecount="4" columns="2">
<tile id="1"><properties><property name="solid" type="bool" value="true"/></properties></tile></tileset>`;

pageTest("a map is opened with its tileset of another folder, chosen together", async ({ open }) => {
  const page = await open("/paths");
  const inside = TILED.replace(/<tileset .*>/, '<tileset firstgid="1" source="../tiles/floor (1).tsx"/>');
  await at(page, "file").setInputFiles([text("floor (1).tsx", TILESET), text("map.tmx", inside)]);
  await page.getByText("5 cells are walkable").waitFor();
});

pageTest("a map of the folder is opened with its tileset of another folder", async ({ open, program }) => {
  await mkdir(join(program.folder, "maps"));
  await mkdir(join(program.folder, "tiles"));
  await writeFile(join(program.folder, "maps", "map.tmx"), TILED.replace(/<tileset .*>/, '<tileset firstgid="1" source="../tiles/floor.tsx"/>'));
  await writeFile(join(program.folder, "tiles", "floor.tsx"), TILESET);
  const page = await open("/paths");
  await at(page, "folder").selectOption("maps/map.tmx");
  await page.getByText("5 cells are walkable").waitFor();
  assert.equal(await page.locator("#notes .note.error").count(), 0);
}, { expected: /400 \(Bad Request\)/, start: () => startProgram({ hasFolder: true }) });

pageTest("a map that does not open says why, in sight and in words", async ({ open }) => {
  const page = await open("/paths");
  const note = page.locator("#notes .note.error");
  const wrong = [
    text("plain.txt", "hello, this is no map\n"),
    text("rows.txt", "...\n..\n"),
    text("broken.tmx", "<map><layer"),
    text("other.json", JSON.stringify({ name: "x", values: [1, 2, { a: "b" }] })),
    text("cut.json", "{\"layout\": [\"...\","),
    text("world.ldtk", JSON.stringify({ jsonVersion: "1.5.3", levels: [] })),
    text("head.map", "type octile\nheight x\n"),
    text("rules.tmx", TILED),
    text("empty.zip", "PK"),
    text("picture.png", "x"),
  ];
  for (const file of wrong) {
    await at(page, "file").setInputFiles(file);
    await note.first().waitFor();
    const said = await note.first().textContent();
    assert.ok(await note.first().evaluate((element) => { const { top, bottom } = element.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }), `${file.name} in sight`);
    assert.doesNotMatch(said, /[{}[\]]|"\w+":|undefined|\[object|[0-9a-f]{16}\//, `${file.name} in words: ${said}`);
    assert.ok(said.length > 20, said);
    await note.first().getByRole("button", { name: "Close" }).click();
    await note.waitFor({ state: "detached" });
  }
}, { expected: /400 \(Bad Request\)/ });

pageTest("maps are opened again in every format in which they are saved", async ({ open }) => {
  const page = await open("/paths?map=village");
  const board = at(page, "map");
  const layout = () => page.evaluate(() => new URLSearchParams(location.hash.split("?")[1]).get("map"));
  await board.locator(".path-line[points*=',']").waitFor({ state: "attached" });
  for (const label of ["Map as .txt", "Map as .map", "Map as .tmx", "Map with paths as .tmx"]) {
    await at(page, "view-path").click();
    await page.getByRole("button", { name: "Save or copy" }).first().click();
    const item = page.getByRole("menuitem", { name: label });
    if ((await item.count()) === 0) { await page.keyboard.press("Escape"); continue; }
    const file = await savedFile(page, () => item.click());
    await at(page, "example").selectOption("island");
    await until("another map is open", layout, (map) => map === "island");
    await at(page, "file").setInputFiles(file);
    await until(`${file.name} is open`, layout, (map) => map !== "island");
    assert.equal(await page.locator("#notes .note.error").count(), 0, `${label}: ${file.name}`);
    await at(page, "example").selectOption("village");
    await until("the village is open again", layout, (map) => map === "village");
  }
});

pageTest("views begin with something to see", async ({ open, visit }) => {
  const page = await open("/paths");
  await at(page, "view-front").click();
  await until("the front has more than one path", () => page.locator(".figures").textContent(), (said) => Number(/(\d+) paths on the/.exec(said)?.[1]) > 1);
  await at(page, "view-doors").click();
  await until("there are doors", () => at(page, "door-facts").textContent(), (said) => /^[1-9]\d* doors/.test(said));
  await page.keyboard.press("Control+z");
  await until("undo brings the map of before back", () => page.evaluate(() => location.hash), (hash) => hash.includes("map=island"));
  await page.close();
  const again = await open("/paths?view=doors");
  await until("there are doors", () => at(again, "door-facts").textContent(), (said) => /^[1-9]\d* doors/.test(said));
  await visit(again, "/levels?tab=archive&example=terrace");
  await again.locator(".levels-bins .levels-none").first().waitFor();
  await again.getByText("More", { exact: true }).click();
  await at(again, "archive").click();
  await until("levels are hung up while it is filled", async () => (await again.locator(".levels-bins figure").count()) > 0 && (await at(again, "archive").textContent()) === "Stop");
  await at(again, "archive").click();
  await until("it ends", () => at(again, "archive").textContent(), (label) => label !== "Stop");
});

pageTest("the places of the book open at their chapters' subjects", async ({ open, visit }) => {
  const page = await open("/levels?tab=generate&example=article&aim=potential&value=684&search=fi2pop");
  await until("the level is classic, of 10 × 10 cells", () => at(page, "board").locator("use").count(), (count) => count === 100);
  assert.equal(await at(page, "aim").inputValue(), "potential");
  assert.equal(await at(page, "aim-value").inputValue(), "684");
  assert.equal(await at(page, "algorithm").inputValue(), "fi2pop");
  await visit(page, "/battleship?view=evolve");
  await until("the evolving fleets are in sight", () => at(page, "evolving").evaluate((element) => { const { top } = element.getBoundingClientRect(); return top >= 0 && top < innerHeight; }));
});
