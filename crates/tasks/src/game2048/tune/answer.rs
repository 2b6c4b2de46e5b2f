//! The answer of `2048/tune`: the tuned weights, compared with the initial ones.

use serde::Serialize;
use tilewright_2048::{Outcome, Tuning, Weights};
use tilewright_draw::chart::{Band, Lines, Series};
use tilewright_draw::{Picture, theme};
use tilewright_evolve::Event as Generation;
use tilewright_grid::{Estimate, Seed, Watch};

use crate::{Answer, Drawing, Head, Medium, OutputFile, Verdict};

/// The mean scores by generation: the best, the median, and a band from the worst to the best.
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
        title: "Tuning: mean score".to_owned(),
        x_label: "generation".to_owned(),
        y_label: "score".to_owned(),
        series: vec![
            series("best", theme::ACCENT, |event| event.best.map(|[best]| best)),
            series("median", theme::ORANGE, |event| event.median.map(|[median]| median)),
        ],
        bands: vec![Band {
            name: "best to worst".to_owned(),
            color: theme::ORANGE,
            points: events.iter().filter_map(extent).collect(),
        }],
        ..Lines::default()
    };

    chart.picture()
}

/// The number of a generation with its worst and its best mean score.
fn extent(event: &Generation) -> Option<(f64, f64, f64)> {
    let ([worst], [best]) = event.worst.zip(event.best)?;
    Some((event.generation as f64, worst, best))
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
    /// The number of games, not used in the search, on which the weights are compared.
    validation_games: u32,
    score: Scores,
}

/// Mean scores on the validation games.
#[derive(Debug, Serialize)]
struct Scores {
    initial: Estimate,
    tuned: Estimate,
    /// The mean of the paired differences: same game, tuned minus initial weights.
    gain: Estimate,
}

impl Report {
    /// The report of a search with this seed, number of games for each candidate, and numbers of
    /// generations and evaluations, and of the validation games played with the initial and the
    /// tuned weights.
    pub(super) fn new(
        (seed, games): (Seed, u32),
        [generations, evaluations]: [u64; 2],
        weights: Weights,
        [initial, tuned]: [&[Outcome]; 2],
    ) -> Self {
        // Both play the same games, so that the gain is estimated from the pairs.
        let pairs = initial.iter().zip(tuned);
        let gains =
            pairs.map(|(initial, tuned)| tuned.score as f64 - initial.score as f64);
        Self {
            weights,
            seed,
            games,
            generations,
            evaluations,
            validation_games: initial.len() as u32,
            score: Scores {
                initial: Tuning::mean_score(initial),
                tuned: Tuning::mean_score(tuned),
                gain: Estimate::of_mean(gains),
            },
        }
    }

    /// Whether the tuned weights are significantly better on the validation games.
    fn is_better(&self) -> bool {
        self.score.gain.ci95[0] > 0.0
    }

    fn verdict(&self) -> &'static str {
        if self.is_better() {
            "significantly better"
        } else if self.score.gain.ci95[1] < 0.0 {
            "significantly worse"
        } else {
            "not significantly better"
        }
    }

    fn to_text(&self) -> String {
        let weights = self.weights.named();
        let weights = weights.iter().map(|(name, weight)| format!("{name} {weight:.4}"));

        let shown = |estimate: &Estimate| {
            let [low, high] = estimate.ci95;
            format!("{:.0} (95 % interval: {low:.0} to {high:.0})", estimate.mean)
        };
        format!(
            "{}: {} candidates on {} games each, {} generations, seed {}\n\
             weights     {}\n\
             initial     mean score {} on {} validation games\n\
             tuned       mean score {}\n\
             gain        {}: {}\n",
            self.weights.player(),
            self.evaluations,
            self.games,
            self.generations,
            self.seed,
            weights.collect::<Vec<_>>().join(", "),
            shown(&self.score.initial),
            self.validation_games,
            shown(&self.score.tuned),
            shown(&self.score.gain),
            self.verdict(),
        )
    }
}

/// The tuned weights, and how they compare with the initial ones.
pub(super) struct TuneAnswer {
    /// The requested number of generations.
    pub(super) total: u64,
    /// The number of generations that were evaluated.
    pub(super) generations: u64,
    /// `None` before the first generation is evaluated.
    pub(super) weights: Option<Weights>,
    /// The statistics of every generation that was evaluated.
    pub(super) events: Vec<Generation>,
    /// `None` if the run was stopped.
    pub(super) report: Option<Report>,
}

impl TuneAnswer {
    /// The document of the weights alone.
    fn document(&self) -> Option<String> {
        self.weights.map(Weights::to_json)
    }
}

impl Answer for TuneAnswer {
    fn verdict(&self) -> Verdict {
        match &self.report {
            None => Verdict::Stopped,
            Some(report) if report.is_better() => Verdict::Done,
            Some(_) => Verdict::No,
        }
    }

    fn reached(&self) -> Option<String> {
        let (judged, total) = (self.generations, self.total);
        let compared = "the weights were not compared on validation games";
        Some(format!("{judged} of {total} generations were evaluated; {compared}"))
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

    fn drawing(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        let draw = || Drawing { still: chart(&self.events), animation: None };
        Ok((!self.events.is_empty()).then(draw))
    }

    fn file(&self, _: &str, _: &str, _: &Head) -> anyhow::Result<Option<OutputFile>> {
        Ok(self.document().map(OutputFile::from))
    }
}
