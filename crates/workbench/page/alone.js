// What only one tab of a browser may do at a time, such as going on with the game that plays by
// itself.

/**
 * Takes a name for this tab, until it is given back or the tab is closed.
 * @param {string} name
 * @returns {Promise<(function(): void)|null>} The function that gives it back; `null` if another
 *   tab has it.
 */
export function takeAlone(name) {
  if (!navigator.locks) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    navigator.locks.request(`tilewright/${name}`, { ifAvailable: true }, (lock) => {
      if (!lock) { resolve(null); return null; }
      return new Promise((giveBack) => { resolve(giveBack); });
    });
  });
}
