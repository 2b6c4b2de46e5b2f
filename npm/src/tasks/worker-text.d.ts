/** The code of the worker, as one text; `cargo xtask npm` writes it. */
declare const text: string;
export default text;
