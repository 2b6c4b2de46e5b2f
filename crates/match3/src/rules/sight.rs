//! What a bot can tell about the swaps of a board before it makes one.

use tilewright_grid::{Bits, Rng};

use super::Swap;
use super::game::{Game, POINTS};
use super::swaps::{self, Lengths};

/// What a swap does at once, before anything falls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gain {
    /// Blocks that are matched.
    pub matched: u32,
    /// Those among them that the goal still wants.
    pub wanted: u32,
    /// Hits to blockers and layers of overlays that the goal wants gone.
    pub hits: u32,
    /// Points.
    pub score: u64,
}

impl<const W: usize> Game<'_, W> {
    /// Any of these swaps, each as likely: first cells of swaps to the east, and to the south.
    #[inline]
    pub(crate) fn any_of(sets: &[Bits<W>; 2], rng: &mut Rng) -> Option<Swap> {
        let [east, south] = sets.map(|set| set.count());
        if east + south == 0 {
            return None;
        }
        let rank = rng.below(east + south);
        let is_down = rank >= east;
        let rank = if is_down { rank - east } else { rank };
        let first = sets[usize::from(is_down)].nth(rank)?;
        Some(Swap { first: first as u16, is_down })
    }

    /// The swaps that complete a line, as [`Game::any_of`] takes them.
    #[inline]
    pub(crate) const fn swap_sets(&self) -> &[Bits<W>; 2] {
        &self.swaps
    }

    /// How many cells the blocks of the swaps match where they arrive, in the order of
    /// [`swaps::lengths`], and which of those blocks are wanted.
    #[inline]
    pub(crate) fn arrival_lengths(&self) -> [[(Lengths<W>, Bits<W>); 2]; 2] {
        let mut wanted = Bits::EMPTY;
        for color in 0..self.collected.len() as u32 {
            if self.wanted(color) > 0 {
                wanted = wanted.or(self.of_color(self.filled, color as u8));
            }
        }
        let shape = &self.rules.shape;
        let next = [shape.east(wanted), shape.south(wanted)];
        let lengths = swaps::lengths(shape, self.planes(), self.filled);
        let mut next = next.iter();
        lengths.map(|[first, second]| {
            [(first, *next.next().expect("two")), (second, wanted)]
        })
    }

    /// Whether the blocks of a swap count fully towards the goal whatever the swap, and
    /// nothing else does.
    #[inline]
    pub(crate) fn wants_blocks_only(&self) -> bool {
        let is_far = |color| !(1..7).contains(&self.wanted(color));
        (0..self.collected.len() as u32).all(is_far) && self.is_cleared()
    }

    /// The colours that the two blocks of a swap bring, each with the number of cells that
    /// it matches where it arrives: 0, or 3 and more.
    #[inline]
    pub fn arrivals(&self, swap: Swap) -> [(u32, u32); 2] {
        let [first, second] = swap.indices(self.columns());
        let arrive = |at: usize, from: usize| {
            let length = self.runs(at, from, |_| {});
            (u32::from(self.colors[from]), length)
        };
        [arrive(first, second), arrive(second, first)]
    }

    /// What a swap does at once.
    pub fn gain(&self, swap: Swap) -> Gain {
        let [first, second] = swap.indices(self.columns());
        let mut cells = Bits::<W>::EMPTY;
        let mut gain = Gain::default();
        for (at, from) in [(first, second), (second, first)] {
            let length = self.runs(at, from, |index| cells.insert(index));
            if length > 0 {
                cells.insert(at);
                gain.matched += length;
                gain.wanted += length.min(self.wanted(u32::from(self.colors[from])));
            }
        }
        let target = &self.rules.target;
        if target.overlays {
            gain.hits += cells.and(self.overlays).count();
        }
        if target.blockers {
            let beside = self.beside(cells);
            let struck = beside.into_iter().fold(Bits::EMPTY, Bits::or);
            for index in struck.and(self.blockers).indices() {
                let hits = beside.iter().filter(|beside| beside.has(index)).count();
                // No more than it takes to open it.
                gain.hits += (hits as u32).min(u32::from(self.hits[index]));
            }
        }
        gain.score = POINTS * u64::from(gain.matched);
        gain
    }

    /// How many cells the block of a cell matches in a neighbouring one, both lines counted,
    /// and which besides the one where it arrives.
    #[inline]
    fn runs(&self, at: usize, from: usize, mut take: impl FnMut(usize)) -> u32 {
        let (columns, area) = (self.columns(), self.colors.len());
        let color = self.colors[from];
        let column = at % columns;
        let run = |step: isize, room: usize| {
            if at.wrapping_add_signed(step) == from {
                return 0;
            }
            let is_alike = |&k: &usize| {
                self.colors[at.wrapping_add_signed(step * k.cast_signed())] == color
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
