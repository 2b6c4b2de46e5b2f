//! The article's scheme: select, mutate, cross.

use std::fmt;

use tilewright_evolve::{Error, Past, Population, Scheme};

use super::problem::{PathProblem, make};
use super::trail::{Ground, inner};
use super::{Chromosome, Options, Replacement};
use crate::Graph;
use crate::planners::astar::ROUNDING;

/// The article's scheme (its chapter 2): the best four fifths stay and the rest are grown afresh;
/// then two fifths, the best, are straightened by a heuristic depth-first search; then two
/// fifths, the best, cross in pairs where a child is shorter than both parents. The article's maps
/// have no costs; on others, shorter is cheaper.
#[derive(Clone)]
pub(super) struct Improved<'a> {
    population: usize,
    options: Options,
    ground: Ground<'a>,
    mutant: Chromosome,
    costs: Vec<f64>,
    order: Vec<u32>,
}

/// The settings, by which a checkpoint knows the scheme.
impl fmt::Debug for Improved<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { population, options, .. } = self;
        write!(f, "Improved {{ population: {population}, options: {options:?} }}")
    }
}

/// How many paths a generation has: the walkable cells over the shorter side of the map, rounded.
pub(super) fn population(graph: &Graph, walkable: usize) -> usize {
    let size = graph.size();
    let shorter = size.rows.min(size.columns) as usize;
    // Fewer than two could neither lose one nor pair.
    ((2 * walkable + shorter) / (2 * shorter)).max(2)
}

impl<'a> Improved<'a> {
    pub(super) fn new(ground: Ground<'a>, walkable: usize, options: Options) -> Self {
        let population = population(ground.graph, walkable);
        Self {
            population,
            options,
            ground,
            mutant: Vec::new(),
            costs: Vec::new(),
            order: Vec::new(),
        }
    }

    /// So many hundredths of the population, rounded half up, at least 2.
    const fn share(&self, percent: usize) -> usize {
        let share = (self.population * percent + 50) / 100;
        if share < 2 { 2 } else { share }
    }

    /// The places of a population from the cheapest path on, ties by place.
    fn sort(
        &mut self,
        paths: &[Chromosome],
        past: &Past<'_, Chromosome>,
    ) -> Result<(), Error> {
        let Self { ground, costs, order, .. } = self;
        costs.clear();
        for path in paths {
            past.look()?;
            costs.push(ground.cost(path));
        }
        order.clear();
        order.extend(0..paths.len() as u32);
        order.sort_by(|&one, &other| {
            costs[one as usize].total_cmp(&costs[other as usize])
        });
        Ok(())
    }

    /// Whether a path is cheaper than another one by more than rounding.
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
            make(&mut self.ground, &self.options, children.renew(place), &mut rng);
        }
        let chosen = self.share(40).min(self.population);
        self.sort(children.genomes(), &past)?;
        for rank in 0..chosen {
            past.look()?;
            let place = self.order[rank] as usize;
            self.mutant.clone_from(&children.genomes()[place]);
            let Some(at) = inner(&self.mutant, &mut rng) else { continue };
            self.ground.straighten(&mut self.mutant, at);
            self.ground.cut_loop(&mut self.mutant);
            let own = self.ground.cost(&self.mutant);
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
            let Some([at, other]) = self.ground.crossing(one, two, &mut rng) else {
                continue;
            };
            let cost = |path: &[u32]| self.ground.cost(path);
            let children_cost = [
                cost(&one[..=at]) + cost(&two[other..]),
                cost(&two[..=other]) + cost(&one[at..]),
            ];
            let cheapest = children_cost[0].min(children_cost[1]);
            if !Self::is_cheaper(cheapest, cost(one).min(cost(two))) {
                continue;
            }
            self.ground.cross(children, places, [at, other], true);
        }
        Ok(())
    }
}
