//! A player that plays as people do: it sees where ships can be, and does not always choose
//! the best of these cells.

use tilewright_grid::{Bits, Cell, Rng, det};

use super::density::Density;
use super::outlook::{Outlook, any_of, best_of};
use super::{Hunter, Random};
use crate::bits;
use crate::{Rules, Sight};

/// Shoots only where a ship can be, and next to a hit until the ship is sunk; among these cells
/// it chooses at random, a cell as likely as its density to the power of the focus. (The
/// softmax choice of reinforcement learning: Sutton and Barto, 1998, section 2.3.)
///
/// A focus of 0 chooses evenly, an infinite one as the density hunter does; below 0 it prefers
/// the cells in which few ships fit. Next to a hit the focus is 0 at least.
#[derive(Clone, Debug)]
pub(super) struct Casual<const W: usize> {
    density: Density<W>,
    focus: f64,
}

/// The focus that wins that share of the duels with the density hunter, on 10 × 10 with the
/// Russian fleet, uniform fleets, starts in turn; straight lines between. Made by the first half
/// of `cargo xtask bench battleship-win-rates`, smoothed; the second half checks it.
const FOCUS: [(f64, f64); 11] = [
    (0.2, -8.0),
    (0.233, -4.0),
    (0.286, -2.0),
    (0.32, -1.0),
    (0.358, 0.0),
    (0.393, 1.0),
    (0.42, 2.0),
    (0.451, 4.0),
    (0.477, 8.0),
    (0.495, 16.0),
    (0.5, 64.0),
];

/// From here on the best cell is chosen.
const SHARP: f64 = FOCUS[FOCUS.len() - 1].1;

/// The least and the greatest share of duels that can be asked for.
pub(super) const WIN_RATES: [f64; 2] = [FOCUS[0].0, FOCUS[FOCUS.len() - 1].0];

/// However few ships fit, no cell where one can be is ruled out.
const LEAST: f32 = 1e-3;

/// The focus for a share of won duels; the nearest there is where there is none.
fn focus(win_rate: f64) -> f64 {
    let mut low = FOCUS[0];
    for high in FOCUS {
        if win_rate <= high.0 {
            let share = (win_rate - low.0) / (high.0 - low.0).max(f64::EPSILON);
            return low.1 + share.max(0.0) * (high.1 - low.1);
        }
        low = high;
    }
    SHARP
}

impl<const W: usize> Casual<W> {
    /// One that wins that share of its duels with the density hunter.
    pub(super) fn new(rules: &Rules, win_rate: f64) -> Self {
        Self::with_focus(rules, focus(win_rate))
    }

    pub(super) fn with_focus(rules: &Rules, focus: f64) -> Self {
        Self { density: Density::new(rules), focus }
    }

    /// The cell that it chooses; none where no ship can lie.
    fn search(&mut self, outlook: &Outlook<W>, rng: &mut Rng) -> Option<usize> {
        self.density.weigh(outlook);
        if outlook.hits.is_empty() {
            let possible = outlook.possible(self.density.berths());
            return self.choose(possible, self.focus, rng);
        }
        let targets = outlook.targets(self.density.berths());
        self.choose(targets, self.focus.max(0.0), rng)
    }

    /// One of the cells, at random by their densities.
    fn choose(&self, cells: Bits<W>, focus: f64, rng: &mut Rng) -> Option<usize> {
        let values = self.density.values();
        let most = cells.indices().map(|place| values[place]).fold(0.0, f32::max);
        if most <= 0.0 {
            return any_of(cells, rng);
        }
        if focus >= SHARP {
            return best_of(cells, values, rng);
        }
        let weight =
            |place: usize| det::powf(f64::from((values[place] / most).max(LEAST)), focus);
        let weights: Vec<(usize, f64)> =
            cells.indices().map(|place| (place, weight(place))).collect();
        let sum: f64 = weights.iter().map(|it| it.1).sum();
        let mut left = rng.unit() * sum;
        let drawn = weights.iter().find(|it| {
            left -= it.1;
            left < 0.0
        });
        drawn.or(weights.last()).map(|it| it.0)
    }
}

impl<const W: usize> Hunter for Casual<W> {
    fn fork(&self) -> Box<dyn Hunter> {
        Box::new(self.clone())
    }

    fn aim(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Cell {
        let outlook = Outlook::of(sight, self.density.berths());
        match self.search(&outlook, rng) {
            Some(place) => bits::cell(self.density.berths().size, place),
            None => Random.aim(sight, rng),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_wins_take_more_focus() {
        assert!(FOCUS.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1), "{FOCUS:?}");
        for (win_rate, expected) in FOCUS {
            assert!((focus(win_rate) - expected).abs() < 1e-9);
        }
        assert!((focus(0.0) - FOCUS[0].1).abs() < 1e-9);
        assert!((focus(1.0) - SHARP).abs() < 1e-9);
    }
}
