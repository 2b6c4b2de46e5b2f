//! The answer of `2048/train`: the network and its learning curve.

use serde_with::skip_serializing_none;
use std::collections::BTreeMap;

use serde::Serialize;
use tilewright_2048::{CurvePoint, Learner, LearningCurve, Settings};
use tilewright_grid::{Estimate, Seed, Watch};

use crate::{Answer, Drawing, Head, Medium, OutputFile, Verdict};

/// The document, `tilewright/train2048/2`.
#[skip_serializing_none]
#[derive(Debug, Serialize)]
pub(super) struct Report {
    network: String,
    /// The stage that was trained, 1 or 2.
    stage: u32,
    episodes: u64,
    #[serde(skip)]
    seed: Seed,
    four_probability: f64,
    curve: Vec<Point>,
}

/// The statistics of up to a thousand games; in stage 2, of those that reached it.
#[derive(Debug, Serialize)]
struct Point {
    episodes: u64,
    /// The mean score.
    score: Mean,
    /// The share of games that reached each tile.
    tiles: BTreeMap<u32, Estimate>,
}

/// A mean without its interval: only the sum of the games is known.
#[derive(Clone, Copy, Debug, Serialize)]
struct Mean {
    games: u64,
    mean: f64,
}

impl Report {
    pub(super) fn new(learner: &Learner) -> Self {
        let Settings { shape, four_probability, seed, .. } = learner.settings();
        let mut episodes = 0;

        let point = |point: &CurvePoint| {
            episodes += point.games;
            let tiles = [2048, 4096, 8192, 16_384, 32_768];
            let tiles = tiles.into_iter().map(|tile| (tile, point.share(tile))).collect();
            let score = Mean { games: point.games, mean: point.mean_score() };
            Point { episodes, score, tiles }
        };
        Self {
            network: shape.to_string(),
            stage: if learner.is_stage_2() { 2 } else { 1 },
            episodes: learner.episodes(),
            seed: *seed,
            four_probability: *four_probability,
            curve: learner.curve().points.iter().map(point).collect(),
        }
    }

    fn to_text(&self) -> String {
        let Self { network, stage, episodes, seed, curve, .. } = self;
        let boards = curve.last().map_or(0, |point| point.episodes);
        let (boards, tiles): (_, &[u32]) = if *stage == 2 {
            (format!(", {boards} reached stage 2"), &[32_768])
        } else {
            (String::new(), &[2048, 4096, 8192, 16_384])
        };

        let mut lines = vec![format!(
            "network {network}: trained on {episodes} games, seed {seed}{boards}"
        )];

        // At most ten of the points, and the last one.
        let step = curve.len().div_ceil(10).max(1);
        for (index, point) in curve.iter().enumerate() {
            if (index + 1) % step != 0 && index + 1 != curve.len() {
                continue;
            }

            let shares = tiles
                .iter()
                .map(|tile| format!("{tile} in {:.1} %", 100.0 * point.tiles[tile].mean));
            let (episodes, mean) = (point.episodes, point.score.mean);
            let shares = shares.collect::<Vec<_>>().join(", ");
            lines.push(format!("{episodes:>10} games  mean score {mean:>7.0}, {shares}"));
        }

        lines.join("\n") + "\n"
    }
}

/// The trained network and its learning curve.
pub(super) struct TrainAnswer {
    /// The requested number of games.
    pub(super) of: u64,
    /// Whether the network or checkpoint to continue from was read before the run was stopped.
    pub(super) is_read: bool,
    pub(super) is_done: bool,
    /// Whether the outputs are written; false if a checkpoint keeps the unfinished training.
    pub(super) is_written: bool,
    pub(super) report: Report,
    pub(super) curve: LearningCurve,
    /// The network's file, if it was requested.
    pub(super) network: Option<Vec<u8>>,
}

impl Answer for TrainAnswer {
    fn verdict(&self) -> Verdict {
        if self.is_done { Verdict::Done } else { Verdict::Stopped }
    }

    fn reached(&self) -> Option<String> {
        if !self.is_read {
            return Some(
                "stopped while reading the input; nothing has changed".to_owned(),
            );
        }

        let kept = match (self.is_written, &self.network) {
            (false, _) => "the checkpoint keeps the training",
            (true, Some(_)) => "the network was written as it is",
            (true, None) => "nothing is kept, because no file was named",
        };

        let (episodes, of) = (self.report.episodes, self.of);
        Some(format!("trained on {episodes} of {of} games; {kept}"))
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        head.line("train2048", &self.report).map(Some)
    }

    fn text(&self, _: Medium) -> String {
        self.report.to_text()
    }

    fn drawing(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        let draw = || Drawing { still: self.curve.picture(), animation: None };
        Ok(self.is_written.then(draw))
    }

    fn file(
        &self,
        output: &str,
        _: &str,
        _: &Head,
    ) -> anyhow::Result<Option<OutputFile>> {
        // Checkpoints were already written as events.
        let network = self.network.clone().filter(|_| output == "output");
        Ok(network.map(OutputFile::from))
    }
}
