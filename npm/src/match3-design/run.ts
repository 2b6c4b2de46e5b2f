// The tasks that make and measure levels of match-3, by their documents.

import type { ModuleSource } from "../module.js";
import { Desk, type InitOptions, type RunOptions, type TaskAnswer, type TaskDescription } from "../tasks/desk.js";
import type { Requests } from "../tasks/requests.js";

/** A task of this module. The others of match-3 are in `tilewright/tasks`. */
export type DesignTask = "match3/generate" | "match3/analyze" | "match3/play" | "match3/tweak" | "match3/check";

/** The requests of these tasks, by their names. */
export type DesignRequests = Pick<Requests, DesignTask>;

/** A form of an answer besides JSON: this module draws no pixels. */
export type DesignForm = "text" | "svg";

/** How a task is run. */
export type DesignOptions = RunOptions<DesignForm>;

const desk = new Desk("tilewright/match3-design");

/** @internal Starts the module once. */
export function start(source: () => ModuleSource | PromiseLike<ModuleSource>, options?: InitOptions): Promise<void> {
  return desk.start(source, options);
}

/** Ends the tasks and what runs; `init` starts them again. */
export function end(): Promise<void> {
  return desk.end();
}

/**
 * Runs a task: the request is the same document as everywhere, and the answer has the same bytes. A request that cannot be meant rejects with `RefusedError`.
 *
 * ```js
 * const { verdict, document } = await run("match3/generate", { kinds: ["box1:8-12"], rules: "royal", goal: ["kind:box:all"], moves: 8, win_rate: 0.6, seed: 1 });
 * ```
 */
export function run<T extends DesignTask>(task: T, request: DesignRequests[T], options: DesignOptions = {}): Promise<TaskAnswer> {
  return desk.run(task, request, options);
}

/** All tasks of this module, with the schemas of their requests. */
export function tasks(): Promise<TaskDescription[]> {
  return desk.tasks();
}
