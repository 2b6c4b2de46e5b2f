// Undo and redo. A room pushes steps; Ctrl+Z and Ctrl+Shift+Z of the page walk through them.

/**
 * Makes a history of steps.
 * @param {{limit?: number, onChange?: function(object)}} [options] `onChange` is called with the
 *   history after each change.
 */
export function createUndo({ limit = 500, onChange = () => {} } = {}) {
  let past = [];
  let future = [];
  let busy = null;
  const walk = async (from, to, act) => {
    if (busy) await busy;
    const step = from.pop();
    if (!step) return null;
    busy = (async () => {
      await step[act]();
      to.push(step);
    })();
    try {
      await busy;
    } catch (error) {
      from.push(step);
      throw error;
    } finally {
      busy = null;
      onChange(history);
    }
    return step.label;
  };
  const history = {
    get canUndo() {
      return past.length > 0;
    },
    get canRedo() {
      return future.length > 0;
    },
    get undoLabel() {
      return past.at(-1)?.label ?? "";
    },
    get redoLabel() {
      return future.at(-1)?.label ?? "";
    },
    /**
     * Adds a step that was just done.
     * @param {{label: string, undo: function, redo: function, merge?: string}} step Steps that
     *   follow each other with the same `merge` become one (a stroke of the brush).
     */
    push(step) {
      const last = past.at(-1);
      if (step.merge && last?.merge === step.merge) past[past.length - 1] = { ...step, undo: last.undo };
      else past.push(step);
      if (past.length > limit) past.shift();
      future = [];
      onChange(history);
    },
    /** Adds the change of a value: `apply(before)` undoes it, `apply(after)` does it again. */
    change(label, before, after, apply, merge) {
      history.push({ label, merge, undo: () => apply(before), redo: () => apply(after) });
    },
    /** Ends merging: the next step is a step of its own. */
    seal() {
      if (past.length) past.at(-1).merge = undefined;
    },
    /** Undoes the last step; resolves to its label, or `null`. */
    undo: () => walk(past, future, "undo"),
    /** Does the step that was last undone again; resolves to its label, or `null`. */
    redo: () => walk(future, past, "redo"),
    /** Forgets all steps, for example when another document is opened. */
    clear() {
      past = [];
      future = [];
      onChange(history);
    },
  };
  return history;
}
