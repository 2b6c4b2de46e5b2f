//! Plays batches of games.

use std::ops::{ControlFlow, Range};

use serde::{Deserialize, Serialize};

use crate::{Game, PlayError, Player, Setup};

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The score: the sum of all tiles made by merging.
    pub score: u64,
    /// The number of moves made.
    pub moves: u32,
    /// The largest tile at the end.
    pub largest: u32,
}

/// Plays the games with these numbers on all threads. `player` makes a player for each thread,
/// whose [`begin`](Player::begin) is called before each game.
///
/// The tiles of game *i* use `seed.child(i).child(0)` and the player `seed.child(i).child(1)`. So
/// the outcomes, which are in the order of the games, do not depend on the number of threads.
///
/// ```
/// use tilewright_2048::{Depth, Expectimax, Setup, Statistics, play};
/// use tilewright_grid::{Seed, Size};
///
/// let setup = Setup::new(Size::new(3, 3), Seed(1));
/// let player = || Expectimax::new(Depth::Fixed(1), setup.four_probability);
/// let outcomes = play(&setup, player, 0..20)?;
/// let statistics = Statistics::of(&outcomes, setup.size).expect("there are games");
/// println!("mean score {:.0}", statistics.score.mean);
/// # assert!(statistics.score.mean > 300.0);
/// # Ok::<(), tilewright_2048::PlayError>(())
/// ```
///
/// # Errors
/// If the setup's board size is not supported, or a player makes an illegal move: the first such
/// move of the first such game.
pub fn play<P: Player>(
    setup: &Setup,
    player: impl Fn() -> P + Sync,
    games: Range<u32>,
) -> Result<Vec<Outcome>, PlayError> {
    let mut outcomes = Vec::new();
    play_each(setup, player, games, |outcome| {
        outcomes.push(outcome);
        ControlFlow::Continue(())
    })?;
    Ok(outcomes)
}

/// Plays games as [`play`] does and calls `finished` with each outcome, in the order of the games,
/// as soon as that game and all games before it are over. If `finished` breaks, it is not called
/// again and no further game starts.
///
/// # Errors
/// As [`play`]; by then `finished` has been called for all games before.
pub fn play_each<P: Player>(
    setup: &Setup,
    player: impl Fn() -> P + Sync,
    games: Range<u32>,
    finished: impl FnMut(Outcome) -> ControlFlow<()> + Send,
) -> Result<(), PlayError> {
    Game::new(setup, setup.seed)?;
    let one = |player: &mut P, game: u32| run(setup, player, game).map(Some);
    tilewright_play::each(games, 1, player, one, finished)
}

/// Plays one game to its end.
fn run(
    setup: &Setup,
    player: &mut impl Player,
    number: u32,
) -> Result<Outcome, PlayError> {
    // New tiles and the player's choices have streams of their own, so that the tiles of a game do
    // not depend on how many random numbers the player draws.
    let seed = setup.seed.child(u64::from(number));
    let mut game = Game::new(setup, seed.child(0))?;
    let mut choices = seed.child(1).rng();
    player.begin();

    while let Some(heading) = player.choose(game.board(), &mut choices) {
        if game.play(heading).is_none() {
            let (player, board) = (player.name().to_owned(), game.board());
            return Err(PlayError::Illegal { game: number, player, heading, board });
        }
    }

    Ok(Outcome {
        score: game.score(),
        moves: game.moves(),
        largest: game.board().largest(),
    })
}
