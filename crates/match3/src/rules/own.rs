//! Games that own their rules.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use tilewright_grid::Seed;

use super::general::Spare;
use super::{Game, Rules};
use crate::bits::MOST_WORDS;
use crate::{Goal, Level};

/// The rules of games at rest, which nobody plays.
static REST: LazyLock<Rules> = LazyLock::new(|| {
    let level: Level = ".".parse().expect("one cell is a level");
    Rules::new(&level, &Goal::Score { score: 1 })
});

/// A game that owns its rules, for callers that keep games: a [`Game`] borrows them.
///
/// `W` is the number of 64-bit words of its bit boards: at least [`Rules::words`], at most 64.
///
/// ```
/// use std::sync::Arc;
/// use tilewright_grid::Seed;
/// use tilewright_match3::{Level, OwnGame, Rules};
///
/// let level: Level = "......\n..1...\n......\n......\n".parse()?;
/// let rules = Arc::new(Rules::new(&level, &"clear:blockers".parse()?));
/// let mut game = OwnGame::<1>::new(rules);
/// game.begin(Seed(1));
/// let swaps = game.with(|game| {
///     let first = game.moves().next().expect("a board is dealt with a move");
///     game.try_out(first);
///     game.swaps_made()
/// });
/// assert_eq!(swaps, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct OwnGame<const W: usize> {
    rules: Arc<Rules>,
    /// The game, under the rules at rest. It is locked only to be shared with other threads.
    game: Mutex<Option<Game<'static, W>>>,
}

impl<const W: usize> OwnGame<W> {
    /// A game that has not begun.
    ///
    /// # Panics
    /// If the board has more cells than `W` words have bits, or `W` is greater than 64.
    pub fn new(rules: Arc<Rules>) -> Self {
        assert!(rules.words() <= W, "the board fits into the words");
        assert!(W <= MOST_WORDS, "no board has more words");
        let game = Game::new(&rules).under(&REST);
        Self { rules, game: Mutex::new(Some(game)) }
    }

    /// The rules.
    pub const fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Begins: the board and all refills come from this seed.
    pub fn begin(&mut self, seed: Seed) {
        self.with(|game| game.begin(seed, &mut ()));
    }

    /// Does something with the game.
    pub fn with<R>(&mut self, run: impl FnOnce(&mut Game<'_, W>) -> R) -> R {
        let place = self.game.get_mut().unwrap_or_else(PoisonError::into_inner);
        // A game that panicked is gone; another one takes its place.
        let game = place.take().unwrap_or_else(|| Game::new(&REST));
        let mut game = game.under(&self.rules);
        let result = run(&mut game);
        *place = Some(game.under(&REST));
        result
    }
}

impl<const W: usize> Clone for OwnGame<W> {
    /// The same game, with the same refills to come.
    fn clone(&self) -> Self {
        let mut place = self.game.lock().unwrap_or_else(PoisonError::into_inner);
        let game = place.take().map(|game| game.under(&self.rules));
        let copy = game.as_ref().map(|game| game.imagine(game.rng.clone()).under(&REST));
        *place = game.map(|game| game.under(&REST));
        Self { rules: Arc::clone(&self.rules), game: Mutex::new(copy) }
    }
}

impl<const W: usize> Game<'_, W> {
    /// The same game under other rules of the same shape.
    fn under(self, rules: &Rules) -> Game<'_, W> {
        Game {
            rules,
            rng: self.rng,
            colors: self.colors,
            planes: self.planes,
            filled: self.filled,
            open: self.open,
            blockers: self.blockers,
            overlays: self.overlays,
            hits: self.hits,
            paths: self.paths,
            is_fresh: self.is_fresh,
            swaps: self.swaps,
            collected: self.collected,
            score: self.score,
            swaps_made: self.swaps_made,
            cascades: self.cascades,
            reshuffles: self.reshuffles,
            endless: self.endless,
            general: self.general,
            spare: Spare::default(),
        }
    }
}
