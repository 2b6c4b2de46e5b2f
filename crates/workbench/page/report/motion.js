// Answers in motion: frames of SVG, shown one after the other in one place while it is in view.

import { el } from "../dom.js";
import { framesOf, rateOf } from "./recorded.js";

/** Reads the frames of a run: compressed JSON in base64. */
export async function unpack({ packed }) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return framesOf(JSON.parse(await new Response(stream).text()));
}

/** An element that plays the frames of a run, with a scrubber; `close` stops it. */
export async function createMotion(tools, run, { controls = true } = {}) {
  const frames = await unpack(run.motion);
  const holder = el("div.motion-picture");
  const scrubber = tools.scrubber({
    length: frames.length,
    rate: rateOf(run.motion.hundredths),
    loop: true,
    label: `Time of ${run.motion.title}`,
    show: (index, length) => `${index + 1} of ${length ?? frames.length}`,
    onFrame: (index) => tools.picture(holder, frames.text(index)),
  });
  scrubber.set(tools.isReduced() ? frames.length - 1 : 0);
  const watch = new IntersectionObserver(([entry]) => {
    if (entry.isIntersecting && !tools.isReduced() && !motion.isHeld) scrubber.play();
    else scrubber.pause();
  });
  scrubber.element.addEventListener("pointerdown", () => { motion.isHeld = true; });
  const element = el("div.stack", {}, holder, controls ? scrubber.element : null);
  const motion = {
    element,
    isHeld: false,
    svg: () => frames.text(scrubber.index),
    key: (event) => { motion.isHeld = true; return scrubber.key(event); },
    close() { watch.disconnect(); scrubber.close(); },
  };
  watch.observe(holder);
  return motion;
}
