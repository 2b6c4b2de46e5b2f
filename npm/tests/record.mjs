// Records a moving picture of each example, frame by frame, whatever time that takes: node record.mjs FOLDER.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { start } from "./chromium.mjs";

/** What is recorded: frames, and how much smaller they are than the page. */
const RECORDED = [
  { name: "phaser-match3", path: "match3/?plays", frames: 110, scale: 0.5 },
  { name: "phaser-walkers", path: "walkers/", frames: 130, scale: 0.75, builds: true },
];

/** The time between two frames, in milliseconds. */
const FRAME = 80;

writeFileSync("encoder.js", 'export { GIFEncoder, applyPalette, quantize } from "gifenc";');
const tools = process.env.TILEWRIGHT_TOOLS;
const words = ["encoder.js", "--bundle", "--format=esm", "--outfile=served/encoder.js"];
execFileSync(join(tools, "esbuild"), words, { env: { ...process.env, NODE_PATH: join(tools, "..") }, stdio: "pipe" });

const examples = await start();
for (const { name, path, frames, scale, builds = false } of RECORDED) {
  const { page } = await examples.open(path);
  const text = await page.evaluate(async ({ frames, scale, builds, FRAME }) => {
    const { GIFEncoder, applyPalette, quantize } = await import("/encoder.js");
    const { game } = globalThis;
    const [scene] = game.scene.scenes;
    game.loop.stop();
    const [width, height] = [game.canvas.width * scale, game.canvas.height * scale];
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    const gif = GIFEncoder();
    let time = performance.now();
    let palette;
    let last;
    for (let frame = 0; frame < frames; frame++) {
      // A wall grows from above and below, until one gap is left.
      if (builds && frame >= 30 && frame < 102 && frame % 6 === 0) {
        const row = Math.floor((frame - 30) / 6);
        for (const y of [row, 23 - row]) if (y < 7 || y > 8) scene.build(20, y, true);
      }
      for (let step = 0; step < FRAME; step += 16) {
        game.step((time += 16), 16);
        for (let turn = 0; turn < 8; turn++) await null;
      }
      context.drawImage(game.canvas, 0, 0, width, height);
      const { data } = context.getImageData(0, 0, width, height);
      palette ??= [...quantize(data, 63), [0, 0, 0]];
      const indices = applyPalette(data, palette.slice(0, -1));
      // What stays is transparent: half of the size.
      const changed = indices.map((index, at) => (index === last?.[at] ? palette.length - 1 : index));
      const transparency = { transparent: true, transparentIndex: palette.length - 1, dispose: 1 };
      gif.writeFrame(changed, width, height, { palette: frame === 0 ? palette : undefined, delay: FRAME, ...(last && transparency) });
      last = indices;
    }
    gif.finish();
    return btoa(Array.from(gif.bytes(), (byte) => String.fromCharCode(byte)).join(""));
  }, { frames, scale, builds, FRAME });
  writeFileSync(join(process.argv[2], `${name}.gif`), Buffer.from(text, "base64"));
  await page.close();
}
await examples.end();
