// Undo and redo. A room pushes steps; Ctrl+Z and Ctrl+Shift+Z of the page walk through them. Steps
// that change a value can be kept with it, so that they survive a reload.

/**
 * Makes a history of steps.
 * @param {{limit?: number, onChange?: function(object)}} [options] `onChange` is called with the
 *   history after each change.
 */
export function createUndo({ limit = 500, onChange = () => {} } = {}) {
  let past = [];
  let future = [];
  let busy = null;
  const listeners = new Set([onChange]);
  const tell = () => listeners.forEach((listener) => listener(history));
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
      tell();
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
      tell();
    },
    /**
     * Adds the change of a value: `apply(before)` undoes it, `apply(after)` does it again. The values
     * are plain data, so that `pack` can keep them; `kind` names how they are applied.
     */
    change(label, before, after, apply, { merge, kind = "value" } = {}) {
      const last = past.at(-1);
      const first = merge && last?.merge === merge && last.values ? last.values[0] : before;
      history.push({ ...stepOf(label, kind, [first, after], apply), merge });
    },
    /** Calls a function after each change of the history. */
    on: (listener) => listeners.add(listener),
    /** The steps that change values, as a document of about `most` characters at most. */
    pack(most = Infinity) {
      let steps = lasting(past);
      let packed = packSteps(steps, lasting(future));
      while (steps.length > 0 && JSON.stringify(packed.states).length > most) {
        steps = steps.slice(Math.ceil(steps.length / 4));
        packed = packSteps(steps, lasting(future));
      }
      return packed;
    },
    /** Takes the steps of a document; `apply` has a function for each kind of value. */
    unpack(packed, apply) {
      const { states = [], past: before = [], future: after = [] } = packed ?? {};
      const made = ([label, kind, one, other]) => stepOf(label, kind, [states[one], states[other]], apply[kind]);
      history.fill(before.filter(([, kind]) => apply[kind]).map(made), after.filter(([, kind]) => apply[kind]).map(made));
    },
    /** Replaces all steps: those that can be undone, and those that were, the next one last. */
    fill(before, after = []) {
      [past, future] = [before.slice(-limit), after];
      tell();
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
    clear: () => history.fill([]),
  };
  return history;
}

/** The step of a changed value. */
function stepOf(label, kind, values, apply) {
  return { label, kind, values, undo: () => apply(values[0]), redo: () => apply(values[1]) };
}

/** The last steps that change values: what stands before a step of another kind cannot be kept. */
const lasting = (steps) => steps.slice(steps.findLastIndex((step) => !step.values) + 1);

/** Steps with their values in one list; a value that several of them share stands there once. */
function packSteps(past, future) {
  const places = new Map();
  const place = (value) => places.get(value) ?? places.set(value, places.size).get(value);
  const pack = ({ label, kind, values }) => [label, kind, ...values.map(place)];
  const packed = { past: past.map(pack), future: future.map(pack) };
  return { states: [...places.keys()], ...packed };
}
