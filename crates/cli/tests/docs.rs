//! `tilewright docs`: the pages of tasks, as the book has them.

use std::path::PathBuf;

use crate::common::Place;

#[test]
fn the_book_has_the_pages_that_the_program_prints() {
    let place = Place::new();
    let book = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/src");
    let summary = std::fs::read_to_string(book.join("SUMMARY.md")).unwrap();
    for task in tilewright_tasks::all() {
        let name = format!("tasks/{}.md", task.name.replace('/', "-"));
        let page = place.run(&format!("docs {}", task.name)).done().stdout;
        let kept = std::fs::read_to_string(book.join(&name)).unwrap_or_default();
        assert!(page == kept, "{name} is old: run cargo xtask schemas");
        assert!(summary.contains(&name), "{name} is not in SUMMARY.md");
    }
    // As the command line and tools write it.
    let page = place.run("docs match3/generate").done().stdout;
    assert_eq!(place.run("docs match3_generate").done().stdout, page);
    let page = place.run("docs how-to/pack").done().stdout;
    assert!(page.starts_with("# A pack of 30\n"), "{page}");
    let nowhere = place.run("docs how-to/pak");
    assert!(
        nowhere.stderr.contains("no task and no page `how-to/pak`"),
        "{}",
        nowhere.stderr
    );
    let refused = place.run("docs match3/generat");
    assert!(refused.stderr.contains("did you mean"), "{}", refused.stderr);
}
