//! The functions that JavaScript calls, and those of JavaScript that are called here: of each module those of its feature.
//!
//! No pointer is followed here: JavaScript writes into buffers whose addresses it was given, and reads where answers say. Unsafe are
//! only the names, which must be unique in a module, and the promise that the functions of JavaScript have these types.

#![expect(unsafe_code, reason = "WebAssembly finds functions by their names")]

#[cfg(any(feature = "2048", feature = "battleship", feature = "match3"))]
mod games;
#[cfg(feature = "paths")]
mod paths;
#[cfg(feature = "match3-design")]
mod tasks;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Receives the message of a panic, after which the module is not usable.
    safe fn panicked(address: *const u8, length: usize);
}

/// Has the message of a panic sent to JavaScript.
fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let message = panic.to_string();
        panicked(message.as_ptr(), message.len());
    }));
}
