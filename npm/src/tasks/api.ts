// What both forms of `tilewright/tasks` offer.

export type { ModuleSource } from "../module.js";
export type { Requests } from "./requests.js";
export {
  end, RefusedError, run, takeNetwork, TaskAnswer, tasks, type AnswerFile, type Form, type InitOptions, type RunOptions, type TaskDescription, type TaskEvent, type TaskName,
} from "./run.js";
