// The colours of maps: those of the tasks' pictures (crates/pathplan/src/picture.rs), in light and
// dark. Numbers are `0xRRGGBB`. Pure.

import { darken } from "../theme.js";
import { costOf } from "./map.js";

const GROUND = { "#": 0x3a4552, T: 0x3f6b4a, S: 0xc6cb9c, W: 0xa9cfe8 };
const FREE = 0xf2f0e9;
const COSTLY = 0x8c6a3f;
const DANGER = 0xd55e00;
const MAGMA = [0x000004, 0x1c1044, 0x4f127b, 0x812581, 0xb5367a, 0xe55064, 0xfb8761, 0xfec287, 0xfcfdbf];
const VIRIDIS = [0x440154, 0x472c7a, 0x3b518b, 0x2c718e, 0x21908d, 0x27ad81, 0x5cc863, 0xaadc32, 0xfde725];

/** A colour between two. */
export function mix(one, other, share) {
  const part = (shift) => Math.round((one >> shift & 255) * (1 - share) + (other >> shift & 255) * share) << shift;
  return part(16) | part(8) | part(0);
}

function ramp(stops, share) {
  const at = Math.min(1, Math.max(0, share)) * (stops.length - 1);
  const low = Math.min(stops.length - 2, Math.floor(at));
  return mix(stops[low], stops[low + 1], at - low);
}

export const magma = (share) => ramp(MAGMA, share);
export const viridis = (share) => ramp(VIRIDIS, share);

/** The same colour, opaque by `share`, as `0xRRGGBBAA`. */
export const alpha = (color, share) => (color << 8 | Math.round(share * 255)) >>> 0;

const dark = (color) => parseInt(darken(`#${color.toString(16).padStart(6, "0")}`).slice(1), 16);

/** The colour of each character of a map, in a list by its code. */
export function paletteOf(isDark) {
  const palette = new Uint32Array(256);
  for (let code = 0; code < 256; code += 1) {
    const character = String.fromCharCode(code);
    const ground = GROUND[character] ?? FREE;
    // A cost of 10 is halfway to brown.
    const weight = 1 - 1 / (1 + (costOf(code) - 1) / 9);
    const weighed = mix(ground, COSTLY, weight);
    const shown = character === "~" ? mix(weighed, DANGER, 0.75) : weighed;
    palette[code] = isDark ? nightOf(character, shown, weight) : shown;
  }
  return palette;
}

/** Pale ground becomes dark; walls become pale; costs and danger keep their colour. */
function nightOf(character, color, weight) {
  if (character === "#") return dark(color);
  if (character === "~") return mix(dark(FREE), 0xee7d2b, 0.7);
  return weight > 0 ? mix(dark(FREE), 0xb98f5c, weight * 1.2) : dark(color);
}

/** Colours of a replayed search. */
export const searchColors = (isDark) => (isDark
  ? { closed: (share) => alpha(viridis(0.25 + 0.75 * share), 0.62), frontier: alpha(0xee7d2b, 0.95) }
  : { closed: (share) => alpha(viridis(0.25 + 0.75 * share), 0.7), frontier: alpha(0xd55e00, 0.9) });
