// Time that can be scrubbed both ways: play, pause, step, speed.

import { el, iconButton, drawIcon } from "./dom.js";

/**
 * Makes a scrubber over frames 0 to `length` - 1.
 * @param {{length?: number, rate?: number, rates?: number[], loop?: boolean, rest?: number,
 *   label?: string, onFrame: function(number, {playing: boolean}), show?: function(number): string}} options
 *   `rate`: frames a second; `rest`: how long the last frame stays before a loop, in seconds;
 *   `show`: the text beside the slider.
 * @returns {{element: HTMLElement, index: number, length: number, playing: boolean,
 *   set(index: number): void, setLength(length: number, keepEnd?: boolean): void, play(): void,
 *   pause(): void, toggle(): void, step(by: number): void, key(event): boolean, close(): void}}
 */
export function createScrubber({
  length = 0,
  rate = 4,
  rates = [1, 2, 4, 8, 16, 60],
  loop = false,
  rest = 0,
  label = "Time",
  onFrame,
  show = (index) => String(index),
}) {
  const parts = build({ rate, rates, label });
  const state = { index: 0, length, playing: false, rate, timer: 0, last: 0 };
  const end = () => Math.max(0, state.length - 1);
  const paint = () => {
    parts.slider.max = end();
    parts.slider.value = state.index;
    parts.output.textContent = show(state.index, state.length);
    parts.slider.setAttribute("aria-valuetext", parts.output.textContent);
    const icon = state.playing ? "pause" : "play";
    if (parts.toggle.dataset.icon !== icon) {
      parts.toggle.dataset.icon = icon;
      parts.toggle.replaceChildren(drawIcon(icon));
      parts.toggle.setAttribute("aria-label", `${state.playing ? "Pause" : "Play"}: ${label}`);
    }
  };
  const set = (index, isQuiet = false) => {
    state.index = Math.min(end(), Math.max(0, Math.round(index)));
    paint();
    if (!isQuiet) onFrame(state.index, { playing: state.playing });
  };
  const pause = () => {
    state.playing = false;
    cancelAnimationFrame(state.timer);
    paint();
  };
  const tick = (now) => {
    const by = Math.floor(((now - state.last) * state.rate) / 1000);
    const rests = loop && state.index >= end() && now - state.last < rest * 1000;
    if (by > 0 && !rests) {
      state.last += (by * 1000) / state.rate;
      if (state.index + by > end() && loop && state.length > 1) set(0);
      else set(state.index + by);
      if (state.index >= end() && !loop) {
        pause();
        return;
      }
    }
    state.timer = requestAnimationFrame(tick);
  };
  const play = () => {
    if (state.length < 2) return;
    state.playing = true;
    if (state.index >= end()) set(0);
    state.last = performance.now();
    cancelAnimationFrame(state.timer);
    state.timer = requestAnimationFrame(tick);
    paint();
  };
  const step = (by) => {
    pause();
    set(state.index + by);
  };
  const scrubber = {
    element: parts.element,
    set,
    play,
    pause,
    step,
    get index() {
      return state.index;
    },
    get length() {
      return state.length;
    },
    get playing() {
      return state.playing;
    },
    toggle: () => (state.playing ? pause() : play()),
    setLength(next, keepEnd = false) {
      const wasAtEnd = state.index >= end();
      state.length = next;
      if (keepEnd && wasAtEnd) state.index = end();
      state.index = Math.min(state.index, end());
      paint();
    },
    /** Handles Space, arrows, Home and End; returns whether it did. */
    key(event) {
      const act = {
        " ": scrubber.toggle,
        ArrowLeft: () => step(-1),
        ArrowRight: () => step(1),
        Home: () => {
          pause();
          set(0);
        },
        End: () => {
          pause();
          set(end());
        },
      }[event.key];
      act?.();
      return act !== undefined;
    },
    close: pause,
  };
  wire(parts, scrubber, (next) => {
    state.rate = next;
    state.last = performance.now();
  });
  paint();
  return scrubber;
}

function build({ rate, rates, label }) {
  const slider = el("input", { type: "range", min: 0, max: 0, step: 1, value: 0, aria: { label }, data: { test: "scrub" } });
  const output = el("output");
  const named = (text) => `${text}: ${label}`;
  const speed = el("select", { aria: { label: named("Speed") }, title: "Frames a second" });
  for (const each of rates.includes(rate) ? rates : [...rates, rate].sort((a, b) => a - b))
    speed.append(el("option", { value: each, text: `${each}/s` }));
  speed.value = rate;
  const toggle = iconButton("play", named("Play"), null);
  const [first, back, ahead] = [
    iconButton("first", named("First"), null),
    iconButton("back", named("Step back"), null),
    iconButton("step", named("Step ahead"), null),
  ];
  const element = el("div.scrubber", { role: "group", aria: { label } }, first, back, toggle, ahead, slider, output, speed);
  return { element, slider, output, speed, toggle, first, back, ahead };
}

function wire(parts, scrubber, setRate) {
  parts.toggle.addEventListener("click", scrubber.toggle);
  parts.first.addEventListener("click", () => {
    scrubber.pause();
    scrubber.set(0);
  });
  parts.back.addEventListener("click", () => scrubber.step(-1));
  parts.ahead.addEventListener("click", () => scrubber.step(1));
  parts.slider.addEventListener("input", () => {
    // Pausing shows the frame of before on the slider, so its value is read first.
    const index = Number(parts.slider.value);
    scrubber.pause();
    scrubber.set(index);
  });
  parts.speed.addEventListener("change", () => setRate(Number(parts.speed.value)));
}
