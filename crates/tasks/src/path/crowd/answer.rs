//! The answer of `path/crowd`.

use serde::Serialize;
use serde_with::skip_serializing_none;
use tilewright_grid::{Cell, Watch};
use tilewright_pathplan::picture::tile_for;
use tilewright_pathplan::routes::RouteSet;
use tilewright_pathplan::{Map, Route, animation};

use super::request::CrowdRequest;
use super::walk::{FinishedWalks, Walk, WalkState};
use crate::answer::counted;
use crate::{Answer, Drawing, Head, Medium, OutputFile, Verdict};

/// The answer: the walks of all.
pub(super) struct CrowdAnswer {
    pub(super) request: CrowdRequest,
    pub(super) map: Map,
    /// The goals of all, if they have any in common.
    pub(super) goals: Vec<Cell>,
    pub(super) walks: FinishedWalks,
    pub(super) is_stopped: bool,
    pub(super) saved: Option<OutputFile>,
}

/// The document, `tilewright/path-crowd/2`.
#[skip_serializing_none]
#[derive(Serialize)]
struct Document<'a> {
    /// The number of steps.
    steps: u32,
    arrived: u64,
    walking: u64,
    unreachable: u64,
    refused: u64,
    /// The number of goals that were reached.
    reached: u64,
    mean_arrival: Option<f64>,
    /// The goals of all; none if each has its own.
    goals: &'a [Cell],
    walkers: &'a [Walk],
}

impl Answer for CrowdAnswer {
    fn verdict(&self) -> Verdict {
        let is_left = |state| self.walks.count(state) > 0;
        match () {
            () if self.is_stopped => Verdict::Stopped,
            () if is_left(WalkState::Refused) => Verdict::Wrong,
            () if is_left(WalkState::Unreachable) => Verdict::No,
            () if is_left(WalkState::Walking) && !self.request.again => Verdict::No,
            () => Verdict::Done,
        }
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        let walks = &self.walks;
        let document = Document {
            steps: walks.steps,
            arrived: walks.count(WalkState::Arrived),
            walking: walks.count(WalkState::Walking),
            unreachable: walks.count(WalkState::Unreachable),
            refused: walks.count(WalkState::Refused),
            reached: walks.reached(),
            mean_arrival: walks.mean_arrival(),
            goals: &self.goals,
            walkers: &walks.list,
        };
        head.line("path-crowd", &document).map(Some)
    }

    fn text(&self, _: Medium) -> String {
        let walks = &self.walks;
        let all = counted(walks.list.len() as u64, "walker");
        let steps = counted(walks.steps.into(), "step");
        let first = if self.request.again {
            format!("{all} in {steps}: {} reached\n", counted(walks.reached(), "goal"))
        } else {
            let mean = walks.mean_arrival();
            let mean = mean.map(|mean| format!(" after {mean:.1} steps on average"));
            let mean = mean.unwrap_or_default();
            let came = walks.list.iter().filter(|walk| walk.arrived.is_some()).count();
            if self.goals.is_empty() {
                format!("{all} in {steps}: {came} came to goals of their own{mean}\n")
            } else {
                format!("{all} in {steps}: {came} arrived{mean}\n")
            }
        };

        let pushed =
            |walk: &&Walk| walk.state == WalkState::Walking && walk.arrived.is_some();
        let pushed = walks.list.iter().filter(pushed).count() as u64;
        let walking = walks.count(WalkState::Walking) - pushed;
        let count = |state| walks.count(state);
        let others = [
            (walking, "still on the way", !self.request.again),
            (
                pushed,
                "made room at the goal, and are on the way back",
                !self.request.again,
            ),
            (count(WalkState::Unreachable), "without a way to the goal", true),
            (
                count(WalkState::Refused),
                "could not begin: a wall, or another walker",
                true,
            ),
        ];
        let others =
            others.into_iter().filter(|&(count, _, is_shown)| count > 0 && is_shown);
        let others = others.map(|(count, what, _)| format!("{count} {what}\n"));
        std::iter::once(first).chain(others).collect()
    }

    fn reached(&self) -> Option<String> {
        let (steps, most) = (self.walks.steps, self.request.steps.get());
        Some(format!("after {steps} of {most} steps"))
    }

    fn drawing(
        &self,
        is_moving: bool,
        watch: &dyn Watch,
    ) -> anyhow::Result<Option<Drawing>> {
        let route = |walk: &Walk| Route { cells: walk.track.cells(), length: 0.0 };
        let set = RouteSet { routes: self.walks.begun().map(route).collect() };
        let still = set.picture(&self.map, &[], tile_for(self.map.size()));
        let radius = self.request.radius_drawn();
        let tracks =
            || self.walks.begun().map(|walk| walk.track.drawn()).collect::<Vec<_>>();
        let animation = is_moving
            .then(|| animation::walks(&self.map, &tracks(), radius, &self.goals, watch))
            .transpose()?;
        Ok(Some(Drawing { still, animation }))
    }

    fn file(&self, _: &str, _: &str, _: &Head) -> anyhow::Result<Option<OutputFile>> {
        Ok(self.saved.clone())
    }
}
