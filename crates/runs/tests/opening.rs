//! Opening a file: made, or refused and left as it is.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{DONE, begin};
use rusqlite::Connection;
use tilewright_runs::{Error, RunId, Store};

/// Checks that a file is refused, and that neither it nor its folder changes.
#[track_caller]
fn refused(path: &Path) -> Error {
    let files = || {
        let files = fs::read_dir(path.parent().unwrap()).unwrap();
        let mut files: Vec<PathBuf> = files.map(|it| it.unwrap().path()).collect();
        files.retain(|file| !file.ends_with("runs.db-shm"));
        files.sort();
        let read = |file: &PathBuf| fs::read(file).unwrap_or_default();
        let contents: Vec<_> = files.iter().map(read).collect();
        (files, contents)
    };
    let before = files();
    let error = Store::open(path).unwrap_err();
    assert!(error.hint().is_some(), "{error}");
    assert!(files() == before, "{error}: something was changed");
    error
}

#[cfg(unix)]
#[test]
fn only_its_user_reads_a_new_file() {
    use std::os::unix::fs::PermissionsExt as _;

    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("a/b/runs.db");
    let store = Store::open(&path).unwrap();
    begin(&store, "match3/generate", 1);
    let mode = |path: &str| {
        let found = fs::metadata(place.path().join(path)).unwrap();
        found.permissions().mode() & 0o777
    };
    let files = ["a/b/runs.db", "a/b/runs.db-wal", "a/b/runs.db-shm"];
    assert_eq!(files.map(mode), [0o600; 3]);
    assert_eq!(["a", "a/b", "a/b/runs.db-locks"].map(mode), [0o700; 3]);
    let names = fs::read_dir(path.parent().unwrap()).unwrap().count();
    assert_eq!(names, 4, "nothing else is left");
}

#[test]
fn files_of_others_are_refused() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("runs.db");
    for text in ["", "notes", "SQLite format 3\0"] {
        fs::write(&path, text).unwrap();
        assert!(matches!(refused(&path), Error::Foreign(_)), "{text}");
    }
    fs::remove_file(&path).unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE notes (text)").unwrap();
    drop(other);
    assert!(matches!(refused(&path), Error::Foreign(_)));
    let folder = place.path().join("folder");
    fs::create_dir_all(folder.join("runs.db")).unwrap();
    assert!(matches!(refused(&folder.join("runs.db")), Error::Foreign(_)));
}

#[test]
fn a_file_of_another_format_is_refused() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("runs.db");
    begin(&Store::open(&path).unwrap(), "match3/generate", 1);
    let newer = Connection::open(&path).unwrap();
    newer.execute_batch("PRAGMA user_version = 99").unwrap();
    // Its program was killed: only the log beside the file says that it has another format.
    let copy = place.path().join("killed");
    fs::create_dir(&copy).unwrap();
    for name in ["runs.db", "runs.db-wal"] {
        fs::copy(place.path().join(name), copy.join(name)).unwrap();
    }
    drop(newer);
    let known = "has the format 99 of another tilewright, this one knows 3";
    for path in [path, copy.join("runs.db")] {
        let error = refused(&path);
        assert!(error.to_string().ends_with(known), "{error}");
        assert!(error.hint().unwrap().contains("the file was left as it is"));
    }
}

/// A file with some runs, closed.
fn filled(path: &Path) -> Vec<u8> {
    let store = Store::open(path).unwrap();
    for seed in 0..50 {
        let id = begin(&store, "match3/generate", seed);
        store.finish(id, &DONE).unwrap();
    }
    drop(store);
    fs::read(path).unwrap()
}

#[test]
fn a_damaged_file_is_refused() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("runs.db");
    let whole = filled(&path);
    let page = usize::from(u16::from_be_bytes([whole[16], whole[17]]));
    let pages = whole.len() / page;
    assert!(pages > 20);
    let mut cases = vec![
        ("half of it", whole[..whole.len() / 2].to_vec()),
        ("its last byte", whole[..whole.len() - 1].to_vec()),
        ("all but its header", whole[..100].to_vec()),
    ];
    for (name, at) in [("tables", 100), ("page 2", page), ("page 8", 7 * page)] {
        let mut damaged = whole.clone();
        damaged[at..at + 40].fill(0xff);
        cases.push((name, damaged));
    }
    for (name, bytes) in cases {
        fs::write(&path, bytes).unwrap();
        let error = refused(&path);
        assert!(matches!(error, Error::Damaged { .. }), "{name}: {error}");
    }
}

#[test]
fn damage_is_found_where_it_is_read() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("runs.db");
    filled(&path);
    let store = Store::open(&path).unwrap();
    let id = begin(&store, "battleship/hunt", 1);
    for first in 0..3 {
        let outcomes = vec![serde_json::json!({ "shots": 40 + first })];
        store.keep(id, &tilewright_tasks::KeptItems { first, outcomes }).unwrap();
    }
    let db = Connection::open(&path).unwrap();
    db.execute_batch("UPDATE answers SET answer = x'7b7d0a' WHERE run = 2").unwrap();
    let error = store.answer(RunId(2)).unwrap_err();
    assert_eq!(error.to_string(), "run 2: its answer is damaged");
    db.execute_batch("UPDATE kept SET outcomes = '[{\"shots\":49}]' WHERE number = 1")
        .unwrap();
    let error = store.kept(id, 1).unwrap_err();
    assert_eq!(error.to_string(), "run 51: entry 1 of its kept items is damaged");
    db.execute_batch("DELETE FROM kept WHERE number = 1").unwrap();
    let error = store.kept(id, 1).unwrap_err();
    assert_eq!(error.to_string(), "run 51: entry 1 of its kept items is damaged");
}
