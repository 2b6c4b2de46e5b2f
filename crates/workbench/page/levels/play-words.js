/**
 * The game of the tab Play in words, for screen readers: what a cell holds, and what a hint proposes.
 */

/**
 * @param {{state: object, index: () => number}} play `state` has the game and the look of its cells; `index` is
 * the frame that is shown.
 * @returns {{cell: (cell: [number, number]) => Promise<string>, hint: (move: Array) => Promise<string>}}
 */
export function createWords({ state, index }) {
  /** What a cell holds, such as `purple block`. */
  async function cell([row, column]) {
    const { tokens, colors } = state.game?.frames[index()]?.board ?? {};
    const [token, color] = [tokens?.[row]?.[column], colors?.[row]?.[column]];
    if (token === undefined) return "";
    if (!state.isClassic || color === null || color === undefined) return state.look.say(token);
    const { name } = (await state.look.ready).colors[color] ?? {};
    return name ? state.look.say(name[0] + token.slice(1)) : `block of colour ${color + 1}`;
  }

  return {
    cell,
    /** A move: what is swapped with what, or tapped. */
    async hint([from, to]) {
      const at = async (place) => `the ${await cell(place)} in row ${place[0] + 1}, column ${place[1] + 1}`;
      const isTap = !to || String(from) === String(to);
      return isTap ? `Hint: tap ${await at(from)}` : `Hint: swap ${await at(from)} with ${await at(to)}`;
    },
  };
}
