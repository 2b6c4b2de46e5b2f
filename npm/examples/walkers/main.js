// Walkers on a map of Tiled in Phaser: they go between two places and plan anew as walls are painted. Drag to build, with the right button to take away.

import * as Phaser from "phaser";
import { init, Navigation, Terrain } from "tilewright/paths";

/** The time of a step of all walkers, in milliseconds. */
const STEP = 160;
const WALKERS = 40;

class VillageScene extends Phaser.Scene {
  constructor() {
    super("village");
  }

  preload() {
    this.load.tilemapTiledJSON("village", "village.tmj");
    this.load.image("village-tiles", "village-tiles.png");
  }

  create() {
    this.map = this.make.tilemap({ key: "village" });
    this.ground = this.map.createLayer("ground", this.map.addTilesetImage("village-tiles"), 0, 0);
    const { width, height } = this.map;

    // What the tiles say becomes terrain and costs: 40 × 24 cells, row by row.
    const cells = Array.from({ length: width * height }, (_, at) => this.terrain(this.tile(at % width, Math.floor(at / width))));
    const layer = { name: "walk", steps: 4, costs: { [Terrain.FREE]: 1, [Terrain.SWAMP]: 6 } };
    this.navigation = new Navigation({ width, height, cells }, { layers: [layer] });
    this.crowd = this.navigation.crowd();

    const paint = this.add.graphics();
    paint.fillStyle(0xffffff).fillCircle(6, 6, 6).lineStyle(2, 0x20242c).strokeCircle(6, 6, 5);
    paint.generateTexture("walker", 12, 12).destroy();
    this.walkers = new Map();
    const homes = this.free((x) => x < 8);
    const fields = this.free((x) => x > 30);
    for (let at = 0; at < WALKERS; at++) {
      const ends = [homes[(7 * at) % homes.length], fields[(11 * at) % fields.length]];
      this.addWalker(...(at % 2 === 0 ? ends : ends.reverse()), at);
    }

    this.input.mouse?.disableContextMenu();
    for (const event of ["pointerdown", "pointermove"]) {
      this.input.on(event, (pointer) => {
        if (!pointer.isDown) return;
        this.build(Math.floor(pointer.x / 16), Math.floor(pointer.y / 16), !pointer.rightButtonDown());
      });
    }
    this.time.addEvent({ delay: STEP, loop: true, callback: () => this.step() });
  }

  tile(x, y) {
    return this.map.getTileAt(x, y, true, "ground");
  }

  terrain({ properties }) {
    if (!properties.walkable) return Terrain.WALL;
    return properties.cost > 1 ? Terrain.SWAMP : Terrain.FREE;
  }

  /** The free cells of some columns. */
  free(isWanted) {
    const found = [];
    for (let y = 1; y < this.map.height - 1; y++) {
      for (let x = 0; x < this.map.width; x++) if (isWanted(x) && this.navigation.terrain(x, y) === Terrain.FREE) found.push({ x, y });
    }
    return found;
  }

  addWalker(home, goal, at) {
    if ([...this.walkers.values()].some(({ x, y }) => x === home.x && y === home.y)) return;
    const sprite = this.add.image(16 * home.x + 8, 16 * home.y + 8, "walker").setTint(Phaser.Display.Color.HSVToRGB((at * 0.618) % 1, 0.7, 1).color);
    this.walkers.set(this.crowd.add(home, goal), { ...home, home, goal, sprite });
  }

  /** All walkers take a step; who has arrived goes back. */
  step() {
    const { moves, arrived, left } = this.crowd.step();
    for (let at = 0; at < moves.length; at += 4) {
      const walker = this.walkers.get(moves[at]);
      [walker.x, walker.y] = [moves[at + 2], moves[at + 3]];
      this.tweens.add({ targets: walker.sprite, x: 16 * walker.x + 8, y: 16 * walker.y + 8, duration: STEP });
    }
    for (const number of arrived) {
      const walker = this.walkers.get(number);
      [walker.home, walker.goal] = [walker.goal, walker.home];
      this.crowd.setGoal(number, walker.goal);
    }
    for (const number of left) {
      this.walkers.get(number).sprite.destroy();
      this.walkers.delete(number);
    }
  }

  /** Builds a wall, or takes away what stands there. The walkers find their new ways at their next step. */
  build(x, y, isWall) {
    if (x < 0 || y < 0 || x >= this.map.width || y >= this.map.height) return;
    if ([...this.walkers.values()].some((walker) => walker.x === x && walker.y === y)) return;
    this.map.putTileAt(isWall ? 3 : 1, x, y, true, "ground");
    this.navigation.set(x, y, isWall ? Terrain.WALL : Terrain.FREE);
  }
}

await init();
const game = new Phaser.Game({
  width: 640,
  height: 384,
  pixelArt: true,
  banner: false,
  audio: { noAudio: true },
  scene: VillageScene,
});

// For a look from outside: the tests of the example use it.
globalThis.game = game;
