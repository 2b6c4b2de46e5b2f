//! The answer of `battleship/advise`: probabilities and the best shots as text, document and picture.

use serde::Serialize;
use serde_with::skip_serializing_none;
use tilewright_battleship::{
    Advice, FleetCount, HuntBoard, Rules, Sight, cell_name, heatmap, picture,
};
use tilewright_grid::{Cell, Estimate, Grid, Watch};

use crate::battleship::field::Terms;
use crate::{Answer, Drawing, Head, Medium, Verdict};

/// The document `tilewright/advice/2`.
#[skip_serializing_none]
#[derive(Debug, Serialize)]
pub(crate) struct AdviceReport {
    #[serde(flatten)]
    terms: Terms,
    /// The number of cells that were shot at.
    shots: u32,
    method: &'static str,
    /// The number of fleets that agree with the board, where they were counted: a string, because many JSON readers round
    /// numbers above 2⁵³.
    fleets: Option<String>,
    /// The same where it was estimated.
    fleets_estimate: Option<Estimate>,
    best: Vec<BestShot>,
    probabilities: Grid<f64>,
}

/// A shot and the probability that it hits.
#[derive(Debug, Serialize)]
struct BestShot {
    cell: Cell,
    probability: f64,
}

impl AdviceReport {
    /// What the advice says, with some best shots.
    pub(crate) fn of(sight: &Sight<'_>, advice: &Advice, best: usize) -> Self {
        let best = advice.best(sight, best).into_iter();
        let best = best.map(|(cell, probability)| BestShot { cell, probability });
        let (mut fleets, mut fleets_estimate) = (None, None);
        match advice.fleets {
            FleetCount::Exact(count) => fleets = Some(count.to_string()),
            FleetCount::Estimate { mean, error } => {
                let ci95 = [mean - 1.96 * error, mean + 1.96 * error];
                let ci95 = ci95.map(|end| end.max(1.0));
                fleets_estimate = Some(Estimate { mean, ci95 });
            }
            FleetCount::Unknown => {}
        }
        Self {
            terms: Terms::of(sight.rules()),
            shots: sight.shots(),
            method: advice.method.key(),
            fleets,
            fleets_estimate,
            best: best.collect(),
            probabilities: advice.probabilities.clone(),
        }
    }

    /// The number of fleets in words.
    fn count(&self) -> String {
        let shots = match self.shots {
            0 => "before the first shot".to_owned(),
            1 => "after 1 shot".to_owned(),
            shots => format!("after {shots} shots"),
        };
        match (&self.fleets, &self.fleets_estimate) {
            (Some(count), _) if count == "1" => format!("1 possible fleet {shots}"),
            (Some(count), _) => format!("{count} possible fleets {shots}"),
            (None, Some(Estimate { mean, ci95: [low, high] })) => format!(
                "about {mean:.2e} possible fleets {shots} (estimate, 95 % interval {low:.2e} to \
                 {high:.2e})"
            ),
            (None, None) => format!("possible fleets {shots} not counted"),
        }
    }
}

/// The answer as text, without the board.
pub(super) fn text_of(
    sight: &Sight<'_>,
    advice: &Advice,
    report: &AdviceReport,
) -> String {
    let count = format!("{}: {}\n", sight.rules(), report.count());
    let shots = report.best.iter().map(|BestShot { cell, probability }| {
        format!("{} {:.1} %", cell_name(*cell), 100.0 * probability)
    });
    let shots: Vec<_> = shots.collect();
    if shots.is_empty() {
        return count + "every ship is sunk\n";
    }
    format!("{count}best shots ({}): {}\n", advice.method, shots.join(", "))
}

/// The answer.
pub(super) struct AdviseAnswer {
    pub(super) rules: Rules,
    pub(super) board: HuntBoard,
    pub(super) advice: Advice,
    pub(super) report: AdviceReport,
    pub(super) text: String,
    pub(super) is_stopped: bool,
}

impl Answer for AdviseAnswer {
    fn verdict(&self) -> Verdict {
        if self.is_stopped { Verdict::Stopped } else { Verdict::Done }
    }

    fn reached(&self) -> Option<String> {
        Some("counting was cancelled, the shots are those of the density".to_owned())
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        head.line("advice", &self.report).map(Some)
    }

    fn text(&self, medium: Medium) -> String {
        let title = "Probability that a ship occupies each cell, %";
        let grid = picture::percentages(&self.advice.probabilities, title);
        self.text.clone() + &grid.to_text(medium.color)
    }

    fn drawing(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        let sight = self.board.sight(&self.rules)?;
        let still = heatmap::advice(&sight, &self.advice, &self.report.count());
        Ok(Some(Drawing { still, animation: None }))
    }
}
