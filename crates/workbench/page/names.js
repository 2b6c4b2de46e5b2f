// Names of bots, hunters and players, and the dark counterparts of colours. Written by `cargo xtask schemas`.

export const BOTS = ["random", "article", "greedy", "planner", "novice", "beginner", "regular", "skilled", "expert"];
export const LEVELS = ["novice", "intermediate", "advanced", "expert"];
export const HUNTERS = ["random", "casual", "hunt-and-target", "lattice", "scout", "posterior", "exact", "density", "veteran", "perfect"];
export const PLAYERS = ["random", "greedy", "classic", "expectimax", "network", "perfect"];
export const DARK = {
  "#fcfcfa": "#15181c",
  "#1f2328": "#e8eaed",
  "#5f666e": "#a4abb3",
  "#dfe2e5": "#31373e",
  "#eff1f2": "#23282e",
  "#0072b2": "#4aa3df",
  "#d55e00": "#ee7d2b",
  "#009e73": "#22b88d",
  "#cc79a7": "#d68fb6",
  "#7a8189": "#959ca4",
};
