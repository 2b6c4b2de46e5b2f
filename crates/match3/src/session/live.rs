//! The board of a session, with any number of words.

use std::any::Any;

use tilewright_grid::{Rng, Seed};

use super::state::{Blocks, PartLeft, State};
use crate::bits::dispatch;
use crate::events::{Element, Events, Vocabulary};
use crate::replay::fingerprint;
use crate::rules::{BoardError, SavedBoard};
use crate::{Board, Booster, BoosterError, Game, Kind, Move, Part, Rules, SkilledBot};

/// A board that is played on, whatever its size. All of it belongs to one level; the rules come with each call, since they
/// are shared with the boards that undo goes back to.
pub(super) trait LiveBoard: Any + std::fmt::Debug + Send + Sync {
    /// Makes a legal move.
    fn play(&mut self, rules: &Rules, made: Move, see: &mut dyn FnMut(Events<'_>));

    /// Uses a booster.
    fn boost(
        &mut self,
        rules: &Rules,
        booster: &Booster,
        see: &mut dyn FnMut(Events<'_>),
    ) -> Result<(), BoosterError>;

    /// Shows a swap that makes nothing.
    fn refuse(&mut self, rules: &Rules, swap: Move, see: &mut dyn FnMut(Events<'_>));

    /// Adds moves to those of the level.
    fn add_moves(&mut self, rules: &Rules, moves: u32);

    /// Goes on under rules with another goal.
    fn set_goal(&mut self, old: &Rules, new: &Rules, see: &mut dyn FnMut(Events<'_>));

    /// Puts kinds into cells, by their index.
    fn put_kinds(
        &mut self,
        rules: &Rules,
        kinds: &[(usize, Kind)],
        see: &mut dyn FnMut(Events<'_>),
    ) -> Result<(), BoardError>;

    /// What is left of the parts of the goal.
    fn parts(&self, rules: &Rules) -> Vec<(Part, u64)>;

    /// The possible moves.
    fn moves(&self, rules: &Rules) -> Vec<Move>;

    /// Whether a move is possible.
    fn allows(&mut self, rules: &Rules, made: Move) -> bool;

    /// The choice of a bot within a budget; there must be a move.
    fn chosen(&self, rules: &Rules, bot: SkilledBot, nodes: u64, rng: &mut Rng) -> Move;

    /// The state.
    fn state(&self, rules: &Rules) -> State;

    /// The number of moves.
    fn moves_so_far(&self) -> u32;

    /// Whether the game is over.
    fn is_over(&mut self, rules: &Rules) -> bool;

    /// The elements on the board.
    fn elements(&self, rules: &Rules) -> Vec<Element>;

    /// Its fingerprint in a replay.
    fn fingerprint(&mut self, rules: &Rules) -> u64;

    /// The board as data.
    fn saved(&self, rules: &Rules) -> SavedBoard;

    /// The board with what is left of the goal, over a line of text.
    #[cfg(feature = "pictures")]
    fn picture(&self, rules: &Rules, foot: &str) -> tilewright_draw::Picture;

    /// A copy, which goes on alike.
    fn copy(&self) -> Box<dyn LiveBoard>;

    /// Becomes a copy of a board of the same session, in its own memory.
    fn copy_from(&mut self, from: &dyn LiveBoard);
}

impl Clone for Box<dyn LiveBoard> {
    fn clone(&self) -> Self {
        (**self).copy()
    }
}

/// The first board of the game of a seed; it is watched.
pub(super) fn dealt(rules: &Rules, seed: Seed) -> Box<dyn LiveBoard> {
    dispatch!(rules.words(), W => {
        let mut board = Board::<W>::new(rules);
        let mut game = Game::new(rules, &mut board);
        game.start(seed);
        game.watch();
        Box::new(board)
    })
}

/// A board that was saved, if it is one of these rules.
pub(super) fn restored(
    rules: &Rules,
    saved: &SavedBoard,
) -> Result<Box<dyn LiveBoard>, BoardError> {
    dispatch!(rules.words(), W => {
        let mut board = Board::<W>::new(rules);
        Game::new(rules, &mut board).restore_saved(saved)?;
        Ok(Box::new(board))
    })
}

impl<const W: usize> LiveBoard for Board<W> {
    fn play(&mut self, rules: &Rules, made: Move, see: &mut dyn FnMut(Events<'_>)) {
        Game::new(rules, self).play_seen(made, see);
    }

    fn boost(
        &mut self,
        rules: &Rules,
        booster: &Booster,
        see: &mut dyn FnMut(Events<'_>),
    ) -> Result<(), BoosterError> {
        Game::new(rules, self).boost(booster, see)
    }

    fn refuse(&mut self, rules: &Rules, swap: Move, see: &mut dyn FnMut(Events<'_>)) {
        Game::new(rules, self).refuse(swap, see);
    }

    fn add_moves(&mut self, rules: &Rules, moves: u32) {
        Game::new(rules, self).add_moves(moves);
    }

    fn set_goal(&mut self, old: &Rules, new: &Rules, see: &mut dyn FnMut(Events<'_>)) {
        let was_won = Game::new(old, self).is_won();
        Game::new(new, self).begin_goal(was_won, see);
    }

    fn put_kinds(
        &mut self,
        rules: &Rules,
        kinds: &[(usize, Kind)],
        see: &mut dyn FnMut(Events<'_>),
    ) -> Result<(), BoardError> {
        Game::new(rules, self).put_kinds(kinds, see)
    }

    fn parts(&self, rules: &Rules) -> Vec<(Part, u64)> {
        Game::new(rules, &mut self.clone()).parts().collect()
    }

    fn moves(&self, rules: &Rules) -> Vec<Move> {
        Game::new(rules, &mut self.clone()).moves().collect()
    }

    fn allows(&mut self, rules: &Rules, made: Move) -> bool {
        Game::new(rules, self).is_legal(made)
    }

    fn chosen(&self, rules: &Rules, bot: SkilledBot, nodes: u64, rng: &mut Rng) -> Move {
        bot.choose_within(&Game::new(rules, &mut self.clone()), nodes, rng)
    }

    fn state(&self, rules: &Rules) -> State {
        let mut board = self.clone();
        let game = Game::new(rules, &mut board);
        let words = Vocabulary::new(rules);
        State {
            board: Blocks::of(&game),
            elements: game.elements().filter_map(|it| words.element(it)).collect(),
            taps: game.tappable().map(|index| rules.level().size().cell(index)).collect(),
            goal: rules.goal().clone(),
            left: game.left(),
            parts: game
                .parts()
                .map(|(part, left)| PartLeft { part: words.part(part), left })
                .collect(),
            score: game.score(),
            moves_made: game.swaps_made(),
            move_limit: game.move_limit(),
            reshuffles: game.reshuffles(),
            won: game.is_won(),
            over: game.is_over(),
        }
    }

    fn moves_so_far(&self) -> u32 {
        self.moves_made()
    }

    fn is_over(&mut self, rules: &Rules) -> bool {
        Game::new(rules, self).is_over()
    }

    fn elements(&self, rules: &Rules) -> Vec<Element> {
        Game::new(rules, &mut self.clone()).elements().collect()
    }

    fn fingerprint(&mut self, rules: &Rules) -> u64 {
        fingerprint(&Game::new(rules, self))
    }

    fn saved(&self, rules: &Rules) -> SavedBoard {
        Self::saved(self, rules)
    }

    #[cfg(feature = "pictures")]
    fn picture(&self, rules: &Rules, foot: &str) -> tilewright_draw::Picture {
        Game::new(rules, &mut self.clone()).picture(foot)
    }

    fn copy(&self) -> Box<dyn LiveBoard> {
        Box::new(self.clone())
    }

    fn copy_from(&mut self, from: &dyn LiveBoard) {
        let from: &dyn Any = from;
        Self::copy_from(
            self,
            from.downcast_ref().expect("all boards of a session are alike"),
        );
    }
}
