//! What the first pages promise: a README of one minute, and files that exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

#[test]
fn the_readme_takes_a_minute() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let words = readme.split_whitespace().count();
    assert!((300..=600).contains(&words), "{words} words");
    assert_eq!(readme.matches("](pictures/").count(), 4, "four pictures");
}

/// The names of all Rust files and folders below a folder.
fn names(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_symlink() || name == "target" || name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            names(&path, found);
            found.insert(format!("{name}/"));
        } else {
            found.insert(name);
        }
    }
}

#[test]
fn the_architecture_names_files_that_exist() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let mut known = BTreeSet::new();
    names(root(), &mut known);
    let quoted = page.split('`').skip(1).step_by(2);
    let is_file = |it: &&str| it.strip_suffix(".rs").is_some() || it.ends_with('/');
    let files = quoted.filter(is_file);
    let mut seen = 0;
    for file in files.filter(|file| !file.contains(char::is_uppercase)) {
        let trimmed = file.trim_end_matches('/');
        let last = trimmed.rsplit('/').next().unwrap();
        let name = if file.ends_with('/') { format!("{last}/") } else { last.to_owned() };
        assert!(known.contains(&name), "ARCHITECTURE.md names `{file}`");
        seen += 1;
    }
    assert!(seen > 100, "{seen} files");
}
