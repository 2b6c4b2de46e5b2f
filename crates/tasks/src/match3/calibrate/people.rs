//! The answer of `match3/calibrate` about people: its document, text and file.

use serde::Serialize;
use tilewright_grid::det;
use tilewright_match3_design::people::{
    Cohort, CrossValidation, LevelPull, PeopleModel, PlayLog, UnknownLevel,
};

use super::super::percent::{percent, whole_percent};
use crate::answer::counted;
use crate::read::nearest;
use crate::{Answer, Head, Medium, OutputFile, Verdict};

/// The levels whose pulls are shown on each side, and the names that are shown.
const SHOWN: usize = 5;
/// The least pull that is shown, since it is written with two digits.
const LEAST_SHOWN: f64 = 0.005;

/// A model of people, and the log that it was fitted to.
#[derive(Debug, Default)]
pub(super) struct PeopleAnswer {
    /// None if it was stopped.
    pub(super) model: Option<PeopleModel>,
    pub(super) log: PlayLog,
    pub(super) table: String,
    pub(super) verdict: Verdict,
}

/// The document, `tilewright/people-calibration/2`.
#[derive(Serialize)]
struct Report<'a> {
    attempts: u64,
    players: u32,
    rules: &'a [String],
    cohorts: &'a [Cohort],
    learning: f64,
    boosters: Option<f64>,
    /// The standard deviation of the pulls.
    pull: f64,
    levels: &'a [LevelPull],
    cross_validation: &'a CrossValidation,
    unknown_columns: &'a [String],
    unknown_levels: Vec<Unknown<'a>>,
    /// The lines of people who left after moves that are not logged.
    without_moves: u64,
    /// The attempts that were won with more moves than the level has, without extra moves.
    #[serde(skip_serializing_if = "is_zero")]
    won_beyond: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_zero(count: &u64) -> bool {
    *count == 0
}

#[derive(Serialize)]
struct Unknown<'a> {
    level: &'a str,
    lines: u64,
    why: &'a str,
}

impl Answer for PeopleAnswer {
    fn verdict(&self) -> Verdict {
        self.verdict
    }

    fn reached(&self) -> Option<String> {
        Some("nothing was fitted yet".to_owned())
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        let Some(model) = &self.model else { return Ok(None) };
        let unknown = |it: &'_ UnknownLevel| (it.name.clone(), it.lines, it.why.clone());
        let unknown: Vec<_> = self.log.unknown_levels.iter().map(unknown).collect();
        let report = Report {
            attempts: model.attempts(),
            players: model.players(),
            rules: model.rules(),
            cohorts: model.cohorts(),
            learning: model.learning(),
            boosters: self.log.has_boosters.then(|| model.boosters()),
            pull: model.pull(),
            levels: model.levels(),
            cross_validation: model.cross_validation(),
            unknown_columns: &self.log.unknown_columns,
            unknown_levels: unknown
                .iter()
                .map(|(level, lines, why)| Unknown { level, lines: *lines, why })
                .collect(),
            without_moves: self.log.without_moves,
            won_beyond: self.log.won_beyond,
        };
        head.line("people-calibration", &report).map(Some)
    }

    fn text(&self, _: Medium) -> String {
        self.model.as_ref().map_or_else(String::new, |model| self.words(model))
    }

    fn file(&self, _: &str, _: &str, _: &Head) -> anyhow::Result<Option<OutputFile>> {
        Ok(self.model.as_ref().map(|model| model.to_json().into()))
    }
}

impl PeopleAnswer {
    fn words(&self, model: &PeopleModel) -> String {
        let (attempts, levels) = (model.attempts(), model.levels());
        let players = match model.players() {
            0 => String::new(),
            count => format!(" of {}", counted(count.into(), "player")),
        };
        let rules = model.rules().join(", ");
        let mut lines = vec![format!(
            "{}: {attempts} attempts{players} at {} ({rules}); {} games of each judge",
            self.table,
            counted(levels.len() as u64, "level"),
            model.games()
        )];
        let passes: u64 = levels.iter().map(|level| level.passes).sum();
        lines.push(format!("passed      {} % of all attempts", share(passes, attempts)));
        lines.extend(model.cohorts().iter().map(cohort_words));
        lines.push(format!(
            "learning    {:+.2} logits from the first to the third attempt of the same person",
            model.learning() * det::ln(3.0)
        ));
        if self.log.has_boosters {
            lines.push(format!(
                "boosters    {:+.2} logits each; predictions are without",
                model.boosters()
            ));
        }
        lines.push(format!(
            "levels      pull ± {:.2} logits away from what their games say",
            model.pull()
        ));
        lines.extend(pull_words(levels));

        let cross = model.cross_validation();
        lines.push(format!(
            "error       {} points of the pass rate, each level by all others; {} % of {} within their 90 % intervals, \
             with what the log leaves open",
            percent(cross.mean_absolute_error),
            whole_percent(cross.coverage),
            counted(cross.levels.into(), "level"),
        ));
        lines.extend(self.unknown_words());
        lines.join("\n") + "\n"
    }

    /// What of the log was not used.
    fn unknown_words(&self) -> Vec<String> {
        let log = &self.log;
        let mut lines = Vec::new();
        if !log.unknown_columns.is_empty() {
            let name = |column: &String| match nearest(column, PlayLog::columns()) {
                Some(meant) => format!("{column} (did you mean {meant}?)"),
                None => column.clone(),
            };
            let names: Vec<_> = log.unknown_columns.iter().map(name).collect();
            lines.push(format!("not used    the columns {}", names.join(", ")));
        }
        let count: u64 = log.unknown_levels.iter().map(|level| level.lines).sum();
        if count > 0 {
            let name = |it: &UnknownLevel| {
                format!("{} ({}: {})", it.name, counted(it.lines, "line"), it.why)
            };
            let mut names: Vec<_> =
                log.unknown_levels.iter().take(SHOWN).map(name).collect();
            let rest = log.unknown_levels.len().saturating_sub(SHOWN);
            if rest > 0 {
                names.push(format!("and {rest} other names"));
            }
            lines.push(format!(
                "no level    {} fit none: {}",
                counted(count, "line"),
                names.join("; ")
            ));
        }
        if log.without_moves > 0 {
            let lost = counted(log.without_moves, "line");
            lines.push(format!(
                "not used    {lost} of people who left, without moves_used"
            ));
        }
        lines
    }
}

fn share(part: u64, whole: u64) -> String {
    whole_percent(part as f64 / whole.max(1) as f64)
}

fn cohort_words(cohort: &Cohort) -> String {
    let Cohort { name, share: part, attempts, passes, shift, skill } = cohort;
    let name = if name.is_empty() { "all" } else { name };
    format!(
        "cohort      {name}: {} % of {attempts} attempts, {} % of the players; {shift:+.2} logits, skills ± {skill:.2}",
        share(*passes, *attempts),
        whole_percent(*part)
    )
}

/// The levels that are hardest and easiest beside what their games say.
fn pull_words(levels: &[LevelPull]) -> Vec<String> {
    let mut sorted: Vec<&LevelPull> = levels.iter().collect();
    sorted.sort_by(|a, b| a.pull.total_cmp(&b.pull));
    let name = |it: &&LevelPull| format!("{} ({:+.2})", it.name, it.pull);
    let harder =
        sorted.iter().take_while(|it| it.pull <= -LEAST_SHOWN).take(SHOWN).map(name);
    let harder: Vec<_> = harder.collect();
    let easier =
        sorted.iter().rev().take_while(|it| it.pull >= LEAST_SHOWN).take(SHOWN).map(name);
    let easier: Vec<_> = easier.collect();
    let line = |word: &str, names: Vec<String>| {
        (!names.is_empty())
            .then(|| format!("{word:12}{} than expected", names.join(", ")))
    };
    line("harder", harder).into_iter().chain(line("easier", easier)).collect()
}
