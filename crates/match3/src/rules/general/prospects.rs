//! What most swaps of blocks take, all of them at once on bit boards.

use tilewright_grid::Bits;

use super::view::View;
use crate::bits::{BitShape, sum};
use crate::rules::swaps::Arrival;
use crate::{Gain, Game};

/// At the first cells of the swaps to the east, then to the south: the swaps that are counted here, and how
/// many things that the goal wants and how many blocks they take, as bits.
pub(super) struct Prospects<const W: usize> {
    known: [Bits<W>; 2],
    wanted: [[Bits<W>; 5]; 2],
    matched: [[Bits<W>; 4]; 2],
}

impl<const W: usize> Prospects<W> {
    /// No swap is counted.
    const NONE: Self = Self {
        known: [Bits::EMPTY; 2],
        wanted: [[Bits::EMPTY; 5]; 2],
        matched: [[Bits::EMPTY; 4]; 2],
    };

    /// What a swap is worth, as [`Gain::worth`], if it is counted here; by whether it goes down, and its first
    /// cell.
    #[inline]
    pub(super) fn worth(&self, way: usize, index: usize) -> Option<u64> {
        self.gain(way, index).map(Gain::worth)
    }

    /// The blocks that a swap matches, and how many things the goal wants of what it takes, if it is counted here.
    #[inline]
    pub(super) fn gain(&self, way: usize, index: usize) -> Option<Gain> {
        if !self.known[way].has(index) {
            return None;
        }
        let number = |planes: &[Bits<W>]| {
            let bits = planes.iter().enumerate();
            bits.map(|(bit, plane)| u32::from(plane.has(index)) << bit).sum()
        };
        let (wanted, matched) = (number(&self.wanted[way]), number(&self.matched[way]));
        Some(Gain { matched, wanted, ..Gain::default() })
    }
}

impl<const W: usize> Game<'_, W> {
    /// The prospects of the swaps of two blocks that make lines, if these have blocks only and no cell
    /// beside them gives the goal anything.
    pub(super) fn prospects(&self, view: &View<W>) -> Prospects<W> {
        let mut prospects = Prospects::NONE;
        if view.is_hard {
            return prospects;
        }

        // Around these cells, a swap does more than its lines.
        let shape = &self.rules.shape;
        let beside = self.beside(view.beside.or(view.hard_beside));
        let mut avoided = beside.into_iter().fold(view.special, Bits::or);

        let mut wanted = Bits::EMPTY;
        for &(count, cells) in &view.colors {
            let set = if count < MOST_MATCHED { &mut avoided } else { &mut wanted };
            *set = set.or(cells);
        }

        let next = |board: Bits<W>| [shape.east(board), shape.south(board)];
        let (next_blocks, next_wanted) = (next(view.blocks), next(wanted));
        let state = &self.board.general;
        let avoided = near_swaps(shape, avoided);
        let ground = view.matched_ground;
        let ground = (!ground.is_empty()).then(|| near_swaps(shape, ground));

        // Longer matches may make a piece, which a trial shows.
        let makes = !self.plan().shapes.is_empty();
        for way in 0..2 {
            let [first, second] = &state.arrivals[way];

            let is_avoided =
                first.meets(&avoided[way][0]).or(second.meets(&avoided[way][1]));

            let lines = first.lines().or(second.lines()).without(state.squares[way]);
            let long = first.lengths()[2].or(second.lengths()[2]);
            let lines = if makes { lines.without(long) } else { lines };

            prospects.known[way] =
                lines.and(view.blocks).and(next_blocks[way]).without(is_avoided);

            let [one, other] = [first.lengths(), second.lengths()];
            prospects.matched[way] = sum(&one, &other);

            let blocks = sum(&within(one, next_wanted[way]), &within(other, wanted));
            let grounds = ground.as_ref().map_or([Bits::EMPTY; 4], |ground| {
                sum(&first.count(&ground[way][0]), &second.count(&ground[way][1]))
            });

            prospects.wanted[way] = add(&blocks, &grounds);
        }
        prospects
    }
}

/// A number of blocks of one colour that no swap takes more of: the cell where it arrives and
/// two on each of three sides, since it comes from the fourth.
const MOST_MATCHED: u32 = 7;

/// A set of cells, seen from the first cells of swaps: where a block arrives; beside that, across the
/// direction of the swap; beside those; and the next two cells in its direction.
type ShiftedCells<const W: usize> = [Bits<W>; 7];

/// For each block of each swap, in the order of [`arrivals`](crate::rules::swaps::arrivals).
fn near_swaps<const W: usize>(
    shape: &BitShape,
    cells: Bits<W>,
) -> [[ShiftedCells<W>; 2]; 2] {
    let twice = |step: fn(&BitShape, Bits<W>) -> Bits<W>| {
        let one = step(shape, cells);
        [one, step(shape, one)]
    };

    let (east, west) = (twice(BitShape::east), twice(BitShape::west));
    let (south, north) = (twice(BitShape::south), twice(BitShape::north));

    let across = [cells, north[0], south[0], north[1], south[1]];
    let down = [cells, west[0], east[0], west[1], east[1]];
    let [a0, a1, a2, a3, a4] = across.map(|board| shape.east(board));
    let [d0, d1, d2, d3, d4] = down.map(|board| shape.south(board));

    // The first cell of a swap, then what its lines reach from there; the second one likewise,
    // a cell further.
    [
        [
            [cells, across[1], across[2], across[3], across[4], west[0], west[1]],
            [a0, a1, a2, a3, a4, east[1], shape.east(east[1])],
        ],
        [
            [cells, down[1], down[2], down[3], down[4], north[0], north[1]],
            [d0, d1, d2, d3, d4, south[1], shape.south(south[1])],
        ],
    ]
}

impl<const W: usize> Arrival<W> {
    /// Which of the cells of a set the block matches, cell by cell.
    #[inline]
    const fn taken(&self, near: &ShiftedCells<W>, i: usize) -> [u64; 7] {
        let (across, ahead) = (self.across(i), self.ahead.0[i]);
        [
            near[0].0[i] & (across | ahead),
            near[1].0[i] & self.near[0].0[i] & across,
            near[2].0[i] & self.near[1].0[i] & across,
            near[3].0[i] & self.far[0].0[i],
            near[4].0[i] & self.far[1].0[i],
            near[5].0[i] & ahead,
            near[6].0[i] & ahead,
        ]
    }

    /// The swaps that match a cell of a set.
    #[inline]
    fn meets(&self, near: &ShiftedCells<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| {
            self.taken(near, i).into_iter().fold(0, |all, one| all | one)
        }))
    }

    /// How many cells of a set the swaps match, as bits.
    #[inline]
    fn count(&self, near: &ShiftedCells<W>) -> [Bits<W>; 3] {
        let mut count = [Bits::EMPTY; 3];
        for i in 0..W {
            for one in self.taken(near, i) {
                let mut carry = one;
                for bit in &mut count {
                    (bit.0[i], carry) = (bit.0[i] ^ carry, bit.0[i] & carry);
                }
            }
        }
        count
    }
}

/// The bits of numbers within some cells, and 0 elsewhere.
#[inline]
fn within<const W: usize>(number: [Bits<W>; 3], cells: Bits<W>) -> [Bits<W>; 3] {
    number.map(|bit| bit.and(cells))
}

/// The sums of two 4-bit numbers in every cell, as bits, the lowest first.
fn add<const W: usize>(a: &[Bits<W>; 4], b: &[Bits<W>; 4]) -> [Bits<W>; 5] {
    let mut sum = [Bits::EMPTY; 5];
    for i in 0..W {
        let mut carry = 0;
        for bit in 0..4 {
            let (a, b) = (a[bit].0[i], b[bit].0[i]);
            sum[bit].0[i] = a ^ b ^ carry;
            carry = a & b | carry & (a ^ b);
        }
        sum[4].0[i] = carry;
    }
    sum
}
