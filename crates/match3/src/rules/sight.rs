//! The information about swaps that bots use.

use tilewright_grid::{Bits, Rng};

use super::game::Game;
use super::swaps::{self, Lengths};
use super::{Move, Simulator, Way};

/// The immediate effect of a swap, before anything falls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gain {
    /// The number of matched blocks.
    pub matched: u32,
    /// The number of matched blocks that the goal still needs.
    pub wanted: u32,
    /// The number of hits to blockers and layers of overlays that the goal clears.
    pub hits: u32,
    /// The number of pieces that groups make.
    pub pieces: u32,
    /// Of a group that is tapped, the rank of the piece that it makes: 1 for the last entry of `groups` in the rules, and so
    /// on; 0 without one. Such a piece decides between taps that give the goal as much.
    pub piece_rank: u32,
    /// The points.
    pub score: u64,
}

/// What bots count for a thing that the goal wants, and for a piece that a group makes, which will
/// take some of them when it fires: less than one, so that the last thing of a goal is never left
/// for a piece. A half is chosen, the simplest such share: two pieces tie with one thing, and the
/// matched blocks decide.
const WANTED: u32 = 2;
const PIECE: u32 = 1;

impl Gain {
    /// What bots compare: progress towards the goal, then the rank of a piece that a tap makes, then the number of matched blocks. One
    /// number, since it is compared for every move of a board: a rank is below 256, and a board has fewer than 2²⁴ cells.
    pub(crate) const fn worth(self) -> u64 {
        let progress = WANTED * (self.wanted + self.hits) + PIECE * self.pieces;
        (progress as u64) << 32 | (self.piece_rank as u64) << 24 | self.matched as u64
    }
}

impl<const W: usize> Game<'_, W> {
    /// A random swap, drawn uniformly from these first cells of swaps to the east and to the south.
    #[inline]
    pub(crate) fn any_of(sets: &[Bits<W>; 2], rng: &mut Rng) -> Option<Move> {
        let [east, south] = sets.map(|set| set.count());
        if east + south == 0 {
            return None;
        }
        let rank = rng.below(east + south);
        let is_down = rank >= east;
        let rank = if is_down { rank - east } else { rank };
        let first = sets[usize::from(is_down)].nth(rank)?;
        let way = if is_down { Way::Down } else { Way::Right };
        Some(Move { first: first as u16, way })
    }

    /// A random possible move, drawn uniformly.
    #[inline]
    pub(crate) fn any_move(&self, rng: &mut Rng) -> Option<Move> {
        match self.rules.simulator {
            Simulator::Classic => Self::any_of(&self.board.swaps, rng),
            Simulator::General => {
                let count = self.move_count();
                let rank = if count > 0 { rng.below(count) } else { return None };
                self.moves().nth(rank as usize)
            }
        }
    }

    /// The legal swaps, in the form of [`Game::any_of`].
    #[inline]
    pub(crate) const fn swap_sets(&self) -> &[Bits<W>; 2] {
        &self.board.swaps
    }

    /// The number of cells that each block of each swap matches, in the order of [`swaps::lengths`], and
    /// whether the goal still needs the block.
    pub(crate) fn arrival_lengths(&self) -> [[(Lengths<W>, Bits<W>); 2]; 2] {
        let mut wanted = Bits::EMPTY;
        for color in 0..self.board.collected.len() as u32 {
            if self.wanted(color) > 0 {
                wanted = wanted.or(self.of_color(self.board.filled, color as u8));
            }
        }

        let shape = &self.rules.shape;
        let [[a, b], [c, d]] = swaps::lengths(shape, self.planes(), self.board.filled);
        [[(a, shape.east(wanted)), (b, wanted)], [(c, shape.south(wanted)), (d, wanted)]]
    }

    /// Whether the goal depends on blocks alone, and needs more of each colour than a swap can match.
    #[inline]
    pub(crate) fn wants_blocks_only(&self) -> bool {
        let is_far = |color| !(1..7).contains(&self.wanted(color));
        (0..self.board.collected.len() as u32).all(is_far) && self.is_cleared()
    }

    /// The immediate effect of a swap.
    pub fn gain(&self, swap: Move) -> Gain {
        match self.rules.simulator {
            Simulator::Classic => self.gain_of_classic(swap),
            Simulator::General => self.gain_of_general(swap),
        }
    }

    /// The number of cells that the block of `from` matches at the neighbouring cell `at`, in both
    /// directions; `take` is called with each of them except `at`.
    #[inline]
    pub(super) fn runs(
        &self,
        at: usize,
        from: usize,
        mut take: impl FnMut(usize),
    ) -> u32 {
        let (columns, area) = (self.columns(), self.board.colors.len());
        let color = self.board.colors[from];
        let column = at % columns;

        // What comes from there has left its cell.
        let run = |step: isize, room: usize| {
            if at.wrapping_add_signed(step) == from {
                return 0;
            }

            let is_alike = |&k: &usize| {
                self.board.colors[at.wrapping_add_signed(step * k.cast_signed())] == color
            };
            (1..=room).take_while(is_alike).count()
        };

        let down = columns.cast_signed();
        let (east, west) = (run(1, columns - 1 - column), run(-1, column));
        let (south, north) =
            (run(down, (area - 1 - at) / columns), run(-down, at / columns));

        let mut length = 0;

        if east + west >= 2 {
            (1..=east).for_each(|k| take(at + k));
            (1..=west).for_each(|k| take(at - k));
            length += east + west;
        }
        if south + north >= 2 {
            (1..=south).for_each(|k| take(at + k * columns));
            (1..=north).for_each(|k| take(at - k * columns));
            length += south + north;
        }
        (length + usize::from(length > 0)) as u32
    }
}
