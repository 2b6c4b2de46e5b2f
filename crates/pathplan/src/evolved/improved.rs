//! The improved algorithm: selection, mutation, crossover.

use std::fmt;

use tilewright_evolve::{Error, Past, Population, Scheme};

use super::maker::{PathMaker, inner};
use super::problem::{Chromosome, PathProblem, make};
use super::{Options, Replacement};
use crate::Graph;
use crate::planners::astar::ROUNDING;

/// The scheme of Li, Qian and Sun (2017, chapter 2). The best 80 % of the population stay, the rest
/// is replaced by random paths. Then the best 40 % are mutated by a heuristic depth-first search.
/// Then the best 40 % cross in pairs, where a child is shorter than both parents. The maps of the
/// article have no costs; on maps with costs "shorter" means cheaper.
#[derive(Clone)]
pub(super) struct Improved<'a> {
    population: usize,
    options: Options,
    maker: PathMaker<'a>,
    mutant: Chromosome,
    costs: Vec<f64>,
    order: Vec<u32>,
}

/// The settings, by which a checkpoint identifies the scheme.
impl fmt::Debug for Improved<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { population, options, .. } = self;
        write!(f, "Improved {{ population: {population}, options: {options:?} }}")
    }
}

/// The size of the population: the number of walkable cells divided by the shorter side of the map,
/// rounded, at least 2.
pub(super) fn population(graph: &Graph, walkable: usize) -> usize {
    let size = graph.size();
    let shorter = size.rows.min(size.columns) as usize;
    // Selection and crossover need two.
    ((2 * walkable + shorter) / (2 * shorter)).max(2)
}

impl<'a> Improved<'a> {
    pub(super) fn new(maker: PathMaker<'a>, walkable: usize, options: Options) -> Self {
        let population = population(maker.graph, walkable);
        Self {
            population,
            options,
            maker,
            mutant: Vec::new(),
            costs: Vec::new(),
            order: Vec::new(),
        }
    }

    /// A percentage of the population, rounded half up, at least 2.
    const fn share(&self, percent: usize) -> usize {
        let share = (self.population * percent + 50) / 100;
        if share < 2 { 2 } else { share }
    }

    /// Sorts the paths by cost; ties are broken by index.
    fn sort(
        &mut self,
        paths: &[Chromosome],
        past: &Past<'_, Chromosome>,
    ) -> Result<(), Error> {
        let Self { maker, costs, order, .. } = self;
        costs.clear();
        for path in paths {
            past.look()?;
            costs.push(maker.cost(path));
        }
        order.clear();
        order.extend(0..paths.len() as u32);
        order.sort_by(|&one, &other| {
            costs[one as usize].total_cmp(&costs[other as usize])
        });
        Ok(())
    }

    /// Whether a cost is lower than another one by more than rounding.
    fn is_cheaper(one: f64, other: f64) -> bool {
        one < other - ROUNDING
    }
}

impl<'a> Scheme<PathProblem<'a>> for Improved<'a> {
    fn population(&self) -> usize {
        self.population
    }

    fn check(&self) -> Result<(), Error> {
        Ok(())
    }

    fn breed(
        &mut self,
        past: Past<'_, Chromosome>,
        children: &mut Population<Chromosome>,
    ) -> Result<(), Error> {
        let Past { parents, seed, .. } = past;
        let mut rng = seed.rng();
        let kept = self.population - self.share(20).min(self.population);
        for (place, &parent) in parents.order()[..kept].iter().enumerate() {
            past.look()?;
            children.keep_from(place, parents, parent as usize);
        }
        for place in kept..self.population {
            past.look()?;
            make(&mut self.maker, &self.options, children.renew(place), &mut rng);
        }
        let chosen = self.share(40).min(self.population);
        self.sort(children.genomes(), &past)?;
        for rank in 0..chosen {
            past.look()?;
            let place = self.order[rank] as usize;
            self.mutant.clone_from(&children.genomes()[place]);
            let Some(at) = inner(&self.mutant, &mut rng) else { continue };
            self.maker.straighten(&mut self.mutant, at);
            self.maker.cut_loop(&mut self.mutant);
            let own = self.maker.cost(&self.mutant);
            let is_cheaper = Self::is_cheaper(own, self.costs[place]);
            if is_cheaper || self.options.replacement == Replacement::Always {
                std::mem::swap(children.renew(place), &mut self.mutant);
            }
        }
        self.sort(children.genomes(), &past)?;
        self.order.truncate(chosen);
        rng.shuffle(&mut self.order);
        for pair in 0..chosen / 2 {
            past.look()?;
            let places = [0, 1].map(|side| self.order[2 * pair + side] as usize);
            let [one, two] = places.map(|place| &children.genomes()[place][..]);
            let Some([at, other]) = self.maker.crossing(one, two, &mut rng) else {
                continue;
            };
            let cost = |path: &[u32]| self.maker.cost(path);
            let children_cost = [
                cost(&one[..=at]) + cost(&two[other..]),
                cost(&two[..=other]) + cost(&one[at..]),
            ];
            let cheapest = children_cost[0].min(children_cost[1]);
            if !Self::is_cheaper(cheapest, cost(one).min(cost(two))) {
                continue;
            }
            self.maker.cross(children, places, [at, other], true);
        }
        Ok(())
    }
}
