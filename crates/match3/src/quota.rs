//! The number of cells of a kind.

use std::{fmt, ops::RangeInclusive, str::FromStr};

use serde::Serialize;

use crate::Kind;

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
    pub(crate) const fn off(self, count: u32) -> u32 {
        self.min.saturating_sub(count) + count.saturating_sub(self.max)
    }
}

/// Any number of cells.
impl From<Kind> for Quota {
    fn from(kind: Kind) -> Self {
        Self { kind, min: 0, max: u32::MAX }
    }
}

/// A word that is not a quota.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownQuota {
    /// The kind does not exist or cannot be placed.
    #[error("unknown kind `{0}`: expected one of {keys}", keys = keys())]
    Kind(String),
    /// The count is malformed.
    #[error("bad count `{0}`: expected KIND, KIND:COUNT or KIND:MIN-MAX")]
    Count(String),
}

fn keys() -> String {
    Kind::SPECIALS.map(Kind::key).join(", ")
}

impl FromStr for Quota {
    type Err = UnknownQuota;

    /// Reads `KIND`, `KIND:COUNT` or `KIND:MIN-MAX`; the kind must be special.
    fn from_str(text: &str) -> Result<Self, UnknownQuota> {
        let (key, count) =
            text.split_once(':').map_or((text, None), |(k, c)| (k, Some(c)));
        let kind = key.parse().ok().filter(|kind: &Kind| kind.is_special());
        let kind = kind.ok_or_else(|| UnknownQuota::Kind(key.to_owned()))?;
        let Some(count) = count else { return Ok(kind.into()) };
        let (min, max) = count.split_once('-').unwrap_or((count, count));
        match (min.parse(), max.parse()) {
            (Ok(min), Ok(max)) if min <= max => Ok(Self { kind, min, max }),
            _ => Err(UnknownQuota::Count(count.to_owned())),
        }
    }
}

impl fmt::Display for Quota {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self { kind, min: 0, max: u32::MAX } => write!(f, "{kind}"),
            Self { kind, min, max } if min == max => write!(f, "{kind}:{min}"),
            Self { kind, min, max } => write!(f, "{kind}:{min}-{max}"),
        }
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
