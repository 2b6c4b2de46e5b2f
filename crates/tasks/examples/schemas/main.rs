//! Writes the JSON Schemas of all requests, in `crates/tasks/schemas`, and what is made from them: the functions for
//! Python, and the names and colours of the page. `cargo xtask schemas` runs it.

#[path = "../../../python/src/names.rs"]
mod names;
mod page;
mod python;
mod settings;

use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    let folder = root().join("crates/tasks/schemas");
    for old in std::fs::read_dir(&folder)? {
        std::fs::remove_file(old?.path())?;
    }
    for entry in tilewright_tasks::all() {
        std::fs::write(folder.join(entry.file()), entry.schema_text())?;
    }
    for (name, text) in modules() {
        std::fs::write(python_folder().join(name), text)?;
    }
    let folder = root().join("crates/workbench/page");
    std::fs::write(folder.join("names.js"), page::names())?;
    let sheet = folder.join("style.css");
    let text = std::fs::read_to_string(&sheet)?;
    std::fs::write(sheet, page::style(&text))
}

/// The written modules of the Python package by their file names.
fn modules() -> Vec<(String, String)> {
    let settings = (settings::NAME.to_owned(), settings::module());
    python::modules().chain([settings]).collect()
}

/// The project's folder.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."))
}

/// The folder of the Python package.
fn python_folder() -> PathBuf {
    root().join("crates/python/python/tilewright")
}

#[cfg(test)]
mod tests {
    use super::{modules, python_folder};

    #[test]
    fn the_modules_of_the_python_package_are_up_to_date() {
        for (name, text) in modules() {
            let path = python_folder().join(&name);
            let found = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(found == text, "{}: run cargo xtask schemas", path.display());
        }
    }
}
