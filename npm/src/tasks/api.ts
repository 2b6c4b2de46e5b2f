// What both forms of `tilewright/tasks` offer.

export type { ModuleSource } from "../module.js";
export type { Requests } from "./requests.js";
export { RefusedError, TaskAnswer, type AnswerFile, type Form, type InitOptions, type RunOptions, type TaskDescription, type TaskEvent } from "./desk.js";
export { end, run, takeNetwork, tasks, type TaskName } from "./run.js";
