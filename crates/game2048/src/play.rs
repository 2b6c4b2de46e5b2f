//! Many games.

use std::ops::Range;

use crate::{BoardError, Game, Player, Table};
use rayon::prelude::*;

/// How a game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Its score: the sum of all joined tiles.
    pub score: u64,
    /// How many moves were made.
    pub moves: u32,
    /// The largest tile at its end.
    pub largest: u32,
}

/// Plays these games on all threads; `player` makes a player for every game, or hands out one
/// that begins anew.
///
/// Game *i* draws its tiles from `seed.child(i).child(0)` and its player from
/// `seed.child(i).child(1)`: the outcomes come in the order of the games and do not depend on
/// the number of threads.
///
/// # Errors
/// When no board has that size.
pub fn play<P: Player>(
    table: &Table,
    player: impl Fn() -> P + Sync,
    games: Range<u32>,
) -> Result<Vec<Outcome>, BoardError> {
    Game::new(table, table.seed)?;
    let one = |player: &mut P, game: u32| run(table, player, game);
    Ok(games.into_par_iter().map_init(&player, one).collect())
}

/// Plays a game to its end.
fn run(table: &Table, player: &mut impl Player, game: u32) -> Outcome {
    let seed = table.seed.child(u64::from(game));
    let mut game = Game::new(table, seed.child(0)).expect("the size was checked");
    let mut choices = seed.child(1).rng();
    player.begin();
    while let Some(heading) = player.choose(game.board(), &mut choices) {
        game.play(heading).expect("players make legal moves");
    }
    Outcome { score: game.score(), moves: game.moves(), largest: game.board().largest() }
}
