//! The pictures of turns worked by hand and of pieces in the book are those that are drawn today.
#![cfg(feature = "pictures")]

#[path = "../examples/boards/field.rs"]
mod field;
#[path = "../examples/boards/marks.rs"]
mod marks;
#[path = "../examples/boards/page.rs"]
mod page;
#[path = "../examples/boards/read.rs"]
mod read;
#[path = "../examples/boards/strip.rs"]
mod strip;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tilewright_match3::{Preset, Ruleset, picture};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files() -> page::Files {
    page::files(&root().join("crates/match3/tests/rules/boards")).unwrap()
}

#[test]
fn pictures_of_worked_boards_are_current() {
    let folder = root().join("pictures/boards");
    let mut expected = BTreeSet::from(["marks.svg".to_owned()]);
    let kept = fs::read_to_string(folder.join("marks.svg")).unwrap();

    assert_eq!(kept, marks::legend().to_svg());
    for turn in files().iter().flat_map(|(_, turns)| turns) {
        let name = format!("{}.svg", turn.name);
        let kept = fs::read_to_string(folder.join(&name)).unwrap_or_default();
        let made = strip::strip(turn).unwrap().to_svg();
        assert!(made == kept, "{name} is outdated: run `cargo xtask pictures`");
        expected.insert(name);
    }

    let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
    let kept: BTreeSet<_> =
        names.map(|name| name.to_string_lossy().into_owned()).collect();
    assert_eq!(kept, expected);
}

#[test]
fn every_worked_board_stands_on_the_page() {
    let files = files();
    let boards = fs::read_dir(root().join("crates/match3/tests/rules/boards")).unwrap();
    let texts =
        boards.filter(|it| it.as_ref().unwrap().path().extension().unwrap() == "txt");
    assert_eq!(files.len(), texts.count());
    let kept = fs::read_to_string(root().join("docs/src/rules/boards.md")).unwrap();
    assert!(
        kept == page::page(&files),
        "the page is outdated: run `cargo xtask pictures`"
    );
    assert_eq!(kept.matches("\n### ").count(), 201);
}

#[test]
fn the_contact_sheet_is_current() {
    let rulesets = Preset::ALL.map(|preset| (preset.name(), Ruleset::preset(preset)));
    let made = picture::contact_sheet(&rulesets).to_svg();
    let kept = fs::read_to_string(root().join("pictures/pieces.svg")).unwrap();
    assert!(made == kept, "pieces.svg is outdated: run `cargo xtask pictures`");
}
