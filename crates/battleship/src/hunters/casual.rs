//! The hunter `casual`: plays as people do. It sees where ships can be, but does not always choose
//! the best of these cells.

use tilewright_grid::{Bits, Cell, Rng, det};

use super::density::Density;
use super::outlook::{Outlook, any_of, best_of};
use super::{Hunter, RandomHunter};
use crate::bits;
use crate::{Rules, Sight};

/// Shoots only at cells that a ship can occupy, and next to a hit until the ship is sunk. Among
/// these cells it chooses at random, with probabilities proportional to the density to the power
/// of the *focus*. (Softmax action selection over log densities, where the focus is the inverse
/// temperature: Sutton and Barto, 1998, section 2.3.)
///
/// A focus of 0 chooses uniformly, an infinite focus chooses as the density hunter does, and a
/// negative focus prefers cells that few placements cover. Next to a hit the focus is at least 0.
#[derive(Clone, Debug)]
pub(super) struct CasualHunter<const W: usize> {
    density: Density<W>,
    focus: f64,
}

/// Pairs of a win rate against the density hunter and the focus that reaches it, on 10 × 10 with
/// uniform Russian fleets and alternating starts; linear in between. Measured by the first half of
/// `cargo xtask bench battleship-win-rates` and smoothed; the second half checks it.
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

/// The focus from which on the densest cell is always chosen.
const SHARP: f64 = FOCUS[FOCUS.len() - 1].1;

/// The smallest and the largest win rate of a casual hunter.
pub(super) const WIN_RATES: [f64; 2] = [FOCUS[0].0, FOCUS[FOCUS.len() - 1].0];

/// The smallest relative density, so that no cell that a ship can occupy is ruled out. A choice of
/// order: below a thousandth a cell counts as rare whatever it is, and with the lowest focus, −8,
/// it weighs 10²⁴ times the densest one, which no sum overflows.
const MIN_DENSITY: f32 = 1e-3;

/// The focus for a win rate; a rate outside the table gets the nearest one inside.
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

impl<const W: usize> CasualHunter<W> {
    /// A hunter with a win rate in duels with the density hunter.
    pub(super) fn new(rules: &Rules, win_rate: f64) -> Self {
        Self::with_focus(rules, focus(win_rate))
    }

    pub(super) fn with_focus(rules: &Rules, focus: f64) -> Self {
        Self { density: Density::new(rules), focus }
    }

    /// The cell that it chooses; none if no ship has a placement.
    fn search(&mut self, outlook: &Outlook<W>, rng: &mut Rng) -> Option<usize> {
        self.density.weigh(outlook);
        if outlook.hits.is_empty() {
            let possible = outlook.possible(self.density.placements());
            return self.choose(possible, self.focus, rng);
        }
        let targets = outlook.targets(self.density.placements());
        self.choose(targets, self.focus.max(0.0), rng)
    }

    /// A random cell, weighted by the densities.
    fn choose(&self, cells: Bits<W>, focus: f64, rng: &mut Rng) -> Option<usize> {
        let values = self.density.values();
        let most = cells.indices().map(|place| values[place]).fold(0.0, f32::max);

        if most <= 0.0 {
            return any_of(cells, rng);
        }

        if focus >= SHARP {
            return best_of(cells, values, rng);
        }

        let weight = |place: usize| {
            det::powf(f64::from((values[place] / most).max(MIN_DENSITY)), focus)
        };
        let weights: Vec<(usize, f64)> =
            cells.indices().map(|place| (place, weight(place))).collect();
        let sum: f64 = weights.iter().map(|it| it.1).sum();

        // The cell at a random place along the sum of all weights. Rounding may leave a rest after
        // the last one.
        let mut left = rng.unit() * sum;
        let drawn = weights.iter().find(|it| {
            left -= it.1;
            left < 0.0
        });

        drawn.or(weights.last()).map(|it| it.0)
    }
}

impl<const W: usize> Hunter for CasualHunter<W> {
    fn fork(&self) -> Box<dyn Hunter> {
        Box::new(self.clone())
    }

    fn aim(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Cell {
        let outlook = Outlook::of(sight, self.density.placements());
        match self.search(&outlook, rng) {
            Some(place) => bits::cell(self.density.placements().size, place),
            None => RandomHunter.aim(sight, rng),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_focus_grows_with_the_win_rate() {
        assert!(FOCUS.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1), "{FOCUS:?}");
        for (win_rate, expected) in FOCUS {
            assert!((focus(win_rate) - expected).abs() < 1e-9);
        }
        assert!((focus(0.0) - FOCUS[0].1).abs() < 1e-9);
        assert!((focus(1.0) - SHARP).abs() < 1e-9);
    }
}
