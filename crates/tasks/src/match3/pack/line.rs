//! What a curve asks of its levels: a line between points, with saw teeth and breathers.

use anyhow::{anyhow, bail, ensure};
use serde::Deserialize;
use tilewright_match3_design::Difficulty;

use super::super::people_search::PeopleTarget;
use super::super::target::WinRate;

/// Points of the number of a level, from 1, and a value.
pub(super) type Points = Vec<(u32, f64)>;

/// What a level is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum LevelTarget {
    /// Of the bot.
    Bot(Difficulty),
    /// Of people, within a number of moves.
    People(PeopleTarget, u32),
}

/// The quantity of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    Swaps,
    WinRate,
    PassRate,
    Attempts,
}

impl Quantity {
    const fn key(self) -> &'static str {
        match self {
            Self::Swaps => "difficulty",
            Self::WinRate => "win_rate",
            Self::PassRate => "pass_rate",
            Self::Attempts => "attempts",
        }
    }

    /// Its least and its largest value. Of people, a model says little beyond 3 and 97 %.
    const fn range(self) -> (f64, f64) {
        match self {
            Self::Swaps => (1.0, 1000.0),
            Self::WinRate => (0.01, 1.0),
            Self::PassRate => (0.03, 0.97),
            Self::Attempts => (1.05, 20.0),
        }
    }

    pub(super) const fn needs_moves(self) -> bool {
        !matches!(self, Self::Swaps)
    }
}

/// The wanted values of all levels.
pub(super) struct Line<'a> {
    pub(super) quantity: Quantity,
    pub(super) points: &'a [(u32, f64)],
    pub(super) saw: Option<Saw>,
    pub(super) breathers: &'a [(u32, f64)],
}

/// Teeth: the first level of each is easier than the line, and the last is on it.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Saw {
    /// The number of levels of a tooth.
    every: u32,
    /// How much easier its first level is: points of a rate from 0 to 1, or a share of the swaps or of the attempts beyond the first.
    drop: f64,
}

impl Line<'_> {
    pub(super) fn check(&self) -> anyhow::Result<()> {
        let (key, points) = (self.quantity.key(), self.points);
        ensure!(
            !points.is_empty() && points.is_sorted_by(|a, b| a.0 < b.0),
            "expected {key} to have points [level, value], in ascending order of the levels"
        );

        let (low, high) = self.quantity.range();
        for &(level, value) in points {
            ensure!(
                (low..=high).contains(&value) && level > 0,
                "{key} has the point [{level}, {value}], expected levels from 1 and values from {low} to {high}"
            );
            if self.quantity == Quantity::WinRate {
                WinRate::try_from(value).map_err(|error| {
                    anyhow!("{key}, the point of level {level}: {error}")
                })?;
            }
        }

        if let Some(Saw { every, drop }) = self.saw {
            ensure!(
                every > 1 && (0.0..1.0).contains(&drop),
                "saw has every = {every} and drop = {drop}, expected teeth of at least 2 levels and a drop from 0 to 1"
            );
        }
        for &(level, drop) in self.breathers {
            if level == 0 || !(0.0..1.0).contains(&drop) {
                bail!(
                    "breathers has [{level}, {drop}], expected levels from 1 and drops from 0 to 1"
                );
            }
        }
        Ok(())
    }

    /// What the level of a number is asked for, within these moves: linear between two points, constant before the first and
    /// after the last one, and easier where a tooth begins and at a breather. A win rate between those that games can prove and 1 is the nearest
    /// of them.
    pub(super) fn at(&self, number: u32, moves: Option<u32>) -> LevelTarget {
        let (line, drop) = (between(self.points, number), self.drop(number));
        let (low, high) = self.quantity.range();
        let moves = moves.unwrap_or(u32::MAX);
        match self.quantity {
            Quantity::Swaps => {
                LevelTarget::Bot(Difficulty::Swaps((line * (1.0 - drop)).max(low)))
            }
            Quantity::WinRate => {
                let rate = Difficulty::provable((line + drop).min(high));
                LevelTarget::Bot(Difficulty::WinRate { rate, moves })
            }
            Quantity::PassRate => LevelTarget::People(
                PeopleTarget::PassRate((line + drop).min(high)),
                moves,
            ),
            Quantity::Attempts => {
                let attempts = 1.0 + (line - 1.0) * (1.0 - drop);
                LevelTarget::People(PeopleTarget::Attempts(attempts.max(low)), moves)
            }
        }
    }

    fn drop(&self, number: u32) -> f64 {
        let tooth = self.saw.map_or(0.0, |Saw { every, drop }| {
            let place = f64::from((number - 1) % every) / f64::from(every - 1);
            drop * (1.0 - place)
        });
        let breather = self.breathers.iter().find(|(level, _)| *level == number);
        tooth.max(breather.map_or(0.0, |&(_, drop)| drop))
    }
}

fn between(points: &[(u32, f64)], number: u32) -> f64 {
    let behind = points.partition_point(|&(level, _)| level <= number);
    let (Some(&(from, low)), Some(&(to, high))) =
        (points[..behind].last(), points.get(behind))
    else {
        return points[behind.saturating_sub(1)].1;
    };
    low + (high - low) * f64::from(number - from) / f64::from(to - from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_level_of_a_tooth_is_easier_and_its_last_is_on_the_line() {
        let saw = Some(Saw { every: 5, drop: 0.2 });
        let points = [(1, 0.6)];
        let breathers = [(5, 0.3)];
        let line = Line {
            quantity: Quantity::PassRate,
            points: &points,
            saw,
            breathers: &breathers,
        };
        line.check().unwrap();
        let at = |number| match line.at(number, Some(20)) {
            LevelTarget::People(PeopleTarget::PassRate(rate), 20) => {
                (100.0 * rate).round() as u32
            }
            other => panic!("{other:?}"),
        };
        let seen: Vec<_> = (1..=6).map(at).collect();
        assert_eq!(seen, [80, 75, 70, 65, 90, 80]);
        let swaps =
            Line { quantity: Quantity::Swaps, points: &[(1, 20.0)], saw, breathers: &[] };
        assert_eq!(swaps.at(1, None), LevelTarget::Bot(Difficulty::Swaps(16.0)));
        let attempts = Line {
            quantity: Quantity::Attempts,
            points: &[(1, 3.0)],
            saw,
            breathers: &[],
        };
        let LevelTarget::People(PeopleTarget::Attempts(mean), _) =
            attempts.at(1, Some(9))
        else {
            panic!()
        };
        assert!((mean - 2.6).abs() < 1e-9);
    }
}
