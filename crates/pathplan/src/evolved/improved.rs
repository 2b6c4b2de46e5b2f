//! The improved algorithm: selection, mutation, crossover.

use tilewright_evolve::{Error, Population, Step};
use tilewright_grid::Rng;

use super::maker::inner;
use super::problem::{Chromosome, PathProblem, PathState, make};
use super::{Options, Replacement};
use crate::Graph;
use crate::planners::astar::ROUNDING;

/// The scheme of Li, Qian and Sun (2017, chapter 2). The best 80 % of the population stay, the rest
/// is replaced by random paths. Then the best 40 % are mutated by a heuristic depth-first search.
/// Then the best 40 % cross in pairs, where a child is shorter than both parents. The maps of the
/// article have no costs; on maps with costs "shorter" means cheaper.
#[derive(Clone, Copy, Debug)]
pub(super) struct ImprovedScheme {
    pub(super) population: usize,
    pub(super) options: Options,
}

/// The size of the population: the number of walkable cells divided by the shorter side of the map,
/// rounded, at least 2.
pub(super) fn population(graph: &Graph, walkable: usize) -> usize {
    let size = graph.size();
    let shorter = size.rows.min(size.columns) as usize;
    // Selection and crossover need two.
    ((2 * walkable + shorter) / (2 * shorter)).max(2)
}

impl ImprovedScheme {
    /// Selection, mutation and crossover, from ranked parents.
    pub(super) fn breed(
        &self,
        step: &Step<'_, PathProblem<'_>>,
        state: &mut PathState<'_>,
        children: &mut Population<Chromosome>,
        rng: &mut Rng,
    ) -> Result<(), Error> {
        self.select(step, state, children, rng)?;
        self.mutate(step, state, children, rng)?;
        self.cross(step, state, children, rng)
    }

    /// A percentage of the population, rounded half up, at least 2.
    const fn share(&self, percent: usize) -> usize {
        let share = (self.population * percent + 50) / 100;
        if share < 2 { 2 } else { share }
    }

    /// The number of paths that are mutated and cross.
    fn chosen(&self) -> usize {
        self.share(40).min(self.population)
    }

    /// Selection: the worst 20 % are replaced by new paths.
    fn select(
        &self,
        step: &Step<'_, PathProblem<'_>>,
        state: &mut PathState<'_>,
        children: &mut Population<Chromosome>,
        rng: &mut Rng,
    ) -> Result<(), Error> {
        let kept = self.population - self.share(20).min(self.population);
        children.resize(self.population, &state.population.genomes()[0]);

        for (place, &parent) in state.ranking[..kept].iter().enumerate() {
            step.look()?;
            children.copy(place, &state.population, parent as usize);
        }

        for place in kept..self.population {
            step.look()?;
            make(&mut state.maker, &self.options, children.renew(place), rng);
        }

        Ok(())
    }

    /// Mutation of the best 40 %: two depth-first searches from an inner cell to both ends.
    fn mutate(
        &self,
        step: &Step<'_, PathProblem<'_>>,
        state: &mut PathState<'_>,
        children: &mut Population<Chromosome>,
        rng: &mut Rng,
    ) -> Result<(), Error> {
        state.sort(children.genomes(), step)?;
        for rank in 0..self.chosen() {
            step.look()?;
            let PathState { maker, mutant, costs, order, .. } = state;
            let place = order[rank] as usize;
            mutant.clone_from(&children.genomes()[place]);
            let Some(at) = inner(mutant, rng) else { continue };

            maker.straighten(mutant, at);
            maker.cut_loop(mutant);
            let is_cheaper = Self::is_cheaper(maker.cost(mutant), costs[place]);

            if is_cheaper || self.options.replacement == Replacement::Always {
                std::mem::swap(children.renew(place), mutant);
            }
        }

        Ok(())
    }

    /// Crossover among the best 40 % at a common cell, only where a child is cheaper than both
    /// parents. The costs of the children are known before they are made.
    fn cross(
        &self,
        step: &Step<'_, PathProblem<'_>>,
        state: &mut PathState<'_>,
        children: &mut Population<Chromosome>,
        rng: &mut Rng,
    ) -> Result<(), Error> {
        state.sort(children.genomes(), step)?;
        let PathState { maker, order, .. } = state;
        order.truncate(self.chosen());
        rng.shuffle(order);

        for pair in 0..self.chosen() / 2 {
            step.look()?;
            let places = [0, 1].map(|side| order[2 * pair + side] as usize);
            let [one, two] = places.map(|place| &children.genomes()[place][..]);
            let Some([at, other]) = maker.crossing([one, two], rng) else {
                continue;
            };

            let cost = |path: &[u32]| maker.cost(path);
            let children_cost = [
                cost(&one[..=at]) + cost(&two[other..]),
                cost(&two[..=other]) + cost(&one[at..]),
            ];
            let cheapest = children_cost[0].min(children_cost[1]);
            if !Self::is_cheaper(cheapest, cost(one).min(cost(two))) {
                continue;
            }

            maker.cross(children.renew_two(places), [at, other], true);
        }

        Ok(())
    }

    /// Whether a cost is lower than another one by more than rounding.
    fn is_cheaper(one: f64, other: f64) -> bool {
        one < other - ROUNDING
    }
}

impl PathState<'_> {
    /// Sorts the paths by cost; ties are broken by index.
    fn sort(
        &mut self,
        paths: &[Chromosome],
        step: &Step<'_, PathProblem<'_>>,
    ) -> Result<(), Error> {
        let Self { maker, costs, order, .. } = self;
        costs.clear();
        for path in paths {
            step.look()?;
            costs.push(maker.cost(path));
        }

        order.clear();
        order.extend(0..paths.len() as u32);
        order.sort_by(|&one, &other| {
            costs[one as usize].total_cmp(&costs[other as usize])
        });

        Ok(())
    }
}
