//! Live maps: walkers walk while somebody paints, and plan again only where a change concerns them.
//!
//! A [`LiveMap`] is opened with its settings, and changed and asked frame by frame. The same settings and the same frames give the
//! same places through every door. Walkers do not see each other.

mod change;
mod draw;
mod follow;
mod open;
mod search;
mod settings;
#[cfg(test)]
mod tests;
mod walker;

use tilewright_grid::Size;
use tilewright_navigation::{Navigation, Scratch};

use self::change::{MapChange, Sources};
use self::draw::draw;
use self::follow::Follow;
use self::search::Search;
pub use self::settings::{FrameInput, FrameTiming, LiveFrame, LiveSettings};
use self::walker::{Walker, Want};
use crate::{Host, Refusal};

/// The ticks in which a walker passes a free cell. At 60 a second that is 7.5 cells a second, a pace that the eye follows. A diagonal step
/// of 11.3 ticks is rounded to 11, by 3 %; with half as many ticks a cell it would be by 6 %.
pub const CELL_TICKS: u32 = 8;

/// A map with walkers that changes.
#[derive(Debug)]
pub struct LiveMap {
    map: Navigation,
    size: Size,
    sources: Sources,
    walkers: Vec<Walker>,
    mode: Mode,
    scratch: Scratch,
    arrivals: u64,
}

/// How walkers find their way.
#[derive(Debug)]
enum Mode {
    /// Each by a route of its own.
    Search(Search),
    /// All along a field.
    Follow(Follow),
}

impl LiveMap {
    /// Makes changes, lets those plan again whom they concern, and lets ticks pass.
    ///
    /// # Errors
    /// If a change lies outside the map or has an unknown character; then nothing has changed.
    pub fn frame(
        &mut self,
        input: &FrameInput,
        host: &dyn Host,
    ) -> Result<LiveFrame, Refusal> {
        let mut frame = LiveFrame::begin(host);
        let begun = host.nanos();
        let changed = MapChange::make(&mut self.map, &self.sources, &input.changes)?;
        if let Some(timing) = frame.timing.as_mut().filter(|_| !changed.is_empty()) {
            timing.change_us = since(begun, host);
        }
        self.move_out(&changed, &mut frame);

        let Self { map, size, walkers, mode, scratch, .. } = self;
        match mode {
            Mode::Search(search) => {
                search::note(map, walkers, &changed);
                search::draw_goals(map, *size, walkers);
                search.plan(map, walkers, scratch, host, &mut frame)?;
            }
            Mode::Follow(follow) => {
                let to = input.to.map(|cell| cell.0.0);
                follow.repair(map, to, scratch, host, &mut frame)?;
            }
        }

        for _ in 0..input.ticks.get() {
            self.pass_tick();
        }
        self.describe(&mut frame);
        Ok(frame)
    }

    /// Moves walkers out of walls that were painted upon them.
    fn move_out(&mut self, changed: &MapChange, frame: &mut LiveFrame) {
        if changed.is_empty() {
            return;
        }
        for (number, walker) in self.walkers.iter_mut().enumerate() {
            if changed.move_out(&self.map, walker) {
                frame.moved.push(number);
            }
        }
    }

    /// Lets a tick pass: a step takes as many as it costs.
    fn pass_tick(&mut self) {
        let Self { map, size, walkers, mode, arrivals, .. } = self;
        for walker in walkers {
            if walker.from != walker.to && !walker.pass_tick() {
                continue;
            }
            let next = match mode {
                Mode::Search(_) => walker.next_of_route(),
                Mode::Follow(follow) => follow.next(walker),
            };
            if let Some(next) = next {
                walker.begin_step(map, next);
                walker.at += 1;
                continue;
            }

            match mode {
                Mode::Search(_) if walker.want == Want::Nothing => {
                    walker.want = Want::Goal;
                    *arrivals += 1;
                }
                Mode::Follow(follow) if follow.is_goal(walker) => {
                    *arrivals += 1;
                    let (agent, rng) = (walker.agent, &mut walker.rng);
                    let is_start = |cell| follow.has_way(cell, agent);
                    if let Some(cell) = draw(map, *size, agent, rng, is_start) {
                        walker.stand(cell);
                    }
                }
                _ => {}
            }
        }
    }

    /// Says where all are.
    fn describe(&self, frame: &mut LiveFrame) {
        frame.places = self.walkers.iter().map(Walker::place).collect();
        frame.arrivals = self.arrivals;
        for (number, walker) in self.walkers.iter().enumerate() {
            let (is_stranded, is_waiting) = match &self.mode {
                Mode::Search(_) => (walker.want == Want::Change, walker.is_asking()),
                Mode::Follow(follow) => (!follow.has_way(walker.to, walker.agent), false),
            };
            frame.stranded.extend(is_stranded.then_some(number));
            frame.waiting += usize::from(is_waiting);
        }
    }
}

/// The microseconds since a time of the host, in tenths.
fn since(begun: Option<u64>, host: &dyn Host) -> Option<f64> {
    let passed = host.nanos()?.saturating_sub(begun?);
    Some((passed as f64 / 100.0).round() / 10.0)
}
