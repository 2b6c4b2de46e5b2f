//! Taps that aim at what the goal wants, in the mean field.
//!
//! Without them a kind is hit as often as any cell. A bot that sees the goal taps a group beside a wanted cell as soon as
//! there is one: at once on most boards, and later whenever blocks that came there make one.

use tilewright_grid::det;
use tilewright_match3::Target;

use super::special::Special;

/// The wanted special cells that can be hit now.
#[derive(Clone, Debug)]
pub(super) struct Hunt {
    /// The probability that there is a group that hits it, for each special cell; none if the goal does not want it.
    ready: Vec<Option<f64>>,
}

impl Hunt {
    /// That of a goal, given the probability that there is a group which hits a special cell.
    pub(super) fn new(
        target: &Target,
        specials: &[Special],
        reach: impl Fn(&Special) -> f64,
    ) -> Self {
        let is_wanted = |kind: usize| {
            target.all_of[kind] || target.kinds[kind] > 0 || target.layers[kind] > 0
        };
        let ready = |special: &Special| is_wanted(special.kind).then(|| reach(special));
        Self { ready: specials.iter().map(ready).collect() }
    }

    /// The expected hits of each special cell by a number of taps, given `reach` as above, and the rate at which the
    /// blocks near it change.
    pub(super) fn pass(
        &mut self,
        taps: f64,
        specials: &[Special],
        reach: impl Fn(&Special) -> f64,
        change: impl Fn(&Special) -> f64,
    ) -> Vec<f64> {
        let pairs = self.ready.iter().zip(specials);
        let all: f64 =
            pairs.map(|(ready, special)| ready.unwrap_or(0.0) * special.is_left()).sum();

        // One hit a tap, uniformly over the cells that can be hit.
        let pace = 1.0 / all.max(1.0);

        // A tap takes the group, and changed blocks bring the probability back: a linear equation, solved, so that long steps do not go
        // below 0 or above 1.
        let pass = |(ready, special): (&mut Option<f64>, &Special)| {
            let Some(now) = ready else { return 0.0 };
            let change = change(special);
            let rest = change * reach(special) / (change + pace);
            let decay = det::exp(-(change + pace) * taps);
            let passing = (*now - rest) * (1.0 - decay) / (change + pace);
            *now = rest + (*now - rest) * decay;
            pace * (rest * taps + passing)
        };
        self.ready.iter_mut().zip(specials).map(pass).collect()
    }
}
