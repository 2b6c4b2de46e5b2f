//! The file that says how hard each level of a pack is to be.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde::Deserialize;
use serde_json::Value;
use tilewright_grid::Size;
use tilewright_match3::{
    DifficultyWish, Goal, Player, Quota, Symmetry, Template, Wanted,
};

use super::levels::{MOST as MOST_BYTES, read_template};
use super::rules::set_rules;
use crate::{Host, Input, Refusal, Refuse as _, input};

/// The most levels of a pack.
const MOST: u32 = 10_000;

/// What a curve says.
const KEYS: &str = "a curve has levels, goal and difficulty = [[1, 20], [50, 32]], and what \
                    {match3/generate} takes: rows, columns, colors, kinds, symmetry, bot, template";

/// A curve, as its file says it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Curve {
    /// How many levels.
    pub(super) levels: u32,
    rows: Option<u32>,
    columns: Option<u32>,
    colors: Option<u32>,
    template: Option<String>,
    goal: Goals,
    #[serde(default = "article")]
    bot: Player,
    #[serde(default = "obstacle")]
    kinds: Vec<String>,
    #[serde(default)]
    symmetry: Symmetry,
    /// Points: the number of a level, from 1, and its mean swaps.
    difficulty: Option<Vec<(u32, f64)>>,
    /// Points: the number of a level and the share of games won within the moves.
    win_rate: Option<Vec<(u32, f64)>>,
    moves: Option<u32>,
    /// In how many cells any two levels differ at least, as a share.
    #[serde(default = "apart")]
    apart: f64,
}

/// One goal or several.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "goal is a word such as \"collect:30\", or a list of them")]
enum Goals {
    One(String),
    Several(Vec<String>),
}

fn article() -> Player {
    Player::from(tilewright_match3::Strategy::Seed)
}

fn obstacle() -> Vec<String> {
    vec!["obstacle".to_owned()]
}

const fn apart() -> f64 {
    0.15
}

impl Curve {
    /// Reads a curve: TOML by its name, or the document.
    pub(super) fn read(host: &dyn Host, input: &Input) -> Result<Self, Refusal> {
        let read = match input {
            Input::Document(document) => {
                let document = Value::Object(document.clone());
                serde_json::from_value(document).map_err(anyhow::Error::new)
            }
            Input::Name(_) => {
                let text = input.bytes(host, MOST_BYTES);
                let text = text.and_then(|bytes| input::text(bytes, 1));
                let text = text.with_context(|| input.to_string())?;
                toml::from_str(&text).map_err(anyhow::Error::new)
            }
        };
        let curve: Self = read.with_context(|| input.to_string()).hint(KEYS)?;
        curve.check().with_context(|| input.to_string())?;
        Ok(curve)
    }

    fn check(&self) -> anyhow::Result<()> {
        if !(1..=MOST).contains(&self.levels) {
            return Err(anyhow!("levels is {}, expected 1 to {MOST}", self.levels));
        }
        if !(0.0..=0.9).contains(&self.apart) {
            return Err(anyhow!(
                "apart is {}, expected a share from 0 to 0.9",
                self.apart
            ));
        }
        let (key, points, range) = match (&self.difficulty, &self.win_rate, self.moves) {
            (Some(_), None, Some(_)) => {
                return Err(anyhow!("moves belongs to a curve of win_rate"));
            }
            (Some(points), None, None) => ("difficulty", points, 1.0..=1000.0),
            (None, Some(points), Some(1..)) => ("win_rate", points, 0.01..=0.99),
            (None, Some(_), _) => {
                return Err(anyhow!("win_rate needs moves, at least 1"));
            }
            _ => return Err(anyhow!("expected either difficulty or win_rate")),
        };
        if points.is_empty() || !points.is_sorted_by(|a, b| a.0 < b.0) {
            return Err(anyhow!(
                "{key} needs points [level, value], their levels ascending"
            ));
        }
        for &(level, value) in points {
            if !range.contains(&value) || level == 0 {
                let (low, high) = (range.start(), range.end());
                return Err(anyhow!(
                    "{key} has the point [{level}, {value}], expected levels from 1 and values from {low} to {high}"
                ));
            }
        }
        Ok(())
    }

    /// How hard the level of that number is to be: on the line between two points, as the
    /// first before them and as the last behind them.
    pub(super) fn wanted(&self, number: u32) -> Wanted {
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
            (Some(points), _, _) => Wanted::Swaps(between(points)),
            (None, Some(points), Some(moves)) => {
                Wanted::WinRate { rate: between(points), moves }
            }
            _ => unreachable!("a curve that was read has been checked"),
        }
    }

    /// Its template, if it has one, which lies beside the curve.
    fn template(&self, beside: &Input) -> Option<Input> {
        let file = self.template.as_ref()?;
        let folder = match beside {
            Input::Name(name) => Path::new(name).parent(),
            Input::Document(_) => None,
        };
        let path = folder.map_or_else(|| file.into(), |folder| folder.join(file));
        Some(Input::Name(path.to_string_lossy().into_owned()))
    }

    /// The wish for its first level.
    pub(super) fn wish(
        &self,
        host: &dyn Host,
        input: &Input,
    ) -> Result<DifficultyWish, Refusal> {
        let name = || input.to_string();
        let mut template = if let Some(template) = self.template(input) {
            read_template(host, &template)?
        } else {
            let size = Size::new(self.rows.unwrap_or(9), self.columns.unwrap_or(9));
            Template::open(size).with_context(name)?
        };
        let goals = self.goals().with_context(name)?;
        set_rules(&mut template, &goals, self.colors, None)?;
        let kinds = self.kinds.iter().map(|word| word.parse());
        Ok(DifficultyWish {
            template,
            kinds: kinds.collect::<Result<Vec<Quota>, _>>().with_context(name)?,
            symmetry: self.symmetry,
            wanted: self.wanted(1),
            player: self.bot,
            others: Vec::new(),
            apart: self.apart,
            // Neighbours on a curve lie close together.
            precision: 0.5,
        })
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

    #[test]
    fn values_lie_on_the_line_between_points() {
        let curve: Curve = toml::from_str(TEXT).unwrap();
        let wanted: Vec<_> = (1..=5).map(|number| curve.wanted(number)).collect();
        let expected = [13.5, 13.5, 14.75, 16.0, 16.0].map(Wanted::Swaps);
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
