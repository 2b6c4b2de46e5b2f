import { GameModule, type GameExports } from "../games/module.js";

interface Exports extends GameExports {
  take_network(): number;
}

/** The module of 2048. */
export const game = new GameModule<Exports>("tilewright/2048", "2048");
