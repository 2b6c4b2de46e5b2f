//! NSGA-III: many objectives.

mod frame;
mod niches;
mod references;

use std::iter::once;
use std::mem::swap;

use serde::{Deserialize, Serialize};

use self::frame::{Frame, tamed};
use self::niches::Niches;
use super::fronts::Fronts;
use super::requirements::MOST_INDIVIDUALS;
use super::stored_state::Sizes;
use super::{Scheme, State, StoredState};
use crate::evaluation::Aims;
use crate::{
    Breeding, Crossover, Error, Individual, Limits, Mutation, Notes, Population, Problem,
    Selection, Standing, Step,
};

/// NSGA-III (Deb and Jain, *An evolutionary many-objective optimization algorithm using
/// reference-point-based nondominated sorting approach*, 2014): approximates the Pareto front of three to fifteen
/// objectives, where fronts hold nearly all individuals and the crowding of [`Nsga2`](crate::Nsga2) no longer
/// spreads them.
///
/// Parents and children are divided into fronts as by NSGA-II, and the best fronts become the next generation. Of
/// the one that does not fit as a whole, those are taken that fill the niches of reference directions: lines from the
/// ideal point that cover all trades between the objectives, in units that follow the front
/// (normalised with the ideal point, the extreme points and the intercepts of the plane through them). So there are
/// about as many individuals as directions, each on a line of its own.
///
/// Feasible individuals are equally good as parents, so that a [`Tournament`](crate::Tournament) chooses among them at
/// random; any of them is better than an infeasible one, of two of which that with the smaller violation is better.
/// Copies of an individual rank behind all others.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(bound = "N: schemars::JsonSchema, Breeding<S, C, M>: schemars::JsonSchema")
)]
#[serde(
    deny_unknown_fields,
    bound(deserialize = "N: Deserialize<'de>, Breeding<S, C, M>: Deserialize<'de>")
)]
pub struct Nsga3<S, C, M, N = usize> {
    /// The number of individuals, and of children of a generation; default: that of the directions, rounded up to a
    /// multiple of four.
    pub population: N,
    /// Into how many parts each objective is divided (Das and Dennis, 1998): one number for a layer of directions,
    /// or two for an outer layer and one halfway to the middle, which suits many objectives. Without any there are the
    /// usual ones of the number of objectives: 12 for three, 6 for five, 3 and 2 for eight, 2 and 1 for fifteen.
    #[serde(default)]
    pub divisions: Vec<usize>,
    /// Directions instead of divisions: for each a share of every objective, of any length.
    #[serde(default)]
    pub directions: Vec<Vec<f64>>,
    /// The operators. Pairs of children are crossed.
    #[serde(flatten)]
    pub breeding: Breeding<S, C, M>,
}

impl<S, C, M> Nsga3<S, C, M> {
    /// The scheme with the usual directions of a number of objectives, and the population that they need.
    ///
    /// # Errors
    /// If there are fewer than two objectives.
    pub fn new(objectives: usize, breeding: Breeding<S, C, M>) -> Result<Self, Error> {
        let divisions = Vec::new();
        let population = references::check(objectives, &divisions, &[])?;
        let population = population.next_multiple_of(4);
        Ok(Self { population, divisions, directions: Vec::new(), breeding })
    }
}

impl<S, C, M, N> Nsga3<S, C, M, N> {
    /// The number of reference directions for a number of objectives.
    ///
    /// # Errors
    /// If there are fewer than two objectives, more than two layers or 65,536 directions, or a direction has not one
    /// share for each objective, of which one at least is above 0.
    pub fn count(&self, objectives: usize) -> Result<usize, Error> {
        references::check(objectives, &self.divisions, &self.directions)
    }
}

impl<S, C, M> Nsga3<S, C, M, Option<usize>> {
    /// Checks what needs no problem.
    pub(crate) fn check_settings(&self) -> Result<(), Error> {
        let population = self.population.unwrap_or(1);
        Limits::Whole(1, MOST_INDIVIDUALS).check("population", population as f64)?;
        let objectives = self.directions.first().map_or(2, Vec::len);
        references::check(objectives, &self.divisions, &self.directions).map(drop)
    }
}

/// The state of [`Nsga3`]: its individuals, and the frame in which their objectives are compared.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(
    serialize = "G: Serialize",
    deserialize = "G: Deserialize<'de>, T: Default"
))]
pub struct NichedPopulation<G, T, const N: usize> {
    population: Population<G, N>,
    frame: Frame,
    /// The number of individuals of the first front.
    first: u32,
    #[serde(skip)]
    table: T,
    #[serde(skip)]
    fronts: Fronts<N>,
    #[serde(skip)]
    niches: Niches,
    /// The objectives of all individuals, smaller ones better, one after the other.
    #[serde(skip)]
    points: Vec<f64>,
    #[serde(skip)]
    chosen: Vec<u32>,
    #[serde(skip, default = "Population::new")]
    next: Population<G, N>,
}

impl<G: Send + 'static, T: Send, const N: usize> State<G, N>
    for NichedPopulation<G, T, N>
{
    fn populations(&self) -> impl Iterator<Item = &Population<G, N>> + Clone {
        once(&self.population)
    }

    fn population_mut(&mut self) -> Option<&mut Population<G, N>> {
        Some(&mut self.population)
    }
}

impl<P, S, C, M, const N: usize> Scheme<P, N> for Nsga3<S, C, M>
where
    P: Problem<N>,
    S: Selection,
    C: Crossover<P::Genome>,
    M: Mutation<P::Genome>,
{
    type State = NichedPopulation<P::Genome, S::Table, N>;

    fn start(&self, _: &P, _: &P::Genome) -> Result<Self::State, Error> {
        Ok(NichedPopulation {
            population: Population::new(),
            frame: Frame::default(),
            first: 0,
            table: S::Table::default(),
            fronts: Fronts::default(),
            niches: Niches::default(),
            points: Vec::new(),
            chosen: Vec::new(),
            next: Population::new(),
        })
    }

    fn check(&self, problem: &P, genome: &P::Genome) -> Result<(), Error> {
        self.breeding.check(genome)?;
        Limits::Whole(1, MOST_INDIVIDUALS).check("population", self.population as f64)?;
        self.count(objectives(problem)).map(drop)
    }

    fn size(&self) -> usize {
        self.population
    }

    fn accepts(&self, stored: &StoredState<'_, P, Self::State, N>) -> bool {
        let NichedPopulation { population, frame, first, .. } = stored.state;
        stored.has(Sizes::all(self.population), population)
            && frame.is_sound(objectives(stored.problem))
            && *first as usize <= population.len()
    }

    fn breed(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, N>,
    ) -> Result<(), Error> {
        let NichedPopulation { population: parents, table, .. } = state;
        let Some(sample) = parents.genomes().first() else {
            return step.randomize(offspring, self.population);
        };
        offspring.resize(self.population, sample);
        self.breeding.breed_pairs(step, parents, table, offspring, 0)
    }

    fn survive(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, N>,
    ) {
        self.choose(step, state, offspring);
        let NichedPopulation { population: parents, chosen, next, .. } = state;
        let old = parents.len();
        if let Some(sample) = offspring.genomes().first() {
            next.resize(chosen.len(), sample);
        }
        for (place, &index) in chosen.iter().enumerate() {
            match (index as usize).checked_sub(old) {
                None => next.swap(place, parents, index as usize),
                Some(child) => next.swap(place, offspring, child),
            }
            let violation = next.evaluations()[place].violation;
            next.standings_mut()[place] = Standing::new(violation, 0.0);
        }
        swap(parents, next);
    }

    /// A migrant replaces the last of the worst individuals. Until the next generation is divided into fronts it
    /// ranks before all that are as feasible, so that the next migrant replaces another one.
    fn welcome(
        &self,
        _: &Step<'_, P, N>,
        state: &mut Self::State,
        migrant: &Individual<P::Genome, N>,
    ) {
        let population = &mut state.population;
        let standing = Standing::new(migrant.evaluation.violation, f64::INFINITY);
        let worst = population.worst();
        let is_new = population.genomes().iter().all(|genome| *genome != migrant.genome);
        let is_better = |&at: &usize| is_new && standing < population.standings()[at];
        if let Some(at) = worst.filter(is_better) {
            population.keep(at, &migrant.genome, migrant.evaluation, standing);
        }
    }

    fn keeps(&self) -> bool {
        true
    }

    fn columns(&self) -> &'static [&'static str] {
        &["front"]
    }

    fn notes(&self, state: &Self::State) -> Notes {
        Notes::new(&[f64::from(state.first)])
    }
}

/// The number of objectives.
fn objectives<P: Problem<N>, const N: usize>(problem: &P) -> usize {
    problem.objectives().iter().filter(|direction| direction.is_optimized()).count()
}

impl<S, C, M> Nsga3<S, C, M> {
    /// Chooses the individuals of the next generation among parents and children, which are numbered after them.
    fn choose<P: Problem<N>, T, const N: usize>(
        &self,
        step: &Step<'_, P, N>,
        state: &mut NichedPopulation<P::Genome, T, N>,
        offspring: &Population<P::Genome, N>,
    ) {
        let NichedPopulation { population: parents, frame, first, fronts, .. } = state;
        let NichedPopulation { niches, points, chosen, .. } = state;
        let aims = Aims::new(step.problem.objectives());
        divide(fronts, parents, offspring, &aims);

        // Whole fronts, while they fit.
        chosen.clear();
        let fitting = (0..fronts.count()).take_while(|&front| {
            let members = fronts.members(front);
            let fits = chosen.len() + members.len() <= self.population;
            chosen.extend(members.iter().filter(|_| fits));
            fits
        });
        let last = fitting.count();
        let rest = self.population - chosen.len();
        let is_feasible = |&&index: &&u32| fronts.is_feasible(index as usize);
        let best = fronts.members(0).iter().filter(is_feasible);
        *first = best.clone().count().min(self.population) as u32;

        // The frame follows all feasible individuals, also while whole fronts fill the generation.
        let count = objectives(step.problem);
        collect(points, parents, offspring, &aims);
        let point = |index: u32| &points[index as usize * count..][..count];
        let feasible = (0..(parents.len() + offspring.len()) as u32)
            .filter(|&index| fronts.is_feasible(index as usize));
        frame.update(&feasible.map(point), &best.map(|&index| point(index)));

        let Some(open) =
            (last < fronts.count() && rest > 0).then(|| fronts.members(last))
        else {
            return;
        };
        if *first == 0 {
            // All are infeasible: those of a front are equally good.
            chosen.extend_from_slice(&open[..rest]);
            return;
        }
        if niches.is_empty() {
            let units = references::units(count, &self.divisions, &self.directions);
            let number = units.len() / count;
            niches.set(units, number);
        }
        niches.assign(points.chunks_exact(count), frame);
        niches.fill(chosen, open, rest, &mut step.rng());
    }
}

/// Divides parents and children into fronts.
fn divide<G: PartialEq, const N: usize>(
    fronts: &mut Fronts<N>,
    parents: &Population<G, N>,
    offspring: &Population<G, N>,
    aims: &Aims<N>,
) {
    fronts.clear();
    fronts.extend(parents, aims);
    fronts.extend(offspring, aims);
    let genome = |at: usize| match at.checked_sub(parents.len()) {
        None => &parents.genomes()[at],
        Some(at) => &offspring.genomes()[at],
    };
    fronts.sort(|one, two| genome(one) == genome(two));
}

/// Lists the objectives of parents and children, smaller ones better.
fn collect<G, const N: usize>(
    points: &mut Vec<f64>,
    parents: &Population<G, N>,
    offspring: &Population<G, N>,
    aims: &Aims<N>,
) {
    points.clear();
    for evaluation in parents.evaluations().iter().chain(offspring.evaluations()) {
        let values = evaluation.objectives.iter().zip(aims.directions);
        let optimized = values.filter(|(_, direction)| direction.is_optimized());
        points
            .extend(optimized.map(|(&value, direction)| tamed(-direction.score(value))));
    }
}
