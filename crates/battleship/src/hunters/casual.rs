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
    /// Cells and their weights; kept for its memory.
    weights: Vec<(usize, f64)>,
}

/// Pairs of a skill and its focus; linear in between. The skill is the share of the way from a win rate of 20 % to one of
/// 50 % in duels with the density hunter on the standard game: uniform Russian fleets on 10 × 10. Measured by the first half of
/// `cargo xtask bench battleship-win-rates` and smoothed. By other rules the win rates are others, but they rise as evenly.
const FOCUS: [(f64, f64); 11] = [
    (0.0, -8.0),
    (0.11, -4.0),
    (0.287, -2.0),
    (0.4, -1.0),
    (0.527, 0.0),
    (0.643, 1.0),
    (0.733, 2.0),
    (0.837, 4.0),
    (0.923, 8.0),
    (0.983, 16.0),
    (1.0, 64.0),
];

/// The focus from which on the densest cell is always chosen.
const SHARP: f64 = FOCUS[FOCUS.len() - 1].1;

/// The smallest relative density, so that no cell that a ship can occupy is ruled out. A choice of
/// order: below a thousandth a cell counts as rare whatever it is, and with the lowest focus, −8,
/// it weighs 10²⁴ times the densest one, which no sum overflows.
const MIN_DENSITY: f32 = 1e-3;

/// The focus of a skill, 0 to 1.
pub(super) fn focus(skill: f64) -> f64 {
    let mut low = FOCUS[0];
    for high in FOCUS {
        if skill <= high.0 {
            let share = (skill - low.0) / (high.0 - low.0).max(f64::EPSILON);
            return low.1 + share.max(0.0) * (high.1 - low.1);
        }
        low = high;
    }
    SHARP
}

impl<const W: usize> CasualHunter<W> {
    /// A hunter with a skill, 0 to 1.
    pub(super) fn new(rules: &Rules, skill: f64) -> Self {
        Self::with_focus(rules, focus(skill))
    }

    pub(super) fn with_focus(rules: &Rules, focus: f64) -> Self {
        Self { density: Density::new(rules), focus, weights: Vec::new() }
    }

    /// Gives it another focus.
    pub(super) const fn set_focus(&mut self, focus: f64) {
        self.focus = focus;
    }

    /// The cell that it chooses; none if no ship has a placement.
    fn search(&mut self, outlook: &Outlook<W>, rng: &mut Rng) -> Option<usize> {
        self.density.weigh(outlook);
        if outlook.hits.is_empty() {
            let possible = self.density.open(outlook);
            return self.choose(possible, self.focus, rng);
        }
        let targets = self.density.targets(outlook);
        self.choose(targets, self.focus.max(0.0), rng)
    }

    /// A random cell, weighted by the densities.
    fn choose(&mut self, cells: Bits<W>, focus: f64, rng: &mut Rng) -> Option<usize> {
        let values = self.density.values();
        let most = cells.indices().map(|place| values[place]).fold(0.0, f32::max);

        if most <= 0.0 {
            return any_of(cells, rng);
        }

        if focus >= SHARP {
            return best_of(cells, values, rng);
        }

        self.weights.clear();
        for place in cells.indices() {
            let share = f64::from((self.density.values()[place] / most).max(MIN_DENSITY));
            self.weights.push((place, det::powf(share, focus)));
        }
        let sum: f64 = self.weights.iter().map(|it| it.1).sum();

        // The cell at a random place along the sum of all weights. Rounding may leave a rest after
        // the last one.
        let mut left = rng.unit() * sum;
        let drawn = self.weights.iter().find(|it| {
            left -= it.1;
            left < 0.0
        });

        drawn.or(self.weights.last()).map(|it| it.0)
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
    fn the_focus_grows_with_the_skill() {
        assert!(FOCUS.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1), "{FOCUS:?}");
        for (skill, expected) in FOCUS {
            assert!((focus(skill) - expected).abs() < 1e-9);
        }
        assert!((focus(0.0) - FOCUS[0].1).abs() < 1e-9);
        assert!((focus(1.0) - SHARP).abs() < 1e-9);
    }
}
