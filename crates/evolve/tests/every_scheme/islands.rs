//! Islands of every scheme.

use tilewright_evolve::{
    Axis, Climb, CmaEs, CmaMe, DifferentialEvolution, FeasibleInfeasible, Generational,
    MapElites, Nsga2, Nsga3, SteadyState, Topology,
};

use super::kinds::{Bits, Reals, unit};
use super::list::{Law, Setting, islands};
use super::task::{Measured, One, Task, Two};

impl Setting {
    /// That of each island: all together are to fill the threads of a test.
    pub(crate) fn share(self) -> Self {
        let [population, children] =
            [self.population, self.children].map(|count| count.div_ceil(4));
        Self { population, children, elite: 0, ..self }
    }
}

/// Islands of schemes with one objective.
pub(crate) fn of_one(setting: Setting, law: &impl Law<Task<Bits, One>, 1>) {
    let Setting { population, children, elite, .. } = setting.share();
    let breeding = || setting.breeding::<Bits>();
    let generational = Generational {
        population,
        elite,
        returns_hall_of_fame: false,
        breeding: breeding(),
    };
    let steady = SteadyState { population, children, breeding: breeding() };
    let two = FeasibleInfeasible { population, elite, breeding: breeding() };
    let climb = Climb { changes: children as u64, patience: Some(9) };
    let ring = Topology::Ring;
    law.holds("islands of generational", islands(generational.clone(), ring));
    law.holds("islands of steady state", islands(steady, ring));
    law.holds("islands of FI-2Pop", islands(two, Topology::Star));
    law.holds("islands of hill climbing", islands(climb, Topology::Full));
    let inner = tilewright_evolve::Islands { count: 1, ..islands(generational, ring) };
    law.holds("islands of islands of generational", islands(inner, ring));
}

/// Islands of schemes for real numbers.
pub(crate) fn of_reals(setting: Setting, law: &impl Law<Task<Reals, One>, 1>) {
    let Setting { population, .. } = setting.share();
    // Each round through all members has generations of the same size.
    let members = population.max(3).next_multiple_of(2);
    let new = DifferentialEvolution::new(members, unit());
    let evolution = DifferentialEvolution { children: 2, ..new };
    law.holds("islands of differential evolution", islands(evolution, Topology::Ring));
    let cma = CmaEs::new(0.3).with_population(population).with_bounds(unit());
    law.holds("islands of CMA-ES", islands(cma.with_restarts(2), Topology::Full));
}

/// Islands of archives.
pub(crate) fn of_archives(setting: Setting, law: &impl Law<Task<Bits, Measured>, 2>) {
    let Setting { population, .. } = setting.share();
    let axes = vec![Axis::new(0.0, 15.0, 5)];
    let new = MapElites::new(axes, setting.breeding::<Bits>().mutation);
    let elites = MapElites { initial: population, batch: population, ..new };
    law.holds("islands of MAP-Elites", islands(elites.clone(), Topology::Ring));
    let cells = MapElites { axes: vec![Axis::new(0.0, 15.0, 1)], ..elites };
    law.holds(
        "islands of MAP-Elites in cells",
        islands(cells.with_cells(6), Topology::Ring),
    );
}

/// Islands of archives with emitters.
pub(crate) fn of_emitters(setting: Setting, law: &impl Law<Task<Reals, Measured>, 2>) {
    let Setting { population: batch, .. } = setting.share();
    let new = CmaMe::new(vec![Axis::new(0.0, 15.0, 5)], 0.3);
    let scheme = CmaMe { emitters: 1, batch, bounds: Some(unit()), ..new };
    law.holds("islands of CMA-ME", islands(scheme, Topology::Ring));
}

/// Islands of schemes with two objectives.
pub(crate) fn of_two(setting: Setting, law: &impl Law<Task<Bits, Two>, 2>) {
    let Setting { population, .. } = setting.share();
    let breeding = setting.breeding::<Bits>();
    let new = Nsga3::new(2, breeding.clone()).unwrap();
    let many = Nsga3 { population, divisions: vec![3], ..new };
    law.holds("islands of NSGA-III", islands(many, Topology::Full));
    law.holds(
        "islands of NSGA-II",
        islands(Nsga2 { population, breeding }, Topology::Ring),
    );
}
