import { GameModule } from "../games/module.js";

/** The module of match-3. */
export const game = new GameModule("tilewright/match3", "match3");
