//! Tasks must not use flags, files, clocks or printing.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") {
            found.push(path);
        }
    }
}

/// The lines in the sources of these crates for which `is_wrong` is true.
fn wrong(crates: &[&str], is_wrong: impl Fn(&str) -> bool) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for name in crates {
        sources(&root.join(name).join("src"), &mut files);
    }
    assert!(files.len() > crates.len(), "there are no sources");
    let mut lines = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let (code, _) = text.split_once("#[cfg(test)]").unwrap_or((&text, ""));
        let found = code.lines().filter(|line| is_wrong(line));
        lines.extend(found.map(|line| format!("{}: {line}", file.display())));
    }
    lines
}

/// Whether a line names a flag: two dashes, then a letter.
fn names_a_flag(line: &str) -> bool {
    line.match_indices("--").any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + 2..].chars().next();
        let is_word = after.is_some_and(|letter| letter.is_ascii_lowercase());
        is_word && before.is_none_or(|it| !it.is_alphanumeric() && it != '-')
    })
}

#[test]
fn tasks_name_no_flag() {
    assert_eq!(wrong(&["tasks"], names_a_flag), Vec::<String>::new());
}

/// Whether a line contains a name as a whole word, not as the end of another.
fn names(code: &str, door: &str) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut found = code.match_indices(door);
    found.any(|(at, _)| door.starts_with(':') || !code[..at].ends_with(is_word))
}

#[test]
fn tasks_open_nothing_and_print_nothing() {
    let doors = [
        "fs::",
        "std::fs",
        "::fs",
        "time::",
        "env::",
        "thread::",
        "process::",
        "print!",
        "println!",
        "dbg!",
        "rayon",
        "clap",
    ];
    let is_wrong = |line: &str| {
        let code = line.trim_start();
        // A duration is a number, not a clock.
        let is_harmless = code.starts_with("//") || code == "use std::time::Duration;";
        !is_harmless && doors.iter().any(|door| names(code, door))
    };
    assert_eq!(wrong(&["tasks"], is_wrong), Vec::<String>::new());
}
