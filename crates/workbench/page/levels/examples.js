/**
 * Example levels, one for each preset of rules. The first is shown when the room opens. Their move limits
 * are those within which the bot of their goal wins about three games of four: both Easier and Harder lead somewhere.
 */

const grassy = (row) => row.split(" ");

/** Names, the words for addresses, and documents. */
export const EXAMPLES = [
  {
    name: "Garden (royal)",
    key: "garden",
    level: {
      schema: "tilewright/level/2",
      name: "garden",
      rows: 8,
      columns: 8,
      colors: 5,
      rules: "royal",
      layout: [
        ". . . . . . . .",
        ". . . R- B . . .",
        ". . box1 . . box1 . .",
        ". box2 box2 . . box2 box2 .",
        ". . .+chain1 . . .+chain1 . .",
        ". . . . . . . .",
        ". ._grass1 ._grass1 ._grass2 ._grass2 ._grass1 ._grass1 .",
        "._grass1 ._grass1 . . . . ._grass1 ._grass1",
      ].map(grassy),
      goal: { all: [{ collect: { kind: "box", count: "all" } }, { collect: { kind: "grass", count: "all" } }] },
      moves: 10,
    },
  },
  {
    name: "Terrace (classic)",
    key: "terrace",
    level: {
      schema: "tilewright/level/2",
      name: "terrace",
      rows: 8,
      columns: 8,
      colors: 5,
      layout: ["........", "..a..a..", "#......#", "........", ".1....1.", "..2..2..", "...bb...", "_......_"],
      goal: { all: [{ collect: 15 }, { clear: "blockers" }] },
      moves: 12,
    },
  },
  {
    name: "10 × 10 cells (classic, of the first article)",
    key: "article",
    level: {
      schema: "tilewright/level/2",
      rows: 10,
      columns: 10,
      colors: 7,
      layout: [
        "..........",
        "..........",
        "#.........",
        "#..#.#..#.",
        "..........",
        "......##..",
        "..........",
        "..........",
        "...#.#...#",
        "#.....#...",
      ],
      goal: { collect: 18 },
    },
  },
  {
    name: "Orchard (candy)",
    key: "orchard",
    level: {
      schema: "tilewright/level/2",
      name: "orchard",
      rows: 8,
      columns: 7,
      colors: 5,
      rules: "candy",
      layout: [
        ". . . cherry . . .",
        ". . . . . . .",
        ". . . . . . .",
        "._jelly1 . . . . . ._jelly1",
        "._jelly2 ._jelly1 .+lock1 . .+lock1 ._jelly1 ._jelly2",
        "frosting1 . . . . . frosting1",
        "frosting2 frosting1 . . . frosting1 frosting2",
        ". . . . . . .",
      ].map(grassy),
      goal: { all: [{ collect: { kind: "jelly", count: "all" } }, { drop: 1 }] },
      moves: 20,
    },
  },
  {
    name: "Frozen pond (lab)",
    key: "pond",
    level: {
      schema: "tilewright/level/2",
      name: "frozen pond",
      rows: 6,
      columns: 6,
      colors: 4,
      rules: "lab",
      layout: [
        ". . . . . .",
        ". .+ice1 .+ice2 .+ice2 .+ice1 .",
        "._grass1 . box1 box1 . ._grass1",
        ". . . . . .",
        ". ._grass2 ._grass2 ._grass2 ._grass2 .",
        "# . . . . #",
      ].map(grassy),
      goal: { all: [{ collect: { kind: "ice", layers: 6 } }, { collect: { color: "red", count: 10 } }] },
      moves: 10,
    },
  },
];
