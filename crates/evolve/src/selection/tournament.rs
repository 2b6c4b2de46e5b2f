//! Tournament selection.

use std::hint::select_unpredictable;

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::Selection;
use crate::defaults::whole;
use crate::{Error, Limits, Standing};

/// Tournament selection: the best of a few members, which are drawn uniformly with replacement.
/// The first one drawn wins a tie.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    /// The number of members, from 1 to 65,536.
    #[serde(default = "whole::<u32, 2>")]
    size: u32,
}

impl Tournament {
    /// A tournament of `size` members; 0 counts as 1. It may be larger than the pool, but a search
    /// refuses one of more than 65,536.
    pub const fn new(size: u32) -> Self {
        Self { size: if size == 0 { 1 } else { size } }
    }
}

impl Selection for Tournament {
    type Table = ();

    fn check(&self) -> Result<(), Error> {
        Limits::Whole(1, LARGEST).check("size", self.size.into())
    }

    #[inline]
    fn pick(&self, (): &(), pool: &[Standing], _: usize, rng: &mut Rng) -> usize {
        let member = |index: usize| (index, pool[index]);
        // Which one is better cannot be foreseen, so that a jump would often be guessed wrong.
        let better = |best: (usize, Standing), index: usize| {
            let rival = member(index);
            let is_better = rival.1 < best.1;
            (
                select_unpredictable(is_better, rival.0, best.0),
                select_unpredictable(is_better, rival.1, best.1),
            )
        };
        let mut left = self.size.saturating_sub(3);
        let mut best = if self.size >= 3 && pool.len() <= MOST {
            let [first, second, third] = rng.three_below(pool.len() as u32);
            better(better(member(first as usize), second as usize), third as usize)
        } else {
            let drawn = draw(pool.len(), self.size, rng);
            let rivals = drawn.into_iter().take(self.size as usize).skip(1);
            rivals.fold(member(drawn[0]), better)
        };
        while left > 0 {
            let drawn = draw(pool.len(), left, rng);
            best = drawn.into_iter().take(left as usize).fold(best, better);
            left = left.saturating_sub(3);
        }
        best.0
    }
}

/// The largest tournament: a bound. In all but huge pools it picks the best.
const LARGEST: usize = 1 << 16;

/// The largest pool of which three members are drawn by one random number: their numbers share its 64
/// bits. A random number for each would take three times as many.
const MOST: usize = 1 << 21;

/// The next members of a tournament, of which there are `left`: three from one random number where
/// that is possible.
fn draw(count: usize, left: u32, rng: &mut Rng) -> [usize; 3] {
    if left >= 2 && count <= MOST {
        return rng.three_below(count as u32).map(|index| index as usize);
    }
    let mut drawn = [0; 3];
    for index in drawn.iter_mut().take(left as usize) {
        *index = rng.index(count);
    }
    drawn
}
