/**
 * The parts of a cell's token, and what a brush does to them: contents, `+cover`, `_ground`.
 */

/**
 * @param {string} token
 * @returns {{contents: string, cover: string, ground: string}} Cover and ground are empty where there is none.
 */
export function parts(token) {
  if (token === "_" || token === "?") return { contents: token, cover: "", ground: "" };
  // The `+` of an armed piece such as `P!+1` begins no cover.
  const [, contents, cover = "", ground = ""] = /^((?:!\+|[^+_])*)(?:\+([^_]*))?(?:_(.*))?$/.exec(token) ?? [null, token];
  return { contents, cover, ground };
}

/** The token of parts. */
export function join({ contents, cover, ground }) {
  return contents + (cover && `+${cover}`) + (ground && `_${ground}`);
}

/** The cell without what fills it: the token that shows the ground and the cover alone. */
export function shell(token) {
  const { contents, cover, ground } = parts(token);
  if (contents === "_" || contents === "?" || contents === "#") return contents;
  return join({ contents: "-", cover, ground });
}

/**
 * What a brush leaves in a cell.
 * @param {string} token The cell before.
 * @param {{place: string, token: string}} brush A brush of `contents`, `cover` or `ground`; an empty token
 * removes the cover or the ground.
 * @param {(contents: string) => boolean} isFixed Whether contents cannot have a cover.
 * @returns {string}
 */
export function painted(token, brush, isFixed) {
  const now = parts(token);
  const isPlain = !["_", "?", "#"].includes(now.contents);
  if (brush.place === "contents") {
    if (["_", "?", "#", "."].includes(brush.token)) return brush.token;
    const kept = isPlain ? now : { cover: "", ground: "" };
    const cover = isFixed(brush.token) ? "" : kept.cover;
    return join({ contents: brush.token, cover, ground: kept.ground });
  }
  const base = isPlain ? now : { contents: ".", cover: "", ground: "" };
  if (!brush.token) return isPlain ? join({ ...now, [brush.place]: "" }) : token;
  const contents = brush.place === "cover" && isFixed(base.contents) ? "." : base.contents;
  return join({ ...base, contents, [brush.place]: brush.token });
}

/** The cells of a block of several cells beside its upper left one. */
export function others([row, column], [rows, columns]) {
  const all = Array.from({ length: rows * columns }, (_, at) => [row + Math.floor(at / columns), column + (at % columns)]);
  return all.slice(1);
}

/**
 * The block of several cells that a cell belongs to.
 * @param {string[][]} tokens
 * @param {[number, number]} cell
 * @param {(contents: string) => [number, number]|undefined} sizeOf The rows and columns of such contents.
 * @returns {Array<[number, number]>} Its cells, the upper left one first; empty if there is none.
 */
export function bigAt(tokens, [row, column], sizeOf) {
  const isIt = ([r, c]) => r === row && c === column;
  for (let r = row; r >= 0 && r > row - 4; r -= 1)
    for (let c = column; c >= 0 && c > column - 4; c -= 1) {
      const size = sizeOf(parts(tokens[r][c]).contents);
      const cells = size ? [[r, c], ...others([r, c], size)] : [];
      if (cells.some(isIt)) return cells;
    }
  return [];
}

/**
 * The changes that a brush makes in a cell: a block of several cells comes and goes as a whole.
 * @param {string[][]} tokens
 * @param {[number, number]} cell
 * @param {{place: string, token: string, cells?: [number, number]}} brush
 * @param {{isFixed: (contents: string) => boolean, sizeOf: (contents: string) => [number, number]|undefined}} rules
 * @returns {Array<[number, number, string]>} Row, column and token; none where the brush has no room.
 */
export function strokes(tokens, cell, brush, { isFixed, sizeOf }) {
  const wanted = [cell, ...(brush.cells ? others(cell, brush.cells) : [])];
  if (wanted.some(([r, c]) => tokens[r]?.[c] === undefined)) return [];
  const changes = new Map();
  const now = ([r, c]) => changes.get(`${r},${c}`)?.[2] ?? tokens[r][c];
  const set = ([r, c], token) => changes.set(`${r},${c}`, [r, c, token]);
  // What stood there goes with all its cells; the ground below them stays.
  const gone = brush.place === "ground" ? [] : wanted.flatMap((place) => bigAt(tokens, place, sizeOf));
  for (const place of gone) set(place, join({ ...parts(now(place)), contents: "." }));
  wanted.forEach((place, at) => set(place, painted(now(place), at === 0 ? brush : { place: "contents", token: "=" }, isFixed)));
  return [...changes.values()];
}

/**
 * The brushes of a palette, from the cells of a legend.
 * @param {Array<{token: string, label: string, cells?: [number, number]}>} cells Entries of the answer of `match3/legend`.
 * @param {Array<{name?: string}>} colors
 * @returns {Array<{title: string, brushes: Array<{place: string, token: string, label: string, cell: string, turns?: number}>}>} `turns`: the most of a timer.
 */
export function palette(cells, colors) {
  const groups = { blockers: [], ingredients: [], covers: [], grounds: [], pieces: [] };
  for (const { token, label, cells: size } of cells) {
    const { contents, cover, ground } = parts(token);
    const turns = turnsIn(label);
    if (cover) groups.covers.push({ place: "cover", token: cover, label, cell: `.+${cover}`, ...turns });
    else if (ground) groups.grounds.push({ place: "ground", token: ground, label, cell: `._${ground}` });
    else if (/^[a-z_]{2,}$/.test(contents)) groups.ingredients.push(filled(contents, label));
    else if (/^[a-z]{2,}/.test(contents)) groups.blockers.push({ ...filled(contents, label), ...(size && { cells: size }), ...turns });
    else if (/[A-Z]/.test(contents) && !contents.includes("!")) groups.pieces.push(...inColors(contents, label, colors));
  }
  const blocks = colors.filter(({ name }) => name).map(({ name }) => filled(name[0], `${name} block`));
  return [
    {
      title: "Cells",
      brushes: [
        filled(".", "ordinary"),
        filled("#", "obstacle"),
        filled("_", "hole"),
        filled("?", "free: the generator fills it"),
      ],
    },
    { title: "Blockers", brushes: groups.blockers },
    { title: "Ingredients", brushes: groups.ingredients },
    { title: "Covers", brushes: withNone(groups.covers, "cover") },
    { title: "Ground", brushes: withNone(groups.grounds, "ground") },
    { title: "Pieces", brushes: groups.pieces },
    { title: "Fixed blocks", brushes: [...blocks, filled("-", "empty")] },
  ].filter(({ brushes }) => brushes.length > 0);
}

/** The turns of a timer, by its words. */
function turnsIn(label) {
  const [, turns] = /, (\d+) turns? left$/.exec(label) ?? [];
  return turns && { turns: Number(turns) };
}

/** The brush of a timer with some of its turns left, all of them at most; any other brush as it is. */
export function withTurns(brush, left) {
  if (!brush.turns) return brush;
  const turns = Math.min(brush.turns, Math.max(1, left || brush.turns));
  return { ...brush, token: brush.token.replace(/\d+$/, turns) };
}

/** How many turns are left of the timer of a brush in a cell; 0 if the cell has none. */
export function turnsOf(token, { place, token: most, turns }) {
  const name = most.replace(/\d+$/, "");
  const found = turns && parts(token)[place];
  return found && found.replace(/\d+$/, "") === name ? Number(found.slice(name.length)) : 0;
}

/** Why a block of several cells is not painted at a cell; nothing if it has room there. */
export function misfit(tokens, cell, { cells, label, place }) {
  if (!cells || place !== "contents") return "";
  const hasRoom = [cell, ...others(cell, cells)].every(([r, c]) => tokens[r]?.[c] !== undefined);
  return hasRoom ? "" : `This does not fit here: ${label}, needs ${cells[0]} × ${cells[1]} cells, to the right and down from the cell.`;
}

const filled = (token, label) => ({ place: "contents", token, label, cell: token });

function inColors(contents, label, colors) {
  if (!/^[a-z]/.test(contents)) return [filled(contents, label)];
  const named = colors.filter(({ name }) => name);
  return named.map(({ name }) => filled(name[0] + contents.slice(1), `${name} ${label}`));
}

function withNone(brushes, place) {
  if (brushes.length === 0) return brushes;
  return [...brushes, { place, token: "", label: `no ${place}`, cell: "." }];
}
