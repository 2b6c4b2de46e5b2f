// What both forms of `tilewright/paths` offer.

export type { ModuleSource } from "../module.js";
export type { Handle } from "../handle.js";
export { MAX_SIZE, Terrain, type Agent, type Layer } from "./agent.js";
export { Crowd, type CrowdStep, type WalkerState } from "./crowd.js";
export { Field } from "./field.js";
export { Navigation, type Change, type Door, type Floor, type Link, type NavigationOptions, type Shape } from "./navigation.js";
export type { Extent, Place } from "./place.js";
export type { Query, QueryOptions } from "./query.js";
export { Route, Search, Points, Walk, type Answer } from "./route.js";
