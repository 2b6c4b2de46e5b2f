//! Boards and learning curves as pictures.
#![cfg(feature = "pictures")]

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use tilewright_2048::{
    Board, GreedyPlayer, Hint, Learner, LearningCurve, Move, Outcome, Player, Session,
    Settings, Setup, chart,
};
use tilewright_draw::DrawError;
use tilewright_grid::{Seed, Size};
use tilewright_play::Session as _;

#[test]
fn a_board_is_drawn_in_tiles_and_in_characters() {
    let board: Board = "2 4 0\n0 128 1024\n16 0 2".parse().unwrap();
    let picture = board.picture(40.0);
    insta::assert_snapshot!(format!("{}\n{}", picture.to_text(false), picture.to_svg()));
}

#[test]
fn the_largest_tiles_have_room_for_their_numbers() {
    for number in ["67108864", "1048576", "131072", "65536", "8"] {
        let board = format!("{number} 0 0 0 0\n{}", "0 0 0 0 0\n".repeat(4));
        let svg = board.trim().parse::<Board>().unwrap().picture(64.0).to_svg();
        let text = svg.split("<text").find(|it| it.contains(&format!(">{number}<")));
        let size = text.and_then(|it| it.split("font-size=\"").nth(1)).unwrap();
        let size: f64 = size.split('"').next().unwrap().parse().unwrap();
        // A bold digit is about 0.6 times as wide as it is high.
        assert!(size > 10.0 && 0.6 * size * (number.len() as f64) < 58.0, "{svg}");
    }
}

#[test]
fn a_learning_curve_shows_scores_and_tiles() {
    let shape = "0123".parse().unwrap();
    let settings = Settings::new(shape, Seed(1));
    let mut learner = Learner::new(settings).unwrap();
    for _ in 0..1200 {
        learner.play();
    }
    let curve = learner.curve();
    assert_eq!(
        curve.points.iter().map(|block| block.games).collect::<Vec<_>>(),
        [1000, 200]
    );
    let svg = curve.picture().to_svg();
    for word in ["mean", "2048", "32768", "games"] {
        assert!(svg.contains(word), "{word}");
    }
    assert!(LearningCurve::default().picture().to_svg().starts_with("<svg"));
}

fn session(moves: usize) -> Session {
    let setup = Setup { size: Size::new(3, 4), four_probability: 0.1, seed: Seed(1) };
    let mut session = Session::new(setup, 0).unwrap();
    let mut rng = Seed(1).rng();
    for _ in 0..moves {
        let heading = GreedyPlayer.choose(session.game().board(), &mut rng).unwrap();
        session.play(Move(heading)).unwrap();
    }
    session
}

fn hint(board: Board) -> Hint {
    Hint::of(&mut GreedyPlayer, board, &mut Seed(1).rng())
}

#[test]
fn a_short_game_is_shown_with_gliding_tiles_and_a_long_one_board_by_board() {
    let short = session(5);
    let animation = short.animation(usize::MAX, |board| Some(hint(board)), &()).unwrap();
    assert_eq!(animation.frames.len(), 5 * 6 + 1);
    let time: u32 =
        animation.frames.iter().map(|frame| u32::from(frame.hundredths)).sum();
    assert_eq!(time, 5 * 40 + 300);
    assert_eq!(
        animation.frames[30].picture,
        short.picture(Some(&hint(short.game().board())))
    );
    insta::assert_snapshot!(animation.frames[8].picture.to_svg());
    for last in 1..=5 {
        let looks = AtomicU64::new(0);
        let watch = || {
            if looks.fetch_add(1, Ordering::Relaxed) + 1 == last {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let mut hints = 0;
        let hint = |_| {
            hints += 1;
            None
        };
        let stopped = short.animation(usize::MAX, hint, &watch);
        assert!(matches!(stopped, Err(DrawError::Cancelled)));
        assert_eq!(hints, last - 1, "nothing is asked after the stop");
    }
    let long = session(61);
    assert_eq!(long.animation(usize::MAX, |_| None, &()).unwrap().frames.len(), 62);
    assert!(
        long.animation(usize::MAX, |_| None, &()).unwrap().frames[0].picture.width
            < animation.frames[0].picture.width
    );
}

#[test]
fn many_games_are_shown_by_tile_and_by_score() {
    let outcome = |(score, largest)| Outcome { score, moves: 100, largest };
    let games = [(900, 64), (2100, 128), (2500, 256), (2600, 256)].map(outcome);
    let picture = chart::games(&games, Size::new(4, 4), "greedy");
    insta::assert_snapshot!(picture.to_text(false));
    assert!(chart::games(&[], Size::new(4, 4), "greedy").to_svg().starts_with("<svg"));
}
