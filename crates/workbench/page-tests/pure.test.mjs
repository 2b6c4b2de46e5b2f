// The parts of the page that need no browser. Run with `node --test`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { cellIn, cellsBetween } from "../page/board.js";
import { commandOf, quote } from "../page/command.js";
import { kindOf, nameOf, textOf, valueOf } from "../page/form.js";
import { parse, parseLines, stringify } from "../page/json.js";
import { bins, duration, medianCurve, quantile, short, ticks, viridis } from "../page/numbers.js";
import { formatHash, merge, parseHash } from "../page/router.js";
import { createProgress } from "../page/run.js";
import { createParser } from "../page/sse.js";
import { createHub } from "../page/stream.js";
import { contrast, darken, recolor } from "../page/theme.js";
import { oneByOne } from "../page/turns.js";
import { createUndo } from "../page/undo.js";

test("the address holds the room and its state", () => {
  assert.deepEqual(parseHash("#/paths?from=3,4&name=a%20b"), { room: "paths", state: { from: "3,4", name: "a b" }, anchor: false });
  assert.deepEqual(parseHash(""), { room: "", state: {}, anchor: false });
  assert.equal(parseHash("#main").anchor, true);
  assert.equal(formatHash("paths", { from: "3,4", none: "", file: "9f/a.map" }), "#/paths?from=3,4&file=9f/a.map");
  assert.deepEqual(parseHash(formatHash("tiles", { name: "50 % & #1" })).state, { name: "50 % & #1" });
  assert.deepEqual(merge({ a: "1", b: "2" }, { a: null, c: 3 }), { b: "2", c: "3" });
});

test("large integers in JSON stay exact", () => {
  const text = '{"seed":18446744073709551615,"list":[9007199254740993],"text":"a:12345678901234567890,"}';
  const read = parse(text);
  assert.equal(read.seed, 18446744073709551615n);
  assert.equal(read.list[0], 9007199254740993n);
  assert.equal(read.text, "a:12345678901234567890,");
  assert.equal(stringify(read), text);
  assert.deepEqual(parse('{"seed":9007199254740991}'), { seed: 9007199254740991 });
  assert.deepEqual(parseLines('{"a":1}\n\n{"a":2}\n'), [{ a: 1 }, { a: 2 }]);
});

test("event streams are read in any pieces", () => {
  const text = ": hello\nid: 7\ndata: {\"a\":\ndata: 1}\n\nevent: x\r\ndata: two\r\n\r\n";
  for (const size of [1, 2, 5, 100]) {
    const got = [];
    const parser = createParser((message) => got.push(message));
    for (let at = 0; at < text.length; at += size) parser.feed(text.slice(at, at + size));
    assert.deepEqual(got, [{ id: "7", event: "message", data: '{"a":\n1}' }, { id: "7", event: "x", data: "two" }], `pieces of ${size}`);
  }
});

test("events reach listeners that come a moment later", () => {
  const hub = createHub();
  hub.emit('{"run":1,"event":"begun"}');
  hub.emit('{"run":2,"event":"begun"}');
  const got = [];
  const off = hub.on(1, (event) => got.push(event.event));
  hub.emit('{"run":1,"event":"ended"}');
  off();
  hub.emit('{"run":1,"event":"late"}');
  assert.deepEqual(got, ["begun", "ended"]);
});

test("progress is summed from events", () => {
  const progress = createProgress();
  progress.take({ event: "begun", doing: "playing", steps: 4 });
  progress.take({ event: "reached", done: 3 });
  assert.equal(progress.share, 0.75);
  progress.take({ event: "begun", doing: "writing", steps: null });
  assert.equal(progress.share, null);
  progress.take({ event: "answer", verdict: "done" });
  assert.equal(progress.last.verdict, "done");
});

const TASK = { name: "battleship/hunt", schema: { properties: {
  hunter: { type: "array", items: { type: "string" }, "x-list": "," }, games: { type: "integer", default: 1000 },
  watch: { type: "boolean", default: false }, boards: { type: "string", default: "-", "x-position": 1 },
  restart: { type: ["integer", "null"], "x-alone": "0" }, four_probability: { type: "number" }, level: { anyOf: [{ type: "string" }, { type: "object" }] },
} } };

test("a request becomes the command that makes it", () => {
  const line = (request, files) => commandOf(TASK, request, files);
  assert.equal(line({ hunter: ["density", "lattice"], games: 1000 }), "tilewright battleship hunt --hunter density,lattice");
  assert.equal(line({ boards: "my file.json", watch: true, games: 5 }), "tilewright battleship hunt 'my file.json' --watch --games 5");
  assert.equal(line({ restart: 0, four_probability: 0.2 }), "tilewright battleship hunt --restart --four-probability 0.2");
  assert.equal(line({ games: 7 }, { picture: "a.svg" }), "tilewright battleship hunt --games 7 --picture a.svg");
  assert.equal(line({ level: { rows: 2 } }), `printf '%s' '{"task":"battleship/hunt","level":{"rows":2}}' | tilewright run -`);
  assert.equal(quote("it's"), "'it'\\''s'");
  assert.equal(line({ games: 2n ** 60n }), "tilewright battleship hunt --games 1152921504606846976");
});

test("controls follow the schema", () => {
  assert.equal(kindOf({ type: ["integer", "null"] }), "integer");
  assert.equal(kindOf({ oneOf: [{ const: "a" }, { const: "b" }] }), "choice");
  assert.equal(kindOf({ anyOf: [{ anyOf: [{ type: "string" }, { type: "object" }] }, { type: "null" }] }), "document");
  assert.equal(kindOf({ type: ["array", "null"], items: { type: "string" } }), "list");
  assert.equal(kindOf({ type: "boolean" }), "switch");
  assert.deepEqual(valueOf("list", "a, b ,c", { "x-list": ",", items: { type: "string" } }), ["a", "b", "c"]);
  assert.deepEqual(valueOf("list", "1,2", { "x-list": ",", items: { type: "integer" } }), [1, 2]);
  assert.equal(valueOf("integer", "18446744073709551615"), 18446744073709551615n);
  assert.equal(valueOf("integer", " "), undefined);
  assert.deepEqual(valueOf("document", '{"a":1}'), { a: 1 });
  assert.equal(valueOf("document", "level.json"), "level.json");
  assert.equal(textOf(["a", "b"], { "x-list": "," }), "a,b");
  assert.equal(nameOf("four_probability"), "Four probability");
});

test("undo walks back and forth, and merges a stroke", async () => {
  let value = 0;
  const set = (next) => { value = next; };
  const undo = createUndo();
  const change = (next, merge) => { undo.change("set", value, next, set, { merge }); value = next; };
  change(1); change(2, "stroke"); change(3, "stroke"); undo.seal(); change(4);
  await undo.undo(); assert.equal(value, 3);
  await undo.undo(); assert.equal(value, 1);
  await undo.redo(); assert.equal(value, 3);
  change(9);
  assert.equal(undo.canRedo, false);
  assert.equal(await undo.redo(), null);
  const failing = createUndo();
  failing.push({ label: "x", undo: async () => { throw new Error("no"); }, redo: () => {} });
  await assert.rejects(failing.undo());
  assert.equal(failing.canUndo, true);
});

test("numbers for charts", () => {
  assert.deepEqual(ticks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(ticks(0, 0.7, 4), [0, 0.2, 0.4, 0.6]);
  assert.equal(short(1234567), "1.23 M");
  assert.equal(short(12345), "12\u202f345");
  assert.equal(short(-Infinity), "−∞");
  assert.equal(short(0.12345), "0.123");
  assert.equal(duration(0.0097), "9.7 ms");
  assert.equal(duration(200), "3 min 20 s");
  assert.equal(quantile([1, 2, 3, 4], 0.5), 2.5);
  assert.deepEqual(medianCurve([[[0, 1], [2, 3]], [[0, 5], [2, 5]], [[0, 9]]]), [[0, 5], [2, 4]]);
  const made = bins([0, 1, 2, 3, 99], 10);
  assert.equal(made.reduce((sum, bin) => sum + bin.count, 0), 5);
  assert.equal(made[0].count, 4);
  assert.equal(bins([7, 7])[0].count, 2);
  assert.equal(viridis(0), "#440154");
  assert.equal(viridis(1), "#fde725");
});

test("pointers become cells, and no cell of a stroke is skipped", () => {
  const box = { left: 10, top: 20, width: 100, height: 50 };
  assert.deepEqual(cellIn(box, { clientX: 10, clientY: 20 }, { rows: 5, columns: 10 }), [0, 0]);
  assert.deepEqual(cellIn(box, { clientX: 109, clientY: 69 }, { rows: 5, columns: 10 }), [4, 9]);
  assert.equal(cellIn(box, { clientX: 9, clientY: 30 }, { rows: 5, columns: 10 }), null);
  assert.deepEqual(cellsBetween([0, 0], [0, 3]), [[0, 1], [0, 2], [0, 3]]);
  assert.deepEqual(cellsBetween([2, 2], [0, 0]), [[1, 1], [0, 0]]);
  assert.deepEqual(cellsBetween([1, 1], [1, 1]), []);
});

test("dark pictures keep strong colours and turn paper and ink", () => {
  assert.equal(darken("#fcfcfa"), "#15181c");
  assert.equal(darken("#e69f00"), "#e69f00");
  const dark = parseInt(darken("#dceaf3").slice(1, 3), 16);
  assert.ok(dark < 0x60, `${dark}`);
  assert.equal(recolor('<rect fill="#FCFCFA"/>', true), '<rect fill="#15181c"/>');
  assert.equal(recolor('<rect fill="#fcfcfa"/>', false), '<rect fill="#fcfcfa"/>');
});

test("labels of dark pictures can be read on what they stand on", () => {
  const picture = (fill, ink, shape = `<rect x="10" y="10" width="20" height="20" fill="${fill}"/>`) =>
    `<svg>\n<rect width="99" height="99" fill="#fcfcfa"/>\n${shape}\n<text x="20" y="24" font-size="12" fill="${ink}">7</text>\n<text x="80" y="80" font-size="12" fill="#1f2328">far</text>\n</svg>`;
  for (const [fill, ink] of [["#fde725", "#1f2328"], ["#440154", "#fcfcfa"], ["#e69f00", "#1f2328"], ["#0072b2", "#ffffff"]]) {
    const lines = recolor(picture(fill, ink), true).split("\n");
    const [ground, label, far] = [lines[2], lines[3], lines[4]].map((line) => / fill="(#\w+)"/.exec(line)[1]);
    assert.ok(contrast(ground, label) >= 4.5, `${ink} on ${fill}: ${label} on ${ground}, ${contrast(ground, label)}`);
    assert.ok(contrast("#15181c", far) >= 4.5);
  }
  const round = recolor(picture("", "#1f2328", '<circle cx="20" cy="20" r="9" fill="#fde725"/>'), true).split("\n")[3];
  assert.ok(contrast("#fde725", / fill="(#\w+)"/.exec(round)[1]) >= 4.5, round);
});

test("moves of one game follow each other, also after a failure", async () => {
  const inTurn = oneByOne();
  const done = [];
  const work = (name, pause) => inTurn(async () => {
    await new Promise((resolve) => { setTimeout(resolve, pause); });
    if (name === "b") throw new Error(name);
    done.push(name);
    return name;
  });
  const all = await Promise.allSettled([work("a", 20), work("b", 1), work("c", 0)]);
  assert.deepEqual(done, ["a", "c"]);
  assert.deepEqual(all.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
});
