//! The answer of `match3/pack`: files, document and text.

use std::ops::ControlFlow;

use serde_json::json;
use tilewright_draw::{DrawError, Format, Picture, export};
use tilewright_grid::Seed;
use tilewright_match3::{Level, picture};
use tilewright_match3_design::chart::{self, PackedLevel};
use tilewright_match3_design::{difference, spearman};

use super::super::people_search::PeopleTarget;
use super::curve::PRECISION;
use super::level::PackLevel;
use super::report;
use super::request::SUMMARY;
use crate::{Answer, Event, Head, Host, HostWatch, Medium, Verdict};

/// The levels of a pack.
pub(super) struct PackAnswer {
    pub(super) seed: Seed,
    /// The number of levels of the curve.
    pub(super) total: u64,
    pub(super) entries: Vec<PackLevel>,
    pub(super) verdict: Verdict,
}

impl PackAnswer {
    /// Whether all levels were found; says which were not.
    pub(super) fn judge(&self, host: &dyn Host) -> Verdict {
        let missed = self.entries.iter().filter(|entry| !entry.is_found());
        let missed: Vec<_> = missed.map(|entry| entry.number().to_string()).collect();
        if missed.is_empty() {
            return Verdict::Done;
        }
        let (found, total) = (self.total - missed.len() as u64, self.total);
        let warning =
            format!("found {found} of {total} levels; missed: {}", missed.join(", "));
        host.tell(Event::Warning(&warning, None));
        Verdict::No
    }

    /// Whether no level is missing, found or not.
    const fn is_whole(&self) -> bool {
        matches!(self.verdict, Verdict::Done | Verdict::No)
    }

    /// Writes the report, the contact sheet, the chart and the table, unless the host stops it.
    pub(super) fn summarize(&self, host: &dyn Host) -> anyhow::Result<ControlFlow<()>> {
        host.tell(Event::Begun { doing: "drawing", steps: None });
        let (watch, sheet) = (&HostWatch(host), self.sheet());
        let sheet = match export(&sheet, None, Format::Png, watch) {
            Err(DrawError::Cancelled) => return Ok(ControlFlow::Break(())),
            sheet => sheet?,
        };
        let chart = export(&self.chart(), None, Format::Svg, &())?;

        let report = report::html(self).into_bytes();
        for (name, bytes) in
            SUMMARY.into_iter().zip([report, sheet, chart, self.table()?])
        {
            let (output, bytes) = ("output", &*bytes);
            host.tell(Event::File { output, name, bytes });
        }

        host.tell(Event::Ended);
        Ok(ControlFlow::Continue(()))
    }

    fn sheet(&self) -> Picture {
        let title = "levels of the pack, with their played difficulty";
        match &self.entries[..] {
            [only] => only.level().picture(24.0),
            entries => {
                let levels: Vec<_> = entries.iter().map(PackLevel::labelled).collect();
                picture::sheet(&levels, title)
            }
        }
    }

    /// The chart of the requested, predicted and played difficulty of each level.
    fn chart(&self) -> Picture {
        let levels: Vec<PackedLevel> =
            self.entries.iter().filter_map(PackLevel::point).collect();
        let words = if self.is_of_people() {
            ["by the model of people", "90 %"]
        } else {
            ["played", "95 %"]
        };
        chart::pack(&levels, &self.quantity(), words)
    }

    /// What the curve is of.
    pub(super) fn quantity(&self) -> String {
        let Some(first) = self.entries.first() else { return String::new() };
        match (first.target, first.is_rate()) {
            (Some(PeopleTarget::PassRate(_)), _) => "pass rate of people".to_owned(),
            (Some(PeopleTarget::Attempts(_)), _) => "attempts of people".to_owned(),
            (None, true) => "win rate".to_owned(),
            (None, false) => format!("mean {}s", first.level().rules().move_word()),
        }
    }

    pub(super) fn is_of_people(&self) -> bool {
        self.entries.iter().any(|entry| entry.target.is_some())
    }

    fn table(&self) -> anyhow::Result<Vec<u8>> {
        let mut table = csv::Writer::from_writer(Vec::new());
        let names = "level file wanted predicted played low95 high95 games bot found people low90 high90 mechanics moves mark";
        table.write_record(names.split(' '))?;
        for entry in &self.entries {
            table.write_record(entry.record())?;
        }
        Ok(table.into_inner()?)
    }

    /// How the played difficulties follow the requested ones: their rank correlation, and the mean absolute error.
    pub(super) fn agreement(&self) -> (f64, f64) {
        let points = || self.entries.iter().filter_map(PackLevel::point);
        let wanted: Vec<f64> = points().map(|point| point.wanted).collect();
        let played: Vec<f64> = points().map(|point| point.played).collect();
        let errors = wanted.iter().zip(&played).map(|(wanted, played)| played - wanted);

        let error = errors.map(f64::abs).sum::<f64>() / wanted.len().max(1) as f64;
        (spearman(&wanted, &played), error)
    }

    /// How much any two levels of the same size differ at least, as a share of their special cells.
    pub(super) fn min_difference(&self) -> f64 {
        let levels: Vec<&Level> = self.entries.iter().map(PackLevel::level).collect();
        let mut least: f64 = 1.0;
        for (index, one) in levels.iter().enumerate() {
            for two in levels[..index].iter().filter(|two| two.size() == one.size()) {
                least = least.min(difference(one, two));
            }
        }
        least
    }
}

impl Answer for PackAnswer {
    fn verdict(&self) -> Verdict {
        self.verdict
    }

    fn reached(&self) -> Option<String> {
        Some(format!("{} of {} levels were generated", self.entries.len(), self.total))
    }

    /// The document, `tilewright/pack/2`; none for an unfinished pack.
    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        if !self.is_whole() {
            return Ok(None);
        }

        let (spearman, error) = self.agreement();
        let document = json!({
            "spearman": spearman,
            "mean_absolute_error": error,
            // The tolerance of each level, as a share of that of a single one.
            "share_of_tolerance": PRECISION,
            "min_difference": self.min_difference(),
            "levels": self.entries.iter().map(PackLevel::row).collect::<Vec<_>>(),
        });
        head.line("pack", &document).map(Some)
    }

    fn text(&self, _: Medium) -> String {
        if !self.is_whole() {
            return String::new();
        }

        let lines: String = self.entries.iter().map(PackLevel::line).collect();
        let (spearman, error) = self.agreement();
        let (count, difference) = (self.entries.len(), 100.0 * self.min_difference());
        let is_rate = self.entries.iter().any(PackLevel::is_rate);
        let unit = match (self.is_of_people(), is_rate) {
            (true, true) => " (pass rates of people in percent, by the model)",
            (true, false) => " (attempts of people, by the model)",
            (false, true) => " (win rates in percent)",
            (false, false) => "",
        };
        let head = if self.is_of_people() {
            "people  90 % interval"
        } else {
            "played  95 % interval"
        };
        let mut bots: Vec<String> = Vec::new();
        for entry in &self.entries {
            let bot = entry.bot().to_string();
            if !bots.contains(&bot) {
                bots.push(bot);
            }
        }
        let bots = bots.join(" and ");

        format!(
            "level  wanted  predicted  {head}{unit}\n{lines}{count} levels, played by {bots}: mean absolute error \
             {error:.3}, Spearman {spearman:.4}, any two levels differ in at least \
             {difference:.0} % of their special cells, seed {}\n",
            self.seed
        )
    }
}
