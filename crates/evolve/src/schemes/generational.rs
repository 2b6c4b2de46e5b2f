//! The generational scheme with an elite.

use rayon::prelude::*;

use super::{Past, Scheme};
use crate::evolution::look;
use crate::operators::{Breeding, Crossover, Mutation, Selection};
use crate::{Error, Population, Problem};

/// The simple genetic algorithm with an elite (Goldberg, 1989; the loop of DEAP's `eaSimple`):
/// children of selected parents, crossed in pairs and then mutated, replace all individuals but
/// the elite.
///
/// Children that were neither crossed nor mutated keep the evaluation of their parent. Each
/// individual draws its parent and its mutation from its own random stream; a pair draws its
/// crossover from that of its first child. If the number of children is odd, the last one is not
/// crossed. With both an elite and a returned hall of fame, the best individuals are kept twice,
/// so use one of the two.
#[derive(Clone, Debug)]
pub struct Generational<S, C, M> {
    /// The number of individuals of a generation.
    pub population: usize,
    /// How many of the best individuals are kept unchanged.
    pub elite: usize,
    /// Whether the members of the hall of fame are added to every generation: as many of the
    /// best as leave at least one child.
    pub returns_hall_of_fame: bool,
    /// The operators.
    pub breeding: Breeding<S, C, M>,
}

impl<P, S, C, M> Scheme<P> for Generational<S, C, M>
where
    P: Problem,
    S: Selection,
    C: Crossover<P::Genome>,
    M: Mutation<P::Genome>,
{
    fn population(&self) -> usize {
        self.population
    }

    fn check(&self) -> Result<(), Error> {
        if self.population == 0 || self.elite >= self.population {
            let what = "the population must be greater than the elite";
            return Err(Error::Scheme { what, found: self.population as f64 });
        }
        Ok(())
    }

    fn breed(
        &mut self,
        past: Past<'_, P::Genome>,
        children: &mut Population<P::Genome>,
    ) -> Result<(), Error> {
        let Past { parents, hall_of_fame, seed, .. } = past;
        let breeding = &mut self.breeding;
        breeding.selection.prepare(&parents.standings)?;
        let mut kept = 0;
        for &index in &parents.order[..self.elite] {
            let index = index as usize;
            children.keep_from(kept, parents, index);
            kept += 1;
        }
        if self.returns_hall_of_fame {
            for member in hall_of_fame.members().iter().take(self.population - kept - 1) {
                children.keep(kept, &member.genome, member.evaluation);
                kept += 1;
            }
        }
        let breeding = &*breeding;
        let pairs = children.genomes[kept..].par_chunks_mut(2);
        let fresh = children.fresh[kept..].par_chunks_mut(2);
        let evaluations = children.evaluations[kept..].par_chunks_mut(2);
        let work = pairs.zip(fresh).zip(evaluations).enumerate().with_min_len(16);
        work.try_for_each(|(pair, ((genomes, fresh), evaluations))| {
            look(pair, past.watch)?;
            let stream = |side: usize| seed.child((kept + pair * 2 + side) as u64).rng();
            let mut rngs = [stream(0), stream(1)];
            for (side, genome) in genomes.iter_mut().enumerate() {
                let parent = breeding.selection.pick(&parents.standings, &mut rngs[side]);
                genome.clone_from(&parents.genomes[parent]);
                evaluations[side] = parents.evaluations[parent];
                fresh[side] = false;
            }
            if let [a, b] = genomes {
                fresh.fill(breeding.cross(a, b, &mut rngs[0]));
            }
            for (side, genome) in genomes.iter_mut().enumerate() {
                fresh[side] |= breeding.mutate(genome, &mut rngs[side]);
            }
            Ok(())
        })
    }
}
