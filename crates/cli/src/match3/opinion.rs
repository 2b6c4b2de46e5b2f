//! What a model thinks of a level, and why it is as hard as it is.

use std::fmt::Write as _;

use serde::Serialize;
use tilewright_match3::{
    Change, Explanation, Goal, Level, Model, ModelError, Source, explain,
};

use crate::arguments::Analyze;

/// What a model thinks of a level.
#[derive(Serialize)]
pub(super) struct Opinion {
    #[serde(skip_serializing_if = "Option::is_none")]
    predicted: Option<Predicted>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Explanation>,
}

/// The swaps that are expected.
#[derive(Serialize)]
struct Predicted {
    mean_swaps: f64,
    bot: Source,
    goal: Goal,
    /// How far off such predictions are on average, as a share.
    mean_relative_error: f64,
}

impl Opinion {
    /// The opinion of the named model if it fits, or of the one that comes with the program
    /// for just such levels; an explanation if one is asked for.
    ///
    /// # Errors
    /// When the named model is for other levels.
    pub(super) fn of(
        level: &Level,
        arguments: &Analyze,
        named: Option<&Model>,
    ) -> Result<Self, ModelError> {
        let goal = level.goal.as_ref();
        let fitting = match (goal, named) {
            (None, _) => None,
            (Some(goal), Some(model)) => {
                model.fits(level, goal)?;
                Some(model.clone())
            }
            (Some(goal), None) => Model::for_level(level, goal, arguments.bot),
        };
        let predicted = fitting.as_ref().zip(goal).map(|(model, goal)| Predicted {
            mean_swaps: model.predict(level),
            bot: model.source(),
            goal: goal.clone(),
            mean_relative_error: model.fit().mean_relative_error,
        });
        let guide = || {
            let goal = goal?;
            fitting.clone().or_else(|| Model::nearest(level, goal, arguments.bot))
        };
        let explanation = arguments.explain.then(|| {
            let model = guide();
            explain(level, model.as_ref().zip(goal))
        });
        Ok(Self { predicted, explanation })
    }

    pub(super) fn to_text(&self) -> String {
        let mut text = String::new();
        if let Some(predicted) = &self.predicted {
            let Predicted { mean_swaps, bot, goal, mean_relative_error } = predicted;
            let error = 100.0 * mean_relative_error;
            let _ = writeln!(
                text,
                "{goal} by {bot}: about {mean_swaps:.1} swaps (such a prediction is off by {error:.1} %)"
            );
        }
        if let Some(explanation) = &self.explanation {
            text.push_str(&told(explanation));
        }
        if text.is_empty() { text } else { text + "\n" }
    }
}

/// The costs and the changes, in words.
fn told(explanation: &Explanation) -> String {
    let mut text = String::new();
    for cost in explanation.costs.iter().take(8) {
        let swaps =
            cost.swaps.map_or_else(String::new, |swaps| format!(", {swaps:+.2} swaps"));
        let _ = writeln!(
            text,
            "row {:2}, column {:2}: {:9} costs {} of the potential{swaps}",
            cost.cell.row, cost.cell.column, cost.kind, cost.potential
        );
    }
    if let Some(rest) = explanation.costs.len().checked_sub(8).filter(|&rest| rest > 0) {
        let _ = writeln!(text, "and {rest} others that cost less");
    }
    for (word, change) in
        [("easier", &explanation.easiest), ("harder", &explanation.hardest)]
    {
        match change {
            Some(change) => text.push_str(&said(word, change)),
            None => {
                let _ = writeln!(text, "no single change makes it {word}");
            }
        }
    }
    text
}

fn said(word: &str, change: &Change) -> String {
    let swaps = change.factor.map_or_else(String::new, |factor| {
        format!(", {:+.1} % swaps", 100.0 * (factor - 1.0))
    });
    format!(
        "{word:6} most: row {}, column {} from {} to {}: potential {}{swaps}\n",
        change.cell.row, change.cell.column, change.from, change.to, change.map
    )
}
