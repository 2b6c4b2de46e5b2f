//! How like a level is to given ones.

use std::fmt;

use serde::Serialize;
use tilewright_match3::{Kind, Level};

use super::pattern::{Pattern, once_a_level, patterns, symbol};
use super::{Examples, images, shared};

/// How like a level is to [`Examples`]. A *pattern* is the kinds of the 3 × 3 cells around a special cell, what is outside the
/// board included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Likeness {
    /// The share of the patterns of the level that one of the examples has anywhere, from 0 to 1; 1 without special cells. The
    /// level itself, if it is among them, does not count.
    pub known: f64,
    /// The mean of the same share over the examples, each beside the others.
    pub usual: f64,
    /// The least share of the special cells of the level that differ from one of the examples or a mirror image of it, from 0 to
    /// 1; 1 if no other example has its size.
    pub differs: f64,
}

/// The likeness in a line.
impl fmt::Display for Likeness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [known, usual, differs] =
            [self.known, self.usual, self.differs].map(|share| (100.0 * share).round());
        write!(f, "likeness: {known} % of its patterns are known")?;
        write!(f, " ({usual} % of those of a given level, from the others)")?;
        write!(f, "; differs from the nearest one in {differs} % of its special cells")
    }
}

impl Examples {
    /// How like a level is to these.
    pub fn likeness(&self, level: &Level) -> Likeness {
        let mut kinds = vec![Kind::ORDINARY];
        for &kind in self.levels.iter().flat_map(|level| level.cells().values()) {
            if kind.is_special() && !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let cells_of = |level: &Level| {
            let cells = level.cells().values().iter();
            cells.map(|&kind| symbol(&kinds, kind)).collect::<Vec<u8>>()
        };
        let each: Vec<Vec<Pattern>> =
            self.levels.iter().map(|level| around(level, &cells_of(level))).collect();

        // The patterns with the number of levels that have them.
        let all = once_a_level(&each);
        let levels_with = |pattern: &Pattern| {
            let first = all.partition_point(|other| other < pattern);
            all[first..].iter().take(2).filter(|other| *other == pattern).count()
        };
        let share = |own: &[Pattern], beside: usize| {
            let known =
                own.iter().filter(|pattern| levels_with(pattern) > beside).count();
            if own.is_empty() { 1.0 } else { known as f64 / own.len() as f64 }
        };

        let is_same = |other: &&Level| other.cells() == level.cells();
        let is_example = self.levels.iter().any(|other| is_same(&other));
        let cells = cells_of(level);
        let known = share(&around(level, &cells), usize::from(is_example));
        let usual: f64 =
            each.iter().map(|own| share(own, 1)).sum::<f64>() / each.len() as f64;

        let kinds = level.cells().values().iter();
        let special = kinds.filter(|kind| kind.is_special()).count() as u32;
        let others = self
            .levels
            .iter()
            .filter(|other| !is_same(other) && other.size() == level.size());
        let nearest = others.flat_map(|other| images(other.size(), &cells_of(other)));
        let nearest = nearest.map(|other| shared(&cells, &other)).max().unwrap_or(0);
        let differs = match special {
            0 => 1.0,
            special => f64::from(special - nearest) / f64::from(special),
        };
        Likeness { known, usual, differs }
    }
}

/// The patterns around the special cells of a level.
fn around(level: &Level, cells: &[u8]) -> Vec<Pattern> {
    let kinds = level.cells().values();
    let all = patterns(level.size(), cells).into_iter().zip(kinds);
    all.filter(|(_, kind)| kind.is_special()).map(|(pattern, _)| pattern).collect()
}
