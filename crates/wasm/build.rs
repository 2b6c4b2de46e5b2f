//! Gives the module the stack that a thread of the command line has.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        // 8 MiB; the linker's own choice is 1 MiB.
        println!("cargo:rustc-cdylib-link-arg=-zstack-size=8388608");
    }
}
