/** The module, deflated and in base 64; `cargo xtask npm` writes it. */
declare const text: string;
export default text;
