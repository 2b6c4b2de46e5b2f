// Levels that the tests play.

const row = (text) => text.trim().split(/\s+/);

/** Under `royal`: boxes and grass. */
export const royal = {
  schema: "tilewright/level/2",
  rules: "royal",
  rows: 7,
  columns: 8,
  colors: 4,
  moves: 24,
  goal: { all: [{ collect: { kind: "box", count: "all" } }, { collect: { kind: "grass", count: "all" } }] },
  layout: [
    row(". . . . . . . ."),
    row(". . . . . . . ."),
    row(". box1 box1 . . box2 box1 ."),
    row(". box1 . . . . box1 ."),
    row("._grass1 ._grass1 . . . . ._grass1 ._grass2"),
    row(". . ._grass1 ._grass1 . . . ."),
    row(". . . . . . . ."),
  ],
};

/** Under `blast`: groups are tapped. */
export const blast = {
  schema: "tilewright/level/2",
  rules: "blast",
  rows: 6,
  columns: 6,
  colors: 4,
  moves: 15,
  goal: { collect: { kind: "box", count: "all" } },
  layout: [
    row(". . . . . ."),
    row(". . . . . ."),
    row(". . . . . ."),
    row(". box1 box1 box1 box1 ."),
    row(". . . . . ."),
    row("box1 . box1 box1 . box1"),
  ],
};

/** Under `classic`, as text. */
export const classic = "........\n".repeat(8);
