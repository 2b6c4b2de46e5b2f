//! What comes of `2048/train`: a network, and how its play got better.

use std::collections::BTreeMap;

use serde::Serialize;
use tilewright_2048::{Block, Curve, Learner, Settings};
use tilewright_grid::{Estimate, Seed, Watch};

use crate::{Answer, Head, Medium, Paper, Verdict};

/// The document, `tilewright/train2048/2`.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    network: String,
    /// Whether only late boards were learned.
    late: bool,
    episodes: u64,
    #[serde(skip)]
    seed: Seed,
    fours: f64,
    curve: Vec<Point>,
    /// None where there is no clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) timing: Option<Timing>,
}

/// What up to a thousand games were like, or late boards, where those are learned.
#[derive(Debug, Serialize)]
struct Point {
    episodes: u64,
    /// The mean score.
    score: Mean,
    /// The share of games that reached each tile.
    tiles: BTreeMap<u32, Estimate>,
}

/// A mean of games of which only the sum is known.
#[derive(Clone, Copy, Debug, Serialize)]
struct Mean {
    games: u64,
    mean: f64,
}

/// How fast it was; nothing else depends on the machine.
#[derive(Debug, Serialize)]
pub(super) struct Timing {
    /// Learning.
    seconds: f64,
    /// Of these seconds.
    moves_per_second: f64,
    /// Rounding and compressing the network, if it is to be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) writing_seconds: Option<f64>,
}

impl Timing {
    pub(super) fn of(moves: u64, seconds: f64) -> Self {
        let moves_per_second = moves as f64 / seconds;
        Self { seconds, moves_per_second, writing_seconds: None }
    }
}

impl Report {
    pub(super) fn new(learner: &Learner, timing: Option<Timing>) -> Self {
        let Settings { shape, fours, seed, .. } = learner.settings();
        let mut episodes = 0;
        let point = |block: &Block| {
            episodes += block.games;
            let tiles = [2048, 4096, 8192, 16_384, 32_768];
            let tiles = tiles.into_iter().map(|tile| (tile, block.share(tile))).collect();
            let score = Mean { games: block.games, mean: block.average() };
            Point { episodes, score, tiles }
        };
        Self {
            network: shape.to_string(),
            late: learner.is_late(),
            episodes: learner.episodes(),
            seed: *seed,
            fours: *fours,
            curve: learner.curve().blocks.iter().map(point).collect(),
            timing,
        }
    }

    fn to_text(&self) -> String {
        let Self { network, late, episodes, seed, curve, timing, .. } = self;
        let boards = curve.last().map_or(0, |point| point.episodes);
        let (boards, tiles): (_, &[u32]) = if *late {
            (format!(", {boards} late boards"), &[32_768])
        } else {
            (String::new(), &[2048, 4096, 8192, 16_384])
        };
        let mut lines = vec![format!(
            "network {network}: {episodes} games of seed {seed} learned{boards}"
        )];
        let step = curve.len().div_ceil(10).max(1);
        for (index, point) in curve.iter().enumerate() {
            if (index + 1) % step != 0 && index + 1 != curve.len() {
                continue;
            }
            let shares = tiles
                .iter()
                .map(|tile| format!("{tile} {:.1} %", 100.0 * point.tiles[tile].mean));
            let (episodes, average) = (point.episodes, point.score.mean);
            let shares = shares.collect::<Vec<_>>().join(", ");
            lines.push(format!("{episodes:>10}  average {average:>7.0}, {shares}"));
        }
        if let Some(Timing { moves_per_second, writing_seconds, .. }) = timing {
            let writing = writing_seconds.map_or_else(String::new, |seconds| {
                format!("; the network was packed in {seconds:.1} s")
            });
            lines.push(format!("speed       {moves_per_second:.0} moves/s{writing}"));
        }
        lines.join("\n") + "\n"
    }
}

/// A network that learned, and how.
#[derive(Debug)]
pub struct Trained {
    /// How many games were asked for.
    pub(super) of: u64,
    /// Whether what it goes on from was read before it was stopped.
    pub(super) is_read: bool,
    pub(super) is_done: bool,
    /// Whether what was learned is written: not where a checkpoint keeps it for a run that
    /// resumes it.
    pub(super) is_written: bool,
    pub(super) report: Report,
    pub(super) curve: Curve,
    /// The network's file, where it is wanted.
    pub(super) network: Option<Vec<u8>>,
}

impl Answer for Trained {
    fn verdict(&self) -> Verdict {
        if self.is_done { Verdict::Done } else { Verdict::Stopped }
    }

    fn reached(&self) -> Option<String> {
        if !self.is_read {
            return Some(
                "what it goes on from was not read; nothing has changed".to_owned(),
            );
        }
        let kept = match (self.is_written, &self.network) {
            (false, _) => "the checkpoint keeps what was learned",
            (true, Some(_)) => "the network so far is written",
            (true, None) => "nothing is kept, since no file was named",
        };
        let (episodes, of) = (self.report.episodes, self.of);
        Some(format!("{episodes} of {of} games were learned from; {kept}"))
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        head.line("train2048", &self.report).map(Some)
    }

    fn text(&self, _: Medium) -> String {
        self.report.to_text()
    }

    fn paper(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Paper>> {
        let draw = || Paper { still: self.curve.picture(), animation: None };
        Ok(self.is_written.then(draw))
    }

    fn file(&self, output: &str, _: &str, _: &Head) -> anyhow::Result<Option<Vec<u8>>> {
        // Checkpoints were handed out as they were made.
        Ok(self.network.clone().filter(|_| output == "output"))
    }
}
