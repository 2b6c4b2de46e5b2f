// What a live map is asked and what its times say. Pure.

import { cellOf } from "./map.js";
import { quantileOf } from "./newest.js";

/** The ticks in which a walker passes a free cell, as the tasks have it, are 8: at 60 a second it passes 7.5 cells. */
const TICKS_PER_SECOND = 60;
/** The most ticks that a frame lets pass: a page that was slow goes on, and does not jump. */
const MOST_TICKS = 24;
/** The number of times of which the median is shown. */
const KEPT = 500;

/** The cells in which two maps of the same size differ: `[[row, column, character]…]` of the second. */
export function changesBetween(before, map) {
  const changes = [];
  for (let index = 0; index < before.length; index += 1) {
    if (before[index] !== map.cells[index]) changes.push([...cellOf(map, index), String.fromCharCode(map.cells[index])]);
  }
  return changes;
}

/** A clock that tells how much time passes from one picture of the screen to the next. */
export function createClock() {
  let last = null;
  return {
    /**
     * The milliseconds since the picture before, at most 100, as a page that was hidden does not make up for the time.
     * @param {number} now The time at which the picture began. No clock is asked for the first one: it began before any code of
     *   its turn runs, so the time that had passed would be less than none.
     */
    passed(now) {
      const passed = Math.min(100, now - (last ?? now));
      last = now;
      return passed;
    },
  };
}

/** A clock that counts the ticks to be asked for, with a speed. */
export function createTicks() {
  let left = 0;
  return {
    /** Lets milliseconds pass. */
    pass(milliseconds, speed) { left = Math.min(MOST_TICKS, left + milliseconds / 1000 * TICKS_PER_SECOND * speed); },
    /** Takes the whole ticks that have passed. */
    take() {
      const whole = Math.floor(left);
      left -= whole;
      return whole;
    },
  };
}

/** Times of one kind, in microseconds. */
export function createTimes() {
  let times = [];
  let count = 0;
  let greatest = 0;
  return {
    add(time) {
      times = [...times.slice(1 - KEPT), time];
      count += 1;
      greatest = Math.max(greatest, time);
    },
    /** The last one, the median of the last 500 and the greatest of all; `null` without any. */
    summary: () => (count === 0 ? null : { count, last: times.at(-1), median: quantileOf(times, 0.5), greatest }),
  };
}
