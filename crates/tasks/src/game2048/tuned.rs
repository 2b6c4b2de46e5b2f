//! What comes of `2048/tune`: weights, and how they compare with the first.

use serde::Serialize;
use tilewright_2048::{Outcome, Tuning, Weights};
use tilewright_draw::chart::{Lines, Series};
use tilewright_draw::{Picture, theme};
use tilewright_evolve::Event as Generation;
use tilewright_grid::{Estimate, Seed, Watch};

use crate::{Answer, Head, Medium, Paper, Verdict};

/// The averages by generation.
fn chart(events: &[Generation]) -> Picture {
    let series = |name: &str, color, value: fn(&Generation) -> Option<f64>| Series {
        name: name.to_owned(),
        color,
        points: events
            .iter()
            .filter_map(|event| Some((event.generation as f64, value(event)?)))
            .collect(),
    };
    let chart = Lines {
        title: "Tuning: average score".to_owned(),
        x_label: "generation".to_owned(),
        y_label: "score".to_owned(),
        series: vec![
            series("best", theme::ACCENT, |event| event.best),
            series("median", theme::ORANGE, |event| event.median),
        ],
        ..Lines::default()
    };
    chart.picture()
}

/// The document, `tilewright/tune2048/2`.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    #[serde(flatten)]
    weights: Weights,
    #[serde(skip)]
    seed: Seed,
    games: u32,
    generations: u64,
    evaluations: u64,
    /// How many games that the search has not seen compare the two.
    fresh_games: u32,
    score: Scores,
}

/// Mean scores on games that the search has not seen.
#[derive(Debug, Serialize)]
struct Scores {
    first: Estimate,
    tuned: Estimate,
    /// The mean gain from game to game of the same number.
    gain: Estimate,
}

impl Report {
    /// Of a search with that seed and so many games for each candidate, and the games that it
    /// had not seen, by the first weights and by these.
    pub(super) fn new(
        (seed, games): (Seed, u32),
        weights: Weights,
        generations: &[Generation],
        [first, tuned]: [&[Outcome]; 2],
    ) -> Self {
        let pairs = first.iter().zip(tuned);
        let gains = pairs.map(|(first, tuned)| tuned.score as f64 - first.score as f64);
        let last = generations.last();
        Self {
            weights,
            seed,
            games,
            generations: last.map_or(0, |event| event.generation + 1),
            evaluations: last.map_or(0, |event| event.evaluations),
            fresh_games: first.len() as u32,
            score: Scores {
                first: Tuning::average(first),
                tuned: Tuning::average(tuned),
                gain: Estimate::of_mean(gains),
            },
        }
    }

    /// Whether the games that the search had not seen say so surely.
    fn is_better(&self) -> bool {
        self.score.gain.ci95[0] > 0.0
    }

    fn verdict(&self) -> &'static str {
        if self.is_better() {
            "surely better"
        } else if self.score.gain.ci95[1] < 0.0 {
            "surely worse"
        } else {
            "not surely better"
        }
    }

    fn to_text(&self) -> String {
        let weights = self.weights.named();
        let weights = weights.iter().map(|(name, weight)| format!("{name} {weight:.4}"));
        let told = |estimate: &Estimate| {
            let [low, high] = estimate.ci95;
            format!("{:.0} on average (95 %: {low:.0} to {high:.0})", estimate.mean)
        };
        format!(
            "{}: {} weights tried on {} games in {} generations, seed {}\n\
             weights     {}\n\
             before      {}, of {} games that the search had not seen\n\
             after       {}\n\
             gain        {}: {}\n",
            self.weights.player(),
            self.evaluations,
            self.games,
            self.generations,
            self.seed,
            weights.collect::<Vec<_>>().join(", "),
            told(&self.score.first),
            self.fresh_games,
            told(&self.score.tuned),
            told(&self.score.gain),
            self.verdict(),
        )
    }
}

/// The weights that were found, and how they compare.
#[derive(Debug)]
pub struct Tuned {
    /// How many generations were asked for.
    pub(super) total: u64,
    /// None before the first generation was judged.
    pub(super) weights: Option<Weights>,
    pub(super) generations: Vec<Generation>,
    /// None where the search was stopped.
    pub(super) report: Option<Report>,
}

impl Tuned {
    /// The weights alone, where nothing is known of how they compare.
    fn document(&self) -> Option<String> {
        self.weights.map(Weights::to_json)
    }
}

impl Answer for Tuned {
    fn verdict(&self) -> Verdict {
        match &self.report {
            None => Verdict::Stopped,
            Some(report) if report.is_better() => Verdict::Done,
            Some(_) => Verdict::No,
        }
    }

    fn reached(&self) -> Option<String> {
        let (judged, total) = (self.generations.len(), self.total);
        let compared = "the weights were not compared on fresh games";
        Some(format!("{judged} of {total} generations were judged, {compared}"))
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        if let Some(report) = &self.report {
            return head.line("tune2048", report).map(Some);
        }
        let line = |weights: Weights| head.around(&weights.document());
        self.weights.map(line).transpose()
    }

    fn text(&self, _: Medium) -> String {
        let report = self.report.as_ref().map(Report::to_text);
        report.or_else(|| self.document()).unwrap_or_default()
    }

    fn paper(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Paper>> {
        let draw = || Paper { still: chart(&self.generations), animation: None };
        Ok((!self.generations.is_empty()).then(draw))
    }

    fn file(&self, _: &str, _: &str, _: &Head) -> anyhow::Result<Option<Vec<u8>>> {
        Ok(self.document().map(String::into_bytes))
    }
}
