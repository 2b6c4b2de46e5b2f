// Evolving fleets: generation by generation, played and scrubbed. With the same seed a search of
// fewer generations is the beginning of a longer one, so each generation is a request of its own.

import { button, el } from "../dom.js";

/** The view of evolving fleets. */
export function createEvolution(room) {
  const { tools } = room;
  const form = tools.form("battleship/place", {
    first: ["method", "rows", "columns", "fleet", "seed"],
    hide: ["watch", "count", "memory"],
    draft: "battleship/place",
    values: { method: "classic", rows: 10, columns: 10, generations: 50, seed: 7 },
    onChange: () => restart(),
  });
  const holder = el("div.evolving", { data: { test: "evolving" } });
  const status = el("p.muted", { role: "status" });
  const state = { frames: [], run: null, control: null, at: 0 };
  const scrubber = tools.scrubber({ label: "Generations", rate: 8, show: (at) => `generation ${at + 1}`, onFrame: (at) => show(at) });
  const carry = tools.carry(() => ({
    ...tools.source({ task: "battleship/place", request: form.values(), name: "fleet", animated: true }),
  }), "the evolved fleet");
  const isStepped = () => form.values().method === "classic";
  const frame = async (at) => {
    const request = { ...form.values(), generations: at + 1 };
    state.frames[at] ??= tools.door.ask("battleship/place", request, { as: "svg", signal: state.control.signal });
    return state.frames[at];
  };
  const show = async (at) => {
    state.at = at;
    try {
      const text = isStepped() ? await frame(at) : state.frames[at];
      if (text && state.at === at) tools.picture(holder, text);
      if (isStepped() && at > 0 && text === (await state.frames[at - 1])) scrubber.setLength(at);
    } catch (error) {
      state.frames[at] = undefined;
      if (error.name !== "AbortError") form.refuse(error);
    }
  };
  const watch = async () => {
    const take = (event) => {
      if (event.event !== "scene") return;
      state.frames.push(event.svg);
      scrubber.setLength(state.frames.length, true);
      scrubber.set(state.frames.length - 1);
    };
    state.run = await tools.door.start(
      "battleship/place",
      { ...form.values(), watch: ["evolve", undefined].includes(form.values().method) },
      {
        onEvent: (event, progress) => {
          take(event);
          status.textContent = progress.doing
            ? `${progress.doing}${progress.steps ? `: ${progress.reached} of ${progress.steps}` : ""}${progress.status}`
            : "";
        },
      },
    );
    const { run } = state;
    const last = await run.done;
    if (run !== state.run) return;
    status.textContent = last.error ? "" : (last.reached ?? "");
    if (last.event === "refused") {
      form.refuse({ ...last, message: last.error });
      return;
    }
    state.frames.push(await tools.door.answer(run.id, "svg"));
    scrubber.setLength(state.frames.length);
    scrubber.set(state.frames.length - 1);
  };
  const restart = async ({ isAsked = false } = {}) => {
    scrubber.pause();
    state.control?.abort();
    state.run?.cancel();
    Object.assign(state, { frames: [], run: null, control: new AbortController() });
    status.textContent = "";
    form.refuse(null);
    try {
      if (!isStepped()) {
        await watch();
        return;
      }
      scrubber.setLength(form.values().generations ?? 50);
      // Nothing moves by itself where that was asked: the last generation is shown.
      if (tools.isReduced() && !isAsked) {
        scrubber.set(scrubber.length - 1);
        return;
      }
      scrubber.set(0);
      await frame(0);
      scrubber.play();
    } catch (error) {
      if (error.name !== "AbortError") form.refuse(error);
    }
  };
  const again = button(
    "New seed",
    () => {
      form.set({ ...form.values(), seed: (Number(form.values().seed ?? 0) + 1) % 100000 });
      restart();
    },
    { data: { test: "evolve-seed" } },
  );
  const figure = el(
    "div.stack",
    {},
    el("div.spread", {}, el("p.muted", { text: "The genetic algorithm of the article: first, now and best." }), carry),
    holder,
    scrubber.element,
  );
  return {
    element: el(
      "div.work",
      {},
      el(
        "div.stack",
        {},
        form.element,
        el(
          "div.row",
          {},
          again,
          button("Play again", () => restart({ isAsked: true })),
        ),
        status,
      ),
      figure,
    ),
    show: () => form.restored.then(restart),
    close: () => {
      state.control?.abort();
      state.run?.cancel();
      scrubber.close();
    },
  };
}
