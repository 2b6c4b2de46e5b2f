//! Tournament selection.

use tilewright_grid::Rng;

use super::Selection;
use crate::{Error, Standing};

/// Tournament selection: the best of a few members, which are drawn uniformly with replacement.
/// The first one drawn wins a tie.
#[derive(Clone, Copy, Debug)]
pub struct Tournament {
    size: u32,
}

impl Tournament {
    /// A tournament of `size` members; 0 counts as 1. It may be larger than the pool.
    pub const fn new(size: u32) -> Self {
        Self { size: if size == 0 { 1 } else { size } }
    }
}

impl Selection for Tournament {
    type Table = ();

    fn prepare(
        &self,
        _: &[Standing],
        _: usize,
        _: &mut Rng,
        (): &mut (),
    ) -> Result<(), Error> {
        Ok(())
    }

    #[inline]
    fn pick(&self, (): &(), pool: &[Standing], _: usize, rng: &mut Rng) -> usize {
        let better =
            |one: usize, two: usize| if pool[two] < pool[one] { two } else { one };
        let mut best = usize::MAX;
        let mut left = self.size;
        while left > 0 {
            let drawn = draw(pool.len(), left, rng);
            for rival in drawn.into_iter().take(left as usize) {
                best = if best == usize::MAX { rival } else { better(best, rival) };
            }
            left = left.saturating_sub(3);
        }
        best
    }
}

/// The next members of a tournament, of which there are `left`: three from one random number where
/// that is possible.
#[inline]
fn draw(count: usize, left: u32, rng: &mut Rng) -> [usize; 3] {
    if left >= 2 && count <= 1 << 21 {
        return rng.three_below(count as u32).map(|index| index as usize);
    }
    let mut drawn = [0; 3];
    for index in drawn.iter_mut().take(left as usize) {
        *index = rng.index(count);
    }
    drawn
}
