// The board with the score above and the scrubber below.

import { el, button, drawIcon } from "../dom.js";
import { grouped } from "../numbers.js";
import { createTileBoard, describe } from "./board.js";

/** The left part of the room. */
export function createStage(room) {
  const { tools } = room;
  const board = createTileBoard();
  const parts = {
    number: el("div.number", { text: "0", data: { test: "score" } }),
    largest: el("dd"),
    moves: el("dd", { data: { test: "moves" } }),
    name: el("span.muted"),
  };
  const score = el("div.score", {}, parts.number, el("span.unit", { text: "Score" }));
  const facts = el(
    "dl.facts",
    {},
    el("div", {}, el("dt", { text: "Largest tile" }), parts.largest),
    el("div", {}, el("dt", { text: "Moves" }), parts.moves),
  );
  const carry = tools.carry(() => sourceOfGame(room), "this game");
  const frame = el("div.tile-frame", {}, board.element);
  const scrubber = tools.scrubber({
    label: "Moves of this game",
    rate: 8,
    show: (index, length) => placeOf(index, length, room.game?.missing),
    onFrame: (index, { playing }) => view(index, playing),
  });
  const stage = {
    element: el("div.stage", {}, el("div.spread.tiles-head", {}, score, facts, carry), el("div.tile-stage", {}, frame, scrubber.element)),
    scrubber,
    at: 0,
  };
  const facts_ = ({ score: points, board: tiles }) => {
    parts.number.textContent = grouped(points);
    parts.largest.textContent = grouped(Math.max(...tiles.flat()));
    parts.moves.textContent = grouped(stage.at + room.game.missing);
  };
  const paint = (shown, animated) => {
    if (animated && shown.events && !tools.isReduced()) board.play(shown.events, shown.board);
    else board.show(shown.board);
    board.element.setAttribute("aria-label", describe(shown.board));
    facts_(shown);
    cover(room, frame, shown);
  };
  const view = (index, playing) => {
    room.auto.pause();
    const ahead = index === stage.at + 1;
    stage.at = index;
    paint(room.game.frames[index], ahead && !playing);
    room.panel.showMove();
  };
  /** The position that is shown: the last one, unless the scrubber was moved. */
  stage.shown = () => room.game.frames[stage.at];
  stage.isLive = () => stage.at === room.game.frames.length - 1;
  stage.open = (game) => {
    stage.at = game.frames.length - 1;
    scrubber.setLength(game.frames.length);
    scrubber.set(stage.at, true);
    paint(game.now, false);
  };
  /** Earlier positions are known now; the same one is shown. */
  stage.recalled = (count) => {
    stage.at += count;
    scrubber.setLength(room.game.frames.length);
    scrubber.set(stage.at, true);
  };
  stage.showLive = (shown, animated) => {
    const before = room.game.frames[stage.at]?.score ?? 0;
    stage.at = room.game.frames.length - 1;
    scrubber.setLength(room.game.frames.length);
    scrubber.set(stage.at, true);
    paint(shown ?? room.game.now, animated && shown !== null);
    if (shown && animated) fly(score, shown.score - before);
  };
  stage.go = (index) => {
    scrubber.pause();
    scrubber.set(index);
  };
  stage.point = (move) => {
    const arrow = el("div.hint-arrow", {}, drawIcon(move));
    frame.querySelector(".hint-arrow")?.remove();
    frame.append(arrow);
    setTimeout(() => arrow.remove(), 1200);
  };
  return stage;
}

/** Which move is shown, as the number of moves counts: also those that this browser has not seen. Pure. */
export const placeOf = (index, length, missing = 0) => `${index + missing} of ${Math.max(0, length - 1) + missing}`;

/** Points that fly up beside the score. */
function fly(score, gain) {
  score.querySelector(".fly")?.remove();
  if (gain <= 0) return;
  const flying = el("span.fly", { text: `+${gain}`, aria: { hidden: "true" } });
  flying.addEventListener("animationend", () => flying.remove());
  score.append(flying);
}

/** The words over a finished game. */
function cover(room, frame, shown) {
  frame.querySelector(".game-over")?.remove();
  if (!shown.over) return;
  const again = button("Play again", () => room.newGame(), { class: "primary" });
  frame.append(
    el(
      "div.game-over",
      { data: { test: "game-over" } },
      el("h2", { text: "Game over" }),
      el(
        "div.row",
        {},
        again,
        button("Show the worst moves", () => {
          room.tools.go({ view: "review" }, { replace: true });
          room.view.start?.();
        }),
      ),
    ),
  );
}

/** What can be carried away: the picture, the saved game, the command that continues it. */
function sourceOfGame(room) {
  const { session } = room.game;
  const name = `2048-${session.id}`;
  return {
    name,
    svg: () => session.picture(),
    gif: () => session.picture("gif"),
    apng: () => session.picture("apng"),
    json: () => session.save(),
    // The command reads the saved game, which is carried away as JSON under the same name.
    command: () => `tilewright 2048 play --saves . --game ${name} --auto --moves 0 --picture ${name}.gif`,
  };
}
