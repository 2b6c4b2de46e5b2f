//! Difficulty curves of packs.

use std::path::Path;

use anyhow::{Context as _, anyhow, bail, ensure};
use serde::Deserialize;
use tilewright_grid::Size;
use tilewright_match3::{Goal, NamedQuota, Preset, Ruleset, SkilledBot, Template};
use tilewright_match3_design::{Difficulty, DifficultyRequest, Style, Symmetry};

use super::judge::bot_for;
use super::levels::read_template;
use super::rules::set_rules;
use super::target::WinRate;
use super::toml_file;
use crate::{Host, Input, Refusal, TextValue};

/// The maximum number of levels of a pack: more than games have, and each is compared with all.
const MOST: u32 = 10_000;

/// The tolerance of each level, as a share of that of a single one: the difficulties of successive
/// levels of a curve are close together. Chosen: a smaller one takes games with the inverse of its
/// square.
pub(super) const PRECISION: f64 = 0.5;

/// The hint for a curve that cannot be read.
const KEYS: &str = "a curve has the keys levels, goal and difficulty = [[1, 20], [50, 32]], and these of \
                    {match3/generate}: rows, columns, colors, rules, kinds, symmetry, style, bot, template";

/// A curve.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Curve {
    /// The number of levels.
    pub(super) levels: u32,
    rows: Option<u32>,
    columns: Option<u32>,
    colors: Option<u32>,
    template: Option<String>,
    rules: Option<String>,
    goal: Goals,
    bot: Option<TextValue<SkilledBot>>,
    #[serde(default = "obstacle")]
    kinds: Vec<String>,
    #[serde(default)]
    symmetry: Symmetry,
    #[serde(default)]
    style: Style,
    /// Points of the number of a level, from 1, and its mean swaps.
    difficulty: Option<Vec<(u32, f64)>>,
    /// Points of the number of a level and its win rate within the moves.
    win_rate: Option<Vec<(u32, f64)>>,
    moves: Option<u32>,
    /// The minimum share of cells in which any two levels differ.
    #[serde(default = "min_difference")]
    min_difference: f64,
}

/// One goal or several.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "goal is a word such as \"collect:30\", or a list of them")]
enum Goals {
    One(String),
    Several(Vec<String>),
}

fn obstacle() -> Vec<String> {
    vec!["obstacle".to_owned()]
}

/// The share of cells in which two levels of a pack differ: 12 of 81, which players notice; with
/// much more, late levels of a long pack are hard to find. Chosen.
const fn min_difference() -> f64 {
    0.15
}

impl Curve {
    /// Reads a curve: TOML by its name, or the document.
    pub(super) fn read(host: &dyn Host, input: &Input) -> Result<Self, Refusal> {
        let curve: Self = toml_file::read(host, input, KEYS)?;
        curve.check().with_context(|| input.to_string())?;
        Ok(curve)
    }

    fn check(&self) -> anyhow::Result<()> {
        let Self { levels, min_difference, .. } = self;
        ensure!((1..=MOST).contains(levels), "levels is {levels}, expected 1 to {MOST}");
        ensure!(
            (0.0..=0.9).contains(min_difference),
            "min_difference is {min_difference}, expected a share from 0 to 0.9"
        );

        let (key, points, range) = match (&self.difficulty, &self.win_rate, self.moves) {
            (Some(_), None, Some(_)) => {
                bail!("moves needs a curve of win_rate, but this one is of difficulty")
            }
            (Some(points), None, None) => ("difficulty", points, 1.0..=1000.0),
            (None, Some(points), Some(1..)) => ("win_rate", points, 0.01..=1.0),
            (None, Some(_), _) => bail!("win_rate needs moves, at least 1"),
            _ => bail!("expected the key difficulty, or the key win_rate, and not both"),
        };

        ensure!(
            !points.is_empty() && points.is_sorted_by(|a, b| a.0 < b.0),
            "expected {key} to have points [level, value], in ascending order of the levels"
        );
        for &(level, value) in points {
            let (low, high) = (range.start(), range.end());
            ensure!(
                range.contains(&value) && level > 0,
                "{key} has the point [{level}, {value}], expected levels from 1 and values from {low} to {high}"
            );
            if key == "win_rate" {
                WinRate::try_from(value).map_err(|error| {
                    anyhow!("{key}, the point of level {level}: {error}")
                })?;
            }
        }

        Ok(())
    }

    /// The difficulty of the level of a number: linear between two points, constant before the first and after
    /// the last one. A win rate between those that games can prove and 1 is the nearest of them.
    pub(super) fn wanted(&self, number: u32) -> Difficulty {
        let between = |points: &[(u32, f64)]| {
            let behind = points.partition_point(|&(level, _)| level <= number);
            let (Some(&(from, low)), Some(&(to, high))) =
                (points[..behind].last(), points.get(behind))
            else {
                return points[behind.saturating_sub(1)].1;
            };

            low + (high - low) * f64::from(number - from) / f64::from(to - from)
        };

        match (&self.difficulty, &self.win_rate, self.moves) {
            (Some(points), _, _) => Difficulty::Swaps(between(points)),
            (None, Some(points), Some(moves)) => {
                let rate = Difficulty::provable(between(points));
                Difficulty::WinRate { rate, moves }
            }
            _ => unreachable!("a curve that was read has been checked"),
        }
    }

    /// The template, if there is one; its path is relative to the curve.
    fn template(&self, beside: &Input) -> Option<Input> {
        let file = self.template.as_ref()?;
        let folder = match beside {
            Input::Name(name) => Path::new(name).parent(),
            Input::Document(_) => None,
        };
        let path = folder.map_or_else(|| file.into(), |folder| folder.join(file));
        Some(Input::Name(path.to_string_lossy().into_owned()))
    }

    /// The request for its first level.
    pub(super) fn request(
        &self,
        host: &dyn Host,
        input: &Input,
    ) -> Result<DifficultyRequest, Refusal> {
        let name = || input.to_string();
        let template = self.template(input);
        let template = template.map(|it| read_template(host, &it)).transpose()?;
        if let Some(found) = template.as_ref().map(Template::size) {
            self.check_size(found).with_context(name)?;
        }

        let size = Size::new(self.rows.unwrap_or(9), self.columns.unwrap_or(9));
        let template = template.map_or_else(|| Template::open(size), Ok);
        let mut template = template.with_context(name)?;

        if let Some(word) = &self.rules {
            let preset =
                word.parse::<Preset>().map_err(|error| anyhow!("rules: {error}"));
            let preset = preset.with_context(name)?;
            template = template.with_rules(Ruleset::preset(preset)).with_context(name)?;
        }

        let goals = self.goals().with_context(name)?;
        set_rules(&mut template, &goals, self.colors, None)?;

        let kinds =
            self.kinds.iter().map(|word| word.parse::<NamedQuota>()?.under(&template));
        let kinds = kinds.collect::<Result<Vec<_>, _>>().with_context(name)?;

        let goal =
            template.goal.clone().context("a curve has a goal").with_context(name)?;
        let bot = bot_for(self.bot, None, &goal);

        let request = DifficultyRequest::new(goal, self.wanted(1))
            .with_template(template)
            .with_kinds(kinds)
            .with_symmetry(self.symmetry)
            .with_style(self.style)
            .with_bot(bot);
        let (min_difference, precision) = (self.min_difference, PRECISION);
        Ok(DifficultyRequest { min_difference, precision, ..request })
    }

    /// Refuses a number of rows or columns that the template does not have.
    fn check_size(&self, found: Size) -> anyhow::Result<()> {
        let sides =
            [("rows", self.rows, found.rows), ("columns", self.columns, found.columns)];
        for (key, wanted, found) in sides {
            if let Some(wanted) = wanted.filter(|&wanted| wanted != found) {
                return Err(anyhow!("{key} is {wanted}, but the template has {found}"));
            }
        }
        Ok(())
    }

    fn goals(&self) -> anyhow::Result<Vec<Goal>> {
        Ok(match &self.goal {
            Goals::One(word) => vec![word.parse()?],
            Goals::Several(words) => {
                words.iter().map(|word| word.parse()).collect::<Result<_, _>>()?
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TEXT: &str =
        "levels = 5\ngoal = \"collect:20\"\ndifficulty = [[2, 13.5], [4, 16]]\n";

    /// Games prove 99 % or no loss, but nothing between.
    #[test]
    fn a_curve_from_a_level_that_cannot_be_lost_has_rates_that_games_can_prove() {
        let text = "levels = 9\ngoal = \"collect:20\"\nmoves = 20\nwin_rate = [[1, 1.0], [9, 0.96]]\n";
        let curve: Curve = toml::from_str(text).unwrap();
        curve.check().unwrap();
        let wanted = [1, 2, 3, 5].map(|number| curve.wanted(number));
        let expected =
            [1.0, 1.0, 0.99, 0.98].map(|rate| Difficulty::WinRate { rate, moves: 20 });
        assert_eq!(wanted, expected);
        let refused: Curve = toml::from_str(&text.replace("1.0]", "0.999]")).unwrap();
        let error = refused.check().unwrap_err().to_string();
        assert!(error.contains("100% for no loss in 3000 games, found 99.9%"), "{error}");
    }

    #[test]
    fn values_lie_on_the_line_between_points() {
        let curve: Curve = toml::from_str(TEXT).unwrap();
        let wanted: Vec<_> = (1..=5).map(|number| curve.wanted(number)).collect();
        let expected = [13.5, 13.5, 14.75, 16.0, 16.0].map(Difficulty::Swaps);
        assert_eq!(wanted, expected);
    }

    proptest! {
        #[test]
        fn no_text_upsets_the_reader(at in 0..TEXT.len(), put in "[\\[\\],.=\"0-9a-z-]{0,6}") {
            let mut text = TEXT.to_owned();
            text.replace_range(at..=at, &put);
            let Ok(curve) = toml::from_str::<Curve>(&text) else { return Ok(()) };
            if curve.check().is_ok() {
                let _ = (curve.wanted(1), curve.wanted(curve.levels), curve.goals());
            }
        }
    }
}
