//! Difficulty curves of packs.

use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use serde::Deserialize;
use tilewright_match3::SkilledBot;
use tilewright_match3_design::{Placement, Style, Symmetry};

use super::super::regions::PaintedRegions;
use super::super::toml_file;
use super::line::{LevelTarget, Line, Points, Quantity, Saw};
use super::mechanics::{self, Introduction};
use super::stretch::{Goals, Stretch};
use crate::{Host, Input, Refusal, TextValue};

/// The maximum number of levels of a pack: more than games have, and each is compared with all.
const MOST: u32 = 10_000;

/// The tolerance of each level, as a share of that of a single one: the difficulties of successive
/// levels of a curve are close together. Chosen: a smaller one takes games with the inverse of its
/// square.
pub(super) const PRECISION: f64 = 0.5;

/// The hint for a curve that cannot be read.
const KEYS: &str = "a curve has the keys levels, goal and difficulty = [[1, 20], [50, 32]] (or win_rate, pass_rate or attempts), \
                    saw, breathers, introduce, widen, [[stretch]], and these of \
                    {match3/generate}: rows, columns, colors, rules, kinds, symmetry, style, where, regions, bot, template";

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
    goal: Option<Goals>,
    bot: Option<TextValue<SkilledBot>>,
    kinds: Option<Vec<String>>,
    symmetry: Option<Symmetry>,
    style: Option<Style>,
    r#where: Option<Vec<TextValue<Placement>>>,
    /// Painted regions that placements name.
    regions: Option<PaintedRegions>,
    moves: Option<u32>,
    /// Points of the number of a level, from 1, and its mean swaps.
    difficulty: Option<Points>,
    /// Points of the number of a level and its win rate within the moves.
    win_rate: Option<Points>,
    /// Points of the number of a level and its pass rate of people.
    pass_rate: Option<Points>,
    /// Points of the number of a level and the mean attempts of people.
    attempts: Option<Points>,
    saw: Option<Saw>,
    /// Levels that are easier than the line, each with how much.
    #[serde(default)]
    breathers: Points,
    /// Mechanics, each with the level that shows it first.
    #[serde(default)]
    introduce: Vec<Introduction>,
    /// The boards of stretches; where two have a level, the later one counts.
    #[serde(default)]
    stretch: Vec<Stretch>,
    /// What may be given up for levels that are not found else.
    #[serde(default)]
    pub(super) widen: Allowance,
    /// How much any two levels differ at least: a share of their special cells.
    #[serde(default = "min_difference")]
    pub(super) min_difference: f64,
}

/// What may be given up for levels that are not found: nothing if the curve does not say so.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Allowance {
    /// How many moves more or fewer a level may have.
    pub(super) moves: u32,
    /// By how many times the tolerance may grow; none: it does not.
    pub(super) tolerance: Option<f64>,
    /// How much levels differ still.
    pub(super) min_difference: Option<f64>,
}

impl Allowance {
    /// Whether anything may be given up.
    pub(super) const fn is_any(&self) -> bool {
        self.moves > 0 || self.tolerance.is_some() || self.min_difference.is_some()
    }

    fn check(&self) -> anyhow::Result<()> {
        let Self { tolerance, min_difference, .. } = *self;
        ensure!(
            tolerance.is_none_or(|it| (1.0..=4.0).contains(&it)),
            "widen has tolerance = {}, expected a factor from 1 to 4",
            tolerance.unwrap_or_default()
        );
        ensure!(
            min_difference.is_none_or(|it| (0.0..=0.9).contains(&it)),
            "widen has min_difference = {}, expected a share from 0 to 0.9",
            min_difference.unwrap_or_default()
        );
        Ok(())
    }
}

/// How much two levels of a pack differ: of 40 special cells about 16 are others, which players notice; with much
/// more, late levels of a long pack are hard to find. Chosen.
const fn min_difference() -> f64 {
    0.3
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

        let line = self.line()?;
        line.check()?;
        mechanics::check(&self.introduce)?;
        self.widen.check()?;
        self.check_stretches()?;
        let lacks_kinds = |number: &u32| {
            self.mechanics(*number).is_empty()
                && self.board(*number).1.kinds.is_none_or(|it| it.is_empty())
        };
        if let Some(number) = (1..=*levels).find(lacks_kinds) {
            bail!(
                "level {number} has no kinds: introduce a mechanic there, or name kinds for all levels"
            );
        }

        let key = line.quantity;
        match self.moves {
            Some(_) if !key.needs_moves() => {
                bail!("moves needs a curve of win_rate, but this one is of difficulty")
            }
            Some(0) => bail!("win_rate needs moves, at least 1"),
            _ => {}
        }
        let lacks = |number: &u32| self.board(*number).1.moves.is_none_or(|it| it == 0);
        if key.needs_moves()
            && let Some(number) = (1..=*levels).find(lacks)
        {
            bail!(
                "win_rate, pass_rate and attempts need moves, at least 1, but level {number} has none"
            );
        }
        Ok(())
    }

    fn check_stretches(&self) -> anyhow::Result<()> {
        for (at, stretch) in (1..).zip(&self.stretch) {
            let (from, to) =
                (stretch.from.unwrap_or(1), stretch.to.unwrap_or(self.levels));
            ensure!(
                (1..=to).contains(&from) && to <= self.levels,
                "stretch {at} is from {from} to {to}, expected levels from 1 to {} in ascending order",
                self.levels
            );
        }
        Ok(())
    }

    /// The wanted values.
    fn line(&self) -> anyhow::Result<Line<'_>> {
        let asked = [
            (Quantity::Swaps, &self.difficulty),
            (Quantity::WinRate, &self.win_rate),
            (Quantity::PassRate, &self.pass_rate),
            (Quantity::Attempts, &self.attempts),
        ];
        let mut asked =
            asked.into_iter().filter_map(|(key, points)| Some((key, points.as_ref()?)));
        let (Some((quantity, points)), None) = (asked.next(), asked.next()) else {
            bail!(
                "expected one of the keys difficulty, win_rate, pass_rate and attempts, and no other of them"
            );
        };
        Ok(Line { quantity, points, saw: self.saw, breathers: &self.breathers })
    }

    /// Whether its values are those of people.
    pub(super) const fn is_of_people(&self) -> bool {
        self.pass_rate.is_some() || self.attempts.is_some()
    }

    /// What the level of a number is asked for.
    pub(super) fn wanted(&self, number: u32) -> LevelTarget {
        let line = self.line().expect("a curve that was read has been checked");
        line.at(number, self.board(number).1.moves)
    }

    /// The board of a level: the number of its stretch, 0 for that of all levels, and its keys.
    pub(super) fn board(&self, number: u32) -> (usize, Stretch) {
        let all = self.all();
        let found = (1..).zip(&self.stretch).filter(|(_, it)| it.has(number)).last();
        found.map_or_else(|| (0, all.clone()), |(at, stretch)| (at, stretch.over(&all)))
    }

    /// The kinds that a level has for its mechanics. A stretch that names kinds has those alone.
    pub(super) fn mechanics(&self, number: u32) -> Vec<&str> {
        let stretch = self.stretch.iter().rfind(|it| it.has(number));
        if stretch.is_some_and(|it| it.kinds.is_some()) {
            return Vec::new();
        }
        mechanics::at(&self.introduce, number)
    }

    /// The names of a level's mechanics: of a stretch with kinds of its own, in a pack that introduces mechanics, those kinds.
    pub(super) fn names_of_mechanics(&self, number: u32) -> Vec<String> {
        let (_, board) = self.board(number);
        let words = match self.mechanics(number) {
            none if none.is_empty() && !self.introduce.is_empty() => {
                board.kinds.unwrap_or_default()
            }
            words => words.into_iter().map(str::to_owned).collect(),
        };
        let name = |word: &String| word.split(':').next().unwrap_or_default().to_owned();
        words.iter().map(name).collect()
    }

    /// The board of all levels. Without kinds and mechanics it has obstacles.
    fn all(&self) -> Stretch {
        let usual = || self.introduce.is_empty().then(|| vec!["obstacle".to_owned()]);
        Stretch {
            from: None,
            to: None,
            rows: self.rows,
            columns: self.columns,
            colors: self.colors,
            template: self.template.clone(),
            rules: self.rules.clone(),
            goal: self.goal.clone(),
            bot: self.bot,
            kinds: self.kinds.clone().or_else(usual),
            symmetry: self.symmetry,
            style: self.style.clone(),
            r#where: self.r#where.clone(),
            regions: self.regions.clone(),
            moves: self.moves,
        }
    }

    /// A file that the curve names; its path is relative to the curve.
    pub(super) fn beside(input: &Input, file: &str) -> Input {
        let folder = match input {
            Input::Name(name) => Path::new(name).parent(),
            Input::Document(_) => None,
        };
        let path = folder.map_or_else(|| file.into(), |folder| folder.join(file));
        Input::Name(path.to_string_lossy().into_owned())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tilewright_match3_design::Difficulty;

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
        let expected = [1.0, 1.0, 0.99, 0.98]
            .map(|rate| LevelTarget::Bot(Difficulty::WinRate { rate, moves: 20 }));
        assert_eq!(wanted, expected);
        let refused: Curve = toml::from_str(&text.replace("1.0]", "0.999]")).unwrap();
        let error = refused.check().unwrap_err().to_string();
        assert!(error.contains("100% for no loss in 3000 games, found 99.9%"), "{error}");
    }

    #[test]
    fn values_lie_on_the_line_between_points() {
        let curve: Curve = toml::from_str(TEXT).unwrap();
        let wanted: Vec<_> = (1..=5).map(|number| curve.wanted(number)).collect();
        let expected = [13.5, 13.5, 14.75, 16.0, 16.0]
            .map(|swaps| LevelTarget::Bot(Difficulty::Swaps(swaps)));
        assert_eq!(wanted, expected);
    }

    #[test]
    fn the_last_stretch_that_has_a_level_counts() {
        let text = format!(
            "{TEXT}introduce = [[\"blocked1\", 1]]\n[[stretch]]\nfrom = 2\ncolors = 4\nrows = 6\n\
             [[stretch]]\nfrom = 4\nto = 4\nkinds = [\"overlay1\"]\n"
        );
        let curve: Curve = toml::from_str(&text).unwrap();
        curve.check().unwrap();
        let boards = [1, 2, 4, 5].map(|number| {
            let (at, board) = curve.board(number);
            (at, board.rows, board.colors, curve.mechanics(number).len())
        });
        let second = (1, Some(6), Some(4), 1);
        assert_eq!(boards, [(0, None, None, 1), second, (2, None, None, 0), second]);
    }

    proptest! {
        #[test]
        fn no_text_upsets_the_reader(at in 0..TEXT.len(), put in "[\\[\\],.=\"0-9a-z-]{0,6}") {
            let mut text = TEXT.to_owned();
            text.replace_range(at..=at, &put);
            let Ok(curve) = toml::from_str::<Curve>(&text) else { return Ok(()) };
            if curve.check().is_ok() {
                let _ = (curve.wanted(1), curve.wanted(curve.levels));
            }
        }
    }
}
