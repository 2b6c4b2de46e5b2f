// Who moves: the keys, swipes and buttons of a person, or a player by itself.

import { MOVES } from "./values.js";

/** Speeds in moves a second; the last is as fast as the player thinks. */
export const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32, 64, Infinity];
/** Up to this speed tiles glide. */
const GLIDES = 6;

/** A player that plays by itself. */
export function createAutoplay(room) {
  const auto = { playing: false, turn: 0 };
  const step = async () => {
    const { move } = await room.game.hint(room.settings.player);
    if (!move) return false;
    return auto.playing && room.move(move, { animated: speedOf(room) <= GLIDES });
  };
  const loop = async (turn) => {
    while (auto.playing && turn === auto.turn) {
      const begun = performance.now();
      if (!(await step())) break;
      const rest = 1000 / speedOf(room) - (performance.now() - begun);
      if (rest > 1)
        await new Promise((resolve) => {
          setTimeout(resolve, rest);
        });
      else if (document.hidden)
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
    }
    if (turn === auto.turn) auto.pause();
  };
  auto.play = () => {
    if (auto.playing || room.game.now.over) return;
    Object.assign(auto, { playing: true, turn: auto.turn + 1 });
    room.panel.showPlaying();
    loop(auto.turn).catch((error) => {
      auto.pause();
      room.tools.refuse(error);
    });
  };
  auto.pause = () => {
    if (!auto.playing) return;
    auto.playing = false;
    room.panel.showPlaying();
  };
  auto.toggle = () => (auto.playing ? auto.pause() : auto.play());
  return auto;
}

const speedOf = (room) => SPEEDS[room.settings.speed] ?? 2;

const KEYS = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left", w: "up", d: "right", s: "down", a: "left" };

/** Moves of the person, one after the other. */
export function watchInput(room) {
  let busy = Promise.resolve();
  let waiting = 0;
  const move = (direction) => {
    room.auto.pause();
    room.take();
    if (waiting > 2) return;
    waiting += 1;
    busy = busy
      .then(() => room.move(direction))
      .then((isLegal) => {
        if (isLegal) room.tools.say(`${direction}. Score ${room.game.now.score}`);
      })
      .catch(room.tools.refuse)
      .finally(() => {
        waiting -= 1;
      });
  };
  const acts = {
    " ": () => room.auto.toggle(),
    h: () => room.panel.hint(),
    n: () => room.newGame().catch(room.tools.refuse),
    u: () => {
      room.auto.pause();
      room.take();
      room.tools.undo.undo().catch(room.tools.refuse);
    },
  };
  room.personMoves = move;
  const swipe = watchSwipes(room.stage.element.querySelector(".tile-board"), move);
  return {
    key(event) {
      if (event.shiftKey) return false;
      const direction = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
      if (direction) move(direction);
      else if (acts[event.key.toLowerCase()]) acts[event.key.toLowerCase()]();
      else return false;
      return true;
    },
    close: swipe,
  };
}

/** The direction of a swipe, or `null` if it is too short. Pure. */
export function swipeOf(dx, dy, least = 24) {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < least) return null;
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? MOVES[1] : MOVES[3];
  return dy > 0 ? MOVES[2] : MOVES[0];
}

function watchSwipes(element, move) {
  let from = null;
  const down = (event) => {
    from = [event.clientX, event.clientY];
    element.setPointerCapture(event.pointerId);
  };
  const moved = (event) => {
    if (!from) return;
    const direction = swipeOf(event.clientX - from[0], event.clientY - from[1]);
    if (direction) {
      from = null;
      move(direction);
    }
  };
  const up = () => {
    from = null;
  };
  const listeners = [
    ["pointerdown", down],
    ["pointermove", moved],
    ["pointerup", up],
    ["pointercancel", up],
  ];
  for (const [name, listener] of listeners) element.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of listeners) element.removeEventListener(name, listener);
  };
}
