import { GameModule } from "../games/module.js";

/** The module of Battleship. */
export const game = new GameModule("tilewright/battleship", "battleship");
