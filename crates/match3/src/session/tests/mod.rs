//! Sessions against batches, and their refusals.

mod edits;

use tilewright_grid::{Cell, Seed};
use tilewright_play::Session as _;

use super::*;
use crate::events::{EventKind, Manner, Mirror};
use crate::{Planner, Strategy, play};

fn session(game: u32) -> Session {
    let level: Level = "......\n..1.a.\n......\n..2...\n......\n".parse().unwrap();
    Session::new(&level, &Goal::Score { score: 900 }, Seed(5), game).unwrap()
}

fn played(game: u32, bot: SkilledBot) -> Session {
    let mut session = session(game);
    while let Some(swap) = session.hint(bot) {
        session.play(swap).unwrap();
    }
    session
}

#[test]
fn a_session_plays_the_game_of_the_batch() {
    let mut session = session(3);
    let rules = session.rules().clone();
    let replay = Replay::record(&rules, Strategy::Greedy.into(), 1000, 3, Seed(5), &());
    for &[one, two] in &replay.0.swaps {
        session.play([two, one]).unwrap();
    }
    let outcome = play(&rules, &Strategy::Greedy.into(), 1000, 3..4, Seed(5), &())[0];
    let State { won, score, moves_made, reshuffles, over, .. } = session.state();
    assert_eq!((won, score), (outcome.is_won, outcome.score));
    assert_eq!((moves_made, reshuffles), (outcome.swaps, outcome.reshuffles));
    assert!(over && session.moves().is_empty());
    assert_eq!(session.replay().unwrap().boards, replay.0.boards);
}

#[test]
fn a_planner_keeps_to_its_budget() {
    let planners = [Planner::default(), Planner { width: 3, depth: 5, samples: 1 }];
    for planner in planners {
        let moves = |it: Planner| u64::from(it.width * it.depth * it.samples);
        let all = moves(planner);
        for nodes in 0..=all {
            let kept = moves(planner.within(nodes));
            assert!(kept <= nodes.max(1), "{kept} of {nodes}");
            assert!(kept >= moves(planner.within(nodes.saturating_sub(1))));
        }
        assert_eq!([all, u64::MAX].map(|nodes| moves(planner.within(nodes))), [all; 2]);
    }
}

#[test]
fn a_hint_within_a_budget_is_a_move_that_repeats() {
    let mut session = session(2);
    for nodes in [0, 1, 7, 30, 100, u64::MAX] {
        let hint = session.hint_within(Strategy::Planner.into(), nodes).unwrap();
        assert!(session.moves().contains(&hint));
        assert_eq!(session.hint_within(Strategy::Planner.into(), nodes), Some(hint));
        let greedy = session.hint_within(Strategy::Greedy.into(), nodes);
        assert_eq!(greedy, session.hint(Strategy::Greedy.into()));
        session.play(hint).unwrap();
    }
    let whole = session.hint(Strategy::Planner.into());
    assert_eq!(session.hint_within(Strategy::Planner.into(), u64::MAX), whole);
}

/// A move is looked at, made, taken back, and made again: each time its events tell the whole way to its board.
#[test]
fn the_events_of_a_move_that_is_made_again_are_whole() {
    for (preset, seed) in ["lab", "candy", "royal", "blast"].into_iter().zip(1..) {
        let rows = vec![vec!["."; 7]; 7];
        let level = serde_json::json!({"schema": "tilewright/level/2", "colors": 4, "rules": preset, "layout": rows});
        let level: Level = level.to_string().parse().unwrap();
        let goal = Goal::Score { score: 1 << 30 };
        let mut session = Session::new(&level, &goal, Seed(seed), 0).unwrap();
        for _ in 0..40 {
            let made = session.hint(Strategy::Greedy.into()).unwrap();
            session.reasons(made).unwrap();
            for _ in 0..2 {
                let mut mirror = Mirror::new(level.size(), session.elements());
                let see = &mut |events: Events<'_>| mirror.apply(events).unwrap();
                session.play_seen(made, see).unwrap();
                assert!(mirror.elements().eq(session.elements()), "{preset}");
                session.undo();
            }
            session.play(made).unwrap();
        }
    }
}

#[test]
fn undo_takes_all_of_a_move_back() {
    let mut session = session(0);
    for _ in 0..12 {
        let before = session.state();
        let [one, two] = session.hint(Strategy::Random.into()).unwrap();
        let events = session.play([one, two]).unwrap();
        assert_eq!(events[0].event, EventKind::Swap);
        let after = session.state();
        assert!(session.undo());
        assert_eq!(session.state(), before);
        session.play([one, two]).unwrap();
        assert_eq!(session.state(), after);
    }
}

#[test]
fn illegal_swaps_are_refused_and_change_nothing() {
    let mut session = session(1);
    let before = session.state();
    let legal = session.moves();
    let size = session.size();

    for one in size.cells() {
        for two in
            [Cell::new(one.row, one.column + 1), Cell::new(one.row + 1, one.column)]
        {
            if legal.contains(&[one, two]) {
                continue;
            }

            let expected = if size.contains(two) {
                SwapError::NoLine { one, two }
            } else {
                SwapError::Outside(two)
            };
            assert_eq!(session.play([one, two]), Err(expected));
        }
    }

    assert_eq!(session.state(), before);

    let mut over = played(1, Strategy::Greedy.into());
    let [one, two] = legal[0];
    assert_eq!(over.play([one, two]), Err(SwapError::Over));
}

/// A level of rules with pieces, covers, grounds, conveyors and supplies.
fn of_royal() -> Session {
    let level = r#"{"schema": "tilewright/level/2", "rows": 6, "columns": 6, "colors": 4, "rules": "royal",
        "layout": [[".", ".", ".", ".", ".", "."], [".", "R-", "B", ".", "box2", "."],
            [".", ".", ".", "._grass2", ".", "."], [".", "box1", ".", "._grass1", ".+chain1", "."],
            [".", ".", ".", ".", ".", "."], [".", ".", ".", ".", ".", "."]],
        "cells": {"conveyors": [[[5, 0], [5, 1], [5, 2]]]},
        "goal": {"score": 100000}}"#;
    let level: Level = level.parse().unwrap();
    let goal = level.goal.clone().unwrap();
    Session::new(&level, &goal, Seed(3), 0).unwrap()
}

fn played_for(mut session: Session, moves: u32) -> Session {
    for _ in 0..moves {
        let Some(made) = session.hint(Strategy::Article.into()) else { break };
        session.play(made).unwrap();
    }
    session
}

#[test]
fn a_saved_game_continues_with_its_past_and_its_ids() {
    for session in [session(2), of_royal()] {
        let mut session = played_for(session, 5);
        let json = session.save();
        let mut again = Session::load(&json).unwrap();
        assert_eq!(again.save(), json);
        assert_eq!(again.state(), session.state());
        assert_eq!(again.elements(), session.elements());
        assert!(again.replay().is_none());

        let hint = session.hint(Strategy::Planner.into()).unwrap();
        assert_eq!(again.hint(Strategy::Planner.into()), Some(hint));
        assert_eq!(again.play(hint), session.play(hint));
        for _ in 0..6 {
            assert!(again.undo() && session.undo());
            assert_eq!(again.state(), session.state());
            assert_eq!(again.elements(), session.elements());
        }
        assert!(!again.undo());
    }
}

#[test]
fn a_recording_is_loaded_with_all_its_moves() {
    let session = played_for(session(2), 5);
    let json = session.replay().unwrap().to_json();
    let mut again = Session::load(&json).unwrap();
    assert_eq!((again.state(), again.replay()), (session.state(), session.replay()));
    assert!((0..5).all(|_| again.undo()) && !again.undo());

    let error = |from: &str, to: &str| {
        Session::load(&json.replacen(from, to, 1)).unwrap_err().to_string()
    };
    let seed = error("\"seed\":5", "\"seed\":6");
    assert!(seed.starts_with("board 0 differs"), "{seed}");
    let goal = error("\"score\":900", "\"score\":901");
    assert_eq!(goal, ReplayError::Checksum.to_string());
}

/// Boosters between moves: the events tell everything, all can be taken back, and what is refused changes nothing.
#[test]
fn boosters_are_reported_and_taken_back() {
    let mut used = [0; 4];
    for mut session in [session(2), of_royal()] {
        let size = session.rules().level().size();
        let mut mirror = Mirror::new(size, session.elements());
        let mut rng = Seed(4).rng();
        for round in 0..400 {
            let cell = size.cell(rng.below(size.area() as u32) as usize);
            let beside = Cell::new(cell.row, cell.column + 1);
            let kind = rng.below(4) as usize;
            let booster = match kind {
                0 => Booster::Hammer(cell),
                1 => Booster::FreeSwap([cell, beside]),
                2 if round % 10 == 0 => Booster::Shuffle,
                2 => continue,
                _ => Booster::Piece {
                    cell,
                    piece: "rocket".to_owned(),
                    down: round % 2 == 0,
                },
            };

            let before = (session.save(), session.state());
            let mut steps = 0;
            let result = session.boost(&booster, &mut |events| {
                steps += 1;
                mirror.apply(events).unwrap();
            });
            match result {
                Ok(()) => {
                    used[kind] += 1;
                    assert!(mirror.elements().eq(session.elements()), "{booster:?}");
                    assert!(steps > 0 && session.replay().is_none());
                    if rng.below(4) == 0 {
                        assert!(session.undo());
                        assert_eq!(session.state(), before.1);
                        mirror = Mirror::new(size, session.elements());
                    }
                }
                Err(error) => {
                    assert_eq!(
                        (session.save(), session.state()),
                        before,
                        "{booster:?}: {error}"
                    );
                    mirror = Mirror::new(size, session.elements());
                }
            }
            if let Some(made) = session.hint(Strategy::Random.into()) {
                session
                    .play_seen(made, &mut |events| mirror.apply(events).unwrap())
                    .unwrap();
                assert!(mirror.elements().eq(session.elements()));
            } else {
                // Won: some of it is taken back.
                while session.undo() {}
                mirror = Mirror::new(size, session.elements());
            }
        }
        assert!(Session::load(&session.save()).is_ok());
    }
    assert!(used.iter().all(|&used| used > 5), "{used:?}");
}

#[test]
fn a_refused_swap_is_shown_and_taken_back() {
    for mut session in [session(2), of_royal()] {
        let size = session.rules().level().size();
        let (legal, before) = (session.moves(), (session.state(), session.elements()));
        let (mut mirror, mut shown) = (Mirror::new(size, session.elements()), 0);
        for one in size.cells() {
            let two = Cell::new(one.row, one.column + 1);
            if !size.contains(two)
                || legal.contains(&[one, two])
                || legal.contains(&[two, one])
            {
                continue;
            }
            let mut kinds = Vec::new();
            let result = session.play_seen([one, two], &mut |events| {
                kinds.extend(events.iter().map(|event| event.kind));
                mirror.apply(events).unwrap();
            });
            assert!(result.is_err());
            if !kinds.is_empty() {
                let [swap, refused] = [EventKind::Swap, EventKind::Refused];
                let (to, back) = ([EventKind::Move; 2], [EventKind::Move; 2]);
                assert_eq!(kinds, [&[swap][..], &to, &[refused], &back].concat());
                shown += 1;
            }
            assert!(mirror.elements().eq(session.elements()));
        }
        assert!(shown > 3, "{shown}");
        assert_eq!((session.state(), session.elements()), before);
    }
}

#[test]
fn more_moves_let_a_lost_game_go_on() {
    let mut level: Level = "......\n......\n......\n......\n".parse().unwrap();
    level.moves = Some(1);
    let mut session =
        Session::new(&level, &Goal::Score { score: 1_000_000 }, Seed(1), 0).unwrap();
    session.play(session.moves()[0]).unwrap();
    let hammer = Booster::Hammer(Cell::new(0, 0));
    assert_eq!(session.boost(&hammer, &mut |_| ()), Err(BoosterError::Over));

    session.add_moves(2);
    // They stay when a move is taken back.
    let mut other = session.clone();
    assert!(other.undo());
    assert_eq!(other.state().move_limit, Some(3));
    let mut session = Session::load(&session.save()).unwrap();
    assert_eq!(session.state().move_limit, Some(3));
    assert_eq!(session.boost(&hammer, &mut |_| ()), Ok(()));
    for _ in 0..2 {
        session.play(session.moves()[0]).unwrap();
    }
    assert!(session.is_over());
    let outside = Booster::Hammer(Cell::new(9, 0));
    // However many are bought, the game can be saved and loaded.
    session.add_moves(u32::MAX);
    session.add_moves(u32::MAX);
    assert!(Session::load(&session.save()).is_ok_and(|again| !again.is_over()));
    assert_eq!(
        session.boost(&outside, &mut |_| ()),
        Err(BoosterError::Nothing(Cell::new(9, 0)))
    );
}

#[test]
fn a_move_that_serves_the_goal_says_so() {
    let level: Level = "......\n......\n......\n......\n".parse().unwrap();
    let goal: Goal = "collect:40".parse().unwrap();
    let mut serving = 0;
    for seed in 0..5 {
        let mut session = Session::new(&level, &goal, Seed(seed), 0).unwrap();
        let parts = session.parts();
        for made in session.moves() {
            let reasons = session.reasons(made).unwrap();
            let mut after = session.clone();
            after.play(made).unwrap();
            for reason in reasons {
                let Reason::Goal(part) = reason else { panic!("{reason:?}") };
                assert!(after.parts()[part as usize].1 < parts[part as usize].1);
                serving += 1;
            }
        }
        assert_eq!(session.parts(), parts, "the session stays");
    }
    assert!(serving > 0);
}

#[test]
fn undo_goes_back_as_far_as_it_was_set() {
    let mut session = session(2);
    session.set_undo_depth(3);
    let mut session = played_for(session, 5);
    assert!((0..3).all(|_| session.undo()) && !session.undo());
    assert_eq!(session.state().moves_made, 2);

    session.set_undo_depth(0);
    let session = played_for(session, 1);
    assert!(Session::load(&session.save()).is_ok_and(|mut again| !again.undo()));
}

/// Whatever stands in a saved game, it is refused, or it can be played on.
#[test]
fn no_change_of_a_saved_game_makes_it_panic() {
    let mut accepted = 0;
    for session in [session(2), of_royal()] {
        let json = played_for(session, 3).save();
        let mut keys: serde_json::Value = serde_json::from_str(&json).unwrap();
        keys.as_object_mut().unwrap().remove("checksum");
        let text = keys.to_string();
        let start = text.find("\"board\":").unwrap();
        let digits: Vec<_> = text
            .char_indices()
            .filter(|&(at, it)| at > start && it.is_ascii_hexdigit())
            .collect();

        let mut rng = Seed(7).rng();
        for _ in 0..2000 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=rng.below(2) {
                let (at, _) = digits[rng.below(digits.len() as u32) as usize];
                bytes[at] = b"0123456789abcdef"[rng.below(16) as usize];
            }
            let Ok(changed) = serde_json::from_slice::<serde_json::Value>(&bytes) else {
                continue;
            };
            if let Ok(session) = Session::load(&tilewright_play::seal(&changed)) {
                accepted += 1;
                played_for(session, 3);
            }
        }
        assert_eq!(
            Session::load(&json.replacen("\"seed\":", "\"seed\": 1", 1))
                .unwrap_err()
                .to_string(),
            SaveError::Checksum.to_string()
        );
    }
    assert!(accepted > 20, "{accepted} were accepted");
}

#[test]
fn a_level_with_a_limit_ends_there() {
    let mut level: Level = "......\n......\n......\n......\n".parse().unwrap();
    level.moves = Some(2);
    let mut session =
        Session::new(&level, &Goal::Score { score: 1_000_000 }, Seed(1), 0).unwrap();
    for _ in 0..2 {
        let [one, two] = session.moves()[0];
        session.play([one, two]).unwrap();
    }
    assert!(session.state().over && !session.state().won);
    assert_eq!(session.hint(Strategy::Article.into()), None);
}
