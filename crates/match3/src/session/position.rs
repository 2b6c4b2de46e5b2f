//! A game after some swaps, replayed from its seed.

use tilewright_grid::{Rng, Seed};

use super::state::{Blocks, BoardEvent, State, Step};
use crate::bits::dispatch;
use crate::bots::Bot as _;
use crate::rules::{FallStep as Fall, Observer, Phase};
use crate::{Game, Move, Rules, SkilledBot};

/// The game of a seed and number after some swaps.
pub(super) struct Position<'a> {
    pub(super) rules: &'a Rules,
    pub(super) seed: Seed,
    pub(super) number: u32,
    pub(super) swaps: &'a [Move],
}

impl Position<'_> {
    /// Replays all swaps; `see` observes them, and `ask` queries the resulting board.
    pub(super) fn replayed<T: Observer, R>(
        &self,
        see: &mut T,
        ask: impl FnOnce(&dyn AnyGame) -> R,
    ) -> R {
        dispatch!(self.rules.shape.words, W => {
            let mut board = crate::Board::<W>::new(self.rules);
            let mut game = Game::new(self.rules, &mut board);
            game.begin(self.seed.child(u64::from(self.number)).child(0), see);
            for &swap in self.swaps {
                game.make(swap, see);
            }
            ask(&game)
        })
    }
}

/// A running game with a board of any size.
pub(super) trait AnyGame {
    /// The legal swaps.
    fn all(&self) -> Vec<Move>;
    /// Whether a swap is legal.
    fn allows(&self, swap: Move) -> bool;
    /// The choice of a bot, of which there must be one.
    fn chosen(&self, bot: SkilledBot, rng: &mut Rng) -> Move;
    /// The state.
    fn state(&self) -> State;
}

impl<const W: usize> AnyGame for Game<'_, W> {
    fn all(&self) -> Vec<Move> {
        self.moves().collect()
    }

    fn allows(&self, swap: Move) -> bool {
        self.is_legal(swap)
    }

    fn chosen(&self, bot: SkilledBot, rng: &mut Rng) -> Move {
        bot.choose(self, rng)
    }

    fn state(&self) -> State {
        let moves = self.rules().level().moves;
        let is_last = moves.is_some_and(|moves| self.swaps_made() >= moves);

        State {
            board: Blocks::of(self),
            goal: self.rules().goal().clone(),
            left: self.left(),
            score: self.score(),
            moves_made: self.swaps_made(),
            move_limit: moves,
            reshuffles: self.reshuffles(),
            won: self.is_won(),
            over: self.is_won() || is_last || self.move_count() == 0,
        }
    }
}

/// The most steps that are kept of one move: a turn whose cascades hardly end would be
/// thousands of boards.
const MOST: usize = 400;

/// Records the steps of the swap of a number, from 1.
pub(super) struct Steps {
    pub(super) after: u32,
    pub(super) steps: Vec<Step>,
}

impl Observer for Steps {
    fn see<const W: usize>(&mut self, game: &Game<'_, W>, phase: Phase) {
        if game.swaps_made() != self.after {
            return;
        }

        let size = game.rules().level().size();
        let (mut matched, mut moved) = (Vec::new(), Vec::new());

        let event = match phase {
            Phase::Swapped(_) => BoardEvent::Swapped,
            Phase::Matched(cells) => {
                matched = cells.into_iter().map(|index| size.cell(index)).collect();
                BoardEvent::Matched
            }
            Phase::Cleared => BoardEvent::Cleared,
            Phase::Conveyed => BoardEvent::Conveyed,
            Phase::Spread => BoardEvent::Spread,
            Phase::Fallen(falls) => {
                let from = |from: usize| size.cell(from);
                let fall = |fall: &Fall| (fall.from.map(from), size.cell(fall.to));
                moved = falls.iter().map(fall).collect();
                BoardEvent::Fallen
            }
            Phase::Shuffled => BoardEvent::Shuffled,
            Phase::Dealt | Phase::Wave(_) | Phase::Over => return,
        };
        // The last one is always the board at rest.
        self.steps.truncate(MOST - 1);
        self.steps.push(Step { event, matched, moved, board: Blocks::of(game) });
    }
}
