// The rooms in the order of the navigation. A folder has another name than its room where calls
// of the server begin with that name.

export const ROOMS = [
  { name: "levels", text: "Levels", folder: "levels", load: () => import("./levels/index.js") },
  { name: "paths", text: "Paths", folder: "paths", load: () => import("./paths/index.js") },
  { name: "tiles", text: "2048", folder: "tiles", load: () => import("./tiles/index.js") },
  { name: "battleship", text: "Battleship", folder: "battleship", load: () => import("./battleship/index.js") },
  { name: "runs", text: "Runs", folder: "history", load: () => import("./history/index.js") },
];
