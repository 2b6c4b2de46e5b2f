// Both boards, the number of shots and the scrubber.

import { el, fill } from "../dom.js";
import { createField, createLegend, drawRoster } from "./field.js";
import { cellName, revealed } from "./fleet.js";
import { countOf } from "./notes.js";

/** The left part of the room. */
export function createStage(room) {
  const { tools } = room;
  const parts = {
    number: el("div.number", { text: "0", data: { test: "shots" } }),
    unit: el("span.unit", { text: "Your shots" }),
    said: el("p.said", { role: "status" }),
    fields: el("div.fields"),
  };
  const scrubber = tools.scrubber({
    label: "Shots of this game",
    rate: 4,
    show: (index, length) => `${index} of ${Math.max(0, length - 1)}`,
    onFrame: (index) => {
      room.auto.pause();
      stage.at = index;
      paint();
    },
  });
  const carry = tools.carry(() => sourceOf(room), "this game");
  const head = el("div.spread.tiles-head", {}, el("div", {}, parts.number, parts.unit), parts.said, carry);
  const stage = { element: el("div.stage", {}, head, parts.fields, scrubber.element), at: 0, control: null };
  const paint = () => {
    const { duel } = room;
    const shots = duel.shots.slice(0, stage.at);
    const isLive = stage.at === duel.shots.length;
    const seen = { hunter: revealed(shots, "person", duel.rows, duel.columns), person: revealed(shots, "hunter", duel.rows, duel.columns) };
    const hidden = isLive && duel.over ? (duel.state.hunter.fleet?.ships ?? duel.state.hunter.fleet) : null;
    const own = duel.state.person.fleet?.ships ?? duel.state.person.fleet;
    stage.hunter.paint({ ...seen.hunter, fleet: hidden });
    stage.person.paint({ ...seen.person, fleet: own });
    fill(stage.rosters[0], drawRoster(duel.lengths, seen.hunter.sunk));
    fill(stage.rosters[1], drawRoster(duel.lengths, seen.person.sunk));
    parts.number.textContent = seen.hunter.count;
    const cloud = duel.known(shots) ?? (isLive ? stage.cloud : null);
    if (isLive) stage.cloud = cloud;
    const shown = room.settings.cloud && !(isLive && duel.over) ? cloud : null;
    stage.hunter.cloud(shown?.probabilities ?? null);
    stage.legend.show(shown?.probabilities ?? null);
    stage.count.textContent = shown ? countOf(shown) : "";
    stage.element.dataset.over = isLive && duel.over ? duel.state.winner : "";
  };
  const askCloud = async () => {
    const { duel } = room;
    if (!room.settings.cloud || duel.over || stage.asking) {
      stage.again = true;
      return;
    }
    Object.assign(stage, { asking: true, again: false, control: new AbortController() });
    try {
      await duel.cloud({ signal: stage.control.signal });
      if (duel === room.duel) paint();
    } catch (error) {
      if (error.name !== "AbortError") parts.said.textContent = error.message;
    }
    stage.asking = false;
    if (stage.again && !stage.control.signal.aborted) askCloud();
  };
  stage.open = (duel) => {
    build(room, stage, parts, duel);
    stage.cloud = null;
    stage.at = duel.shots.length;
    scrubber.setLength(duel.shots.length + 1);
    scrubber.set(stage.at, true);
    parts.said.textContent = duel.over ? ending(duel) : "";
    paint();
    askCloud();
  };
  stage.live = (events = []) => {
    const { duel } = room;
    stage.at = duel.shots.length;
    scrubber.setLength(duel.shots.length + 1);
    scrubber.set(stage.at, true);
    parts.said.textContent = duel.over ? ending(duel) : sentence(events);
    paint();
    askCloud();
  };
  stage.repaint = () => {
    paint();
    askCloud();
  };
  stage.close = () => {
    stage.control?.abort();
    scrubber.close();
  };
  return stage;
}

/** Makes both fields for the size of a duel. */
function build(room, stage, parts, { rows, columns }) {
  if (stage.hunter?.rows === rows && stage.hunter?.columns === columns) return;
  const shoot = ({ type, cell }) => {
    if (type !== "down" && type !== "press") return;
    room.take();
    room.auto.pause();
    room
      .shoot(cell)
      .then((isLegal) => {
        if (!isLegal && !room.duel.over) room.tools.say(`${cellName(cell)} was shot at before`);
      })
      .catch(room.tools.refuse);
  };
  stage.hunter = createField({
    board: room.tools.board,
    label: "The waters of the hunter: choose a cell with the arrow keys, shoot with Enter",
    rows,
    columns,
    onCell: shoot,
  });
  stage.person = createField({ board: room.tools.board, label: "Your waters", rows, columns, onCell: () => {} });
  stage.hunter.board.element.dataset.test = "hunter-field";
  stage.rosters = [el("div"), el("div")];
  stage.legend = createLegend();
  stage.count = el("p.muted.count", { data: { test: "cloud-count" } });
  fill(
    parts.fields,
    side("The hunter’s waters", stage.hunter, stage.rosters[0], "target", stage.legend.element, stage.count),
    side("Your fleet", stage.person, stage.rosters[1], "own"),
  );
}

const side = (text, field, roster, kind = "target", ...below) =>
  el(`section.side.${kind}`, {}, el("div.spread", {}, el("h2", { text }), roster), field.element, below);

/** What happened, in words. */
export function sentence(events) {
  if (events.length === 0) return "";
  const own = events.filter(({ side }) => side === "person").map(({ cell, answer, ship }) => `${cellName(cell)}: ${outcome(answer, ship)}`);
  const other = events.filter(({ side }) => side === "hunter");
  const hits = other.filter(({ answer }) => answer !== "miss").length;
  const reply =
    other.length === 0
      ? "Shoot again."
      : `The hunter shoots at ${other.map(({ cell }) => cellName(cell)).join(", ")}${hits ? ` and hits ${hits === 1 ? "once" : `${hits} times`}` : ""}.`;
  return `${own.join(", ")}. ${reply}`;
}

const outcome = (answer, ship) => (answer === "sunk" ? `sunk, a ship of ${ship?.length}` : answer);
const ending = ({ state }) => (state.winner === "person" ? `You won after ${state.hunter.shots} shots.` : "The hunter sank your fleet.");

function sourceOf(room) {
  const { duel } = room;
  return {
    name: `battleship-${duel.id}`,
    svg: () => duel.session.picture(),
    gif: () => duel.session.picture("gif"),
    apng: () => duel.session.picture("apng"),
    json: () => duel.session.save(),
    command: () => {
      const size = duel.rows === 10 && duel.columns === 10 ? "" : ` --rows ${duel.rows} --columns ${duel.columns}`;
      return `tilewright battleship play --hunter ${duel.hunter} --fleet ${duel.lengths.join(",")} --touch ${duel.touch}${size} --seed ${duel.seed}`;
    },
  };
}
