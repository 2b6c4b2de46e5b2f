//! The list of schemes that every law is tried on. A new scheme is one more line.

use serde::{Serialize, de::DeserializeOwned};
use tilewright_evolve::{
    Axis, Breeding, Climb, CmaEs, CmaMe, DifferentialEvolution, FeasibleInfeasible,
    Generational, Islands, MapElites, Nsga2, Nsga3, Plus, Problem, Rate, Scheme,
    SteadyState, Topology, Tournament, TwoPoint,
};

use super::kinds::{Bits, Kind, Reals, unit};
use super::outside::Annealing;
use super::task::{Measured, One, Subject, Task, Two};

/// What holds for every scheme.
pub(crate) trait Law<P: Problem<M>, const M: usize> {
    fn holds<S>(&self, name: &str, scheme: S)
    where
        S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone + Send;
}

/// What every scheme is set to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub(crate) population: usize,
    pub(crate) children: usize,
    pub(crate) elite: usize,
    pub(crate) tournament: u32,
    /// The rates of crossover, of mutation and of a gene.
    pub(crate) rates: [Rate; 3],
}

impl Setting {
    pub(crate) fn usual() -> Self {
        let rates = [0.9, 0.5, 0.05].map(|rate| Rate::new(rate).unwrap());
        Self { population: 25, children: 14, elite: 2, tournament: 3, rates }
    }

    /// The operators for a kind of genome.
    pub(crate) fn breeding<K: Kind>(
        &self,
    ) -> Breeding<Tournament, K::Crossover, K::Mutation> {
        Breeding {
            selection: Tournament::new(self.tournament),
            crossover: K::crossover(),
            crossover_rate: self.rates[0],
            mutation: K::mutation(self.rates[2]),
            mutation_rate: self.rates[1],
        }
    }
}

/// Tries a law on every scheme, with every kind of genome.
macro_rules! try_all {
    ($setting:expr, $law:expr) => {{
        use $crate::every_scheme::{islands, kinds, list};
        list::every::<kinds::Bits>($setting, $law);
        list::every::<kinds::Integers>($setting, $law);
        list::every::<kinds::Reals>($setting, $law);
        list::real($setting, $law);
        list::climbing($setting, $law);
        list::measured($setting, $law);
        list::emitting($setting, $law);
        list::two($setting, $law);
        islands::of_one($setting, $law);
        islands::of_reals($setting, $law);
        islands::of_archives($setting, $law);
        islands::of_emitters($setting, $law);
        islands::of_two($setting, $law);
    }};
}
pub(crate) use try_all;

/// The schemes with one objective that are made of operators.
pub(crate) fn every<K: Kind>(setting: Setting, law: &impl Law<Task<K, One>, 1>)
where
    Task<K, One>: Subject<1, Genome = K::Genome>,
{
    let Setting { population, children, elite, .. } = setting;
    let breeding = setting.breeding::<K>();
    let generational = |elite, returns_hall_of_fame| {
        let breeding = breeding.clone();
        Generational { population, elite, returns_hall_of_fame, breeding }
    };
    let plus = Plus::new(population, children, breeding.mutation.clone());
    let crossed = plus.clone().with_crossover(K::crossover(), setting.rates[0]);
    let two =
        |elite| FeasibleInfeasible { population, elite, breeding: breeding.clone() };
    let steady = SteadyState { population, children, breeding: breeding.clone() };
    law.holds("generational", generational(0, false));
    law.holds("generational with an elite", generational(elite, false));
    law.holds("generational with the hall of fame", generational(0, true));
    law.holds("generational with both", generational(elite, true));
    law.holds("FI-2Pop", two(0));
    law.holds("FI-2Pop with an elite", two(elite));
    law.holds("(μ + λ)", plus);
    law.holds("(μ + λ) with crossover", crossed);
    law.holds("steady state", steady);
    // Fewer, as all islands together are to fill the threads of a test.
    let plus = Plus::new(
        population.div_ceil(4),
        children.div_ceil(4),
        K::mutation(setting.rates[2]),
    );
    law.holds("a ring of islands", islands(plus.clone(), Topology::Ring));
    law.holds("a star of islands", islands(plus.clone(), Topology::Star));
    law.holds("islands that all exchange", islands(plus, Topology::Full));
    law.holds("annealing", Annealing { population, breeding });
}

/// Islands of any scheme.
pub(crate) const fn islands<S>(scheme: S, topology: Topology) -> Islands<S> {
    Islands { scheme, count: 3, every: 2, migrants: 2, topology }
}

/// The schemes with one objective for real numbers only.
pub(crate) fn real(setting: Setting, law: &impl Law<Task<Reals, One>, 1>) {
    let Setting { population, .. } = setting;
    let breeding = setting.breeding::<Reals>();
    law.holds("annealing of real numbers", Annealing { population, breeding });
    let evolution = DifferentialEvolution::new(population, unit());
    law.holds("differential evolution", evolution);
    let cma = CmaEs::new(0.3).with_population(population);
    law.holds("CMA-ES", cma.clone().with_bounds(unit()));
    law.holds("CMA-ES with restarts", cma.with_bounds(unit()).with_restarts(2));
}

/// Hill climbing. It evaluates genomes itself, all but the first one.
pub(crate) fn climbing(setting: Setting, law: &impl Law<Task<Bits, One>, 1>) {
    let changes = setting.children as u64;
    law.holds("hill climbing", Climb { changes, patience: None });
    let patience = Some(2 * changes + 1);
    law.holds("hill climbing with restarts", Climb { changes, patience });
}

/// The schemes for real numbers with one objective and a measure.
pub(crate) fn emitting(setting: Setting, law: &impl Law<Task<Reals, Measured>, 2>) {
    let (emitters, batch) = (2, setting.population.div_ceil(2));
    let axes = vec![Axis::new(0.0, 15.0, 5)];
    let new = CmaMe::new(axes, 0.3);
    let emitters = CmaMe { emitters, batch, bounds: Some(unit()), ..new };
    law.holds("CMA-ME", emitters.clone());
    let cells = CmaMe { axes: vec![Axis::new(0.0, 15.0, 1)], ..emitters };
    law.holds("CMA-ME in cells", cells.with_cells(6));
}

/// The schemes with one objective and a measure.
pub(crate) fn measured(setting: Setting, law: &impl Law<Task<Bits, Measured>, 2>) {
    let Setting { population, elite, .. } = setting;
    let breeding = setting.breeding::<Bits>();
    let generational =
        Generational { population, elite, returns_hall_of_fame: false, breeding };
    law.holds("generational with a measure", generational);
    let axes = vec![Axis::new(0.0, 15.0, 5)];
    let (initial, batch) = (population, population);
    let Breeding { mutation, .. } = setting.breeding::<Bits>();
    let elites = MapElites { initial, batch, ..MapElites::new(axes, mutation) };
    law.holds("MAP-Elites", elites.clone());
    let MapElites { axes, floor, cells, cells_seed, .. } = elites.clone();
    let (crossover, crossover_rate) = (TwoPoint, setting.rates[0]);
    let crossed = MapElites {
        axes,
        initial,
        batch,
        crossover,
        crossover_rate,
        mutation,
        floor,
        cells,
        cells_seed,
    };
    law.holds("MAP-Elites with crossover", crossed);
    let cells = MapElites { axes: vec![Axis::new(0.0, 15.0, 1)], ..elites };
    law.holds("MAP-Elites in cells", cells.with_cells(6));
}

/// The schemes with two objectives.
pub(crate) fn two(setting: Setting, law: &impl Law<Task<Bits, Two>, 2>) {
    let Setting { population, .. } = setting;
    let breeding = setting.breeding::<Bits>();
    law.holds("NSGA-II", Nsga2 { population, breeding: breeding.clone() });
    let new = Nsga3::new(2, breeding.clone()).unwrap();
    let many = Nsga3 { population, divisions: vec![7], ..new };
    law.holds("NSGA-III", many.clone());
    law.holds("NSGA-III in two layers", Nsga3 { divisions: vec![4, 3], ..many });
    law.holds("annealing with two objectives", Annealing { population, breeding });
}
