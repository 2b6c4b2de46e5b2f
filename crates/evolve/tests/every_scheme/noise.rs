//! Searches with noise: the same bytes however they are driven, also within a race; everybody has the mean of all games.

use std::ops::ControlFlow;

use rayon::ThreadPoolBuilder;
use serde::{Serialize, de::DeserializeOwned};
use tilewright_evolve::{
    Error, Evaluation, Evolution, Noise, Rate, Reason, Scheme, State as _, Stop,
};
use tilewright_grid::{Rng, Seed};

use super::list::{Law, Setting, try_all};
use super::task::{Mode, Subject};
use crate::common::seal::sealed;

const GENERATIONS: u64 = 7;

fn races() -> [Noise; 3] {
    let race = |games: &[u32], again| Noise {
        games: games.to_vec(),
        keep: Rate::new(0.3).unwrap(),
        again,
        candidates: 4,
    };
    [race(&[1], 1), race(&[2, 5, 9], 1), race(&[3], 2)]
}

fn new<P, S, const M: usize>(scheme: &S, noise: &Noise, mode: Mode) -> Evolution<P, S, M>
where
    P: Subject<M>,
    S: Scheme<P, M> + Clone,
{
    let evolution = Evolution::new(P::of(mode), scheme.clone(), Seed(8)).unwrap();
    evolution.with_noise(noise.clone()).unwrap()
}

/// Whether a scheme evaluates genomes itself.
fn climbs(name: &str) -> bool {
    name.contains("hill climbing")
}

const fn go_on<T>(_: &T) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Plays the games that are asked for.
fn played<P: Subject<M>, S: Scheme<P, M>, const M: usize>(
    evolution: &mut Evolution<P, S, M>,
) -> Vec<Evaluation<M>> {
    let problem = P::of(Mode::Quick);
    let pending = evolution.ask().unwrap();
    let games = (0..pending.len())
        .flat_map(|at| (0..pending.games()).map(move |game| (at, game)));
    games
        .map(|(at, game)| {
            problem.evaluate_seeded(pending.get(at).unwrap(), pending.seed(at, game))
        })
        .collect()
}

/// The same bytes by `run` on any number of threads and by hand, with a pause after each ask and each tell.
struct SameBytes;

impl<P: Subject<M>, const M: usize> Law<P, M> for SameBytes {
    fn holds<S>(&self, name: &str, scheme: S)
    where
        S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone + Send,
    {
        if climbs(name) {
            return;
        }
        for noise in races() {
            let stop = Stop::new().generations(GENERATIONS);
            let mut whole = new::<P, S, M>(&scheme, &noise, Mode::Quick);
            whole.run(&stop, &(), go_on).unwrap();
            let expected = whole.checkpoint().unwrap();
            for threads in [1, 3] {
                let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                let mut here = new::<P, S, M>(&scheme, &noise, Mode::Slow);
                pool.install(|| here.run(&stop, &(), go_on)).unwrap();
                assert!(here.checkpoint().unwrap() == expected, "{name}, {threads}");
            }

            let mut paused = new::<P, S, M>(&scheme, &noise, Mode::Quick);
            while paused.generations() < GENERATIONS {
                let games = played(&mut paused);
                let asked = paused.checkpoint().unwrap();
                paused = Evolution::resume(P::of(Mode::Quick), scheme.clone(), &asked)
                    .unwrap();
                assert!(paused.checkpoint().unwrap() == asked, "{name} asked");
                assert!(played(&mut paused) == games, "{name} asked again");
                let before = paused.generations();
                let is_over = paused.tell_games(&games).unwrap().is_some();
                assert_eq!(paused.generations() > before, is_over, "{name}");
                let told = paused.checkpoint().unwrap();
                paused =
                    Evolution::resume(P::of(Mode::Quick), scheme.clone(), &told).unwrap();
                assert!(paused.checkpoint().unwrap() == told, "{name} told");
            }
            assert!(paused.checkpoint().unwrap() == expected, "{name} by hand");
            assert_eq!(paused.noise(), Some(&noise));
        }
    }
}

#[test]
fn a_noisy_search_is_the_same_bytes_however_it_is_driven() {
    let setting = Setting { population: 11, children: 6, ..Setting::usual() };
    try_all!(setting, &SameBytes);
}

/// All individuals have the means of as many games as are known of them, and enough games.
struct Means;

impl<P: Subject<M>, const M: usize> Law<P, M> for Means {
    fn holds<S>(&self, name: &str, scheme: S)
    where
        S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone + Send,
    {
        if climbs(name) {
            return;
        }
        for noise in races() {
            let mut evolution = new::<P, S, M>(&scheme, &noise, Mode::Quick);
            let mut most = 0;
            let problem = P::of(Mode::Quick);
            let lucks = |genome: &P::Genome, evaluation: &Evaluation<M>| {
                let truth = problem.evaluate(genome).objectives;
                let pairs = evaluation.objectives.into_iter().zip(truth);
                pairs.map(|(mean, truth)| mean - truth).collect::<Vec<f64>>()
            };
            let see = |evolution: &Evolution<P, S, M>| {
                let check = |genome: &P::Genome, evaluation: &Evaluation<M>| {
                    let games = evolution.games(genome, evaluation);
                    let games =
                        games.unwrap_or_else(|| panic!("{name}: nothing is known"));
                    let count = f64::from(games.count);
                    // The luck of a game is a whole number, so that that of all is one.
                    for luck in lucks(genome, evaluation) {
                        let sum = luck * count;
                        assert!(
                            (sum - sum.round()).abs() < 1e-6,
                            "{name} {luck} {count}"
                        );
                    }
                    games.count
                };
                for population in evolution.state().populations() {
                    for (genome, evaluation) in
                        population.genomes().iter().zip(population.evaluations())
                    {
                        let games = check(genome, evaluation);
                        assert!(games >= noise.games[0], "{name}: {games}");
                        most = most.max(games);
                    }
                }
                let members = evolution.hall_of_fame().members();
                let games = evolution.hall_games();
                assert_eq!(members.len(), games.len(), "{name}");
                for (member, games) in members.iter().zip(games) {
                    let [luck, ..] = &lucks(&member.genome, &member.evaluation)[..]
                    else {
                        panic!("there is a value");
                    };
                    let sum = luck * f64::from(games.count);
                    assert!((sum - sum.round()).abs() < 1e-6, "{name} {sum}");
                }
                ControlFlow::Continue(())
            };
            evolution.run(&Stop::new().generations(12), &(), see).unwrap();
            let total = *noise.games.last().unwrap();
            // While it is hot, annealing keeps hardly anybody.
            let keeps = evolution.scheme().keeps() && !name.contains("annealing");
            let plays_more = keeps && noise.again > 0;
            assert!(
                if plays_more { most > total } else { most >= total },
                "{name}: {most}"
            );
        }
    }
}

#[test]
fn everybody_has_the_mean_of_all_games() {
    let setting = Setting { population: 11, children: 6, ..Setting::usual() };
    try_all!(setting, &Means);
}

/// No race exceeds the budget, and a greater one continues with what did not fit.
struct Budget;

impl<P: Subject<M>, const M: usize> Law<P, M> for Budget {
    fn holds<S>(&self, name: &str, scheme: S)
    where
        S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone + Send,
    {
        if climbs(name) {
            return;
        }
        let [_, noise, _] = races();
        let end = Stop::new().generations(4);
        let mut whole = new::<P, S, M>(&scheme, &noise, Mode::Quick);
        whole.run(&end, &(), go_on).unwrap();
        for budget in (200..whole.evaluations()).step_by(97) {
            let mut part = new::<P, S, M>(&scheme, &noise, Mode::Quick);
            let stop = Stop::new().evaluations(budget);
            match part.run(&stop, &(), go_on) {
                Ok(reason) => assert_eq!(reason, Reason::Evaluations, "{name}"),
                Err(error) => assert!(matches!(error, Error::Budget { .. }), "{error}"),
            }
            assert!(part.evaluations() <= budget, "{name}");
            part.run(&end, &(), go_on).unwrap();
            let is_same = part.checkpoint().unwrap() == whole.checkpoint().unwrap();
            assert!(is_same, "{name}, continued after {budget}");
        }
    }
}

#[test]
fn no_race_takes_more_games_than_the_budget() {
    let setting = Setting { population: 11, children: 6, ..Setting::usual() };
    try_all!(setting, &Budget);
}

/// A changed checkpoint is refused or runs on.
struct Changed;

impl<P: Subject<M>, const M: usize> Law<P, M> for Changed {
    fn holds<S>(&self, name: &str, scheme: S)
    where
        S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone + Send,
    {
        if climbs(name) {
            return;
        }
        let [_, noise, _] = races();
        let mut evolution = new::<P, S, M>(&scheme, &noise, Mode::Quick);
        let stop = Stop::new().generations(2);
        evolution.run(&stop, &(), go_on).unwrap();
        let games = played(&mut evolution);
        evolution.tell_games(&games).unwrap();
        let whole = evolution.checkpoint().unwrap();
        // What belongs to the noise is in the latter half.
        let mut rng: Rng = Seed(name.len() as u64).rng();
        for _ in 0..150 {
            let at = whole.len() / 2 + rng.index(whole.len() / 2 - 8);
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << rng.index(8);
            let resumed =
                Evolution::resume(P::of(Mode::Quick), scheme.clone(), &sealed(bytes));
            if let Ok(mut resumed) = resumed {
                let stop = Stop::new().generations(resumed.generations() + 2);
                // A changed violation is found when its genome plays again.
                match resumed.run(&stop, &(), go_on) {
                    Ok(_) | Err(Error::Scheme { .. }) => {}
                    Err(error) => panic!("{error}"),
                }
                resumed.checkpoint().unwrap();
            }
        }
    }
}

#[test]
fn a_changed_checkpoint_of_a_race_is_refused_or_runs_on() {
    let setting = Setting { population: 7, children: 4, ..Setting::usual() };
    try_all!(setting, &Changed);
}

/// Wrong games are refused, and change nothing.
struct Refused;

impl<P: Subject<M>, const M: usize> Law<P, M> for Refused {
    fn holds<S>(&self, name: &str, scheme: S)
    where
        S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone + Send,
    {
        let [_, noise, _] = races();
        let mut evolution = new::<P, S, M>(&scheme, &noise, Mode::Quick);
        if climbs(name) {
            let stop = Stop::new().generations(3);
            let error = evolution.run(&stop, &(), go_on).unwrap_err();
            assert!(error.to_string().contains("evaluates genomes itself"), "{error}");
            return;
        }
        for _ in 0..6 {
            let games = played(&mut evolution);
            let before = evolution.checkpoint().unwrap();
            let found = games.len() + 1;
            let more = [&games[..], &games[..1]].concat();
            let error = evolution.tell_games(&more).map(drop).unwrap_err();
            assert_eq!(error, Error::EvaluationCount { expected: found - 1, found });
            let each = evolution.ask().unwrap().games();
            let mut wrong = games.clone();
            wrong.last_mut().unwrap().objectives[0] = f64::NAN;
            let error = evolution.tell_games(&wrong).map(drop).unwrap_err();
            let index = games.len() / each - 1;
            assert_eq!(error, Error::NotANumber { index }, "{name}");
            let error = evolution.tell(&games).map(drop).unwrap_err();
            assert!(error.to_string().contains("by tell_games"), "{error}");
            assert!(evolution.checkpoint().unwrap() == before, "{name}");
            evolution.tell_games(&games).unwrap();
        }
        let error = evolution.with_noise(noise).map(drop).unwrap_err();
        assert!(error.to_string().contains("from its first generation on"), "{error}");
    }
}

#[test]
fn wrong_games_are_refused() {
    let setting = Setting { population: 11, children: 6, ..Setting::usual() };
    try_all!(setting, &Refused);
}

/// Fresh games say what candidates are worth, and the search stays as it is.
struct Confirmed;

impl<P: Subject<M>, const M: usize> Law<P, M> for Confirmed {
    fn holds<S>(&self, name: &str, scheme: S)
    where
        S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone + Send,
    {
        if climbs(name) {
            return;
        }
        let [_, noise, _] = races();
        let mut evolution = new::<P, S, M>(&scheme, &noise, Mode::Quick);
        evolution.run(&Stop::new().generations(3), &(), go_on).unwrap();
        let before = evolution.checkpoint().unwrap();
        let found = evolution.confirm(2000, 3, &()).unwrap();
        assert!(!found.is_empty() && found.len() <= 3, "{name}");
        for ((individual, games), claimed) in found.iter().zip(evolution.candidates(3)) {
            assert!(individual.genome == claimed.genome && games.count == 2000);
            let truth: Evaluation<M> = evolution.problem().evaluate(&individual.genome);
            let means = individual.evaluation.objectives;
            for (at, (mean, truth)) in means.iter().zip(truth.objectives).enumerate() {
                // The standard deviation of a game is 2.
                assert!((games.errors[at] - 2.0 / 2000_f64.sqrt()).abs() < 0.005);
                assert!((mean - truth).abs() < 5.0 * games.errors[at], "{name}: {mean}");
            }
        }
        assert!(evolution.confirm(2000, 3, &()).unwrap() == found, "{name}");
        assert!(evolution.checkpoint().unwrap() == before, "{name}");
        assert!(evolution.confirm(0, 3, &()).is_err());
    }
}

#[test]
fn fresh_games_say_what_candidates_are_worth() {
    let setting = Setting { population: 11, children: 6, ..Setting::usual() };
    try_all!(setting, &Confirmed);
}
