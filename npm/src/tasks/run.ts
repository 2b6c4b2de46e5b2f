// Every task of the command line, by its document.

import type { ModuleSource } from "../module.js";
import { Desk, type InitOptions, type RunOptions, type TaskAnswer, type TaskDescription } from "./desk.js";
import type { Requests } from "./requests.js";

/** The name of a task, such as `match3/generate`. */
export type TaskName = keyof Requests & string;

const desk = new Desk("tilewright/tasks");

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
export function run<T extends TaskName>(task: T, request: Requests[T], options: RunOptions = {}): Promise<TaskAnswer> {
  return desk.run(task, request, options);
}

/** All tasks, with the schemas of their requests. */
export function tasks(): Promise<TaskDescription[]> {
  return desk.tasks();
}

/** Hands over the network that plays 2048, which is too large for the code: the bytes of a file that `tilewright 2048 train` wrote, or of the project's own. */
export function takeNetwork(bytes: Uint8Array): Promise<void> {
  return desk.takeNetwork(bytes);
}
