/** Boxes to break and grass to cut, by the rules `royal`. */
export const level = {
  rules: "royal",
  colors: 5,
  moves: 25,
  goal: { all: [{ collect: { kind: "box", count: "all" } }, { collect: { kind: "grass", count: "all" } }] },
  layout: [
    "........",
    "........",
    "........",
    "........",
    "........",
    "........",
    "........",
    "........",
  ].map((row, y) => [...row].map((_, x) => token(x, y))),
};

function token(x, y) {
  const side = Math.min(x, 7 - x);
  if (y === 4 && side !== 2) return "box2";
  if (y === 5 && side < 2) return "box3";
  return y > 5 ? "._grass1" : ".";
}
