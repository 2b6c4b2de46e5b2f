//! Many games.

use std::ops::Range;

use rayon::prelude::*;
use tilewright_grid::{Seed, Size};

use crate::{Board, BoardError, Player};

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

/// Which games are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Table {
    /// The rows and columns of the board.
    pub size: Size,
    /// How often a 4 comes instead of a 2.
    pub fours: f64,
    /// Where all chance comes from.
    pub seed: Seed,
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
    let empty = Board::empty(table.size)?;
    let one = |player: &mut P, game: u32| run(table, empty, player, game);
    Ok(games.into_par_iter().map_init(&player, one).collect())
}

/// Plays a game to its end.
fn run(table: &Table, empty: Board, player: &mut impl Player, game: u32) -> Outcome {
    let seed = table.seed.child(u64::from(game));
    let (mut tiles, mut choices) = (seed.child(0).rng(), seed.child(1).rng());
    player.begin();
    let mut board = empty.spawn(table.fours, &mut tiles).spawn(table.fours, &mut tiles);
    let (mut score, mut moves) = (0, 0);
    while let Some(heading) = player.choose(board, &mut choices) {
        let slide = board.slide(heading).expect("players make legal moves");
        board = slide.board.spawn(table.fours, &mut tiles);
        score += slide.gain;
        moves += 1;
    }
    Outcome { score, moves, largest: board.largest() }
}
