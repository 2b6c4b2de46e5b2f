// A player that shoots by itself in the person's place.

/** Speeds in shots a second; the last is as fast as the player thinks. */
export const SPEEDS = [0.5, 1, 2, 4, 8, 16, Infinity];

/** Autoplay of the duel. */
export function createAutoplay(room) {
  const auto = { playing: false, turn: 0 };
  const step = async () => {
    const { move } = await room.duel.hint(room.settings.player);
    return move && auto.playing ? room.shoot(move) : false;
  };
  const loop = async (turn) => {
    while (auto.playing && turn === auto.turn && !room.duel.over) {
      const begun = performance.now();
      if (!(await step())) break;
      const rest = 1000 / SPEEDS[room.settings.speed] - (performance.now() - begun);
      await new Promise((resolve) => {
        setTimeout(resolve, Math.max(0, rest));
      });
    }
    if (turn === auto.turn) auto.pause();
  };
  auto.play = () => {
    if (auto.playing || room.duel.over) return;
    Object.assign(auto, { playing: true, turn: auto.turn + 1 });
    room.panel.showPlaying();
    loop(auto.turn).catch((error) => {
      auto.pause();
      room.tools.refuse(error);
    });
  };
  auto.pause = () => {
    if (auto.playing) {
      auto.playing = false;
      room.panel.showPlaying();
    }
  };
  auto.toggle = () => (auto.playing ? auto.pause() : auto.play());
  return auto;
}
