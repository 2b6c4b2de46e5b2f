//! How many of a part are drawn.

use std::fmt;
use std::str::FromStr;

use super::{BoardPart, PartProblem};
use crate::RequestError;

/// How many of a part are drawn beside those of the template. As a word it is `PART`, which is 1 to 3 of them, `PART:COUNT` or
/// `PART:MIN-MAX`.
///
/// ```
/// use tilewright_match3_design::PartQuota;
///
/// let quota: PartQuota = "portals:1-2".parse()?;
/// assert_eq!((quota.min, quota.max, quota.to_string()), (1, 2, "portals:1-2".to_owned()));
/// assert!("tunnels:2".parse::<PartQuota>().is_err());
/// # Ok::<(), tilewright_match3_design::UnknownPart>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartQuota {
    /// The part.
    pub part: BoardPart,
    /// The minimum number.
    pub min: u32,
    /// The maximum number.
    pub max: u32,
}

/// How many are drawn where no number is asked for. Chosen.
const USUAL: (u32, u32) = (1, 3);
/// The most of one part: a board of the largest size has that many columns.
const MOST: u32 = 64;

/// A text that is not a part with its number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownPart {
    /// There is no such part.
    #[error("unknown part `{0}`: expected exits, portals, conveyors or supply")]
    Name(String),
    /// The number is malformed, or out of range.
    #[error(
        "bad count `{0}`: expected PART, PART:COUNT or PART:MIN-MAX, from 1 to {MOST}"
    )]
    Count(String),
}

impl FromStr for PartQuota {
    type Err = UnknownPart;

    fn from_str(text: &str) -> Result<Self, UnknownPart> {
        let (name, count) =
            text.split_once(':').map_or((text, None), |(k, c)| (k, Some(c)));
        let part = BoardPart::named(name);
        let part = part.ok_or_else(|| UnknownPart::Name(name.to_owned()))?;
        let (min, max) = match count {
            None => USUAL,
            Some(count) => {
                let (min, max) = count.split_once('-').unwrap_or((count, count));
                let both = min.parse().ok().zip(max.parse().ok());
                both.filter(|&(min, max)| 1 <= min && min <= max && max <= MOST)
                    .ok_or_else(|| UnknownPart::Count(count.to_owned()))?
            }
        };
        Ok(Self { part, min, max })
    }
}

/// The text that [`FromStr`] reads.
impl fmt::Display for PartQuota {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { part, min, max } = self;
        match (min, max) {
            both if both == (&USUAL.0, &USUAL.1) => write!(f, "{part}"),
            (min, max) if min == max => write!(f, "{part}:{min}"),
            (min, max) => write!(f, "{part}:{min}-{max}"),
        }
    }
}

impl PartQuota {
    pub(super) fn refused(self, problem: PartProblem) -> RequestError {
        RequestError::Part { quota: self, problem: Box::new(problem) }
    }
}
