/**
 * The moves of the game in the tab Play as steps: there Ctrl+Z takes a move back, not the last stroke of the
 * brush, and Ctrl+Shift+Z makes it again.
 */

/**
 * @param {{state: object, takeOver: () => Promise<void>, play: (move: Array) => Promise<void>, show: () => void,
 * changed: () => void}} game `state.game` is the game, `show` shows its end, `changed` is called after each step.
 * @returns {object} Steps as the page undoes them (see `undo.js`), and `forget(ahead)`: what was taken back cannot be
 * done again, but for the moves that a game was opened with, the next one last.
 */
export function createSteps({ state, takeOver, play, show, changed }) {
  let undone = [];
  const steps = {
    get canUndo() {
      return (state.game?.made ?? 0) > 0;
    },
    get canRedo() {
      return undone.length > 0;
    },
    undoLabel: "the last move",
    redoLabel: "the move that was taken back",
    async undo() {
      await takeOver();
      const { game } = state;
      if (!game || game.made === 0) return null;
      undone.push(game.frames.at(-1).swap);
      await game.back(game.made - 1);
      show();
      changed();
      return steps.undoLabel;
    },
    async redo() {
      if (undone.length === 0) return null;
      await play(undone.pop());
      changed();
      return "the move";
    },
    forget(ahead = []) {
      undone = [...ahead];
      changed();
    },
  };
  return steps;
}
