//! Which items each part of a run does.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use anyhow::anyhow;
use serde_with::{DeserializeFromStr, SerializeDisplay};

use crate::{Refusal, Refuse as _};

/// Part K of N of a run, written `2/5`.
///
/// ```
/// use tilewright_tasks::parts::Part;
///
/// let part: Part = "2/5".parse().unwrap();
/// assert_eq!(part.share(12), 2..4);
/// assert!("6/5".parse::<Part>().is_err());
/// ```
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    SerializeDisplay,
    DeserializeFromStr,
)]
pub struct Part {
    /// K, from 1.
    number: u32,
    of: u32,
}

impl FromStr for Part {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let numbers = word.split_once('/');
        let numbers = numbers.and_then(|(k, n)| k.parse().ok().zip(n.parse().ok()));
        let part = numbers.and_then(|(number, of)| Self::new(number, of));
        part.ok_or_else(|| {
            "expected K/N, such as 2/5 for the second of five parts".to_owned()
        })
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Part {
    /// The largest number of parts of a run.
    pub const MAX: u32 = 100_000;

    /// Part `number`, from 1, of `of`; `None` if there is no such part, or more than
    /// [`MAX`](Self::MAX).
    pub fn new(number: u32, of: u32) -> Option<Self> {
        ((1..=of).contains(&number) && of <= Self::MAX).then_some(Self { number, of })
    }

    /// Its number, from 1.
    pub const fn number(self) -> u32 {
        self.number
    }

    /// The number of parts of its run.
    pub const fn of(self) -> u32 {
        self.of
    }

    /// The numbers of its items, of `items` in all: a consecutive range; the sizes of all parts
    /// differ by at most 1.
    pub fn share(self, items: u64) -> Range<u64> {
        let (items, of) = (u128::from(items), u128::from(self.of));
        // At most `items`, which is less than 2^64.
        let bound = |parts: u32| (items * u128::from(parts) / of) as u64;
        bound(self.number - 1)..bound(self.number)
    }
}

/// Checks that every part of the run is given exactly once; `parts` must be sorted.
pub(super) fn check_all(parts: impl Iterator<Item = Part>) -> Result<(), Refusal> {
    let parts: Vec<_> = parts.collect();
    let of = parts.first().map_or(0, |part| part.of);
    if let Some(other) = parts.iter().find(|part| part.of != of) {
        return Err(anyhow!("part {other} does not belong to a run in {of} parts"))
            .hint("pass the parts of one run");
    }

    // The parts are sorted, so that equal ones are neighbours.
    let mut pairs = parts.iter().zip(parts.iter().skip(1));
    if let Some((twice, _)) = pairs.find(|(one, next)| one == next) {
        return Err(anyhow!("part {twice} is given twice")).hint("pass each part once");
    }

    let is_missing = |number: &u32| parts.iter().all(|part| part.number != *number);
    let missing: Vec<_> =
        (1..=of).filter(is_missing).map(|number| format!("{number}/{of}")).collect();
    match &missing[..] {
        [] => Ok(()),
        [one] => Err(anyhow!("part {one} is missing")).hint("run it and pass it"),
        shown => {
            let (more, max) = (shown.len().saturating_sub(20), shown.len().min(20));
            let rest =
                if more > 0 { format!(" and {more} others") } else { String::new() };
            let error = anyhow!("parts {}{rest} are missing", shown[..max].join(", "));
            Err(error).hint("run them and pass them")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Part;

    #[test]
    fn parts_share_all_items_out_evenly() {
        for (items, of) in [(10, 3), (2, 5), (0, 4), (u64::MAX, 7), (1000, 1)] {
            let mut next = 0;
            let mut sizes = Vec::new();
            for number in 1..=of {
                let share = Part { number, of }.share(items);
                assert_eq!(share.start, next);
                next = share.end;
                sizes.push(share.end - share.start);
            }

            assert_eq!(next, items);
            assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
        }
    }

    #[test]
    fn parts_are_written_as_they_are_read() {
        assert_eq!("2/5".parse::<Part>().unwrap().to_string(), "2/5");
        for wrong in ["", "2", "0/5", "6/5", "a/b", "1/100001", "-1/2"] {
            assert!(wrong.parse::<Part>().is_err(), "{wrong}");
        }
    }
}
