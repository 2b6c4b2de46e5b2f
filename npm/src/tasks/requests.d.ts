/** The requests of all tasks by their names; `cargo xtask npm` writes them from the schemas. */
export interface Requests {
  readonly [task: string]: object;
}
