//! Difficulties at the ends of what levels and games can show.

use std::ops::ControlFlow;

use tilewright_grid::Seed;
use tilewright_match3::{Level, Statistics};
use tilewright_match3_design::{
    Difficulty, DifficultyRequest, Shift, TweakRequest, Tweaks, tweak,
};

/// The games that were played in vain are a sixth of those before: the search sees that no level is that easy.
#[test]
fn a_difficulty_that_no_level_has_is_given_up_early() {
    let request = DifficultyRequest::new("collect:30".parse().unwrap(), 4.0);
    let verified = request.generate(Seed(1)).unwrap();
    assert!(!verified.is_found);
    assert!(verified.evaluations < 20_000, "{}", verified.evaluations);
    // The closest level is about as easy as an open board.
    let open: Level = ["........."; 9].join("\n").parse().unwrap();
    let (closest, guide) = (verified.predicted, request.guide().unwrap());
    assert!(closest < 1.15 * guide.predict(&open), "{closest}");
}

fn level(moves: u32) -> Level {
    let mut level: Level =
        "......\n.#..#.\n......\n..##..\n......\n......".parse().unwrap();
    level.goal = Some("collect:12".parse().unwrap());
    level.moves = Some(moves);
    level
}

fn tweaked(moves: u32, shift: Shift) -> Tweaks {
    let request = TweakRequest::new(level(moves), shift).with_count(1);
    let guide = request.guide().unwrap();
    tweak(&request, &guide, Seed(3), |_| ControlFlow::Continue(())).unwrap()
}

fn rate(played: &Statistics, moves: u32) -> f64 {
    played.within(moves).win_rate.mean
}

/// A move limit with which a level wins about this share of its games.
fn limit(share: f64) -> u32 {
    let games = tweaked(500, Shift::Easier).before;
    games.moves_closest_to(share).unwrap().moves
}

#[test]
fn easier_than_a_level_that_is_hardly_lost_is_one_that_cannot_be_lost() {
    let moves = limit(0.995);
    let easier = tweaked(moves, Shift::Easier);
    assert!(rate(&easier.before, moves) >= 0.99, "{:?}", easier.before.win_rate);
    assert!(
        easier.difficulty.is_some_and(Difficulty::is_without_loss),
        "{:?}",
        easier.difficulty
    );
    // Perhaps no change is enough; but none is said to be that loses a game.
    for found in easier.answers.iter().filter(|tweak| tweak.is_found) {
        assert!(rate(&found.played, moves) >= 1.0, "{:?}", found.played.win_rate);
        assert_eq!(found.played.games, Difficulty::GAMES_WITHOUT_LOSS);
    }
}

#[test]
fn nothing_is_easier_than_a_level_that_is_never_lost_nor_harder_than_one_never_won() {
    let safe = tweaked(500, Shift::Easier);
    assert!(safe.is_there && safe.answers.is_empty());
    let hopeless = tweaked(1, Shift::Harder);
    assert!(hopeless.is_there && hopeless.answers.is_empty());
    // Towards the middle there is something.
    assert!(!tweaked(1, Shift::Easier).is_there);
}
