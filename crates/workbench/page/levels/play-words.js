/**
 * The game of the tab Play in words, for screen readers: what a cell holds, and what a hint proposes.
 */

const SWAPPED = {
  label: "The game. Drag a block onto its neighbour.",
  help: "Drag a block onto a neighbour, or tap a piece. With the keyboard: arrows move the frame, Space picks the block, an arrow swaps it.",
  keys: [["Space", "In a game: pick the block, then swap it with an arrow"], ["Enter", "In a game: fire the piece"]],
};
const TAPPED = {
  label: "The game. Tap a group of blocks of one colour, or a piece.",
  help: "Click or tap a group of blocks of one colour that touch, or a piece such as a rocket. With the keyboard: arrows move the frame, Space taps what is in it.",
  keys: [["Space or Enter", "In a game: tap the group or the piece"]],
};

/**
 * How a move is made by mouse, finger and keys.
 * @param {boolean} isTapped Whether groups are tapped under the rules of the game, and nothing is swapped.
 * @returns {{label: string, help: string, keys: string[][]}} `label` names the board.
 */
export const howTo = (isTapped) => (isTapped ? TAPPED : SWAPPED);

/**
 * Whether the game of a level is tapped, and how many blocks of one colour a tap takes at least.
 * @param {object|string|undefined} rules Those of the level.
 * @param {object} [base] The preset that they are based on, of the answer of `match3/legend`.
 * @returns {{isTapped: boolean, least: number}}
 */
export function tapsOf(rules, base = {}) {
  const { move, least = 2 } = { ...base, ...(typeof rules === "object" ? rules : {}) };
  return { isTapped: move === "tap", least };
}

/**
 * How a game ended.
 * @param {{won: boolean, score: number}} state The board at its end.
 * @param {number} made How many moves were made.
 * @returns {string}
 */
export function endWords({ won, score }, made) {
  const points = `${score} ${score === 1 ? "point" : "points"}`;
  return `${won ? "Won" : "Not won"} after ${made} ${made === 1 ? "move" : "moves"}, ${points}.`;
}

/**
 * @param {{state: object, index: () => number}} play `state` has the game and the look of its cells; `index` is
 * the frame that is shown.
 * @returns {{cell: (cell: [number, number]) => Promise<string>, hint: (move: Array) => Promise<string>,
 * refusal: (cell: [number, number]) => Promise<string>}}
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

  /** Why a tap on a cell takes nothing. */
  async function refusal(place) {
    if (state.game.over) return "The game is over. Take a move back, or begin a new game.";
    const [row, column] = place;
    const { tokens, colors } = state.game.frames[index()].board;
    const isBlock = /^[a-z]$/.test(tokens[row][column]) && colors[row][column] !== null;
    const where = `in row ${row + 1}, column ${column + 1}`;
    const what = `The ${await cell(place)} ${where}`;
    if (!isBlock) return `${what} cannot be tapped. Tap a group of blocks, or a piece.`;
    const count = touching(colors, place);
    const why = count === 1 ? "touches no other one of its colour" : `touches ${count - 1} more of its colour`;
    return `${what} ${why}: a tap takes ${state.least} or more.`;
  }

  return {
    cell,
    refusal,
    /** A move: what is swapped with what, or tapped. */
    async hint([from, to]) {
      const at = async (place) => `the ${await cell(place)} in row ${place[0] + 1}, column ${place[1] + 1}`;
      const isTap = !to || String(from) === String(to);
      return isTap ? `Hint: tap ${await at(from)}` : `Hint: swap ${await at(from)} with ${await at(to)}`;
    },
  };
}

/** How many blocks of one colour touch each other at a cell, with the one that is there. */
function touching(colors, cell) {
  const color = colors[cell[0]][cell[1]];
  const found = [cell];
  for (const [row, column] of found)
    for (const next of [[row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]]) {
      const isNew = !found.some((one) => String(one) === String(next));
      if (isNew && colors[next[0]]?.[next[1]] === color) found.push(next);
    }
  return found.length;
}
