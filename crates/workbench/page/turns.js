// Work that must not overlap, such as the moves of one game.

/**
 * Makes a function that runs the work it is given after all work given before, whether that
 * succeeded or not. It returns the promise of the work.
 */
export function oneByOne() {
  let last = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}
