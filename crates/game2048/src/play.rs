//! Many games.

use std::ops::{ControlFlow, Range};

use serde::{Deserialize, Serialize};

use crate::{Game, PlayError, Player, Setup};

/// How a game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Its score: the sum of all joined tiles.
    pub score: u64,
    /// How many moves were made.
    pub moves: u32,
    /// The largest tile at its end.
    pub largest: u32,
}

/// Plays these games on all threads; `player` makes a player for every thread, which begins
/// anew with every game.
///
/// Game *i* draws its tiles from `seed.child(i).child(0)` and its player from
/// `seed.child(i).child(1)`: the outcomes come in the order of the games and do not depend on
/// the number of threads.
///
/// # Errors
/// When no board has that size, or the player makes a move that is not legal: the first such
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

/// The same, where `finished` gets each outcome as soon as it and all before it are known, in
/// the order of the games. When it breaks, no further outcomes come and no further games begin.
///
/// # Errors
/// As [`play`]; the outcomes of the games before have come by then.
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

/// Plays a game to its end.
fn run(
    setup: &Setup,
    player: &mut impl Player,
    number: u32,
) -> Result<Outcome, PlayError> {
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
