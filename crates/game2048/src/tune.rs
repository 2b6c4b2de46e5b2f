//! Weights tuned by evolution: how the engine sees a player.

use tilewright_evolve::{
    Blend, Direction, Evaluation, Gaussian, Mutation, Plus, PlusCrossed, Problem, Rate,
    RealBounds,
};
use tilewright_grid::{Estimate, Rng, det};

use crate::{
    Classic, Depth, Expectimax, Outcome, PlayError, Player, Table, Weights, play,
};

/// The search for weights of a player by which it scores more.
///
/// A genome holds for each weight that is tuned the logarithm of what the first weights are
/// multiplied by. Every candidate plays the same games, those of a generation as those of
/// any other, so that parents and children are compared by their play and not by their luck.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// What is multiplied.
    pub first: Weights,
    /// How many own moves expectimax looks ahead.
    pub depth: u32,
    /// What dead ends are worth to classic.
    pub dead_end: f64,
    /// Which games are played.
    pub table: Table,
    /// How many of them.
    pub games: u32,
}

/// How far the first candidates are from the first weights, as a part of how far any may be.
const START: f64 = 0.12;

/// The deviation of a mutation, as a part of how far weights may differ.
const STEP: f64 = 0.04;

impl Tuning {
    /// The weights that a genome stands for.
    pub fn weights(&self, genome: &[f64]) -> Weights {
        self.first.scaled(genome)
    }

    /// A player with these weights.
    pub fn player(&self, weights: &Weights) -> Box<dyn Player> {
        match weights {
            Weights::Classic(weights) => {
                Box::new(Classic::weighted(weights, self.dead_end))
            }
            Weights::Expectimax(weights) => {
                let depth = Depth::Fixed(self.depth);
                Box::new(Expectimax::weighted(weights, depth, self.table.fours))
            }
        }
    }

    /// The games of a table with these weights.
    ///
    /// # Errors
    /// When no board has the table's size.
    pub fn games(
        &self,
        weights: &Weights,
        table: &Table,
        games: u32,
    ) -> Result<Vec<Outcome>, PlayError> {
        play(table, || self.player(weights), 0..games)
    }

    /// The mean score of games.
    pub fn average(outcomes: &[Outcome]) -> Estimate {
        Estimate::of_mean(outcomes.iter().map(|outcome| outcome.score as f64))
    }

    /// What the search thinks of a candidate that played so.
    pub fn judged(outcomes: &[Outcome]) -> Evaluation {
        Evaluation::feasible([Self::average(outcomes).mean])
    }

    /// How genomes may lie.
    fn bounds(&self) -> RealBounds {
        let reaches = self.first.reaches().iter().map(|&reach| det::ln(reach));
        RealBounds::new(reaches.map(|reach| -reach..=reach)).expect("reaches exceed 1")
    }

    /// A (μ + λ) scheme for such genomes: most children are blends of two parents, all are
    /// moved a little.
    pub fn scheme(&self, parents: u32, children: u32) -> PlusCrossed<Blend, Gaussian> {
        let mutation = Gaussian { rate: Rate::HALF, spread: STEP, bounds: self.bounds() };
        PlusCrossed {
            plus: Plus {
                parents: parents as usize,
                children: children as usize,
                mutation,
                restart: None,
            },
            crossover: Blend { alpha: 0.5, bounds: self.bounds() },
            crossover_rate: Rate::new(0.8).expect("it is a share"),
        }
    }
}

impl Problem for Tuning {
    type Genome = Vec<f64>;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    /// Draws weights near the first ones.
    fn random(&self, rng: &mut Rng) -> Vec<f64> {
        let bounds = self.bounds();
        let mut genome = vec![0.0; self.first.reaches().len()];
        Gaussian { rate: Rate::ALWAYS, spread: START, bounds }.mutate(&mut genome, rng);
        genome
    }

    fn evaluate(&self, genome: &Vec<f64>) -> Evaluation {
        let outcomes = self.games(&self.weights(genome), &self.table, self.games);
        Self::judged(&outcomes.unwrap_or_default())
    }

    fn fingerprint(&self) -> String {
        format!("{self:?}")
    }
}
