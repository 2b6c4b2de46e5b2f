//! Tuning of a player's weights by evolution: the problem that the engine solves.

use tilewright_evolve::{
    Blend, Direction, Evaluation, Gaussian, Mutation, Plus, Problem, Rate, RealBounds,
};
use tilewright_grid::{Estimate, Rng, Watch, det};

use crate::{
    ClassicPlayer, Depth, Expectimax, Outcome, PlayError, Player, Setup, Weights, play,
};

/// The optimization problem of finding weights with which a player has a higher mean score.
///
/// A genome holds, for each weight that is tuned, the logarithm of the factor by which the initial
/// weight is multiplied. All candidates of all generations play the same games, which reduces the
/// noise of the comparison (common random numbers).
///
/// ```
/// use std::ops::ControlFlow;
///
/// use tilewright_2048::{ClassicWeights, Setup, Tuning, Weights};
/// use tilewright_evolve::{Evolution, Stop};
/// use tilewright_grid::{Seed, Size};
///
/// let initial = Weights::Classic(ClassicWeights::default());
/// let tuning = Tuning {
///     initial,
///     depth: 2,
///     terminal_value: -1e8,
///     setup: Setup::new(Size::new(2, 3), Seed(1)),
///     games: 4,
/// };
/// let scheme = tuning.scheme(2, 3);
/// let mut evolution = Evolution::new(tuning, scheme, Seed(2))?;
/// evolution.run(&Stop::new().generations(2), &(), |_| ControlFlow::Continue(()))?;
/// let best = evolution.best().expect("a generation was evaluated");
/// println!("{}", evolution.problem().weights(&best.genome).to_json());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The initial weights.
    pub initial: Weights,
    /// The search depth of expectimax, in plies; classic has its own.
    pub depth: u32,
    /// The value of a board without legal moves, for classic.
    pub terminal_value: f64,
    /// What is the same in all games.
    pub setup: Setup,
    /// The number of games that each candidate plays.
    pub games: u32,
}

/// The standard deviation of the first candidates, as a share of the range of a gene: factors of
/// 1.6 where 8 is the largest, so that nearly all lie within the range. Three times a mutation.
const START: f64 = 0.12;

/// The standard deviation of a mutation, as a share of the range of a gene: a factor of 1.2 where 8
/// is the largest. Smaller steps drown in the noise of some hundred games, larger ones leave what
/// was found. Chosen, as the other one; `cargo xtask bench 2048-tune` shows the points.
const STEP: f64 = 0.04;

impl Tuning {
    /// The weights that a genome stands for.
    pub fn weights(&self, genome: &[f64]) -> Weights {
        self.initial.scaled(genome)
    }

    /// A player with these weights, whose searches the watch can stop ([`Expectimax::watched`]).
    pub fn player<'a>(
        &self,
        weights: &Weights,
        watch: impl Watch + Send + 'a,
    ) -> Box<dyn Player + 'a> {
        match weights {
            Weights::Classic(weights) => {
                Box::new(ClassicPlayer::weighted(weights, self.terminal_value))
            }
            Weights::Expectimax(weights) => {
                let depth = Depth::Fixed(self.depth);
                let four_probability = self.setup.four_probability;
                Box::new(
                    Expectimax::weighted(weights, depth, four_probability).watched(watch),
                )
            }
        }
    }

    /// Plays games of a setup with these weights.
    ///
    /// # Errors
    /// If the setup's board size is not supported.
    fn games(
        &self,
        weights: &Weights,
        setup: &Setup,
        games: u32,
    ) -> Result<Vec<Outcome>, PlayError> {
        play(setup, || self.player(weights, ()), 0..games)
    }

    /// The mean score of games, with its confidence interval.
    pub fn mean_score(outcomes: &[Outcome]) -> Estimate {
        let scores = outcomes.iter().map(|outcome| outcome.score as f64);
        Estimate::of_mean(scores).not_negative()
    }

    /// The range of each gene.
    fn bounds(&self) -> RealBounds {
        let ranges = self.initial.max_factors().iter().map(|&factor| det::ln(factor));
        RealBounds::new(ranges.map(|range| -range..=range)).expect("the factors exceed 1")
    }

    /// A (μ + λ) evolution strategy for these genomes: 80 % of the children are blends (BLX-α) of
    /// two parents, and all have Gaussian mutations.
    pub fn scheme(&self, parents: u32, children: u32) -> Plus<Gaussian, Blend> {
        let mutation = Gaussian { rate: Rate::HALF, spread: STEP, bounds: self.bounds() };
        let crossover = Blend { alpha: 0.5, bounds: self.bounds() };
        let rate = Rate::new(0.8).expect("0.8 is a probability");
        Plus::new(parents as usize, children as usize, mutation)
            .with_crossover(crossover, rate)
    }
}

impl Problem for Tuning {
    type Genome = Vec<f64>;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    /// Draws weights near the initial ones.
    fn random(&self, rng: &mut Rng) -> Vec<f64> {
        let bounds = self.bounds();
        let mut genome = vec![0.0; self.initial.max_factors().len()];
        Gaussian { rate: Rate::ALWAYS, spread: START, bounds }.mutate(&mut genome, rng);
        genome
    }

    fn evaluate(&self, genome: &Vec<f64>) -> Evaluation {
        let outcomes = self.games(&self.weights(genome), &self.setup, self.games);
        Evaluation::feasible([Self::mean_score(&outcomes.unwrap_or_default()).mean])
    }

    fn fingerprint(&self) -> String {
        format!("{self:?}")
    }
}
