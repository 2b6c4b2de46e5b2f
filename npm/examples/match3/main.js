// Starts the level; with `?plays` behind the address it plays itself.

import * as Phaser from "phaser";
import { init } from "tilewright/match3";
import { level } from "./level.js";
import { LevelScene, TILE, TOP } from "./scene.js";

await init();
const plays = new URLSearchParams(location.search).has("plays");
const game = new Phaser.Game({
  width: level.layout[0].length * TILE,
  height: TOP + level.layout.length * TILE,
  backgroundColor: "#2b303b",
  banner: false,
  audio: { noAudio: true },
});
game.scene.add("level", LevelScene, true, { level, plays });

// For a look from outside: the tests of the example use it.
globalThis.game = game;
