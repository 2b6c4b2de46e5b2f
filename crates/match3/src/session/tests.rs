//! Sessions against batches, and their refusals.

use tilewright_grid::{Cell, Seed};
use tilewright_play::Session as _;

use super::*;
use crate::{Strategy, play};

fn session(game: u32) -> Session {
    let level: Level = "......\n..1.a.\n......\n..2...\n......\n".parse().unwrap();
    Session::new(&level, &Goal::Score { score: 900 }, Seed(5), game)
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
    assert_eq!(session.replay().boards, replay.0.boards);
}

#[test]
fn the_last_step_is_the_board_at_rest_and_undo_takes_all_of_it_back() {
    let mut session = session(0);
    for _ in 0..12 {
        let before = session.state();
        let [one, two] = session.hint(Strategy::Random.into()).unwrap();
        let steps = session.play([one, two]).unwrap();
        assert_eq!(steps[0].event, BoardEvent::Swapped);
        assert_eq!(steps.last().unwrap().board, session.state().board);
        let after = session.state();
        assert!(session.undo());
        assert_eq!(session.state(), before);
        session.play([one, two]).unwrap();
        assert_eq!(session.state(), after);
    }
}

#[test]
fn falls_say_where_each_block_was_before() {
    let mut session = session(2);
    let mut falls = 0;

    for _ in 0..8 {
        let mut before = session.state().board;
        let swap = session.hint(Strategy::Random.into()).unwrap();

        for Step { event, moved, board, .. } in session.play(swap).unwrap() {
            assert_eq!(moved.is_empty(), event != BoardEvent::Fallen);
            for (from, to) in moved {
                assert!(board.colors[to].is_some());
                if let Some(from) = from {
                    assert_eq!(before.colors[from], board.colors[to]);
                    falls += 1;
                }
            }
            before = board;
        }
    }

    assert!(falls > 20, "{falls} falls");
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
                SwapError::NotNeighbors { one, two }
            };
            assert_eq!(session.play([one, two]), Err(expected));
        }
    }

    assert_eq!(session.state(), before);

    let mut over = played(1, Strategy::Greedy.into());
    let [one, two] = legal[0];
    assert_eq!(over.play([one, two]), Err(SwapError::Over));
}

#[test]
fn a_saved_game_continues_and_damage_is_found() {
    let mut session = session(2);
    for _ in 0..5 {
        let [one, two] = session.hint(Strategy::Article.into()).unwrap();
        session.play([one, two]).unwrap();
    }

    let json = session.save();
    let mut again = Session::load(&json).unwrap();
    assert_eq!(again.state(), session.state());

    let hint = session.hint(Strategy::Planner.into());
    assert_eq!(again.hint(Strategy::Planner.into()), hint);
    let [one, two] = hint.unwrap();
    assert_eq!(again.play([one, two]), session.play([one, two]));

    let error = |from: &str, to: &str| {
        let damaged = json.replacen(from, to, 1);
        Session::load(&damaged).unwrap_err().to_string()
    };

    let seed = error("\"seed\":5", "\"seed\":6");
    assert!(seed.starts_with("board 0 differs"), "{seed}");
    let goal = error("\"score\":900", "\"score\":901");
    assert_eq!(goal, ReplayError::Checksum.to_string());
}

#[test]
fn a_level_with_a_limit_ends_there() {
    let mut level: Level = "......\n......\n......\n......\n".parse().unwrap();
    level.moves = Some(2);
    let mut session = Session::new(&level, &Goal::Score { score: 1_000_000 }, Seed(1), 0);
    for _ in 0..2 {
        let [one, two] = session.moves()[0];
        session.play([one, two]).unwrap();
    }
    assert!(session.state().over && !session.state().won);
    assert_eq!(session.hint(Strategy::Article.into()), None);
}
