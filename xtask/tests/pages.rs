//! What the first pages promise: a README of one minute, an architecture of two pages, and files that exist.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn read(page: &str) -> String {
    fs::read_to_string(root().join(page)).unwrap()
}

#[test]
fn the_readme_takes_a_minute() {
    let readme = read("README.md");
    let words = readme.split_whitespace().count();
    assert!((300..=600).contains(&words), "{words} words");
    assert_eq!(readme.matches("](pictures/").count(), 4, "four pictures");
}

#[test]
fn the_architecture_takes_two_pages() {
    let words = read("ARCHITECTURE.md").split_whitespace().count();
    assert!(words <= 1300, "{words} words");
}

/// Whether a word in backticks is a file or a folder: a source, or a path. Capital letters stand for any name.
fn is_file(word: &str) -> bool {
    let is_plain = !word.contains(|it: char| it.is_uppercase() || it.is_whitespace());
    let is_source = [".rs", ".js", ".md", ".sql"].iter().any(|end| word.ends_with(end));
    let last = word.split_once('/').map(|_| word.rsplit('/').next().unwrap_or_default());
    let is_path = last.is_some_and(|last| last.is_empty() || last.contains('.'));
    is_plain && (is_source || is_path)
}

/// Holds a page to the files that it names, each in one of the folders. Returns their number.
#[track_caller]
fn hold(page: &str, text: &str, folders: &[PathBuf]) -> usize {
    let files: Vec<_> =
        text.split('`').skip(1).step_by(2).filter(|it| is_file(it)).collect();
    for file in &files {
        let is_there = folders.iter().any(|folder| folder.join(file).exists());
        assert!(is_there, "{page} names `{file}`");
    }
    files.len()
}

#[test]
fn the_pages_for_developers_name_files_that_exist() {
    let folders = [root().to_owned(), root().join("crates")];
    for page in ["ARCHITECTURE.md", "DESIGN.md"] {
        let seen = hold(page, &read(page), &folders);
        assert!(seen > 50, "{page}: {seen} files");
    }
}

/// The crates of one file, whose first page needs no table.
const SMALL: [&str; 2] = ["network-2048", "tilewright"];

#[test]
fn the_first_page_of_each_crate_says_where_things_are() {
    let mut seen = 0;
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        if SMALL.contains(&name.as_str()) {
            continue;
        }
        let src = folder.join("src");
        let text = fs::read_to_string(src.join("lib.rs"));
        let text = text.or_else(|_| fs::read_to_string(src.join("main.rs"))).unwrap();
        let lines: Vec<_> = text.lines().filter(|line| line.starts_with("//!")).collect();
        let page = lines.join("\n");
        let (_, table) = page.split_once("# Where things are").expect(&name);
        seen += hold(&name, table, &[src, folder.join("page"), folder]);
    }
    assert!(seen > 200, "{seen} files");
}
