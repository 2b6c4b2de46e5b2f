// Names of bots, hunters and players. Written by `cargo xtask schemas`.

export const BOTS = ["random", "article", "greedy", "planner"];
export const LEVELS = ["novice", "intermediate", "advanced", "expert"];
export const HUNTERS = ["random", "casual", "hunt-and-target", "lattice", "scout", "posterior", "exact", "density", "veteran"];
export const PLAYERS = ["random", "greedy", "classic", "expectimax", "network", "perfect"];
