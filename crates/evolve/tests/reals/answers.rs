//! Known answers are found within a known number of evaluations.

use tilewright_evolve::{
    BoundHandling, CmaEs, CmaMe, DifferentialEvolution, Evolution, Individual, MapElites,
    Reason, Scheme, Stop, Strategy,
};
use tilewright_grid::Seed;

use super::problems::{
    Function, Plane, Shake, axes, bounds, ellipsoid, rastrigin, rosenbrock, run, sphere,
};

/// Checks that each of three seeds reaches 10⁻⁸.
fn solves(problem: Function, scheme: &(impl Scheme<Function> + Clone), evaluations: u64) {
    let stop = Stop::new().target(1e-8).evaluations(evaluations);
    for seed in 1..=3 {
        let (evolution, reason) = run(problem, scheme.clone(), seed, &stop);
        let best = evolution.best().unwrap();
        assert_eq!(reason, Reason::Target, "{scheme:?}, seed {seed}: {best:?}");
    }
}

#[test]
fn cma_es_solves_smooth_functions() {
    let scheme = CmaEs::new(2.0);
    for genes in [1, 2, 3, 5, 10, 20] {
        solves(Function::new(genes, sphere), &scheme, 500 + 200 * genes as u64);
        solves(Function::new(genes, ellipsoid), &scheme, 500 + 900 * genes as u64);
    }
    solves(Function::new(10, rosenbrock), &scheme.with_restarts(3), 20_000);
}

#[test]
fn cma_es_solves_a_rugged_function_with_restarts() {
    let scheme = CmaEs::new(2.0).with_restarts(8);
    solves(Function::new(5, rastrigin), &scheme, 100_000);
}

#[test]
fn cma_es_finds_a_minimum_on_the_bounds() {
    // The minimum within the bounds is a corner, and the slope goes on outside.
    let value = |x: &[f64]| x.iter().map(|x| (x - 3.0) * (x - 3.0) - 1.0).sum::<f64>();
    for genes in [1, 2, 10] {
        let scheme = CmaEs::new(1.0).with_bounds(bounds(genes, -4.0, 2.0));
        solves(Function::new(genes, value), &scheme, 400 + 300 * genes as u64);
        let within = |_: &_| std::ops::ControlFlow::Continue(());
        let problem = Function::new(genes, value);
        let mut evolution = Evolution::new(problem, scheme, Seed(4)).unwrap();
        evolution.run(&Stop::new().generations(50), &(), within).unwrap();
        let ranges = bounds(genes, -4.0, 2.0);
        assert!(
            evolution.population().genomes().iter().all(|genome| ranges.contains(genome))
        );
    }
}

#[test]
fn cma_es_ranks_feasible_samples_first() {
    // The minimum of the feasible half is at (1, 0).
    let problem =
        Function { violation: |x| (1.0 - x[0]).max(0.0), ..Function::new(2, sphere) };
    let stop = Stop::new().target(1.0 + 1e-6).evaluations(3000);
    let (evolution, reason) = run(problem, CmaEs::new(1.0).with_restarts(2), 1, &stop);
    assert_eq!(reason, Reason::Target, "{:?}", evolution.best());
}

#[test]
fn cma_es_starts_where_it_is_told() {
    let problem = Function::new(3, sphere);
    let starts = vec![vec![1000.0, 0.0, 0.0], vec![1.0, 1.0, 1.0]];
    let mut evolution =
        Evolution::new(problem, CmaEs::new(0.1), Seed(1)).unwrap().starting_from(starts);
    let genomes: Vec<_> = evolution.ask().unwrap().iter().cloned().collect();
    assert_eq!(genomes[0], [1000.0, 0.0, 0.0]);
    assert_eq!(genomes[1], [1.0, 1.0, 1.0]);
    assert!(
        genomes[2..].iter().all(|genome| (genome[0] - 1000.0).abs() < 1.0),
        "{genomes:?}"
    );
}

#[test]
fn a_migrant_pulls_the_distribution_of_cma_es_to_it() {
    /// CMA-ES that welcomes the origin before the tenth generation.
    fn mean(welcomes: bool) -> f64 {
        let problem = Function::new(4, sphere);
        let scheme = CmaEs::new(0.1);
        let mut evolution = Evolution::new(problem, Guest { scheme, welcomes }, Seed(3))
            .unwrap()
            .starting_from(vec![vec![50.0; 4]]);
        let go_on = |_: &_| std::ops::ControlFlow::Continue(());
        evolution.run(&Stop::new().generations(12), &(), go_on).unwrap();
        evolution.state().mean().iter().sum()
    }
    assert!(mean(true) < mean(false) - 0.2, "{} {}", mean(true), mean(false));
}

#[derive(Debug)]
struct Guest {
    scheme: CmaEs,
    welcomes: bool,
}

type Offspring = tilewright_evolve::Population<Vec<f64>>;
type At<'a> = tilewright_evolve::Step<'a, Function>;

impl Scheme<Function> for Guest {
    type State = tilewright_evolve::SampledPopulation;

    fn start(
        &self,
        problem: &Function,
        sample: &Vec<f64>,
    ) -> Result<Self::State, tilewright_evolve::Error> {
        self.scheme.start(problem, sample)
    }

    fn breed(
        &self,
        step: &At<'_>,
        state: &mut Self::State,
        offspring: &mut Offspring,
    ) -> Result<(), tilewright_evolve::Error> {
        self.scheme.breed(step, state, offspring)
    }

    fn survive(&self, step: &At<'_>, state: &mut Self::State, offspring: &mut Offspring) {
        self.scheme.survive(step, state, offspring);
        if self.welcomes && step.generation >= 2 {
            let evaluation = tilewright_evolve::Evaluation::feasible([0.0]);
            let migrant = Individual { genome: vec![0.0; 4], evaluation };
            self.scheme.welcome(step, state, &migrant);
            // One of another length is left out.
            let evaluation = tilewright_evolve::Evaluation::feasible([0.0]);
            let wrong = Individual { genome: vec![0.0; 3], evaluation };
            self.scheme.welcome(step, state, &wrong);
        }
    }
}

#[test]
fn differential_evolution_solves_with_all_settings() {
    for strategy in [Strategy::Rand1, Strategy::Best1, Strategy::CurrentToBest1] {
        for outside in [BoundHandling::Redraw, BoundHandling::Reflect] {
            for children in [1, 7, 40] {
                let new = DifferentialEvolution::new(40, bounds(5, -4.0, 4.0));
                let weight =
                    if strategy == Strategy::Rand1 { [0.5, 0.5] } else { new.weight };
                let scheme =
                    DifferentialEvolution { strategy, outside, children, weight, ..new };
                solves(Function::new(5, sphere), &scheme, 20_000);
            }
        }
    }
    let scheme = DifferentialEvolution::new(60, bounds(5, -4.0, 4.0));
    solves(Function::new(5, rastrigin), &scheme, 60_000);
    let line = DifferentialEvolution::new(3, bounds(1, -4.0, 4.0));
    let (evolution, _) =
        run(Function::new(1, sphere), line, 1, &Stop::new().generations(50));
    assert_eq!(evolution.population().len(), 3);
}

#[test]
fn members_of_differential_evolution_never_get_worse_or_leave_the_bounds() {
    let ranges = bounds(4, -4.0, 1.0);
    for strategy in [Strategy::Rand1, Strategy::Best1, Strategy::CurrentToBest1] {
        for outside in [BoundHandling::Redraw, BoundHandling::Reflect] {
            let new = DifferentialEvolution::new(10, ranges.clone());
            let scheme = DifferentialEvolution { strategy, outside, children: 4, ..new };
            let problem = Function::new(4, |x| -x.iter().sum::<f64>());
            let mut evolution = Evolution::new(problem, scheme, Seed(1)).unwrap();
            let mut before: Vec<_> = Vec::new();
            for generation in 1..=60 {
                let stop = Stop::new().generations(generation);
                let go_on = |_: &_| std::ops::ControlFlow::Continue(());
                evolution.run(&stop, &(), go_on).unwrap();
                let members = evolution.population();
                let rose =
                    before.iter().zip(members.standings()).any(|(old, new)| new > old);
                assert!(!rose, "{strategy:?} {outside:?}");
                before = members.standings().to_vec();
            }
            let inside =
                evolution.population().genomes().iter().all(|it| ranges.contains(it));
            assert!(inside, "{:?}", evolution.population().genomes());
        }
    }
}

#[test]
fn archives_of_elites_are_filled() {
    // 12 × 8 of 16 × 8 bins can hold feasible individuals.
    let share = 0.75;
    let elites = MapElites::new(axes(), Shake(0.5));
    let (evolution, _) = run(Plane(3), elites, 1, &Stop::new().generations(100));
    let archive = evolution.state();
    assert!(archive.coverage() >= share, "{}", archive.coverage());
    assert_eq!(archive.infeasible().len(), 4 * 8);
    let emitters = CmaMe { batch: 12, ..CmaMe::new(axes(), 0.5) };
    let (evolution, _) = run(Plane(3), emitters, 1, &Stop::new().generations(150));
    let archive = evolution.state().archive();
    assert!(archive.coverage() >= share, "{}", archive.coverage());
    assert!(evolution.state().restarts() > 0);
    let notes = evolution.last_event().unwrap().notes;
    assert_eq!(notes.values()[..2], [archive.coverage(), archive.qd_score(0.0)]);
    // The best of the bin of (0.25, 0.5) is near its corner (0, 0).
    let (_, evaluation) = archive.elite(8 * 8 + 4).unwrap();
    assert!(evaluation.objectives[1] < 0.1, "{evaluation:?}");
}

#[test]
fn cma_me_keeps_the_bounds() {
    let ranges = bounds(3, -1.0, 2.0);
    let scheme = CmaMe { bounds: Some(ranges.clone()), ..CmaMe::new(axes(), 0.5) };
    let (evolution, _) = run(Plane(3), scheme, 1, &Stop::new().generations(30));
    let archive = evolution.state().archive();
    assert!(archive.len() >= 18);
    assert!(archive.elites().all(|(_, genome, _)| ranges.contains(genome)));
}
