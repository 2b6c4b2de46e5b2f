// The address follows the state, a moment later, and the state follows an address that somebody
// else wrote: a link, or the way back in the browser's history.

import { readState, writeState } from "./address.js";

const textOf = (state) => JSON.stringify(Object.entries(state).filter(([, value]) => value !== "" && value !== null && value !== undefined).sort());

/**
 * @param {object} ctx The room.
 * @param {{show: function(), begin: function(object): Promise}} options `show` shows the map again,
 *   `begin` opens the map of an address.
 * @returns {{later(isDone: boolean): void, update(next: object): Promise, close(): void}} `later`
 *   writes the address; while something is dragged, without an entry in the browser's history.
 */
export function followAddress(ctx, { show, begin }) {
  // Own addresses of which the room has not been told yet.
  const written = new Set();
  let timer = 0;
  let isFollowing = false;
  const write = (isDone) => {
    const state = writeState(ctx.state);
    const before = location.hash;
    ctx.holding.keep();
    ctx.tools.go(state, { replace: !isDone });
    if (location.hash !== before) written.add(textOf(state));
  };
  const follow = async (next) => {
    const before = ctx.state.map;
    const { settings, ...rest } = readState(next);
    Object.assign(ctx.state.settings, settings);
    // Until another map is open, the ends of the one that is shown stay.
    const { start, goal } = ctx.state;
    Object.assign(ctx.state, rest, { start: rest.start ?? start, goal: rest.goal ?? goal });
    ctx.show();
    if (ctx.state.map !== before || !rest.goal) await begin(next); else show();
    ctx.setView(settings.view);
    ctx.view().changed();
  };
  return {
    later(isDone) {
      if (!ctx.isTouched || isFollowing) return;
      clearTimeout(timer);
      timer = setTimeout(() => write(isDone), isDone ? 0 : 300);
    },
    async update(next) {
      if (written.delete(textOf(next)) || ctx.isDragging()) return;
      clearTimeout(timer);
      isFollowing = true;
      try { await follow(next); } finally { isFollowing = false; }
    },
    close: () => clearTimeout(timer),
  };
}
