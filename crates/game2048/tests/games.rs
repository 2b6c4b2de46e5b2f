//! Games move by move.

use proptest::prelude::*;
use std::ops::ControlFlow;

use tilewright_2048::{
    Board, Game, GreedyPlayer, Move, PlayError, Player, Session, Setup, move_name, play,
    play_each,
};
use tilewright_grid::{Heading, Rng, Seed, Size};
use tilewright_play::Session as _;

const fn setup(rows: u32, columns: u32) -> Setup {
    Setup { size: Size::new(rows, columns), four_probability: 0.1, seed: Seed(3) }
}

/// Every board of a game, its legal moves and its score.
fn told(setup: &Setup) -> String {
    let mut game = Game::new(setup, setup.seed).unwrap();
    let mut rng = Seed(1).rng();
    let mut lines = Vec::new();
    loop {
        let legal: Vec<&str> =
            game.board().slides().map(|(to, _)| move_name(to)).collect();
        lines.push(format!(
            "{:?} score {} legal {}",
            game.board(),
            game.score(),
            legal.join(" ")
        ));
        let Some(heading) = GreedyPlayer.choose(game.board(), &mut rng) else { break };
        let gain = game.play(heading).unwrap();
        lines.push(format!("{} gains {gain}", move_name(heading)));
    }
    lines.join("\n")
}

#[test]
fn a_golden_game_on_4_by_4() {
    insta::assert_snapshot!(told(&setup(4, 4)));
}

#[test]
fn golden_games_on_other_boards() {
    insta::assert_snapshot!([told(&setup(2, 3)), told(&setup(3, 3))].join("\n\n"));
}

#[test]
fn a_batch_plays_the_games_that_one_would() {
    let setup = setup(3, 4);
    let outcomes = play(&setup, || GreedyPlayer, 0..5).unwrap();
    for (index, outcome) in outcomes.iter().enumerate() {
        let seed = setup.seed.child(index as u64).child(0);
        let mut game = Game::new(&setup, seed).unwrap();
        let mut rng = Seed(0).rng();
        while let Some(heading) = GreedyPlayer.choose(game.board(), &mut rng) {
            game.play(heading);
        }
        assert_eq!((outcome.score, outcome.moves), (game.score(), game.moves()));
    }
}

/// Moves up whether that is legal or not.
struct Stubborn;

impl Player for Stubborn {
    fn choose(&mut self, _: Board, _: &mut Rng) -> Option<Heading> {
        Some(Heading::North)
    }
}

/// The same under another name.
struct Named;

impl Player for Named {
    fn name(&self) -> &'static str {
        "named"
    }

    fn choose(&mut self, board: Board, rng: &mut Rng) -> Option<Heading> {
        Stubborn.choose(board, rng)
    }
}

#[test]
fn a_move_that_is_not_legal_is_an_error() {
    let setup = setup(4, 4);
    let error = play(&setup, || Stubborn, 0..9).unwrap_err();
    let told = error.to_string();
    let PlayError::Illegal { game: 0, player, heading: Heading::North, board } = error
    else {
        panic!("{told}")
    };
    assert!(player.ends_with("::Stubborn"), "{player}");
    assert!(board.slide(Heading::North).is_none(), "{board}");
    let expected = format!(
        "game 0: the player {player} made the illegal move up on the board {board:?}"
    );
    assert_eq!(told, expected);
    // A player in a box keeps its name.
    let boxed = play(&setup, || Box::new(Named) as Box<dyn Player>, 3..4).unwrap_err();
    assert!(
        boxed
            .to_string()
            .starts_with("game 3: the player named made the illegal move up"),
        "{boxed}"
    );
}

#[test]
fn outcomes_come_one_by_one_in_the_order_of_the_games() {
    let setup = setup(4, 4);
    let all = play(&setup, || GreedyPlayer, 5..45).unwrap();
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut some = Vec::new();
        let each = |outcome| {
            some.push(outcome);
            if some.len() == 17 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        pool.install(|| play_each(&setup, || GreedyPlayer, 5..45, each)).unwrap();
        assert_eq!(some, all[..17]);
    }
}

proptest! {
    #[test]
    fn what_is_taken_back_comes_again(moves in prop::collection::vec(0..4_usize, 1..60)) {
        let mut session = Session::new(setup(3, 3), 9).unwrap();
        let mut seen: Vec<(Board, u64, Heading)> = Vec::new();
        for index in moves {
            let (heading, game) = (Heading::ALL[index], session.game());
            let before = (game.board(), game.score(), heading);
            if session.play(Move(heading)).is_ok() {
                seen.push(before);
            } else {
                prop_assert_eq!(session.game().board(), before.0);
            }
        }
        let last = session.game().board();
        for &(board, score, _) in seen.iter().rev() {
            prop_assert!(session.undo());
            prop_assert_eq!((session.game().board(), session.game().score()), (board, score));
        }
        prop_assert!(!session.undo());
        for (_, _, heading) in seen {
            session.play(Move(heading)).unwrap();
        }
        prop_assert_eq!(session.game().board(), last);
    }
}
