//! The package for Unity: what is made in it is as its sources are, and each file and folder has a `.meta` of its own.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn package() -> PathBuf {
    root().join("bindings/unity/com.tilewright")
}

/// All paths in a folder that Unity sees, with `/` between their parts. The library is there only where it was made.
fn paths(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(package()).unwrap().to_string_lossy();
        let name = name.replace('\\', "/");
        if name.ends_with('~') || name.contains("libtilewright.so") {
            continue;
        }
        if path.is_dir() {
            paths(&path, found);
        }
        found.insert(name);
    }
}

fn is_meta(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|it| it == "meta")
}

#[test]
fn each_file_and_folder_has_a_meta_and_each_meta_a_file() {
    let mut found = BTreeSet::new();
    paths(&package(), &mut found);
    let (metas, seen): (BTreeSet<_>, BTreeSet<_>) =
        found.into_iter().partition(|name| is_meta(name));
    let expected: BTreeSet<_> = seen.iter().map(|name| format!("{name}.meta")).collect();
    assert!(seen.len() > 15, "{seen:?}");
    assert_eq!(metas, expected, "run cargo xtask capi");
}

#[test]
fn no_two_metas_have_the_same_guid() {
    let mut found = BTreeSet::new();
    paths(&package(), &mut found);
    found.retain(|name| is_meta(name));
    let guid = |name: &String| {
        let text = fs::read_to_string(package().join(name)).unwrap();
        let line = text.lines().nth(1).unwrap_or_default();
        let guid = line.strip_prefix("guid: ").unwrap_or_default().to_owned();
        let is_hex = |it: char| it.is_ascii_digit() || ('a'..='f').contains(&it);
        assert!(guid.len() == 32 && guid.chars().all(is_hex), "{name}: {line}");
        guid
    };
    let guids: BTreeSet<_> = found.iter().map(guid).collect();
    assert_eq!(guids.len(), found.len());
}

/// The sources of C# in a folder, by their names.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_source = |path: &PathBuf| path.extension().is_some_and(|it| it == "cs");
    let read = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, fs::read_to_string(path).unwrap())
    };
    let mut sources: Vec<_> = entries.filter(is_source).map(read).collect();
    sources.sort();
    sources
}

#[test]
fn the_classes_are_those_that_are_tested() {
    let own = sources(&root().join("bindings/csharp/Tilewright"));
    assert!(own.len() > 5, "{} files", own.len());
    assert!(sources(&package().join("Runtime")) == own, "run cargo xtask capi");
}

#[test]
fn the_samples_are_the_scripts_of_the_book() {
    let page = fs::read_to_string(root().join("docs/src/how-to/unity.md")).unwrap();
    for sample in ["Walkers/Walkers.cs", "Level/LevelView.cs"] {
        let code = fs::read_to_string(package().join("Samples~").join(sample)).unwrap();
        let is_shown = page.contains(&format!("```csharp\n{code}```\n"));
        assert!(is_shown, "{sample}: run cargo xtask capi");
    }
}

#[test]
fn the_package_has_the_version_of_the_library() {
    let text = fs::read_to_string(package().join("package.json")).unwrap();
    let package: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
}
