//! Documents and games of the workbench.

use tilewright_runs::{Change, Draft, Error, NewDocument, SavedGame, Store};

const MAP: NewDocument<'static> =
    NewDocument { name: "a.map", bytes: b"map", beside: None, now: 1, limit: 1000 };

#[test]
fn documents_are_found_by_their_hash_and_name() {
    let store = Store::in_memory().unwrap();
    let map = store.put_document(&MAP).unwrap();
    // The first 16 digits of `printf '\na.map\nmap' | sha256sum`.
    assert_eq!(map, "2f3b4eed3b562d46");
    assert_eq!(store.put_document(&MAP).unwrap(), map);
    assert_eq!(store.document(&map, "a.map", 2).unwrap(), b"map");
    assert!(store.document(&map, "b.map", 2).is_err());
    assert!(store.document("0000000000000000", "a.map", 2).is_err());
}

#[test]
fn documents_stand_beside_each_other() {
    let store = Store::in_memory().unwrap();
    let map = store.put_document(&MAP).unwrap();
    let tiles = NewDocument { name: "t.tsx", bytes: b"tiles", beside: Some(&map), ..MAP };
    let both = store.put_document(&tiles).unwrap();
    assert_ne!(both, map);
    assert_eq!(store.document(&both, "a.map", 1).unwrap(), b"map");
    assert_eq!(store.document(&both, "t.tsx", 1).unwrap(), b"tiles");
    assert!(store.document(&map, "t.tsx", 1).is_err());
    let newer = NewDocument { bytes: b"newer", beside: Some(&both), ..MAP };
    let newer = store.put_document(&newer).unwrap();
    assert_eq!(store.document(&newer, "a.map", 1).unwrap(), b"newer");
    assert_eq!(store.document(&both, "a.map", 1).unwrap(), b"map");
    let lost = NewDocument { beside: Some("ffffffffffffffff"), ..MAP };
    assert!(matches!(store.put_document(&lost), Err(Error::Missing { .. })));
}

#[test]
fn the_folder_that_was_not_used_for_longest_is_dropped() {
    let store = Store::in_memory().unwrap();
    let put = |name, byte, now| {
        let bytes = &[byte; 40];
        store.put_document(&NewDocument { name, bytes, now, limit: 100, ..MAP }).unwrap()
    };
    let (first, second) = (put("1", 1, 10), put("2", 2, 11));
    store.document(&first, "1", 12).unwrap();
    let third = put("3", 3, 13);
    assert!(store.document(&second, "2", 14).is_err());
    assert!(
        store.document(&first, "1", 14).is_ok()
            && store.document(&third, "3", 14).is_ok()
    );
    let whole = NewDocument { name: "4", bytes: &[4; 100], now: 0, limit: 100, ..MAP };
    let whole = store.put_document(&whole).unwrap();
    assert!(
        store.document(&first, "1", 14).is_err()
            && store.document(&whole, "4", 1).is_ok()
    );
    let larger = NewDocument { bytes: &[5; 101], limit: 100, ..MAP };
    assert!(matches!(store.put_document(&larger), Err(Error::TooLarge { .. })));
    assert!(store.document(&whole, "4", 1).is_ok());
}

#[test]
fn a_name_is_that_of_a_file_alone() {
    let store = Store::in_memory().unwrap();
    let long = "x".repeat(256);
    for name in ["", ".", "..", "../a", "a/b", "a\\b", "a\nb", "a\0", &long] {
        let refused = store.put_document(&NewDocument { name, ..MAP });
        assert!(matches!(refused, Err(Error::Name(_))), "{name}");
    }
    assert!(store.put_document(&NewDocument { name: "<b> ä.map", ..MAP }).is_ok());
}

#[test]
fn games_are_kept_listed_and_deleted() {
    let store = Store::in_memory().unwrap();
    let game = |id: &str, game: &str, changed| SavedGame {
        id: id.into(),
        game: game.into(),
        name: "evening".into(),
        made: 3,
        revision: 3,
        headline: "score 12".into(),
        changed,
        saved: "{}".into(),
    };
    store.add_session(&game("a", "2048", 1)).unwrap();
    store.add_session(&game("b", "2048", 3)).unwrap();
    store.add_session(&game("c", "match3", 2)).unwrap();
    let next = SavedGame { made: 4, revision: 4, ..game("a", "2048", 4) };
    let moved = SavedGame { saved: "{ }".into(), ..next };
    store.change_session(&moved, &made(4)).unwrap();
    assert_eq!(store.session("a").unwrap(), moved);
    let ids = |game| {
        let found = store.sessions(game).unwrap();
        assert!(found.iter().all(|game| game.saved.is_empty()));
        found.into_iter().map(|game| game.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(Some("2048")), ["a", "b"]);
    assert_eq!(ids(None), ["a", "b", "c"]);
    store.delete_session("a").unwrap();
    store.delete_session("a").unwrap();
    assert!(matches!(store.session("a"), Err(Error::Missing { .. })));
    assert_eq!(ids(None), ["b", "c"]);
}

/// The change that led to a revision.
fn made(revision: u64) -> Change {
    Change { revision, is_undo: false, made: Some("[]".into()) }
}

#[test]
fn a_change_that_came_too_late_is_refused() {
    let store = Store::in_memory().unwrap();
    let at = |revision| SavedGame {
        id: "a".into(),
        game: "2048".into(),
        name: String::new(),
        made: revision,
        revision,
        headline: String::new(),
        changed: 1,
        saved: revision.to_string(),
    };
    assert!(matches!(store.change_session(&at(1), &made(1)), Err(Error::Missing { .. })));
    store.add_session(&at(0)).unwrap();
    assert!(store.add_session(&at(0)).is_err());
    store.change_session(&at(1), &made(1)).unwrap();
    store.change_session(&at(2), &Change { is_undo: true, ..made(2) }).unwrap();
    for revision in [0, 1, 2, 4, 100] {
        let refused = store.change_session(&at(revision), &made(revision));
        assert!(matches!(refused, Err(Error::Stale { found: 2, .. })), "{revision}");
    }
    assert_eq!(store.session("a").unwrap(), at(2));
    let changes = store.session_changes("a", 0).unwrap();
    assert_eq!(changes, [Change { is_undo: true, ..made(2) }, made(1)]);
    assert_eq!(store.session_changes("a", 1).unwrap().len(), 1);
    store.delete_session("a").unwrap();
    assert!(store.session_changes("a", 0).unwrap().is_empty());
}

#[test]
fn a_draft_that_came_too_late_is_refused() {
    let store = Store::in_memory().unwrap();
    let at = |id: &str, revision, value: &str| Draft {
        id: id.into(),
        kind: "levels".into(),
        revision,
        changed: revision.cast_signed(),
        value: value.into(),
    };
    store.put_draft(&at("a", 1, "one"), 100).unwrap();
    store.put_draft(&at("a", 2, "two"), 100).unwrap();
    for revision in [1, 2, 4] {
        let refused = store.put_draft(&at("a", revision, "other"), 100);
        assert!(matches!(refused, Err(Error::Stale { found: 2, .. })), "{revision}");
    }
    assert_eq!(store.draft("a").unwrap(), at("a", 2, "two"));
    assert!(store.drafts("maps").unwrap().is_empty());
    // One that was dropped is begun again where it was.
    store.put_draft(&at("b", 7, "seven"), 100).unwrap();
    let listed: Vec<_> =
        store.drafts("levels").unwrap().into_iter().map(|it| it.id).collect();
    assert_eq!(listed, ["b", "a"]);
    store.put_draft(&at("c", 8, "eight"), 10).unwrap();
    assert!(matches!(store.draft("a"), Err(Error::Missing { .. })));
    assert!(store.draft("b").is_ok());
}
