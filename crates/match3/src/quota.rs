//! How many cells of a kind a level may have.

use std::{fmt, ops::RangeInclusive, str::FromStr};

use serde::Serialize;

use crate::Kind;

/// A kind that may be placed, and how many cells of it there are to be, fixed ones included.
///
/// ```
/// use tilewright_match3::{Kind, Quota};
///
/// assert_eq!("obstacle:2-4".parse(), Ok(Quota { kind: Kind::Obstacle, least: 2, most: 4 }));
/// assert_eq!("overlay1".parse::<Quota>(), Ok(Kind::Overlay1.into()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// The kind.
    pub kind: Kind,
    /// The fewest cells of it.
    pub least: u32,
    /// The most cells of it.
    pub most: u32,
}

impl Quota {
    /// The counts that fulfil it.
    pub const fn range(self) -> RangeInclusive<u32> {
        self.least..=self.most
    }

    /// How far a count is from fulfilling it.
    pub(crate) const fn off(self, count: u32) -> u32 {
        self.least.saturating_sub(count) + count.saturating_sub(self.most)
    }
}

/// As many as one likes.
impl From<Kind> for Quota {
    fn from(kind: Kind) -> Self {
        Self { kind, least: 0, most: u32::MAX }
    }
}

/// A word that is no quota.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownQuota {
    /// Its kind does not exist or cannot be placed.
    #[error("`{0}` is no kind to place, expected one of {keys}", keys = keys())]
    Kind(String),
    /// Its count is none.
    #[error("`{0}` is no count: write KIND, KIND:COUNT or KIND:LEAST-MOST")]
    Count(String),
}

fn keys() -> String {
    Kind::SPECIALS.map(Kind::key).join(", ")
}

impl FromStr for Quota {
    type Err = UnknownQuota;

    /// Reads `KIND`, `KIND:COUNT` or `KIND:LEAST-MOST`, of a kind that can be placed.
    fn from_str(text: &str) -> Result<Self, UnknownQuota> {
        let (key, count) =
            text.split_once(':').map_or((text, None), |(k, c)| (k, Some(c)));
        let kind = key.parse().ok().filter(|kind: &Kind| kind.is_special());
        let kind = kind.ok_or_else(|| UnknownQuota::Kind(key.to_owned()))?;
        let Some(count) = count else { return Ok(kind.into()) };
        let (least, most) = count.split_once('-').unwrap_or((count, count));
        match (least.parse(), most.parse()) {
            (Ok(least), Ok(most)) if least <= most => Ok(Self { kind, least, most }),
            _ => Err(UnknownQuota::Count(count.to_owned())),
        }
    }
}

impl fmt::Display for Quota {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self { kind, least: 0, most: u32::MAX } => write!(f, "{kind}"),
            Self { kind, least, most } if least == most => write!(f, "{kind}:{least}"),
            Self { kind, least, most } => write!(f, "{kind}:{least}-{most}"),
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
