//! What the players of the ladder see in a move: what it takes at once, the pieces that it makes, and which blocks it
//! moves near what the goal wants.

use std::cmp::Ordering;

use tilewright_grid::{Bits, Rng};

use super::sight::Gain;
use super::swaps::Lengths;
use super::{Game, Move, Simulator, Way};
use crate::bits::{keep_greatest, sum};

/// What a thing that the goal wants counts in the progress of a move: much, so that shares of it are whole numbers.
pub(crate) const UNIT: u64 = 256;

/// The ways of the moves whose first cells a board lists.
const WAYS: [Way; 3] = [Way::Right, Way::Down, Way::Tap];

/// The moves of the most progress, by their first cells and [`WAYS`].
struct MostProgress<const W: usize> {
    progress: u64,
    sets: [Bits<W>; 3],
}

impl<const W: usize> MostProgress<W> {
    #[inline]
    fn add(&mut self, way: usize, cells: Bits<W>, progress: u64) {
        match progress.cmp(&self.progress) {
            Ordering::Less => {}
            Ordering::Equal => self.sets[way] = self.sets[way].or(cells),
            Ordering::Greater => {
                *self = Self { progress, sets: [Bits::EMPTY; 3] };
                self.sets[way] = cells;
            }
        }
    }
}

impl<const W: usize> Game<'_, W> {
    /// The move of the most progress; of several the one that moves the most blocks near what the goal wants, and of several of
    /// those one that is drawn.
    pub(crate) fn best_seen(&self, rng: &mut Rng) -> Option<Move> {
        let most = self.most_progress();
        let near = self.near();
        let (mut best, mut ties) = (None, 0);
        let is_one = most.sets.iter().map(Bits::count).sum::<u32>() == 1;

        for made in moves(&most.sets) {
            if is_one {
                return Some(made);
            }
            let stirred = self.stirred(made, near);
            match best {
                Some((_, most)) if stirred < most => {}
                Some((_, most)) if stirred == most => {
                    ties += 1;
                    if rng.below(ties) == 0 {
                        best = Some((made, stirred));
                    }
                }
                _ => {
                    ties = 1;
                    best = Some((made, stirred));
                }
            }
        }
        best.map(|(made, _)| made)
    }

    /// The best moves in the order of [`Self::best_seen`], at most as many as the slice has room for, with what they stir; ties
    /// are in reading order, and of a group that is tapped there is one cell. Returns how many there are.
    pub(crate) fn few_best(&self, found: &mut [SeenMove]) -> usize {
        let near = self.near();
        let mut count = 0;

        self.see_progress(|way, cells, progress| {
            // What cannot come among them by its progress is not looked at further.
            if count == found.len()
                && found.last().is_some_and(|it| progress < it.progress)
            {
                return;
            }
            let mut sets = [Bits::EMPTY; 3];
            sets[way] = cells;
            let Some(made) = moves(&sets).next() else { return };
            let seen = SeenMove { progress, stirred: self.stirred(made, near), made };
            let place =
                found[..count].partition_point(|other| other.worth() >= seen.worth());
            if place < found.len() {
                count = (count + 1).min(found.len());
                found[place..count].rotate_right(1);
                found[place] = seen;
            }
        });
        count
    }

    /// How a board at rest stands, the higher the better: what is left of the goal against what the best move takes of it
    /// and the pieces that lie on the board.
    pub(crate) fn standing(&self) -> i64 {
        if self.is_won() {
            return i64::MAX;
        }
        if self.move_count() == 0 {
            return i64::MIN;
        }
        let (left, pieces) = match self.rules.simulator {
            Simulator::Classic => (self.left_of_classic(), 0),
            Simulator::General => (self.way_to_goal(), self.value_of_pieces()),
        };
        let ahead = self.most_progress().progress + pieces;
        let left = UNIT.saturating_mul(left);
        ahead.cast_signed().saturating_sub_unsigned(left)
    }

    /// The moves of the most progress.
    fn most_progress(&self) -> MostProgress<W> {
        let mut most = MostProgress { progress: 0, sets: [Bits::EMPTY; 3] };
        if self.rules.simulator == Simulator::Classic && self.wants_blocks_only() {
            let [east, south] = self.most_blocks();
            most.sets = [east, south, Bits::EMPTY];
            if let Some(made) = moves(&most.sets).next() {
                most.progress = self.progress_of_classic(self.gain(made));
            }
            return most;
        }
        self.see_progress(|way, cells, progress| most.add(way, cells, progress));
        most
    }

    /// Under `classic`, the swaps that match the most blocks that the goal wants, or the most blocks of any colour if only
    /// points are wanted: all swaps at once on bit boards.
    fn most_blocks(&self) -> [Bits<W>; 2] {
        let is_any = self.wants_points_only();
        let mut sets = self.board.swaps;
        let blocks = |[(first, wanted_1), (second, wanted_2)]: [(Lengths<W>, Bits<W>);
                          2]| {
            let only = |[a, b, c]: Lengths<W>, wanted: Bits<W>| {
                if is_any {
                    [a, b, c]
                } else {
                    [a.and(wanted), b.and(wanted), c.and(wanted)]
                }
            };
            sum(&only(first, wanted_1), &only(second, wanted_2))
        };
        let [east, south] = self.arrival_lengths();
        keep_greatest(&mut sets, &[blocks(east), blocks(south)]);
        sets
    }

    /// Calls with the progress of all moves: several moves at once, or one, by their first cells and [`WAYS`].
    fn see_progress(&self, mut see: impl FnMut(usize, Bits<W>, u64)) {
        if self.rules.simulator == Simulator::General {
            self.see_progress_of_general(see);
            return;
        }
        for (way, set) in self.board.swaps.into_iter().enumerate() {
            for first in set.indices() {
                let made = Move { first: first as u16, way: WAYS[way] };
                let progress = self.progress_of_classic(self.gain_of_classic(made));
                see(way, [first].into_iter().collect(), progress);
            }
        }
    }

    /// The progress of a swap under `classic`: points count where nothing else is wanted.
    fn progress_of_classic(&self, gain: Gain) -> u64 {
        let wanted = gain.wanted + gain.hits;
        let matched = if self.wants_points_only() { gain.matched } else { 0 };
        UNIT * u64::from(wanted + matched)
    }

    /// The cells around what the goal wants in certain places, two steps far; all cells if it wants nothing there.
    fn near(&self) -> Option<Bits<W>> {
        let wanted = match self.rules.simulator {
            Simulator::Classic => self.wanted_cells_of_classic(),
            Simulator::General => self.wanted_cells_of_general(),
        };
        let grown = |cells: Bits<W>| self.beside(cells).into_iter().fold(cells, Bits::or);
        (!wanted.is_empty()).then(|| grown(grown(wanted)))
    }

    /// How many of the cells near what the goal wants get another block by a move: those that it takes, and those
    /// above them.
    fn stirred(&self, made: Move, near: Option<Bits<W>>) -> u32 {
        let mut cells = match self.rules.simulator {
            Simulator::Classic => self.taken_by_classic(made),
            Simulator::General => self.taken_by_general(made),
        };
        // Upwards by one row, two, four: as many as a shift of the bits allows.
        let mut rows = self.columns();
        loop {
            let grown = cells.or(cells.back(rows));
            if grown == cells {
                break;
            }
            cells = grown;
            rows = if 2 * rows <= 64 { 2 * rows } else { rows };
        }
        near.map_or(cells, |near| cells.and(near)).count()
    }
}

/// A move, as the players of the ladder see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeenMove {
    pub(crate) made: Move,
    pub(crate) progress: u64,
    /// The cells near what the goal wants that get another block.
    pub(crate) stirred: u32,
}

impl SeenMove {
    const fn worth(&self) -> u128 {
        (self.progress as u128) << 32 | self.stirred as u128
    }
}

/// The moves of sets of first cells.
fn moves<const W: usize>(sets: &[Bits<W>; 3]) -> impl Iterator<Item = Move> + use<W> {
    let of = |(set, way): (Bits<W>, Way)| {
        set.indices().map(move |first| Move { first: first as u16, way })
    };
    (*sets).into_iter().zip(WAYS).flat_map(of)
}
