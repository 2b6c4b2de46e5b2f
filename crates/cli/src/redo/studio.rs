//! Runs the commands of a chapter and reads their answers.

use std::fs;

use anyhow::{Context as _, anyhow};
use serde::Deserialize as _;
use serde_json::Value;
use tilewright_grid::{Estimate, Seed, locked};

use crate::context::Context;
use crate::failure::Failure;
use crate::stage::{CommandRunner, Stage};

/// Where the commands run, with what, and how often.
pub(super) struct Studio<'a> {
    pub(super) stage: &'a Stage<'a>,
    pub(super) serve: CommandRunner,
    pub(super) context: &'a Context,
    pub(super) seed: Seed,
    pub(super) is_quick: bool,
}

impl Studio<'_> {
    /// The number of runs or games: a tenth of it with --quick, at least ten.
    pub(super) fn runs(&self, full: u32) -> u32 {
        if self.is_quick { full.div_ceil(10).max(10) } else { full }
    }

    /// Writes the inputs of commands.
    pub(super) fn put(&self, files: &[(String, Vec<u8>)]) -> Result<(), Failure> {
        for (name, data) in files {
            fs::write(self.stage.folder.join(name), data)?;
        }
        Ok(())
    }

    /// The answer of a command; `DIR` in it stands for the folder of the page.
    pub(super) fn answer(&self, words: &str) -> Result<Value, Failure> {
        let matches = self.stage.matches(words)?;
        let (context, captured) = self.context.comparing();
        (self.serve)(&matches, &context.with_seed(self.seed))?;
        if self.context.is_cancelled() {
            return Err(anyhow!("interrupted").into());
        }
        let captured = locked(&captured);
        let answer = serde_json::from_slice(&captured.output);
        Ok(answer.with_context(|| format!("tilewright {words}: no answer"))?)
    }

    /// The command as it is typed.
    pub(super) fn shown(&self, words: &str) -> String {
        let words = format!("{words} --seed {}", self.seed);
        Stage::shown(&words, self.stage.out)
    }
}

/// A number of an answer.
pub(super) fn number(value: &Value) -> Result<f64, Failure> {
    Ok(value.as_f64().with_context(|| format!("expected a number, found {value}"))?)
}

/// A list of an answer.
pub(super) fn list(value: &Value) -> Result<&[Value], Failure> {
    let list =
        value.as_array().with_context(|| format!("expected a list, found {value}"))?;
    Ok(list)
}

/// An estimate of an answer.
pub(super) fn estimate(value: &Value) -> Result<Estimate, Failure> {
    let estimate = Estimate::deserialize(value);
    Ok(estimate.with_context(|| format!("expected an estimate, found {value}"))?)
}

/// A mean with its interval, times a factor.
pub(super) fn interval(estimate: &Estimate, factor: f64, digits: usize) -> String {
    let [low, high] = estimate.ci95.map(|end| decimal(factor * end, digits));
    format!("{} ({low} to {high})", decimal(factor * estimate.mean, digits))
}

/// A number with commas between its thousands.
pub(super) fn decimal(value: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", value.abs());
    let whole = text.find('.').unwrap_or(text.len());

    let mut out =
        if value < 0.0 && text.contains(|c| ('1'..='9').contains(&c)) { "-" } else { "" }
            .to_owned();
    for (at, letter) in text.chars().enumerate() {
        if at > 0 && at < whole && (whole - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(letter);
    }

    out
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn thousands_are_separated() {
        let cases = [
            (0.0, 0, "0"),
            (999.5, 1, "999.5"),
            (44_876.2, 0, "44,876"),
            (-1234.56, 1, "-1,234.6"),
            (-0.01, 1, "0.0"),
        ];
        for (value, digits, text) in cases {
            assert_eq!(decimal(value, digits), text);
        }
    }
}
