//! The scene played, in turns: a frame of ours, the same frame of another crate.

use crate::clock::{Times, shown, timed};
use crate::contest::{Contestant, Peer, Theirs};
use crate::ours::Ours;
use crate::scene::WALKERS;
use crate::script::{Frame, Script};
use crate::world::World;

/// The times of the frames of one contestant.
#[derive(Default)]
struct Frames {
    change: Times,
    check: Times,
    plan: Times,
    whole: Times,
}

impl Frames {
    fn take(&mut self, who: &mut dyn Contestant, number: usize, frame: &Frame) {
        let ((), change) = timed(|| who.change(&frame.changes));
        let (_, check) = timed(|| who.broken(number));
        let ((), plan) =
            timed(|| frame.asks.iter().for_each(|ask| who.plan(ask, number)));
        // The first frame is for memory to be had, and for the first route of everybody.
        if number > 0 {
            self.change.push(change);
            self.check.push(check);
            self.plan.push(plan);
            self.whole.push(change + check + plan);
        }
    }

    fn row(&mut self, name: &str) -> String {
        let Self { change, check, plan, whole } = self;
        let both = |times: &mut Times| {
            format!("{} | {}", shown(times.percentile(50)), shown(times.percentile(99)))
        };
        format!(
            "| {name} | {} | {} | {} | {}",
            both(change),
            both(check),
            both(plan),
            both(whole)
        )
    }
}

/// How the routes of two contestants compare.
#[derive(Default)]
struct Routes {
    found: usize,
    /// Those of them that cost as much.
    equal: usize,
    ours: f64,
    theirs: f64,
    /// Questions that only one of them has an answer to, and answers that are no legal routes.
    odd: usize,
}

impl Routes {
    fn compare(
        &mut self,
        world: &World,
        frame: &Frame,
        ours: &Ours,
        theirs: &dyn Contestant,
    ) {
        for ask in &frame.asks {
            let cost = |who: &dyn Contestant| {
                let cells = who.cells(ask.walker)?;
                world.cost(ask.plane, [ask.start, ask.goal], &cells)
            };
            match (cost(ours), cost(theirs)) {
                (Some(one), Some(other)) => {
                    self.found += 1;
                    self.equal += usize::from((one - other).abs() < 1e-6 * one.max(1.0));
                    self.ours += one;
                    self.theirs += other;
                }
                (None, None) if theirs.cells(ask.walker).is_none() => {}
                _ => self.odd += 1,
            }
        }
    }

    fn text(&self) -> String {
        let Self { found, equal, ours, theirs, odd } = self;
        if equal == found && *odd == 0 {
            return "the same".to_owned();
        }
        let more = 100.0 * (theirs / ours - 1.0);
        let odd = if *odd > 0 {
            format!(", {odd} of {} not legal", found + odd)
        } else {
            String::new()
        };
        format!("{more:+.1} %{odd}")
    }
}

/// A table of the scene.
pub(crate) struct Table<'a> {
    script: &'a Script,
    has_ours: bool,
}

impl<'a> Table<'a> {
    pub(crate) fn begin(script: &'a Script) -> Self {
        println!(
            "| 128 × 128, {} | change | 99 % | validity | 99 % | 20 queries | 99 % | frame | 99 % | ours beside it | ratio | routes cost |",
            match (script.world.is_eight(), script.world.cuts_corners()) {
                (false, _) => "four neighbours",
                (true, false) => "eight neighbours",
                (true, true) => "eight neighbours, corners cut",
            }
        );
        println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
        Self { script, has_ours: false }
    }

    /// Says what the table does not.
    pub(crate) fn end(self) {
        let broken = self.script.broken;
        println!("\nIn the median frame {broken} walkers could not go on.\n");
    }

    /// Plays all frames by another crate and by ours.
    pub(crate) fn play<P: Peer>(&mut self, name: &str) {
        let Script { world, frames, .. } = self.script;
        let (mut ours, mut theirs) =
            (Ours::new(world, WALKERS), Theirs::<P>::new(world, WALKERS));
        let (mut our_times, mut their_times) = (Frames::default(), Frames::default());
        let (mut world, mut routes) = (world.clone(), Routes::default());
        for (number, frame) in frames.iter().enumerate() {
            our_times.take(&mut ours, number, frame);
            their_times.take(&mut theirs, number, frame);
            world.apply(&frame.changes);
            routes.compare(&world, frame, &ours, &theirs);
        }

        if !self.has_ours {
            println!("{} | | 1 | |", our_times.row("tilewright"));
            self.has_ours = true;
        }
        let beside = our_times.whole.percentile(50);
        let ratio = their_times.whole.percentile(50) / beside;
        println!(
            "{} | {} | {ratio:.1} | {} |",
            their_times.row(name),
            shown(beside),
            routes.text()
        );
    }
}
