//! The best distinct individuals of a search.

use serde::{Deserialize, Serialize};

use super::population::Status;
use super::{Individual, Population, Standing};
use crate::evaluation::Aims;

/// The best distinct individuals of a search, best first; the earliest one wins a tie.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HallOfFame<G, const M: usize = 1> {
    places: usize,
    members: Vec<Individual<G, M>>,
    standings: Vec<Standing>,
}

impl<G, const M: usize> HallOfFame<G, M> {
    pub(crate) const fn new(places: usize) -> Self {
        Self { places, members: Vec::new(), standings: Vec::new() }
    }

    /// The number of places.
    pub(crate) const fn places(&self) -> usize {
        self.places
    }

    /// Changes the number of places; individuals without a place are removed.
    pub(crate) fn resize(&mut self, places: usize) {
        self.places = places;
        self.members.truncate(places);
        self.standings.truncate(places);
    }

    /// Whether the members from a checkpoint are ones that a search can have. Those of a noisy search do not have
    /// the standings of their evaluations.
    pub(crate) fn is_sound(&self, aims: &Aims<M>, is_noisy: bool) -> bool {
        let mut members = self.members.iter().zip(&self.standings);
        self.places > 0
            && self.members.len() <= self.places
            && self.members.len() == self.standings.len()
            && (is_noisy || self.standings.is_sorted())
            && members.all(|(Individual { evaluation, .. }, &standing)| {
                evaluation.check(0).is_ok()
                    && standing.is_number()
                    && (is_noisy || aims.standing(evaluation) == standing)
            })
    }

    /// The members, best first.
    pub fn members(&self) -> &[Individual<G, M>] {
        &self.members
    }

    /// The standing of each member.
    pub fn standings(&self) -> &[Standing] {
        &self.standings
    }

    /// Adds the individuals that are good enough. Returns whether there is a new best one.
    pub(crate) fn admit(&mut self, population: &Population<G, M>) -> bool
    where
        G: Clone + PartialEq,
    {
        let mut improved = false;
        let individuals = population.standings.iter().zip(&population.status);
        for (index, (&standing, &status)) in individuals.enumerate() {
            let is_full = self.standings.len() >= self.places;
            let is_bad =
                is_full && self.standings.last().is_some_and(|&last| standing >= last);
            if is_bad || status == Status::Kept {
                continue;
            }
            let genome = &population.genomes[index];
            if self.members.iter().any(|member| member.genome == *genome) {
                continue;
            }
            let place = self.standings.partition_point(|&member| member <= standing);
            let evaluation = population.evaluations[index];
            if is_full && let Some(mut last) = self.members.pop() {
                // The memory of the member that leaves is reused.
                last.genome.clone_from(genome);
                last.evaluation = evaluation;
                self.standings.pop();
                self.members.insert(place, last);
            } else {
                self.members
                    .insert(place, Individual { genome: genome.clone(), evaluation });
            }
            self.standings.insert(place, standing);
            improved |= place == 0;
        }
        improved
    }

    /// Replaces the members, who are given best first.
    pub(crate) fn replace(
        &mut self,
        members: impl Iterator<Item = (Individual<G, M>, Standing)>,
    ) {
        (self.members, self.standings) = members.unzip();
    }
}
