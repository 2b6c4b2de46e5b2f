//! A table whose columns are crates, and whose rows are kinds of questions.

use std::hint::black_box;

use tilewright_grid::Cell;

use crate::clock::{Times, shown, timed};
use crate::contest::{Ask, Peer};
use crate::ours::Ours;
use crate::world::World;

/// Another crate, by the heading of its column.
pub(crate) type Crate = (&'static str, Box<dyn Peer>);

/// The cells of a route, if there is one.
type Answer = Option<Vec<Cell>>;

/// A crate of this name on a map.
pub(crate) fn named<P: Peer + 'static>(name: &'static str, world: &World) -> Crate {
    (name, Box::new(P::new(world)))
}

/// How often every question is asked. A crate gets all questions one after the other, since in a game too it finds its memory in the cache.
const ROUNDS: usize = 3;
/// Microseconds below which questions are timed together, and how often all are asked then.
const SHORT: f64 = 3.0;
const BLOCKS: usize = 20;

/// What is asked of ours, and of another crate. Both answer by a route, by an empty one for a bare yes.
pub(crate) struct Question<'a> {
    pub(crate) name: String,
    pub(crate) asks: &'a [Ask],
    pub(crate) ours: &'a dyn Fn(&mut Ours, &Ask) -> Answer,
    pub(crate) theirs: &'a dyn Fn(&mut dyn Peer, &World, &Ask) -> Answer,
}

pub(crate) fn header(what: &str, names: &[&str]) {
    print!("| {what} | tilewright |");
    println!(" {} |", names.join(" | "));
    println!("|---|---|{}", "---|".repeat(names.len()));
}

impl Question<'_> {
    /// Asks all of these crates in turns with ours, and prints a row; a crate that is not among them has an empty cell.
    pub(crate) fn row(
        &self,
        world: &World,
        ours: &mut Ours,
        names: &[&str],
        all: &mut [Crate],
    ) {
        let mut pooled = Times::default();
        let mut cells = Vec::new();
        for name in names {
            match all.iter_mut().find(|one| one.0 == *name) {
                Some((_, peer)) => {
                    cells.push(self.compare(world, ours, &mut **peer, &mut pooled));
                }
                None => cells.push(String::new()),
            }
        }
        let ours = shown(pooled.percentile(50));
        println!("| {} | {ours} | {} |", self.name, cells.join(" | "));
    }

    /// Asks everything once, and takes the times: of each question, or where these are too short for a look at the clock after each, the
    /// mean of all.
    fn turn(
        &self,
        times: &mut Times,
        mut ask: impl FnMut(&Ask) -> Answer,
    ) -> Vec<Answer> {
        let mut each = Times::default();
        let found = self.asks.iter().map(|one| each.take(|| ask(one))).collect();
        if each.percentile(50) < SHORT {
            let count = (BLOCKS * self.asks.len()) as f64;
            let block = || {
                for one in std::iter::repeat_n(self.asks, BLOCKS).flatten() {
                    black_box(ask(one));
                }
            };
            each = std::iter::once(timed(block).1 / count).collect();
        }
        times.extend(each);
        found
    }

    /// The median of another crate, how many times ours that is, and how much more its routes cost.
    fn compare(
        &self,
        world: &World,
        ours: &mut Ours,
        peer: &mut dyn Peer,
        pooled: &mut Times,
    ) -> String {
        let (mut our_times, mut their_times) = (Times::default(), Times::default());
        let [mut one, mut other] = [Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            one = self.turn(&mut our_times, |ask| (self.ours)(ours, ask));
            other = self.turn(&mut their_times, |ask| (self.theirs)(peer, world, ask));
        }

        let (mut costs, mut odd) = ([0.0; 2], 0);
        for ((ask, one), other) in self.asks.iter().zip(one).zip(other) {
            let cost = |route: Vec<Cell>| match route.last() {
                Some(&end) => world.cost(ask.plane, [ask.start, end], &route),
                None => Some(0.0),
            };
            match (one.and_then(cost), other.and_then(cost)) {
                (Some(one), Some(other)) => costs = [costs[0] + one, costs[1] + other],
                (None, None) => {}
                _ => odd += 1,
            }
        }
        let [ours, theirs] =
            [&mut our_times, &mut their_times].map(|times| times.percentile(50));
        pooled.extend(our_times);
        let ratio = theirs / ours.max(0.01);
        let ratio = if ratio < 100.0 { format!("{ratio:.1}") } else { shown(ratio) };
        format!("{} ({ratio} ×{}{})", shown(theirs), more(costs), differing(odd))
    }
}

/// How much more the routes of the other one cost.
pub(crate) fn more([ours, theirs]: [f64; 2]) -> String {
    let more = 100.0 * (theirs / ours - 1.0);
    if more.abs() >= 0.05 { format!("; {more:+.1} %") } else { String::new() }
}

/// How often just one found a route.
fn differing(odd: usize) -> String {
    if odd > 0 { format!("; {odd} answers differ") } else { String::new() }
}
