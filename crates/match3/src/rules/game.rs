//! A running game.

use tilewright_grid::{Bits, Grid, Rng, Seed};

use super::board::NONE;
use super::observer::{Listener, Observer};
use super::{Board, Move, Rules, Simulator, Way, saved};
use crate::Kind;
use crate::bits;
use crate::events::Events;

/// The number of cascades of one swap after which the board is dealt again: with very few colours they
/// would hardly ever end.
pub(super) const CASCADES: u32 = 1000;

/// A running game, as a [`Bot`](crate::Bot) sees it: a [`Board`] under its [`Rules`]. While a bot looks, it is at
/// rest.
///
/// A bot cannot see the colours of future refills. To simulate the future, it takes a copy of the board with
/// [`Game::imagine`], which has other random refills. `W` is the number of 64-bit words of the bit
/// boards, with one bit per cell.
#[derive(Debug)]
pub struct Game<'a, const W: usize> {
    pub(super) rules: &'a Rules,
    pub(super) board: &'a mut Board<W>,
}

impl<'a, const W: usize> Game<'a, W> {
    /// Starts a game; the board and all refills come from this seed.
    pub(crate) fn begin(&mut self, seed: Seed, watch: &dyn Observer) {
        let board = &mut *self.board;
        board.rng = seed.rng();
        board.collected.fill(0);
        (board.score, board.swaps_made, board.cascades) = (0, 0, 0);
        (board.reshuffles, board.endless, board.extra_moves) = (0, 0, 0);
        board.journal = None;

        match self.rules.simulator {
            Simulator::Classic => self.begin_classic(),
            Simulator::General => self.begin_general(watch),
        }
    }

    /// Makes a possible move, and plays its cascades until the board is at rest.
    pub(crate) fn make(&mut self, made: Move, watch: &mut dyn Observer) {
        self.board.swaps_made += 1;
        self.begin_events();
        match self.rules.simulator {
            Simulator::Classic if self.is_watched() => {
                self.make_classic::<true>(made, watch);
            }
            Simulator::Classic => self.make_classic::<false>(made, watch),
            Simulator::General => self.make_general(made, watch),
        }
        self.note_rest();
        self.end_step(watch);
    }

    /// The neighbours of some cells, in each of the four directions.
    pub(super) fn beside(&self, cells: Bits<W>) -> [Bits<W>; 4] {
        let shape = &self.rules.shape;
        [shape.east(cells), shape.west(cells), shape.south(cells), shape.north(cells)]
    }

    /// All cells of a set that hang together with one of them by neighbours.
    pub(super) fn grown(&self, first: usize, within: Bits<W>) -> Bits<W> {
        let mut cells: Bits<W> = [first].into_iter().collect();
        loop {
            let beside = self.beside(cells).into_iter().fold(cells, Bits::or);
            let grown = beside.and(within);
            if grown == cells {
                return cells;
            }
            cells = grown;
        }
    }

    /// The cells of a set that hold a block of a colour.
    pub(super) fn of_color(&self, cells: Bits<W>, color: u8) -> Bits<W> {
        let mut found = cells.and(self.board.filled);
        for (bit, plane) in self.planes().iter().enumerate() {
            let flip = if color >> bit & 1 == 1 { 0 } else { u64::MAX };
            for i in 0..W {
                found.0[i] &= plane.0[i] ^ flip;
            }
        }
        found
    }

    /// The bit boards of the bits of the colours.
    #[inline]
    pub(super) fn planes(&self) -> &[Bits<W>] {
        &self.board.planes[..self.rules.planes]
    }

    /// Packs the colours into bit boards.
    pub(super) fn pack(&mut self) {
        bits::pack_all(&self.board.colors, &mut self.board.planes[..self.rules.planes]);
    }

    pub(super) const fn columns(&self) -> usize {
        self.rules.level.size().columns as usize
    }

    /// The rules.
    pub const fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// The number of possible moves.
    #[inline]
    pub fn move_count(&self) -> u32 {
        let [east, south] = &self.board.swaps;
        east.count() + south.count() + self.board.taps.count()
    }

    /// The possible moves: first the swaps with the cell to the right, then those with the cell below, then
    /// the taps, each in reading order. Under `classic`, swaps that complete a line.
    pub fn moves(&self) -> impl Iterator<Item = Move> + use<W> {
        let [east, south] = self.board.swaps;
        let swaps = |board: Bits<W>, way| {
            board.indices().map(move |first| Move { first: first as u16, way })
        };
        swaps(east, Way::Right).chain(swaps(south, Way::Down)).chain(self.taps())
    }

    /// Where groups are tapped, the cells that can be tapped, by index in reading order: of most groups, one of them is among
    /// the [possible moves](Self::moves).
    pub fn tappable(&self) -> impl Iterator<Item = usize> + use<W> {
        self.board.general.tappable.indices()
    }

    /// Whether a move is possible.
    pub fn is_legal(&self, made: Move) -> bool {
        let forward = made.forward(self.columns());
        let index = usize::from(forward.first);
        let is_known = made == forward || self.rules.simulator == Simulator::General;
        if index >= self.board.colors.len() || !is_known {
            return false;
        }
        match forward.way {
            Way::Right => self.board.swaps[0].has(index),
            Way::Down => self.board.swaps[1].has(index),
            // In a game that is tapped, bots list one cell of most groups, and people may tap any.
            _ => self.board.taps.has(index) || self.board.general.tappable.has(index),
        }
    }

    /// The colour of the block in a cell, by index in reading order; none without a block.
    pub fn color(&self, index: usize) -> Option<u32> {
        let color = *self.board.colors.get(index)?;
        (color != NONE).then_some(u32::from(color))
    }

    /// The current kind of a cell, by index in reading order.
    pub(crate) fn kind(&self, index: usize) -> Kind {
        match self.rules.simulator {
            Simulator::Classic => self.kind_of_classic(index),
            Simulator::General => self.kind_of_general(index),
        }
    }

    /// The current kinds of all cells.
    pub fn kinds(&self) -> Grid<Kind> {
        let size = self.rules.level.size();
        Grid::from_fn(size, |cell| self.kind(size.index(cell)))
    }

    /// The number of blocks of a colour that are still to be collected.
    #[inline]
    pub fn wanted(&self, color: u32) -> u32 {
        let wanted = self.rules.target.collect.get(color as usize).copied().unwrap_or(0);
        let collected = self.board.collected.get(color as usize).copied().unwrap_or(0);
        wanted.saturating_sub(collected)
    }

    /// Whether the goal is reached.
    pub fn is_won(&self) -> bool {
        match self.rules.simulator {
            Simulator::Classic => self.has_won_classic(),
            Simulator::General => self.has_won_general(),
        }
    }

    /// Whether the game is over: the goal is reached, all moves of the level are made, or no move is possible.
    pub fn is_over(&self) -> bool {
        self.is_won() || self.is_out_of_moves() || self.move_count() == 0
    }

    /// The number of moves that the game may take, if there is a limit.
    pub fn move_limit(&self) -> Option<u32> {
        let limit = self.rules.level.moves?;
        Some(limit.saturating_add(self.board.extra_moves))
    }

    /// Whether all moves have been made.
    pub(super) fn is_out_of_moves(&self) -> bool {
        self.move_limit().is_some_and(|limit| self.board.swaps_made >= limit)
    }

    /// Adds moves to those of the level, also after the last one; without a limit nothing changes.
    pub fn add_moves(&mut self, moves: u32) {
        // No more than a saved game may have.
        let extra = self.board.extra_moves.saturating_add(moves);
        self.board.extra_moves = extra.min(saved::MOST - 1);
    }

    /// How much of the goal is left: blocks to collect, plus missing hits and layers, plus missing points
    /// divided by 10; 0 if it is reached.
    pub fn left(&self) -> u64 {
        match self.rules.simulator {
            Simulator::Classic => self.left_of_classic(),
            Simulator::General => self.left_of_general(),
        }
    }

    /// The score: 10 points for every matched block, times 1 for blocks that a swap matches, times 2 for
    /// those of the cascade that follows, and so on.
    pub const fn score(&self) -> u64 {
        self.board.score
    }

    /// The number of swaps so far.
    pub const fn swaps_made(&self) -> u32 {
        self.board.swaps_made
    }

    /// The number of cascades so far.
    pub const fn cascades(&self) -> u32 {
        self.board.cascades
    }

    /// The number of reshuffles so far, which happen when no swap is left.
    pub const fn reshuffles(&self) -> u32 {
        self.board.reshuffles
    }

    /// Whether the cascades of a move did not end within [`CASCADES`].
    pub(crate) const fn is_endless(&self) -> bool {
        self.board.endless > 0
    }

    /// Whether a timer has ended the game.
    pub(crate) fn is_timed_out(&self) -> bool {
        self.board.general.end == Some(super::general::End::TimedOut)
    }

    /// A copy of the board with other random refills, for simulating the future.
    #[must_use]
    pub fn imagine(&self, rng: Rng) -> Board<W> {
        let mut board = Board::new(self.rules);
        board.imagine(self, rng);
        board
    }

    /// Starts the game: the board and all refills come from this seed.
    pub fn start(&mut self, seed: Seed) {
        self.begin(seed, &());
    }

    /// Makes a possible move, and plays its cascades until the board is at rest.
    pub fn play(&mut self, made: Move) {
        self.make(made, &mut ());
    }

    /// The same for those who watch: `see` gets the events of each step. From here on the board is
    /// watched, and its elements have ids; see [`Game::elements`].
    pub fn play_seen(&mut self, made: Move, see: &mut dyn FnMut(Events<'_>)) {
        self.watch();
        self.make(made, &mut Listener(see));
    }
}
