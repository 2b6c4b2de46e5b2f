// What can be done with a run.

import { button, el } from "../dom.js";
import { isLost, isResumable } from "./words.js";

/** The buttons: repeat, resume, replay, cancel, delete, export. */
export function actions(room, { id, state, refresh, close }) {
  const { tools } = room;
  const { run } = state;
  const act = (work) => async (event) => {
    const pressed = event.currentTarget;
    pressed.disabled = true;
    try {
      await work();
    } catch (error) {
      tools.refuse(error);
    }
    pressed.disabled = false;
  };
  const open = (begun) => tools.go({ run: begun.id });
  const replay = async () => {
    tools.note("Repeating the run to compare every byte …");
    const { same } = await tools.door.replay(id);
    tools.note(same ? "Same bytes: the repeated run gave exactly this answer." : "Different bytes: the repeated run gave another answer.", {
      kind: same ? "note" : "error",
      seconds: 10,
    });
  };
  const forget = async () => {
    const kept = run.state === "running" ? null : { task: run.task, request: run.request };
    close();
    if (run.state === "running") await tools.door.cancel(id);
    await tools.door.forget(id);
    tools.go({ run: "" });
    tools.note(
      `Run ${id} is deleted`,
      kept
        ? {
            action: {
              label: "Run it again",
              act: () => tools.door.start(kept.task, kept.request, { bound: false }).then(open).catch(tools.refuse),
            },
            seconds: 8,
          }
        : {},
    );
  };
  if (run.state === "running")
    return el(
      "div.row",
      {},
      button(
        "Cancel",
        act(() => tools.door.cancel(id).then(refresh)),
        { data: { test: "cancel" } },
      ),
    );
  return el(
    "div.row",
    {},
    isResumable(run)
      ? button(
          "Resume",
          act(() => tools.door.resume(id).then(refresh)),
          { class: "primary", data: { test: "resume" } },
        )
      : null,
    isLost(run) ? el("span.muted", { text: "Nothing was kept to resume from." }) : null,
    button(
      isLost(run) ? "Repeat from the start" : "Repeat",
      act(() => tools.door.repeat(id).then(open)),
      { data: { test: "repeat" }, class: isLost(run) ? "primary" : null },
    ),
    run.state === "done" || run.state === "no" || run.state === "wrong"
      ? button("Replay and compare", act(replay), { data: { test: "replay" } })
      : null,
    button(
      "Export",
      act(async () => tools.save(`run-${id}.json`, await tools.door.exported(id))),
      { data: { test: "export" } },
    ),
    button("Delete", act(forget), { class: "danger", data: { test: "forget" } }),
  );
}
