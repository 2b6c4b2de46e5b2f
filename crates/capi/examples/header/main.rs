//! Writes `include/tilewright.h` from the functions of the crate, and from that what `LuaJIT` reads, `bindings/lua/tilewright/declarations.lua`;
//! and what C# reads, `bindings/csharp/Tilewright/Native.g.cs`: `cargo xtask capi` runs it. Its test compares what it writes with the files.

mod csharp;

use std::error::Error;
use std::fs;
use std::path::PathBuf;

/// What stands before the declarations.
const HEADER: &str = "/* tilewright for C: tasks by their documents, games, maps that change. Made by `cargo xtask capi`: do not edit.
 *
 * Every function may be called on any thread. Texts are UTF-8. A handle serves one thread at a time: a second one gets
 * TW_STATUS_BUSY. Unload the library only when no call is under way. */";

fn place(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

const C: &str = "include/tilewright.h";
const LUA: &str = "../../bindings/lua/tilewright/declarations.lua";
const CSHARP: &str = "../../bindings/csharp/Tilewright/Native.g.cs";

/// The declarations of a header for `LuaJIT`, which takes neither comments of the preprocessor nor constants of it.
fn for_lua(header: &str) -> String {
    let is_code = |line: &&str| {
        let line = line.trim_start();
        let is_left_out = ["//", "#", "/*", " *", "*", "extern \"C\"", "}  // extern"]
            .iter()
            .any(|begin| line.starts_with(begin));
        !line.is_empty() && !is_left_out
    };
    let lines: Vec<&str> = header.lines().filter(is_code).collect();
    format!(
        "-- The functions of tilewright.h for LuaJIT. Made by `cargo xtask capi`: do not edit.\nreturn [[\n{}\n]]\n",
        lines.join("\n")
    )
}

/// The header.
fn header() -> Result<String, Box<dyn Error>> {
    let config = cbindgen::Config {
        language: cbindgen::Language::C,
        cpp_compat: true,
        include_guard: Some("TILEWRIGHT_H".to_owned()),
        header: Some(HEADER.to_owned()),
        documentation_style: cbindgen::DocumentationStyle::C99,
        style: cbindgen::Style::Both,
        line_length: 100,
        usize_is_size_t: true,
        // Those that only numbers of others name.
        export: cbindgen::ExportConfig {
            include: [
                "TwShape",
                "TwTerrain",
                "TwCorners",
                "TwEventKind",
                "TwManner",
                "TwSort",
            ]
            .map(str::to_owned)
            .to_vec(),
            ..cbindgen::ExportConfig::default()
        },
        enumeration: cbindgen::EnumConfig {
            rename_variants: cbindgen::RenameRule::QualifiedScreamingSnakeCase,
            ..cbindgen::EnumConfig::default()
        },
        ..cbindgen::Config::default()
    };
    let made = cbindgen::Builder::new()
        .with_crate(env!("CARGO_MANIFEST_DIR"))
        .with_config(config)
        .generate()?;
    let mut text = Vec::new();
    made.write(&mut text);
    Ok(String::from_utf8(text)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let header = header()?;
    fs::write(place(LUA), for_lua(&header))?;
    fs::write(place(C), header)?;
    fs::write(place(CSHARP), csharp::native(&place(""))?)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_csharp_reads_is_that_of_the_functions() {
        let kept = fs::read_to_string(place(CSHARP)).unwrap_or_default();
        assert!(csharp::native(&place("")).unwrap() == kept, "run cargo xtask capi");
    }

    #[test]
    fn the_header_is_that_of_the_functions() {
        let kept = |name| fs::read_to_string(place(name)).unwrap_or_default();
        let header = header().unwrap();
        assert!(for_lua(&header) == kept(LUA), "run cargo xtask capi");
        assert!(header == kept(C), "run cargo xtask capi");
    }
}
