// Files that are opened: archives, tables, rows of cells; numbers of fields.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { readText } from "../page/levels/formats.js";
import { readTable } from "../page/levels/table.js";
import { placeOf } from "../page/levels/wall.js";
import { numberIn } from "../page/number-field.js";
import { unpackedFiles, unzip } from "../page/unzip.js";

/** A zip archive of `{name, text, method}`. */
function zip(files) {
  const [bodies, heads] = [[], []];
  let at = 0;
  for (const { name, text, method = 8 } of files) {
    const data = method === 8 ? deflateRawSync(Buffer.from(text)) : Buffer.from(text);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(method, 8);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50, 0);
    head.writeUInt16LE(method, 10);
    head.writeUInt32LE(data.length, 20);
    head.writeUInt16LE(Buffer.byteLength(name), 28);
    head.writeUInt32LE(at, 42);
    heads.push(head, Buffer.from(name));
    bodies.push(local, Buffer.from(name), data);
    at += 30 + Buffer.byteLength(name) + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, ...heads, end]);
}

const file = (bytes, name = "a.zip") => new File([bytes], name);

test("the files of an archive take its place", async () => {
  const archive = zip([{ name: "maps/", text: "", method: 0 }, { name: "maps/ä.tmx", text: "<map/>" }, { name: "b.tsx", text: "<tileset/>", method: 0 }]);
  const files = await unpackedFiles([file(archive), file("...", "c.txt")]);
  assert.deepEqual(files.map(({ name }) => name), ["ä.tmx", "b.tsx", "c.txt"]);
  assert.deepEqual(await Promise.all(files.map((each) => each.text())), ["<map/>", "<tileset/>", "..."]);
});

test("damaged, foreign and far too large archives are refused in words", async () => {
  const whole = zip([{ name: "a.json", text: "{}".repeat(50) }]);
  for (const bytes of [Buffer.alloc(0), Buffer.from("PK"), whole.subarray(20), whole.subarray(0, whole.length - 4), Buffer.from("{}".repeat(40))])
    await assert.rejects(unzip(file(bytes)), /not a zip archive, or it is damaged/);
  const cut = Buffer.from(whole);
  cut.fill(0xff, 36, 40);
  await assert.rejects(unzip(file(cut)), /damaged/);
  await assert.rejects(unzip(file(zip([{ name: "a", text: "x", method: 12 }]))), /packed in a way/);
  await assert.rejects(unzip(file(zip([{ name: "a", text: "\0".repeat(1 << 27) }]))), /more than 64 MiB/);
});

test("a table that was exported is read", () => {
  const head = "file,rows,columns,colors,goal,moves,potential,layout,rules";
  const classic = `"a, ""b"".json",3,3,4,collect:6 and clear:blockers,25,4,.../.1./..#,classic`;
  const royal = "c.json,2,2,5,kind:box:all,,,. box1/R- .+chain1,royal";
  const [one, other] = readTable(`${head}\n${classic}\r\n${royal}\n`);
  assert.deepEqual(one.tokens, [[".", ".", "."], [".", "blocked1", "."], [".", ".", "#"]]);
  assert.deepEqual([one.colors, one.moves, one.rules, one.goal.all.length], [4, 25, "classic", 2]);
  assert.deepEqual(other.tokens, [[".", "box1"], ["R-", ".+chain1"]]);
  assert.deepEqual([other.rules, other.moves], ["royal", undefined]);
  assert.deepEqual(readText(`${head}\n${classic}`).tokens, one.tokens);
});

test("rows of cells are read, and games as their levels", () => {
  const cells = readText(". box2 .\n._grass1 .+chain1 R-\n");
  assert.deepEqual(cells.tokens, [[".", "box2", "."], ["._grass1", ".+chain1", "R-"]]);
  assert.equal(cells.rules, undefined, "the text does not say which rules they belong to");
  assert.equal(readText("name pond\nsize 2 2\ngrid\n. .\n. .\n"), null);
  const game = { schema: "tilewright/replay/2", level: { layout: ["...", ".1."], colors: 4 }, swaps: [] };
  assert.equal(readText(JSON.stringify(game)).tokens[1][1], "blocked1");
  assert.throws(() => readText("{\"layout\": ["), /damaged or cut off/);
});

test("only a right number is taken from a field", () => {
  const rows = { min: 1, max: 64 };
  for (const text of ["", " ", "0", "65", "1.5", "-3", "abc", "1e9"]) assert.equal(numberIn(text, rows), undefined, text);
  assert.deepEqual([numberIn("1", rows), numberIn("64", rows), numberIn("1e1", rows)], [1, 64, 10]);
  assert.equal(numberIn("", { ...rows, canBeEmpty: true }), null);
  assert.equal(numberIn("", { ...rows, canBeEmpty: true, isBad: true }), undefined);
});

test("a bin has its place on the wall", () => {
  const bins = { difficulty: 6, density: 4, symmetry: 2 };
  assert.deepEqual([0, 1, 2, 8, 47].map((bin) => placeOf(bin, bins)), [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0], [5, 3, 1]]);
});
