// Light and dark: of the page, and of the pictures that `draw` makes.

const KEY = "tilewright.theme";

/** The colours of `draw` that have a dark counterpart by name (see crates/draw/src/theme.rs). */
const NAMED = {
  "#fcfcfa": "#15181c",
  "#1f2328": "#e8eaed",
  "#5f666e": "#a4abb3",
  "#dfe2e5": "#31373e",
  "#eff1f2": "#23282e",
  "#ffffff": "#15181c",
  "#000000": "#f4f5f6",
  "#0072b2": "#4aa3df",
  "#d55e00": "#ee7d2b",
  "#009e73": "#22b88d",
  "#cc79a7": "#d68fb6",
  "#7a8189": "#959ca4",
};

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

/** A picture's text with the colours of the current theme. */
export function recolor(text, dark = isDark()) {
  if (!dark) return text;
  return text.replace(/((?:fill|stroke|stop-color)=")(#[0-9a-f]{6})"/gi, (_, start, color) => `${start}${darken(color.toLowerCase())}"`);
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
