// The state of the room as the address holds it, and as requests of tasks. Pure.

import { doorValues, formatDoors, parseDoors } from "./doors.js";
import { layoutOf } from "./map.js";

/** Settings with their defaults, by the key of the address. */
export const DEFAULTS = {
  view: "path", planner: "astar", other: "dijkstra", connectivity: "8", corners: "never", weight: "", routes: "6",
  detour: "1.2", walkers: "60", method: "diverse", evolved: "improved", generations: "40", seed: "1", brush: "1", point: "0", spread: "",
  size: "1", shown: "regions", leads: "to", distance: "8", movement: "walk", agents: "200", sizes: "one", goals: "own", speed: "1", walk: "paths", aim: "b", settle: "leave",
};

/** The state in an address. */
export function readState(state) {
  const settings = Object.fromEntries(Object.entries(DEFAULTS).map(([key, value]) => [key, state[key] ?? value]));
  return {
    settings, map: state.map ?? "", draft: state.draft ?? "", start: readCell(state.from), goal: readCell(state.to),
    npcs: (state.npcs ?? "").split(";").map(readCell).filter(Boolean), doors: parseDoors(state.doors), sources: readSources(state.danger),
  };
}

/** The address of a state; defaults are left out. */
export function writeState({ settings, map, draft = "", start, goal, npcs, doors, sources }) {
  const own = Object.fromEntries(Object.entries(DEFAULTS).map(([key, value]) => [key, settings[key] === value ? "" : settings[key]]));
  return { ...own, map, draft, from: writeCell(start), to: writeCell(goal), npcs: npcs.map(writeCell).join(";"), doors: formatDoors(doors), danger: sources.map((source) => source.join(",")).join(";") };
}

export const writeCell = (cell) => (cell ? cell.join(",") : "");

export function readCell(text) {
  const found = /^(\d+),(\d+)$/.exec(text ?? "");
  return found ? [Number(found[1]), Number(found[2])] : null;
}

function readSources(text = "") {
  return text.split(";").map((part) => part.split(",").map(Number)).filter((source) => source.length === 3 && source.every((number) => number >= 0));
}

/** The keys that all requests share. */
function shared({ settings, start, goal, sources }, map, { connectivity = settings.connectivity } = {}) {
  const request = { map, from: writeCell(start), to: writeCell(goal) };
  if (connectivity !== "8") request.connectivity = connectivity;
  if (settings.corners !== "never" && connectivity === "8") request.corners = settings.corners;
  if (sources.length) request.danger = sources.map((source) => source.join(","));
  return request;
}

/** With the weight of danger where there is any: tasks refuse a weight of nothing. `hasDanger`: the map has some painted. */
function weighed(request, { settings, sources, hasDanger = false }) {
  const isIdle = settings.weight === "" || !(hasDanger || sources.length);
  return isIdle ? request : { ...request, danger_weight: Number(settings.weight) };
}

/** The request of a path. `planner` and `trace` are those of `path/plan`. */
export function planRequest(state, map, { planner = state.settings.planner, trace = false, connectivity } = {}) {
  const request = weighed(shared(state, map, { connectivity }), state);
  if (planner !== "fastest") request.planner = planner;
  if (trace) request.trace = true;
  return request;
}

/**
 * The request of a walk past doors.
 * @param {{ends?: number[][], begin?: number}} options `begin`: the tick at which the walker leaves.
 */
export function doorsRequest(state, map, { ends = [state.start, state.goal], begin = 0 } = {}) {
  const [start, goal] = ends;
  const request = planRequest({ ...state, start, goal }, map, { planner: "astar" });
  return { ...request, door: doorValues(state.doors, begin) };
}

/** The request of an evolved path, which has four neighbours. */
export function evolveRequest(state, map, { trace = true } = {}) {
  const { evolved, generations, seed } = state.settings;
  const request = planRequest(state, map, { planner: evolved, trace, connectivity: "4" });
  return { ...request, generations: Number(generations), seed: Number(seed) };
}

/** The request of several routes. */
export function routesRequest(state, map) {
  const { routes, detour, method, seed } = state.settings;
  const request = { ...weighed(shared(state, map), state), routes: Number(routes), detour: Number(detour) };
  if (method !== "diverse") Object.assign(request, { method }, method === "random-walk" ? { seed: Number(seed) } : {});
  return request;
}

/**
 * The request of the paths of all NPCs. The map holds them, so that it is written out.
 * @param {string|null} file The name of the file that holds it, for the command.
 */
export function npcsRequest(state, map, file = null) {
  const { spread } = state.settings;
  const { from, ...rest } = weighed(shared(state, file ?? mapDocument(state, map)), state);
  return { ...rest, npcs: true, ...(spread === "" ? {} : { detour: Number(spread) }) };
}

/**
 * The request of a crowd of all NPCs, none through another: by steps, or along a field to B.
 * @param {string|null} file As for `npcsRequest`.
 */
export function crowdRequest(state, map, file = null) {
  const { walk, aim, settle, seed } = state.settings;
  const goal = [writeCell(state.goal)];
  const flow = { kind: "field", goal, ...(settle === "stay" ? { stay: true } : {}) };
  const steps = aim === "own" ? { own_goals: true } : { goal };
  return { map: file ?? mapDocument(state, map), ...(walk === "field" ? flow : steps), seed: Number(seed) };
}

/** The map with its NPCs as a document, `tilewright/map/2`. */
export const mapDocument = ({ npcs }, map) => ({ layout: layoutOf(map), npcs });

/** The largest number of cells of a map whose front is exact. */
export const EXACT_CELLS = 4000;

/** The request of the front of length and danger; approximate on large maps. */
export function frontRequest(state, map, area) {
  const request = shared(state, map);
  return area <= EXACT_CELLS ? request : { ...request, method: "approximate", expansions: 200_000 };
}

/** The keys of the agent that moves, where it is not the usual one. */
const agentOf = ({ size, movement }) => ({ ...(size === "1" ? {} : { size: Number(size) }), ...(movement === "walk" ? {} : { movement }) });

/** The request of what an agent reaches. */
export function reachRequest(state, map) {
  const { to, danger, ...request } = shared(state, map);
  const { shown } = state.settings;
  return { ...request, ...agentOf(state.settings), ...(shown === "clearance" ? { clearance: true } : {}) };
}

/** The request of a field whose goal is B. */
export function fieldRequest(state, map) {
  const { from, to, ...request } = weighed(shared(state, map), state);
  const { leads, distance } = state.settings;
  const aim = { flee: { flee: 1.2 }, keep: { keep_distance: Number(distance) } }[leads] ?? {};
  return { ...request, goal: [to], ...agentOf(state.settings), ...aim };
}

/** The settings of a live map, without its goal: that moves while the walkers walk. */
export function liveSettings(state) {
  const { from, to, map, ...settings } = shared(state, "");
  const { agents, sizes, size, movement, seed, weight } = state.settings;
  const most = Number(size);
  return {
    ...settings, walkers: Number(agents), seed: Number(seed), movement,
    sizes: sizes === "mixed" ? Array.from({ length: most }, (_, at) => at + 1) : [most],
    // Danger may be painted later.
    ...(weight === "" ? {} : { danger_weight: Number(weight) }),
  };
}
