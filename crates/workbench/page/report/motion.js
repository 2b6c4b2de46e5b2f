// Answers in motion: frames of SVG, shown one after the other in one place while it is in view.

import { el } from "../dom.js";
import { framesOf, rateOf } from "./recorded.js";

/** How long the last frame stays, in seconds, before the first is shown again. */
const REST = 2;

/** Reads the frames of a run: compressed JSON in base64. */
export async function unpack({ packed }) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return framesOf(JSON.parse(await new Response(stream).text()));
}

/**
 * Plays the frames of a run while they are in view. `element` has the picture and a scrubber,
 * `picture` is the picture alone; `close` stops it. With reduced motion the last frame is shown
 * until somebody plays it.
 */
export async function createMotion(tools, run) {
  const frames = await unpack(run.motion);
  const { title, hundredths } = run.motion;
  const picture = el("div.motion-picture");
  const scrubber = tools.scrubber({
    length: frames.length,
    rate: rateOf(hundredths),
    loop: true,
    rest: REST,
    label: `Time of ${title}`,
    show: (index, length = frames.length) => `${index + 1} of ${length}`,
    onFrame: (index) => tools.picture(picture, frames.text(index), { label: title }),
  });
  scrubber.set(tools.isReduced() ? frames.length - 1 : 0);
  const state = { isHeld: tools.isReduced(), isSeen: false };
  const move = () => {
    if (state.isSeen && !state.isHeld) scrubber.play();
    else scrubber.pause();
  };
  const watch = new IntersectionObserver(([entry]) => {
    state.isSeen = entry.isIntersecting;
    move();
  });
  const take = () => {
    state.isHeld = true;
  };
  for (const event of ["pointerdown", "keydown"]) scrubber.element.addEventListener(event, take);
  watch.observe(picture);
  return {
    element: el("div.stack", {}, picture, scrubber.element),
    picture,
    /** Pauses it whether it is in view or not, or lets it go on. */
    hold(isHeld) {
      state.isHeld = isHeld;
      move();
    },
    key(event) {
      const isTaken = scrubber.key(event);
      if (isTaken) take();
      return isTaken;
    },
    close() {
      watch.disconnect();
      scrubber.close();
    },
  };
}
