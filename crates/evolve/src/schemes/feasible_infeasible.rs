//! FI-2Pop: a feasible and an infeasible population.

use rayon::prelude::*;

use super::{Past, Scheme};
use crate::evolution::look;
use crate::operators::{Breeding, Crossover, Mutation, Selection};
use crate::{Error, Population, Problem, Standing};

/// FI-2Pop (Kimbrough, Koehler, Lu and Wood, 2008) as in the match-3 article: a fixed number of
/// individuals, divided in each generation into feasible ones, ranked by the objective, and
/// infeasible ones, ranked by 1 / (1 + violation). Each part keeps its elite and breeds as many
/// individuals as it had. The feasibility of a child decides to which part it belongs.
///
/// One thing is different: a part no larger than the elite would be copied forever, so each part
/// that is not empty breeds at least one child and at least twice the size of the elite, up to
/// half of all children. Every child has two parents; of the two results of a crossover, the
/// first one is kept. All children are evaluated.
#[derive(Clone, Debug)]
pub struct FeasibleInfeasible<S, C, M> {
    population: usize,
    elite: usize,
    breeding: Breeding<S, C, M>,
    parts: [Part<S>; 2],
}

/// One of the two parts: its members, their standings within the part, and how parents are
/// selected.
#[derive(Clone, Debug)]
struct Part<S> {
    members: Vec<u32>,
    pool: Vec<Standing>,
    selection: S,
}

impl<S: Selection, C, M> FeasibleInfeasible<S, C, M> {
    /// The scheme with the given total population and an elite of the given size in each part.
    pub fn new(population: usize, elite: usize, breeding: Breeding<S, C, M>) -> Self {
        let part = Part {
            members: Vec::new(),
            pool: Vec::new(),
            selection: breeding.selection.clone(),
        };
        Self { population, elite, breeding, parts: [part.clone(), part] }
    }

    /// Divides the parents into the two parts, sorted from best to worst.
    fn divide<G>(&mut self, parents: &Population<G>) -> Result<(), Error> {
        for part in &mut self.parts {
            part.members.clear();
            part.pool.clear();
        }
        for &index in &parents.order {
            let Standing { violation, score } = parents.standings[index as usize];
            let part = usize::from(violation > 0.0);
            let score = if part == 0 { score } else { 1.0 / (1.0 + violation) };
            self.parts[part].members.push(index);
            self.parts[part].pool.push(Standing { violation: 0.0, score });
        }
        for part in self.parts.iter_mut().filter(|part| !part.members.is_empty()) {
            part.selection.prepare(&part.pool)?;
        }
        Ok(())
    }

    /// How many of `free` children the feasible part breeds.
    fn share(&self, free: usize) -> usize {
        let [feasible, infeasible] =
            [0, 1].map(|part: usize| self.parts[part].members.len());
        if feasible == 0 {
            0
        } else if infeasible == 0 {
            free
        } else {
            let least = (2 * self.elite).max(1).min(free / 2);
            feasible.saturating_sub(self.elite).clamp(least, free - least)
        }
    }
}

impl<P, S, C, M> Scheme<P> for FeasibleInfeasible<S, C, M>
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
        if self.population / 2 <= self.elite {
            let what = "FI-2Pop needs a population of at least 2 × (elite + 1)";
            return Err(Error::Scheme { what, found: self.population as f64 });
        }
        Ok(())
    }

    fn breed(
        &mut self,
        past: Past<'_, P::Genome>,
        children: &mut Population<P::Genome>,
    ) -> Result<(), Error> {
        let Past { parents, seed, .. } = past;
        self.divide(parents)?;
        let mut kept = 0;
        for part in &self.parts {
            for &index in part.members.iter().take(self.elite) {
                let index = index as usize;
                children.keep_from(kept, parents, index);
                kept += 1;
            }
        }
        let feasible_children = self.share(self.population - kept);
        let Self { breeding, parts, .. } = &*self;
        if children.partners.is_empty() {
            children.partners.clone_from(&parents.genomes);
        }
        let places = children.genomes[kept..].par_iter_mut();
        let partners = children.partners[kept..].par_iter_mut();
        let fresh = children.fresh[kept..].par_iter_mut();
        let work = places.zip(partners).zip(fresh).enumerate().with_min_len(16);
        work.try_for_each(|(child, ((genome, partner), fresh))| {
            look(child, past.watch)?;
            let mut rng = seed.child((kept + child) as u64).rng();
            let side = &parts[usize::from(child >= feasible_children)];
            let mut parent = || {
                let member = side.selection.pick(&side.pool, &mut rng);
                &parents.genomes[side.members[member] as usize]
            };
            genome.clone_from(parent());
            partner.clone_from(parent());
            breeding.cross(genome, partner, &mut rng);
            breeding.mutate(genome, &mut rng);
            *fresh = true;
            Ok(())
        })
    }
}
