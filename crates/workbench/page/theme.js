// Light and dark: of the page, and of the pictures that `draw` makes.

import { DARK } from "./names.js";

const KEY = "tilewright.theme";

/** The colours of `draw` that have a dark counterpart by name, and the two ends. */
const NAMED = { ...DARK, "#ffffff": DARK["#fcfcfa"], "#000000": "#f4f5f6" };

/** Whether the page is dark now. */
export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Applies the stored choice; calls `onChange` now and whenever the theme changes. */
export function startTheme(onChange) {
  const stored = kept();
  if (stored) document.documentElement.dataset.theme = stored;
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", onChange);
  onChange();
}

/** Switches between light and dark, and remembers the choice. */
export function switchTheme(onChange) {
  const next = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  keep(next);
  onChange();
}

/** The stored choice. A page in a frame of another site may have no storage. */
function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(choice) {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    /* it holds for this page alone */
  }
}

/** Whether motion is to be reduced. */
export const isReduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * The counterpart of a colour in dark pictures: paper and pale tints become dark ones, ink becomes
 * pale, strong colours stay.
 * @param {string} color `#rrggbb` in lower case.
 */
export function darken(color) {
  if (NAMED[color]) return NAMED[color];
  const [h, s, l] = toHsl(color);
  if (l > 0.72) return toHex(h, s * 0.6, 0.1 + (1 - l) * 0.75);
  if (l < 0.28 && s < 0.45) return toHex(h, s * 0.5, 0.92 - l * 0.6);
  return color;
}

/** A picture's text with the colours of the current theme. Labels stay readable on what they stand on. */
export function recolor(text, dark = isDark()) {
  if (!dark) return text;
  const areas = [];
  return text
    .split("\n")
    .map((line) => {
      const made = line.replace(/((?:fill|stroke|stop-color)=")(#[0-9a-f]{6})"/gi, (_, start, color) => `${start}${darken(color.toLowerCase())}"`);
      if (line.startsWith("<rect")) areas.push(areaOf(made));
      if (line.startsWith("<circle")) areas.push(circleOf(made));
      return line.startsWith("<text") ? readable(made, areas) : made;
    })
    .join("\n");
}

const numberIn = (line, name) => Number(new RegExp(` ${name}="(-?[\\d.]+)"`).exec(line)?.[1] ?? 0);

const fillIn = (line) => / fill="(#[0-9a-f]{6})"/.exec(line)?.[1] ?? null;

/** Where a rectangle of `draw` lies, and its colour; a line is a shape. */
const areaOf = (line) => {
  const [x, y] = [numberIn(line, "x"), numberIn(line, "y")];
  return { left: x, top: y, right: x + numberIn(line, "width"), bottom: y + numberIn(line, "height"), fill: fillIn(line) };
};

const circleOf = (line) => {
  const [x, y, r] = [numberIn(line, "cx"), numberIn(line, "cy"), numberIn(line, "r")];
  return { left: x - r, top: y - r, right: x + r, bottom: y + r, fill: fillIn(line) };
};

/** A label in a colour that can be read on the last shape below its middle. */
function readable(line, areas) {
  const [x, y, color] = [numberIn(line, "x"), numberIn(line, "y") - numberIn(line, "font-size") * 0.35, fillIn(line)];
  const below = areas.findLast(({ left, top, right, bottom, fill }) => fill && x >= left && x <= right && y >= top && y <= bottom);
  if (!below || !color || contrast(color, below.fill) >= 4.5) return line;
  const best = contrast(INK, below.fill) > contrast(PAPER, below.fill) ? INK : PAPER;
  return line.replace(` fill="${color}"`, ` fill="${best}"`);
}

const [INK, PAPER] = ["#111417", "#ffffff"];

/** The contrast of two colours, from 1 to 21, as the Web Content Accessibility Guidelines define it. */
export function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function toHsl(color) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)];
  const [l, d] = [(high + low) / 2, high - low];
  if (d === 0) return [0, 0, l];
  const s = d / (1 - Math.abs(2 * l - 1));
  const h = high === r ? ((g - b) / d + 6) % 6 : high === g ? (b - r) / d + 2 : (r - g) / d + 4;
  return [h * 60, s, l];
}

function toHex(h, s, l) {
  const part = (n) => {
    const k = (n + h / 30) % 12;
    const value = l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}
