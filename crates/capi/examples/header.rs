//! Writes `include/tilewright.h` from the functions of the crate: `cargo xtask capi` runs it. Its test compares what it writes with the file.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

/// What stands before the declarations.
const HEADER: &str = "/* tilewright for C: tasks by their documents, games, maps that change. Made by `cargo xtask capi`: do not edit.
 *
 * Every function may be called on any thread. Texts are UTF-8. A handle serves one thread at a time: a second one gets
 * TW_STATUS_BUSY. Unload the library only when no call is under way. */";

fn place() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("include/tilewright.h")
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
    fs::write(place(), header()?)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_that_of_the_functions() {
        let kept = fs::read_to_string(place()).unwrap_or_default();
        assert!(header().unwrap() == kept, "run cargo xtask capi");
    }
}
