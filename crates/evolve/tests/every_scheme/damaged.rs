//! Checkpoints that are changed and sealed again are refused, or the search runs on with them.

use std::any::type_name;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::{Serialize, de::DeserializeOwned};
use tilewright_evolve::{
    Axis, Climb, CmaMe, DifferentialEvolution, Error, Evolution, Islands, MapElites,
    Population, Rate, Scheme, State as _, SteadyState, Stop, Topology,
};
use tilewright_grid::Seed;

use super::kinds::{Bits, Kind as _, Reals, unit};
use super::list::{Law, Setting, try_all};
use super::task::{Measured, Mode, One, Subject, Task};
use crate::common::seal::sealed;

fn small() -> Setting {
    Setting { population: 7, children: 5, elite: 1, ..Setting::usual() }
}

/// The checkpoints of a new search, of one after some generations, and of both while asked.
fn checkpoints<P, S, const M: usize>(scheme: &S) -> Vec<Vec<u8>>
where
    P: Subject<M>,
    S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone,
{
    let evolution = Evolution::new(P::of(Mode::Quick), scheme.clone(), Seed(16)).unwrap();
    let mut evolution = evolution.with_hall_of_fame(2).with_logbook(2);
    let mut found = Vec::new();
    for generations in [0, 3] {
        let stop = Stop::new().generations(generations);
        evolution.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap();
        found.push(evolution.checkpoint().unwrap());
        evolution.ask().unwrap();
        found.push(evolution.checkpoint().unwrap());
    }
    found
}

/// Where the state begins: behind the header and the names of version, problem and scheme.
fn state_at(bytes: &[u8]) -> usize {
    let mut at = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for _ in 0..3 {
        let (mut length, mut shift) = (0, 0);
        loop {
            length |= usize::from(bytes[at] & 127) << shift;
            (at, shift) = (at + 1, shift + 7);
            if bytes[at - 1] < 128 {
                break;
            }
        }
        at += length;
    }
    at
}

/// The sizes of all populations four generations after a checkpoint was resumed, or why not.
fn resumed<P, S, const M: usize>(scheme: &S, bytes: &[u8]) -> Result<Vec<usize>, Error>
where
    P: Subject<M>,
    S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone,
{
    let mut evolution = Evolution::resume(P::of(Mode::Quick), scheme.clone(), bytes)?;
    for _ in 0..4 {
        let stop = Stop::new().generations(evolution.generations() + 1);
        evolution.run(&stop, &(), |_| ControlFlow::Continue(()))?;
    }
    Ok(evolution.state().populations().map(Population::len).collect())
}

/// The same, saying what was resumed if it panics.
fn named<T>(what: impl Fn() -> String, run: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| panic!("{}", what()))
}

/// Changed bytes.
struct Changed;

impl<P: Subject<M>, const M: usize> Law<P, M> for Changed {
    fn holds<S>(&self, name: &str, scheme: S)
    where
        S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone + Send,
    {
        let mut rng = Seed(17).rng();
        for whole in checkpoints::<P, S, M>(&scheme) {
            let (from, to) = (state_at(&whole), whole.len() - 8);
            for _ in 0..60 {
                let mut bytes = whole.clone();
                let at = from + rng.index(to - from);
                bytes[at] = match rng.below(4) {
                    0 => bytes[at] ^ 1 << rng.below(8),
                    1 => bytes[at].wrapping_add(1),
                    2 => bytes[at].wrapping_sub(1),
                    _ => *rng.pick(&[0, 1, 2, 127, 128, 255]).unwrap(),
                };
                let (old, new) = (whole[at], bytes[at]);
                named(
                    || format!("{name}: byte {at} of {from} to {to}, {old} to {new}"),
                    || drop(resumed::<P, S, M>(&scheme, &sealed(bytes))),
                );
            }
            for _ in 0..4 {
                let at = from + rng.index(to - from);
                let cut = [&whole[..at], &[0; 8]].concat();
                named(
                    || format!("{name}: cut at {at} of {from} to {to}"),
                    || drop(resumed::<P, S, M>(&scheme, &sealed(cut))),
                );
            }
        }
    }
}

#[test]
fn a_changed_checkpoint_is_refused_or_runs_on() {
    try_all!(small(), &Changed);
}

/// A checkpoint, the type of its problem, and the name of its scheme.
type Stored = (&'static str, String, Vec<u8>);

/// Collects the checkpoints of all schemes.
struct Collect(RefCell<Vec<Stored>>);

impl<P: Subject<M>, const M: usize> Law<P, M> for Collect {
    fn holds<S>(&self, name: &str, scheme: S)
    where
        S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone + Send,
    {
        for bytes in checkpoints::<P, S, M>(&scheme) {
            self.0.borrow_mut().push((type_name::<P>(), name.to_owned(), bytes));
        }
    }
}

/// The state of a checkpoint under the names of another one.
fn grafted(names: &[u8], state: &[u8]) -> Vec<u8> {
    sealed([&names[..state_at(names)], &state[state_at(state)..]].concat())
}

/// The states of other schemes and settings.
struct Grafted(Vec<Stored>);

impl<P: Subject<M>, const M: usize> Law<P, M> for Grafted {
    fn holds<S>(&self, name: &str, scheme: S)
    where
        S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone + Send,
    {
        let own = checkpoints::<P, S, M>(&scheme);
        let sizes = resumed::<P, S, M>(&scheme, &own[0]).unwrap();
        for (problem, other, bytes) in &self.0 {
            if *problem != type_name::<P>() {
                continue;
            }
            let bytes = grafted(&own[0], bytes);
            let outcome = named(
                || format!("{name} from {other}"),
                || resumed::<P, S, M>(&scheme, &bytes),
            );
            // Archives grow as they will.
            let grows = name.contains("MAP-Elites") || name.contains("CMA-ME");
            if let Ok(found) = outcome
                && !grows
            {
                assert_eq!(found, sizes, "{name} from {other}");
            }
        }
    }
}

#[test]
fn the_state_of_other_settings_is_refused_or_runs_at_the_right_sizes() {
    let collect = Collect(RefCell::default());
    let more = Setting { population: 12, children: 9, elite: 3, ..small() };
    try_all!(small(), &collect);
    try_all!(more, &collect);
    let grafted = Grafted(collect.0.into_inner());
    try_all!(small(), &grafted);
    try_all!(more, &grafted);
}

/// Asserts that every state of some settings after the first generation is refused by others.
fn assert_refused<P, S, const M: usize>(from: &S, to: &S)
where
    P: Subject<M>,
    S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone,
{
    let [from, own] = [from, to].map(checkpoints::<P, S, M>);
    for (number, (from, own)) in from.iter().zip(&own).enumerate().skip(1) {
        assert!(resumed::<P, S, M>(to, own).is_ok(), "{to:?}");
        let error = resumed::<P, S, M>(to, &grafted(own, from)).unwrap_err();
        assert!(matches!(error, Error::Checkpoint(_)), "{number} {to:?}: {error:?}");
    }
}

#[test]
fn other_sizes_are_refused() {
    type Of<K> = Task<K, One>;
    let steady = |population| {
        let breeding = small().breeding::<Bits>();
        SteadyState { population, children: 2, breeding }
    };
    assert_refused::<Of<Bits>, _, 1>(&steady(1), &steady(8));
    let differential = |population| DifferentialEvolution::new(population, unit());
    assert_refused::<Of<Reals>, _, 1>(&differential(3), &differential(9));
    let climb = Climb { changes: 3, patience: None };
    let topology = Topology::Ring;
    let islands =
        |count| Islands { scheme: climb, count, every: 2, migrants: 1, topology };
    assert_refused::<Of<Bits>, _, 1>(&islands(2), &islands(5));
    let axes = |bins| vec![Axis::new(0.0, 15.0, bins)];
    let elites = |bins| MapElites::new(axes(bins), Bits::mutation(Rate::HALF));
    assert_refused::<Task<Bits, Measured>, _, 2>(&elites(2), &elites(30));
    let new = || CmaMe { bounds: Some(unit()), ..CmaMe::new(axes(4), 0.2) };
    let emitters = |emitters, batch| CmaMe { emitters, batch, ..new() };
    assert_refused::<Task<Reals, Measured>, _, 2>(&emitters(2, 5), &emitters(3, 5));
    assert_refused::<Task<Reals, Measured>, _, 2>(&emitters(3, 5), &emitters(2, 5));
}
