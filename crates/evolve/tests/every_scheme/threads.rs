//! Few and slow children fill all threads.

use std::ops::ControlFlow;
use std::sync::Arc;

use rayon::ThreadPoolBuilder;
use serde::{Serialize, de::DeserializeOwned};
use tilewright_evolve::{Evolution, Plus, Rate, Scheme, Stop};
use tilewright_grid::Seed;

use super::kinds::{Bits, Kind as _};
use super::list::{Law, Setting, try_all};
use super::meeting::Meeting;
use super::task::{Mode, One, Subject, Task};

/// On a pool of eight threads, up to eight evaluations of a generation run at the same time.
struct AllAtOnce;

impl<P: Subject<M>, const M: usize> Law<P, M> for AllAtOnce {
    fn holds<S>(&self, name: &str, scheme: S)
    where
        S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone + Send,
    {
        if name.contains("hill climbing") {
            return; // it evaluates genomes itself, one after the other
        }
        let pool = ThreadPoolBuilder::new().num_threads(8).build().unwrap();
        let meeting = Arc::new(Meeting::new(8));
        pool.install(|| {
            let problem = P::of(Mode::Meet(Arc::clone(&meeting)));
            let mut evolution = Evolution::new(problem, scheme, Seed(9)).unwrap();
            let stop = Stop::new().generations(6);
            evolution.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap();
        });
        let met = meeting.met().unwrap_or_else(|| panic!("{name} leaves threads idle"));
        assert!(met >= 5, "{name}: {met}");
    }
}

#[test]
fn as_many_children_as_threads_are_evaluated_at_the_same_time() {
    let rates = [Rate::ALWAYS, Rate::ALWAYS, Rate::HALF];
    let setting = Setting { population: 8, children: 8, rates, ..Setting::usual() };
    try_all!(setting, &AllAtOnce);
    let scheme = Plus::new(4, 8, Bits::mutation(Rate::HALF));
    Law::<Task<Bits, One>, 1>::holds(&AllAtOnce, "(4 + 8)", scheme);
}
