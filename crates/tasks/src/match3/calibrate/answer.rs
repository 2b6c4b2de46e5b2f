//! The answer of `match3/calibrate`: its document, text and picture.

use serde::Serialize;
use serde_with::skip_serializing_none;
use tilewright_grid::{Seed, Watch};
use tilewright_match3::{Goal, Json, SkilledBot};
use tilewright_match3_design::{Fit, Method, Model, chart};

use crate::{Answer, Drawing, Head, Medium, OutputFile, Verdict};

/// A model, and its predictions of levels that it was not fitted to.
#[derive(Debug, Default)]
pub(super) struct CalibrateAnswer {
    /// None if there were too few levels.
    pub(super) model: Option<Model>,
    /// The predicted and the played mean swaps of the held-out levels.
    pub(super) held: Vec<(f64, f64)>,
    /// The number of played levels, and of all levels.
    pub(super) known: u64,
    pub(super) levels: u64,
    pub(super) verdict: Verdict,
}

impl Answer for CalibrateAnswer {
    fn verdict(&self) -> Verdict {
        self.verdict
    }

    fn reached(&self) -> Option<String> {
        Some(format!("{} of {} levels were played", self.known, self.levels))
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        self.model
            .as_ref()
            .map(|model| head.line("calibration", &Report::of(model)))
            .transpose()
    }

    fn text(&self, _: Medium) -> String {
        let text = |model| Report::of(model).to_text();
        self.model.as_ref().map_or_else(String::new, text)
    }

    fn drawing(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        let still = || chart::predictions(&self.held, "mean swaps");
        let drawing = |_: &Model| Drawing { still: still(), animation: None };
        Ok(self.model.as_ref().map(drawing))
    }

    fn file(&self, _: &str, _: &str, _: &Head) -> anyhow::Result<Option<OutputFile>> {
        Ok(self.model.as_ref().map(|model| model.to_json().into()))
    }
}

/// The document, `tilewright/calibration/2`.
#[skip_serializing_none]
#[derive(Serialize)]
struct Report<'a> {
    bot: SkilledBot,
    goal: &'a Goal,
    /// All goals, if there are several.
    #[serde(skip_serializing_if = "<[Goal]>::is_empty")]
    goals: &'a [Goal],
    rows: u32,
    columns: u32,
    colors: u32,
    rules: Option<&'a Json>,
    /// The kinds of special cells of the levels, if they are not all nine of `classic`.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    kinds: &'a [String],
    method: Method,
    #[serde(skip)]
    seed: Seed,
    fit: &'a Fit,
}

impl<'a> Report<'a> {
    fn of(model: &'a Model) -> Self {
        Self {
            bot: model.bot(),
            goal: model.goal(),
            goals: model.goals(),
            rows: model.size().rows,
            columns: model.size().columns,
            colors: model.colors(),
            rules: model.rules(),
            kinds: model.kinds(),
            method: model.method(),
            seed: model.seed(),
            fit: model.fit(),
        }
    }

    fn to_text(&self) -> String {
        let Self { rows, columns, colors, bot, seed, fit, .. } = self;
        let test = match fit.held_out {
            0 => "by leave-one-out cross-validation".to_owned(),
            count => format!("on {count} others"),
        };

        let goals: Vec<_> = self.goals.iter().map(ToString::to_string).collect();
        let goals =
            if goals.is_empty() { self.goal.to_string() } else { goals.join(" or ") };
        let rules = match self.rules {
            None => String::new(),
            Some(Json::String(name)) => format!("{name}, "),
            Some(_) => "rules of its own, ".to_owned(),
        };

        let kinds = match self.kinds {
            [] => String::new(),
            kinds => {
                format!("special cells     {}; 0 to 50 % of the cells\n", kinds.join(" "))
            }
        };

        // Predictions state the same interval.
        let deviation = fit.deviation_log;
        let [low, high] = fit.within().map(|ratio| 100.0 * (ratio - 1.0));

        format!(
            "{rules}{goals}, {rows} × {columns}, {colors} colours, {bot}: fitted to {} levels, tested {test}, \
             {} games per level, seed {seed}\n\
             R²                {:.3} (a perfect model: {:.3})\n\
             R² of logarithms  {:.3} (a perfect model: {:.3})\n\
             rank correlation  {:.3}\n\
             mean abs. error   {:.2} swaps, {:.1} %\n\
             90 % of errors    {low:+.1} % to {high:+.1} % (deviation of logarithms: {deviation:.3})\n{kinds}",
            fit.fitted,
            fit.games,
            fit.r2,
            fit.ceiling,
            fit.r2_log,
            fit.ceiling_log,
            fit.rank_correlation,
            fit.mean_absolute_error,
            100.0 * fit.mean_relative_error,
        )
    }
}
