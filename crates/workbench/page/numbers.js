// Numbers for charts and texts. Pure.

/** About `count` round values that cover `low` to `high`. */
export function ticks(low, high, count = 5) {
  if (!(high > low)) return [low];
  const raw = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= raw) ?? raw;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** A number in a few characters: 12 345, 1.25 M. */
export function short(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value < 0 ? "−∞" : "∞";
  const size = Math.abs(value);
  if (size >= 1e9) return `${trim(value / 1e9)} G`;
  if (size >= 1e6) return `${trim(value / 1e6)} M`;
  if (size >= 1e4) return grouped(Math.round(value));
  if (size >= 100 || Number.isInteger(value)) return grouped(Math.round(value));
  return trim(value);
}

const trim = (value) => String(Number(value.toPrecision(3))).replace("-", "−");

/** Whole numbers with thin spaces between thousands. */
export const grouped = (value) =>
  String(value)
    .replace("-", "−")
    .replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");

/** A share as percent. */
export const percent = (share, digits = 0) => `${(share * 100).toFixed(digits)} %`;

/** Seconds as `12 ms`, `4.2 s`, `12 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(seconds) {
  if (seconds === null || seconds === undefined) return "–";
  if (seconds < 1) return `${Number((seconds * 1000).toPrecision(2))} ms`;
  if (seconds < 10) return `${Number(seconds.toPrecision(2))} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}

/** The quantile of sorted values, from 0 to 1. */
export function quantile(sorted, share) {
  if (sorted.length === 0) return NaN;
  const at = (sorted.length - 1) * share;
  const low = Math.floor(at);
  return sorted[low] + (sorted[Math.min(low + 1, sorted.length - 1)] - sorted[low]) * (at - low);
}

/** The median curve of several curves `[[x, y], …]`: at each x the median of those that reach it. */
export function medianCurve(curves) {
  const steps = [...new Set(curves.flatMap((curve) => curve.map(([x]) => x)))].sort((a, b) => a - b);
  return steps
    .map((x) => {
      const values = curves
        .map((curve) => valueAt(curve, x))
        .filter((y) => y !== null)
        .sort((a, b) => a - b);
      return [x, quantile(values, 0.5)];
    })
    .filter(([, y]) => !Number.isNaN(y));
}

/** The value of a curve at x, linear between its points; `null` outside of them. */
export function valueAt(curve, x) {
  if (curve.length === 0 || x < curve[0][0] || x > curve.at(-1)[0]) return null;
  const at = curve.findIndex(([each]) => each >= x);
  const [x1, y1] = curve[at];
  if (x1 === x || at === 0) return y1;
  const [x0, y0] = curve[at - 1];
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

/** Counts values in bins of equal, round width: `[{from, to, count}]`. */
export function bins(values, count = 24) {
  if (values.length === 0) return [];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (low === high) return [{ from: low, to: low + 1, count: values.length }];
  const raw = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const width = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= raw);
  const first = Math.floor(low / width);
  const made = Array.from({ length: Math.floor(high / width) - first + 1 }, (_, at) => ({
    from: (first + at) * width,
    to: (first + at + 1) * width,
    count: 0,
  }));
  for (const value of values) made[Math.min(made.length - 1, Math.floor(value / width) - first)].count += 1;
  return made;
}

/** viridis at 0 to 1 as `#rrggbb`, between nine colours of the ramp. */
export function viridis(share) {
  const at = Math.min(1, Math.max(0, share)) * (RAMP.length - 1);
  const low = Math.min(RAMP.length - 2, Math.floor(at));
  const mixed = RAMP[low].map((part, index) => Math.round(part + (RAMP[low + 1][index] - part) * (at - low)));
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

const RAMP = [
  [68, 1, 84],
  [71, 44, 122],
  [59, 81, 139],
  [44, 113, 142],
  [33, 144, 141],
  [39, 173, 129],
  [92, 200, 99],
  [170, 220, 50],
  [253, 231, 37],
];
