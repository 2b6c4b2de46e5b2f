//! The answer of `2048/bench`: the games and their statistics.

use serde::Serialize;
use serde_with::skip_serializing_none;
use tilewright_2048::{Outcome, Statistics, Strategy, Summary, chart};
use tilewright_grid::{Seed, Watch};

use super::super::terminal_value::TerminalValue;
use super::request::BenchRequest;
use crate::answer::line;
use crate::{Answer, BoundedInteger, Drawing, Head, Medium, OutputFile, Verdict};

/// A game as a line of JSON.
#[derive(Serialize)]
pub(super) struct GameLine<'a> {
    pub(super) game: u64,
    pub(super) seed: Seed,
    #[serde(flatten)]
    pub(super) outcome: Outcome,
    pub(super) player: &'a str,
}

/// The games that were played, and their statistics.
pub(super) struct BenchAnswer {
    pub(super) bench: BenchRequest,
    /// The player and its options.
    pub(super) player: String,
    /// The finished games, each with its number.
    pub(super) games: Vec<(u64, Outcome)>,
    /// `None` if no game was finished.
    pub(super) report: Option<Report>,
    pub(super) verdict: Verdict,
}

/// The document, `tilewright/bench2048/2`.
#[skip_serializing_none]
#[derive(Debug, Serialize)]
pub(super) struct Report {
    player: Strategy,
    rows: u32,
    columns: u32,
    depth: Option<u32>,
    ms_per_move: Option<u32>,
    nodes_per_move: Option<u32>,
    terminal_value: Option<f64>,
    network: Option<String>,
    weights: Option<String>,
    four_probability: f64,
    #[serde(skip)]
    seed: Seed,
    #[serde(flatten)]
    statistics: Statistics,
}

impl Report {
    pub(super) fn new(
        bench: &BenchRequest,
        depth: Option<u32>,
        statistics: Statistics,
    ) -> Self {
        let options = &bench.options;
        Self {
            player: bench.player.0,
            rows: bench.rows.get(),
            columns: bench.columns.get(),
            depth,
            ms_per_move: options.ms_per_move.map(BoundedInteger::get),
            nodes_per_move: options.nodes_per_move.map(BoundedInteger::get),
            terminal_value: options
                .terminal_value
                .map(TerminalValue::get)
                .filter(|loss| loss.is_finite()),
            network: options.network.clone(),
            weights: options.weights.as_ref().map(ToString::to_string),
            four_probability: options.four_probability.get(),
            seed: bench.setup().seed,
            statistics,
        }
    }

    fn to_text(&self) -> String {
        let Statistics { games, score, moves, tiles } = &self.statistics;
        let Summary { mean, ci95, median, max, quantiles, .. } = score;
        let interval = ci95.map_or_else(String::new, |[low, high]| {
            format!(" (95 % interval: {low:.0} to {high:.0})")
        });
        let mut lines = vec![
            format!(
                "{}: {games} games on {} × {} boards, seed {}",
                self.player, self.rows, self.columns, self.seed
            ),
            format!("score       mean {mean:.0}{interval}, median {median}, max {max}"),
            format!(
                "quantiles   5 % {}, 25 % {}, 50 % {}, 75 % {}, 95 % {}",
                quantiles.p5, quantiles.p25, median, quantiles.p75, quantiles.p95
            ),
        ];

        for (tile, share) in tiles {
            let [low, high] = share.ci95.map(|end| 100.0 * end);
            let share = 100.0 * share.mean;
            lines
                .push(format!("{tile:<11} reached in {share:.1} % of games (95 % interval: {low:.1} to {high:.1} %)"));
        }

        lines.push(format!("length      mean {:.0} moves", moves.mean));
        lines.join("\n") + "\n"
    }
}

impl Answer for BenchAnswer {
    fn verdict(&self) -> Verdict {
        self.verdict
    }

    fn reached(&self) -> Option<String> {
        let (played, asked) = (self.games.len(), self.bench.games());
        Some(format!("{played} of {asked} games were played"))
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        let line = |report| head.line("bench2048", report);
        self.report.as_ref().filter(|_| !self.bench.jsonl).map(line).transpose()
    }

    fn text(&self, _: Medium) -> String {
        let report = self.report.as_ref().filter(|_| !self.bench.jsonl);
        report.map(Report::to_text).unwrap_or_default()
    }

    fn drawing(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        if self.games.is_empty() {
            return Ok(None);
        }
        let outcomes: Vec<_> = self.games.iter().map(|(_, outcome)| *outcome).collect();
        let player = self.bench.player.0.to_string();
        let still = chart::games(&outcomes, self.bench.size(), &player);
        Ok(Some(Drawing { still, animation: None }))
    }

    fn file(&self, _: &str, _: &str, _: &Head) -> anyhow::Result<Option<OutputFile>> {
        let seed = self.bench.setup().seed;
        let player = &self.player;
        let lines = self
            .games
            .iter()
            .map(|&(game, outcome)| line(&GameLine { game, seed, outcome, player }));
        let lines: Vec<_> = lines.collect::<Result<_, _>>()?;
        Ok(Some(lines.concat().into()))
    }
}
