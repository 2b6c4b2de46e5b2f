//! The number of cells of a kind.

use std::{fmt, ops::RangeInclusive, str::FromStr};

use serde::Serialize;

use crate::{Kind, Template};

/// A kind that may be placed, with the minimum and maximum number of its cells, including fixed ones.
/// As a word it is `KIND`, `KIND:COUNT` or `KIND:MIN-MAX`.
///
/// ```
/// use tilewright_match3::{Kind, Quota};
///
/// assert_eq!("obstacle:2-4".parse(), Ok(Quota { kind: Kind::OBSTACLE, min: 2, max: 4 }));
/// assert_eq!("overlay1".parse::<Quota>(), Ok(Kind::OVERLAY1.into()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// The kind.
    pub kind: Kind,
    /// The minimum number of cells.
    pub min: u32,
    /// The maximum number of cells.
    pub max: u32,
}

impl Quota {
    /// The allowed numbers of cells.
    pub const fn range(self) -> RangeInclusive<u32> {
        self.min..=self.max
    }

    /// The distance of a count from the allowed ones.
    pub const fn off(self, count: u32) -> u32 {
        self.min.saturating_sub(count) + count.saturating_sub(self.max)
    }
}

/// Any number of cells.
impl From<Kind> for Quota {
    fn from(kind: Kind) -> Self {
        Self { kind, min: 0, max: u32::MAX }
    }
}

/// A quota of a kind that is known by its name only, since the rules decide what the name means. As a
/// word it is `KIND`, `KIND:COUNT` or `KIND:MIN-MAX`.
///
/// ```
/// use tilewright_match3::{NamedQuota, Preset, Ruleset, Template};
/// use tilewright_grid::Size;
///
/// let board = Template::open(Size::new(9, 9))?.with_rules(Ruleset::preset(Preset::Royal))?;
/// let quota = "grass1:10-20".parse::<NamedQuota>()?.under(&board)?;
/// assert_eq!((board.name_of(quota.kind), quota.max), ("._grass1".to_owned(), 20));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedQuota {
    name: String,
    min: u32,
    max: u32,
}

impl NamedQuota {
    /// The quota under the rules of a template; see [`Template::kind`].
    ///
    /// # Errors
    /// When the rules have no kind of this name, or it cannot be placed.
    pub fn under(&self, template: &Template) -> Result<Quota, UnknownQuota> {
        let kind = template.kind(&self.name)?;
        if !kind.is_special() || template.rules().is_spent(kind) {
            return Err(template.unknown(&self.name));
        }
        if template.rules().is_of_big_block(kind) {
            return Err(UnknownQuota::Big(self.name.clone()));
        }
        Ok(Quota { kind, min: self.min, max: self.max })
    }
}

/// A kind of `classic` with its counts.
impl From<Quota> for NamedQuota {
    fn from(Quota { kind, min, max }: Quota) -> Self {
        Self { name: kind.key().to_owned(), min, max }
    }
}

impl FromStr for NamedQuota {
    type Err = UnknownQuota;

    fn from_str(text: &str) -> Result<Self, UnknownQuota> {
        let (name, count) =
            text.split_once(':').map_or((text, None), |(k, c)| (k, Some(c)));
        let name = name.to_owned();

        if name.is_empty() {
            return Err(UnknownQuota::Kind(name));
        }

        let Some(count) = count else { return Ok(Self { name, min: 0, max: u32::MAX }) };
        let (min, max) = count.split_once('-').unwrap_or((count, count));

        match (min.parse(), max.parse()) {
            (Ok(min), Ok(max)) if min <= max => Ok(Self { name, min, max }),
            _ => Err(UnknownQuota::Count(count.to_owned())),
        }
    }
}

impl fmt::Display for NamedQuota {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_quota(f, &self.name, self.min, self.max)
    }
}

/// A word that is not a quota.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownQuota {
    /// The rules have no such kind, or it cannot be placed.
    #[error(
        "unknown kind `{name}`: expected one of {kinds}{}",
        if *.has_pieces { ", or a cell with a piece, as layouts name it" } else { "" }
    )]
    Token {
        /// The name.
        name: String,
        /// The kinds that the rules have.
        kinds: String,
        /// Whether the rules have pieces.
        has_pieces: bool,
        /// The names of the kinds one by one, such as `box1`.
        known: Vec<String>,
    },
    /// The kind does not exist or cannot be placed.
    #[error("unknown kind `{0}`: expected one of {keys}", keys = keys())]
    Kind(String),
    /// The kind fills several cells, which the generator does not place.
    #[error(
        "`{0}` fills several cells: put it into a template, generators do not place it"
    )]
    Big(String),
    /// The count is malformed.
    #[error("bad count `{0}`: expected KIND, KIND:COUNT or KIND:MIN-MAX")]
    Count(String),
}

fn keys() -> String {
    Kind::SPECIALS.map(Kind::key).join(", ")
}

impl FromStr for Quota {
    type Err = UnknownQuota;

    /// Reads `KIND`, `KIND:COUNT` or `KIND:MIN-MAX`; the kind must be a special one of `classic`.
    fn from_str(text: &str) -> Result<Self, UnknownQuota> {
        let NamedQuota { name, min, max } = text.parse()?;
        let kind = name.parse().ok().filter(|kind: &Kind| kind.is_special());
        let kind = kind.ok_or(UnknownQuota::Kind(name))?;
        Ok(Self { kind, min, max })
    }
}

impl fmt::Display for Quota {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_quota(f, self.kind.key(), self.min, self.max)
    }
}

/// Writes the word of a quota.
pub fn write_quota(
    to: &mut impl fmt::Write,
    name: &str,
    min: u32,
    max: u32,
) -> fmt::Result {
    match (min, max) {
        (0, u32::MAX) => write!(to, "{name}"),
        (min, max) if min == max => write!(to, "{name}:{min}"),
        (min, max) => write!(to, "{name}:{min}-{max}"),
    }
}

/// Writes the word that [`FromStr`] reads.
impl Serialize for Quota {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lead_back_to_their_quota() {
        for word in ["obstacle", "blocked1:3", "overlay4:0-7"] {
            assert_eq!(word.parse::<Quota>().unwrap().to_string(), word);
        }
    }

    #[test]
    fn what_is_no_quota_is_refused() {
        for word in
            ["", "crate", "hole", "ordinary", "obstacle:", "obstacle:x", "obstacle:4-2"]
        {
            assert!(word.parse::<Quota>().is_err(), "{word}");
        }
    }
}
