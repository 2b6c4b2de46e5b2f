// A match-3 level in Phaser: `tilewright` plays by the rules and tells what happens; the scene shows it, and knows no rule.

import * as Phaser from "phaser";
import { Match3Game } from "tilewright/match3";

export const TILE = 64;
export const TOP = 56;
const COLORS = [0xe4572e, 0x2e86de, 0x76b041, 0xf2b134, 0x9b5de5, 0x17bebb];

/** How long things take, in milliseconds. */
const TIMES = { swap: 120, fall: 55, burst: 130, appear: 90, pause: 60 };

/** Grounds lie under what fills a cell, covers over it. */
const DEPTHS = { ground: 0, cover: 2 };

export class LevelScene extends Phaser.Scene {
  constructor() {
    super("level");
  }

  create({ level, seed = 7, plays = false }) {
    this.match3 = new Match3Game({ level, seed });
    this.plays = plays;
    this.sprites = new Map();
    this.isBusy = false;
    this.isHammer = false;
    const style = { fontFamily: "sans-serif", fontSize: "18px", color: "#ffffff" };
    this.headline = this.add.text(12, 18, "", style);
    this.addButton("undo", -12, style, () => this.undo());
    this.hammer = this.addButton("hammer", -76, style, () => this.takeHammer(!this.isHammer));
    this.redraw();
    this.input.on("pointerdown", (pointer) => (this.from = this.cell(pointer)));
    this.input.on("pointerup", (pointer) => this.release(this.cell(pointer)));
    this.input.on("pointerupoutside", () => (this.from = undefined));
    if (plays) this.next();
  }

  addButton(text, right, style, press) {
    const button = this.add.text(this.scale.width + right, 18, text, style).setOrigin(1, 0).setInteractive({ useHandCursor: true });
    button.on("pointerdown", (_pointer, _x, _y, event) => {
      // It is no touch of the board.
      event.stopPropagation();
      press();
    });
    return button;
  }

  /** The cell under the pointer, if there is one. */
  cell({ x, y }) {
    const cell = { x: Math.floor(x / TILE), y: Math.floor((y - TOP) / TILE) };
    return this.isOnBoard(cell) ? cell : undefined;
  }

  isOnBoard({ x, y }) {
    return x >= 0 && y >= 0 && x < this.match3.width && y < this.match3.height;
  }

  /** A drag swaps with the neighbour in its direction; both ends in one cell are a tap. */
  release(to) {
    const { from } = this;
    this.from = undefined;
    if (!from || !to) return;
    if (this.isHammer) {
      this.takeHammer(false);
      this.act(() => this.match3.boost({ hammer: to }));
      return;
    }
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const end = Math.abs(dx) > Math.abs(dy) ? { x: from.x + Math.sign(dx), y: from.y } : { x: from.x, y: from.y + Math.sign(dy) };
    this.act(() => this.match3.swap(from, end));
  }

  takeHammer(isHammer) {
    this.isHammer = isHammer;
    this.hammer.setColor(isHammer ? "#f2b134" : "#ffffff");
  }

  /** Plays, and shows what it leads to; meanwhile nothing else is played. */
  async act(play) {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      for (const step of play().steps) await this.animate(step);
      this.state = this.match3.state();
      this.tell();
    } finally {
      this.isBusy = false;
    }
    if (this.plays) this.next();
  }

  /** Undo sends no events: the scene is drawn anew. */
  undo() {
    if (!this.isBusy && this.match3.undo()) this.redraw();
  }

  redraw() {
    for (const sprite of this.sprites.values()) sprite.destroy();
    this.sprites.clear();
    this.state = this.match3.state();
    this.left = this.state.parts.map(({ left }) => left);
    for (const element of this.state.elements) this.show(element.id, element, element);
    this.tell();
  }

  /** The game plays itself, by its own hints. */
  next() {
    const hint = this.match3.hint("planner", 40);
    if (hint) this.time.delayedCall(3 * TIMES.pause, () => this.act(() => this.match3.play(hint)));
  }

  /** The events of one step happen at once. Jumps of one element within a step follow each other. */
  animate(step) {
    const waits = [];
    const ways = new Map();
    for (const event of step) {
      if (event.event === "appear") waits.push(this.appear(event));
      if (event.event === "move") ways.set(event.id, [...(ways.get(event.id) ?? []), event]);
      if (event.event === "turn" || event.event === "hit") this.paint(event.id, event.look);
      if (event.event === "count") this.left[event.part] = event.value;
    }
    for (const [id, moves] of ways) waits.push(this.move(id, moves));
    for (const event of step) {
      if (event.event === "leave") waits.push(this.leave(event));
      if (event.event === "fire") waits.push(this.flash(event));
    }
    this.tell();
    return Promise.all(waits);
  }

  place({ x, y }) {
    return { x: (x + 0.5) * TILE, y: TOP + (y + 0.5) * TILE };
  }

  show(id, look, at) {
    const sprite = this.add.container(this.place(at).x, this.place(at).y);
    sprite.setDepth(DEPTHS[look.sort] ?? 1);
    this.sprites.set(id, sprite);
    this.paint(id, look);
    return sprite;
  }

  /** Draws how an element looks; a real game has pictures. */
  paint(id, look) {
    const sprite = this.sprites.get(id);
    if (!sprite) return;
    sprite.removeAll(true);
    const drawn = this.add.graphics();
    const half = TILE / 2;
    if (look.sort === "ground") drawn.fillStyle(0x5fa052, 0.35 + 0.2 * look.layers).fillRect(-half, -half, TILE, TILE);
    else if (look.sort === "blocker") {
      drawn.fillStyle(0x9c6b3f).fillRect(3 - half, 3 - half, TILE - 6, TILE - 6);
      drawn.lineStyle(4, 0x5f3d20);
      for (let layer = 0; layer < look.layers; layer++) drawn.strokeRect(8 + 8 * layer - half, 8 + 8 * layer - half, TILE - 16 - 16 * layer, TILE - 16 - 16 * layer);
    } else if (look.sort === "block") {
      drawn.fillStyle(COLORS[look.color]);
      this.shape(drawn, look.color);
    } else {
      drawn.fillStyle(0xffffff).fillRoundedRect(6 - half, 6 - half, TILE - 12, TILE - 12, 16);
      sprite.add(drawn);
      const name = this.add.text(0, 0, look.name ?? look.token, { fontFamily: "sans-serif", fontSize: "14px", color: "#20242c" });
      sprite.add(name.setOrigin(0.5));
      return;
    }
    sprite.add(drawn);
  }

  /** A shape for each colour, for those who see colours alike. */
  shape(drawn, color) {
    const size = TILE / 2 - 8;
    if (color === 0) drawn.fillCircle(0, 0, size);
    else if (color === 1) drawn.fillRoundedRect(-size, -size, 2 * size, 2 * size, 8);
    else {
      const corners = [3, 4, 5, 6][color - 2] ?? 8;
      const at = (corner) => new Phaser.Math.Vector2(0, -size - 2).rotate((2 * Math.PI * corner) / corners);
      drawn.fillPoints(Array.from({ length: corners }, (_, corner) => at(corner)), true);
    }
  }

  tween(targets, values, duration) {
    return new Promise((done) => this.tweens.add({ targets, ...values, duration, onComplete: done }));
  }

  appear({ id, look, to, manner }) {
    const sprite = this.show(id, look, to);
    if (manner === "refilled") {
      // It comes in from above its spawner, and falls from there.
      sprite.y -= TILE;
      return this.tween(sprite, { y: this.place(to).y }, TIMES.fall);
    }
    sprite.setScale(0);
    return this.tween(sprite, { scale: 1 }, TIMES.appear);
  }

  async move(id, moves) {
    const sprite = this.sprites.get(id);
    for (const { to, manner } of moves) {
      const time = manner === "fall" || manner === "slide" ? TIMES.fall : TIMES.swap;
      if (sprite) await this.tween(sprite, this.place(to), time);
    }
  }

  async leave({ id }) {
    const sprite = this.sprites.get(id);
    this.sprites.delete(id);
    if (!sprite) return;
    await this.tween(sprite, { scale: 0, alpha: 0 }, TIMES.burst);
    sprite.destroy();
  }

  /** The cells that a piece reaches light up. */
  async flash({ cells }) {
    const light = this.add.graphics().setDepth(3).fillStyle(0xffffff, 0.6);
    for (const { x, y } of cells) light.fillRect(x * TILE, TOP + y * TILE, TILE, TILE);
    await this.tween(light, { alpha: 0 }, TIMES.burst);
    light.destroy();
  }

  tell() {
    const { over, won, movesMade, moveLimit, parts } = this.state;
    const goal = parts.map(({ part }, at) => `${part.split(":").at(-1)} ${this.left[at]}`).join("   ");
    this.headline.setText(over ? (won ? `won after ${movesMade} moves` : "lost") : `${moveLimit - movesMade} moves   ${goal}`);
  }
}
