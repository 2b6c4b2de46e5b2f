//! `tilewright redo`.

use crate::common::Place;
use serde_json::Value;

/// What the articles state, and whether it holds.
fn statements(document: &Value) -> Vec<(&str, bool)> {
    let chapters = document["chapters"].as_array().unwrap();
    let checks = chapters.iter().flat_map(|it| it["checks"].as_array().unwrap());
    checks
        .map(|it| (it["statement"].as_str().unwrap(), it["holds"].as_bool().unwrap()))
        .collect()
}

/// The first number in a cell of a table: chapter, table, row, column.
fn number(document: &Value, place: [usize; 4]) -> f64 {
    let [chapter, table, row, column] = place;
    let row = &document["chapters"][chapter]["tables"][table]["rows"][row];
    let cell = row["cells"][column].as_str().unwrap();
    let number = cell.split(' ').next().unwrap().replace(',', "");
    number.parse().unwrap_or_else(|_| panic!("{cell}"))
}

#[test]
fn the_articles_are_measured_again_theirs_beside_ours() {
    let place = Place::new();
    let seen = place.run("redo articles --quick --json --quiet").done();
    assert!(seen.stderr.is_empty(), "{seen}");
    let document = seen.json();
    assert_eq!(document["schema"], "tilewright/redo/1");
    let names: Vec<_> = document["chapters"].as_array().unwrap().iter().collect();
    let names: Vec<_> = names.iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["levels", "difficulty", "paths", "2048", "battleship"]);
    let (failed, held): (Vec<_>, Vec<_>) =
        statements(&document).into_iter().partition(|(_, holds)| !holds);
    assert_eq!((failed.len(), held.len()), (1, 14), "{failed:?}");
    assert!(
        failed[0].0.starts_with("a population of 200 succeeds on 7 × 7"),
        "{failed:?}"
    );

    // What the tables show, beyond what the statements say.
    let rows = |chapter: usize, table: usize| {
        document["chapters"][chapter]["tables"][table]["rows"].as_array().unwrap().len()
    };
    assert_eq!(
        [rows(0, 0), rows(1, 1), rows(2, 0), rows(3, 0), rows(4, 0)],
        [12, 48, 19, 5, 6]
    );
    assert!((45_000.0 - number(&document, [3, 0, 0, 3])).abs() < 4000.0);
    let share = number(&document, [4, 0, 3, 3]);
    assert!((10.0..30.0).contains(&share), "{share} % of the runs on 7 × 7");
    assert!(number(&document, [1, 2, 1, 2]) > number(&document, [1, 2, 0, 2]) + 0.05);

    check_page(&place, &document);
    check_again(&place);
}

/// The page holds all tables and pictures, loads nothing and states no time.
fn check_page(place: &Place, document: &Value) {
    let page = place.text("articles/index.html");
    for word in ["src=\"", "href=\"http", "@import", ".tilewright-", "<script", "µs"] {
        assert!(!page.contains(word), "the page needs nothing from elsewhere: {word}");
    }
    assert_eq!(page.matches("<section").count(), 5);
    assert_eq!(page.matches("<div class=\"chart-box\"><svg").count(), 5);
    assert_eq!(page.matches("<table").count(), 12);
    let files = document["files"].as_array().unwrap();
    let mut names: Vec<_> = files.iter().map(|name| name.as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, place.names("articles"));
}

/// A command of a row gives its figure again.
fn check_again(place: &Place) {
    let tables = place.text("articles/tables.md");
    let row = tables.lines().find(|line| line.starts_with("| author-00")).unwrap();
    let words =
        "match3 play articles/author-00.json --bot article --games 200 --seed 1 --json";
    let answer = place.run(words).done().json();
    let mean = format!("{:.2} (", answer["swaps"]["mean"].as_f64().unwrap());
    assert!(row.contains(&mean), "{mean} in {row}");
}

#[test]
fn a_folder_with_other_files_is_refused() {
    let place = Place::new();
    std::fs::create_dir(place.path().join("photos")).unwrap();
    place.put("photos/cat.png", "mine");
    insta::assert_snapshot!(place.transcript(&["redo photos", "redo --quick ."]));
    assert_eq!(place.names("photos"), ["cat.png"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_writes_nothing() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    let place = Place::new();
    let mut command = crate::common::process(place.path());
    command.arg("redo").stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut told = String::new();
    stderr.read_line(&mut told).unwrap();
    assert!(told.starts_with("1 of 5: "), "{told}");
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    stderr.read_to_string(&mut told).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{told}");
    assert!(told.ends_with("interrupted: nothing is written\n"), "{told}");
    assert!(place.names(".").is_empty());
}
