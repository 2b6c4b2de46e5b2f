//! The best distinct individuals of a search.

use serde::{Deserialize, Serialize};

use crate::{Evaluation, Population, Standing};

/// A genome with its evaluation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Individual<G> {
    /// The genome.
    pub genome: G,
    /// Its evaluation.
    pub evaluation: Evaluation,
}

/// The best distinct individuals of a search, best first; the earliest one wins a tie.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HallOfFame<G> {
    places: usize,
    members: Vec<Individual<G>>,
    standings: Vec<Standing>,
}

impl<G: Clone + PartialEq> HallOfFame<G> {
    pub(crate) const fn new(places: usize) -> Self {
        Self { places, members: Vec::new(), standings: Vec::new() }
    }

    /// Changes the number of places; individuals without a place are removed.
    pub(crate) fn resize(&mut self, places: usize) {
        self.places = places;
        self.members.truncate(places);
        self.standings.truncate(places);
    }

    /// The members, best first.
    pub fn members(&self) -> &[Individual<G>] {
        &self.members
    }

    /// Adds the individuals that are good enough. Returns whether there is a new best one.
    pub(crate) fn admit(&mut self, population: &Population<G>) -> bool {
        let mut improved = false;
        for (index, standing) in population.standings.iter().enumerate() {
            if !population.fresh[index] {
                continue;
            }
            let place = self.standings.partition_point(|member| !standing.beats(member));
            if place >= self.places {
                continue;
            }
            let genome = &population.genomes[index];
            if self.members.iter().any(|member| member.genome == *genome) {
                continue;
            }
            let evaluation = population.evaluations[index];
            self.members.insert(place, Individual { genome: genome.clone(), evaluation });
            self.standings.insert(place, *standing);
            self.members.truncate(self.places);
            self.standings.truncate(self.places);
            improved |= place == 0;
        }
        improved
    }
}
