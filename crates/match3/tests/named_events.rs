//! Events in words against the boards that they lead to, by a client that knows JSON alone.

mod client;
mod games;

use tilewright_grid::Seed;
use tilewright_match3::{EventKind, Goal, Level, MOST_EVENTS, Session, Strategy};
use tilewright_play::Session as _;

use client::{Client, json};

#[test]
fn who_reads_the_events_alone_has_every_board() {
    let games =
        [(of_classic(), 60), (of_royal(), 200), (of_candy(), 120), (of_blast(), 300)];
    for (session, moves) in games {
        let mut session = session;
        let mut client = Client::new(&json(&session.state()));
        let mut kinds = std::collections::BTreeSet::new();
        for _ in 0..moves {
            let Some(made) = session.hint(Strategy::Greedy.into()) else { break };
            for event in session.play(made).unwrap() {
                let event = json(&event);
                kinds.insert(event["event"].as_str().unwrap().to_owned());
                client.apply(&event);
            }
            assert_eq!(client.unnamed(&json(&session.state())), Vec::<String>::new());
        }
        assert!(kinds.len() > 7, "{kinds:?}");
    }
}

/// A level of `classic` with blockers and overlays.
fn of_classic() -> Session {
    let level: Level = "......\n..1.a.\n......\n..2...\n......\n".parse().unwrap();
    Session::new(&level, &Goal::Score { score: 900 }, Seed(5), 2)
}

/// A level of rules with pieces, covers, grounds, conveyors and supplies.
fn of_royal() -> Session {
    let text = r#"{"schema": "tilewright/level/2", "rows": 6, "columns": 6, "colors": 4, "rules": "royal",
        "layout": [[".", ".", ".", ".", ".", "."], [".", "R-", "B", ".", "box2", "."],
            [".", ".", ".", "._grass2", ".", "."], [".", "box1", ".", "._grass1", ".+chain1", "."],
            [".", ".", ".", ".", ".", "."], [".", ".", ".", ".", ".", "."]],
        "cells": {"conveyors": [[[5, 0], [5, 1], [5, 2]]]},
        "goal": {"score": 100000}}"#;
    started(text, 3)
}

/// A level of tapped groups.
fn of_blast() -> Session {
    let text = r#"{"schema": "tilewright/level/2", "rows": 6, "columns": 6, "colors": 4, "rules": "blast",
        "layout": [[".", ".", ".", ".", ".", "."], [".", "R-", "B", ".", "box1", "."],
            [".", ".", "rO", "._grass2", "vase2", "."], [".", "stone1", ".", "._grass1", ".+cage1", "."],
            [".", ".", "_", ".", ".", "."], [".", ".", "redballoon1", ".", "duck", "."]],
        "goal": {"score": 100000}}"#;
    started(text, 4)
}

fn started(text: &str, seed: u64) -> Session {
    let level: Level = text.parse().unwrap();
    Session::new(&level, &level.goal.clone().unwrap(), Seed(seed), 0)
}

/// A level of rules with merged pieces and layers.
fn of_candy() -> Session {
    let text = r#"{"schema": "tilewright/level/2", "rows": 7, "columns": 7, "colors": 4, "rules": "candy",
        "layout": [".......", ".......", ".......", ".......", ".......", ".......", "......."],
        "goal": {"score": 1000000}}"#;
    started(text, 8)
}

#[test]
fn events_have_names() {
    let mut session = of_royal();
    let made = session.hint(Strategy::Greedy.into()).unwrap();
    let events = session.play(made).unwrap();
    let lines: Vec<_> =
        events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    insta::assert_snapshot!(lines.join("\n"));
    for (event, line) in events.iter().zip(&lines) {
        assert_eq!(*event, serde_json::from_str(line).unwrap());
    }
}

/// With two colours on a large board the cascades of a move hardly end.
#[test]
fn a_list_that_is_too_long_says_what_is_missing() {
    let rows = format!("{}\n", ".".repeat(64)).repeat(64);
    let level: Level = rows.parse::<Level>().unwrap().with_colors(2).unwrap();
    let mut session = Session::new(&level, &Goal::Score { score: 1 << 31 }, Seed(1), 0);
    for _ in 0..10 {
        let made = session.moves()[0];
        let mut all = Vec::new();
        let mut seen = session.clone();
        seen.play_seen(made, &mut |events| all.push(events.events.len())).unwrap();
        let listed = session.play(made).unwrap();
        assert_eq!(session.state(), seen.state());

        let total: usize = all.iter().sum();
        let (last, kept) = listed.split_last().unwrap();
        if total <= MOST_EVENTS {
            assert_eq!(listed.len(), total);
            continue;
        }
        assert_eq!(last.event, EventKind::Omitted);
        assert!(kept.len() <= MOST_EVENTS);
        assert_eq!(last.value, i32::try_from(total - kept.len()).ok());
        let whole: usize = all[..last.step as usize].iter().sum();
        assert_eq!(whole, kept.len(), "steps are whole");
        return;
    }
    panic!("no move is too long");
}
