/**
 * The card that measures the level: the large number, the histogram of swaps, the wanted band. It follows
 * each stroke of the brush.
 */

import { button, el, field, select } from "../dom.js";
import { BOTS } from "../names.js";
import { answerOf } from "../run.js";
import { gameKey } from "./document.js";
import { createHistogram } from "./histogram.js";
import { debounced, refusalText } from "./room.js";
import { count, headline, standing } from "./statistics.js";
import { createStrip } from "./strip.js";

/** Games after each change, and at the press of the button. */
const [QUICK, MANY] = [400, 20_000];

/** The bots to choose from, and one that is weaker than it could be. */
export const CHOICES = [...BOTS.map((name) => [name, name]), ["greedy:0.7", "greedy, 30 % random"]];

/** The bots that measure a level: without a name the goal chooses. */
export const JUDGES = [["", "as the goal needs"], ...CHOICES];

/** The part of a request that names a bot; empty if the goal chooses. */
export const named = (bot) => (bot ? { bot } : {});

/**
 * @param {object} room
 * @returns {{element: HTMLElement, update: () => void, bot: () => string, close: () => void}}
 */
export function createMeasure(room) {
  const value = el("output.levels-number", { data: { test: "headline" } });
  const unit = el("span.levels-unit");
  const meaning = el("p.levels-meaning");
  const interval = el("p.levels-interval");
  const judged = el("p.levels-judged");
  const error = el("p.error", { role: "alert", hidden: true });
  const histogram = createHistogram({ onBand: (band, isDone) => setBand(room, band, isDone) });
  const strip = createStrip();
  let bot = "";
  let bandBot;
  let played = null;
  let asking = null;
  let run = null;
  const chosen = select(
    JUDGES,
    bot,
    (name) => {
      bot = name;
      update();
    },
    { data: { test: "bot" } },
  );
  const many = button(`Play ${count(MANY)} games`, () => playMany(), { data: { test: "play-many" } });
  const band = button("Keep this difficulty", () => wantThis(), { title: "Hold the level to its difficulty of now: 3 % on each side" });
  const potential = el("p.levels-potential", { data: { test: "potential" } });
  const command = room.tools.carry({ ...source() }, "the games");

  function source() {
    const request = () => ({ level: room.whole(), ...named(bot), games: MANY, seed: 1 });
    const as = (form) => () => room.door.ask("match3/play", request(), { as: form });
    return {
      name: "level-games",
      svg: as("svg"),
      png: as("png"),
      json: async () => (await room.door.ask("match3/play", request())).text,
      gif: () => room.door.ask("match3/play", { ...request(), games: 1 }, { as: "gif" }),
      command: () => room.tools.command("match3/play", request()),
    };
  }

  function show(answer) {
    played = answer;
    const said = headline(answer);
    value.textContent = said.value;
    unit.textContent = said.unit;
    meaning.textContent = said.meaning;
    interval.textContent = said.interval;
    const stands = standing(room.level.band, answer);
    judged.textContent = stands?.words ?? "";
    judged.dataset.in = stands ? String(stands.isIn) : "";
    histogram.element.removeAttribute("hidden");
    histogram.show(answer, room.level.band?.swaps);
    strip.show(answer);
    refuse(null);
  }

  /** Without a goal the large number is the potential. */
  function showPotential(found) {
    const has = found.potential !== undefined;
    value.textContent = has ? String(found.potential) : "";
    unit.textContent = has ? `of ${found.open_potential}` : "";
    meaning.textContent = has
      ? "ways in which a swap can complete a line. Give the level a goal, under Rules, to measure its difficulty."
      : "Give the level a goal, under Rules, to measure it.";
  }

  function refuse(refusal) {
    error.hidden = !refusal;
    error.textContent = refusal ? refusalText(refusal) : "";
    if (refusal) for (const each of [value, unit, meaning, interval, judged]) each.textContent = "";
    if (refusal) histogram.element.setAttribute("hidden", "");
    if (refusal) strip.show(null);
  }

  const measure = debounced(async () => {
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    if (!room.level.goal) {
      refuse({ message: "" });
      error.hidden = true;
      return;
    }
    element.toggleAttribute("aria-busy", true);
    if (!played) interval.textContent = "measuring …";
    try {
      show(await room.play({ level: room.whole(), ...named(bot), games: QUICK, seed: 1 }, { signal }));
    } catch (refusal) {
      if (refusal.name !== "AbortError") refuse(refusal);
    }
    if (!signal.aborted) element.removeAttribute("aria-busy");
  }, 20);

  const weigh = debounced(async () => {
    try {
      const { value: found } = await room.door.ask("match3/analyze", { levels: [room.whole()] });
      room.tellPotential(found);
      if (!room.level.goal) showPotential(found);
      potential.textContent =
        found.potential === undefined || !room.level.goal
          ? ""
          : `Potential ${found.potential} of ${found.open_potential}${found.feasible ? "" : "; some cells are never refilled"}`;
    } catch {
      potential.textContent = "";
      room.tellPotential({});
    }
  }, 150);

  async function playMany() {
    if (run) return run.cancel();
    try {
      run = await room.door.start(
        "match3/play",
        { level: room.whole(), ...named(bot), games: MANY, seed: 1 },
        {
          onEvent: (_, progress) => {
            many.textContent = `Stop (${Math.round(100 * (progress.share ?? 0))} %)`;
          },
        },
      );
      const last = await run.done;
      if (last.event === "refused") refuse({ message: last.error, hint: last.hint });
      else show(await answerOf(room.door, run));
    } catch (refusal) {
      refuse(refusal);
    }
    run = null;
    many.textContent = `Play ${count(MANY)} games`;
  }

  function wantThis() {
    if (!played?.swaps) return;
    const round = (swaps) => Math.round(swaps * 10) / 10;
    setBand(room, [round(0.97 * played.swaps.mean), round(1.03 * played.swaps.mean)], true);
  }

  let measured = "";
  /** Measures the level, unless only its band has changed. */
  function update() {
    const asked = room.level.band?.bot;
    if (asked && asked !== bandBot) [bot, chosen.value] = [asked, asked];
    bandBot = asked;
    const key = `${bot} ${gameKey(room.level)}`;
    if (key === measured && played) return show(played);
    measured = key;
    measure();
    weigh();
    return null;
  }
  room.on(update);
  const element = el(
    "section.card.levels-measure",
    { aria: { label: "Measures of the level" } },
    el("div.levels-headline", {}, value, unit),
    meaning,
    interval,
    judged,
    error,
    histogram.element,
    strip.element,
    potential,
    el("div.row", {}, field("Bot", chosen), many, band, command),
  );
  return {
    element,
    update,
    bot: () => bot,
    close() {
      measure.cancel();
      weigh.cancel();
      asking?.abort();
      run?.cancel();
    },
  };
}

/** Holds the level to a band of swaps: a step of undo at the end of a drag. */
let before = null;
function setBand(room, band, isDone) {
  before ??= room.level;
  const level = { ...room.level, band: { ...room.level.band, swaps: band } };
  if (!isDone) return room.preview(level);
  room.set(level, "wanted band", { before });
  before = null;
}
