// Changes that come too late: another tab or program has changed the game or the drawing first.

/** Whether a change was refused since it is based on an older revision. */
export const isStale = (error) => error?.status === 409;

/**
 * Makes a change. Where it comes too late, its refusal gets the two ways out, as the choices that
 * `refuse` shows.
 * @param {function(): Promise} act
 * @param {{what: string, takeTheirs: function(), keepMine: function()}} ways
 */
export async function orBoth(act, ways) {
  try {
    return await act();
  } catch (error) {
    throw isStale(error) ? withWays(error, ways) : error;
  }
}

/** The refusal with the two ways out. */
export function withWays(error, { what, takeTheirs, keepMine }) {
  const choices = [
    { label: "Take theirs", act: takeTheirs, test: "take-theirs" },
    { label: "Keep mine as a copy", act: keepMine, test: "keep-mine" },
  ];
  return Object.assign(error, { message: `This ${what} was changed in another tab or program`, hint: "take theirs, or keep yours as a copy beside it", choices });
}
