// What both forms of `tilewright/match3-design` offer.

export type { ModuleSource } from "../module.js";
export { RefusedError, TaskAnswer, type AnswerFile, type InitOptions, type TaskDescription, type TaskEvent } from "../tasks/desk.js";
export { end, run, tasks, type DesignForm, type DesignOptions, type DesignRequests, type DesignTask } from "./run.js";
