// How runs are written: their states, times and progress. Pure.

import { duration, percent } from "../numbers.js";

/** All states of a run: the text and the look of its tag. */
export const STATES = {
  running: ["running", "live"],
  done: ["done", "good"],
  no: ["answer: no", "part"],
  wrong: ["wrong", "bad"],
  stopped: ["stopped", "part"],
  refused: ["refused", "bad"],
  "cut off": ["cut off", "part"],
};

/** Whether a run can be resumed. */
export const isResumable = ({ state, is_kept: isKept = true }) => isKept && (state === "stopped" || state === "cut off");

/** Whether a run ended before its time and nothing was kept from which it could be resumed. */
export const isLost = (run) => (run.state === "stopped" || run.state === "cut off") && !isResumable(run);

/** When something happened, seen from `now` (both in seconds): `just now`, `5 min ago`, a date. */
export function ago(begun, now = Date.now() / 1000) {
  const passed = now - begun;
  if (passed < 45) return "just now";
  if (passed < 3600) return `${Math.round(passed / 60)} min ago`;
  if (passed < 86400) return `${Math.round(passed / 3600)} h ago`;
  return new Date(begun * 1000).toISOString().slice(0, 10);
}

/** The part of a run that is done, from 0 to 1, or `null`. */
export const shareOf = ({ done, steps }) => (steps ? Math.min(1, (done ?? 0) / steps) : null);

/** What a running run says of itself. */
export function progressText(run) {
  const share = shareOf(run);
  const status = (run.status ?? "").replace(/^,\s*/, "");
  return [share === null ? "" : percent(share), status].filter(Boolean).join(" · ");
}

/** How long a run took so far. What it took before its program was killed, nobody knows. */
export function timeOf({ state, seconds }) {
  if (state !== "cut off") return duration(seconds);
  return seconds > 0 ? `over ${duration(seconds)}` : "–";
}
