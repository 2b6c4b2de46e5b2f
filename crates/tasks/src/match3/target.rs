//! The difficulty that a request names: a number of swaps, a word, or a win rate.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tilewright_match3_design::{Difficulty, NamedDifficulty};

use super::percent::short_percent;
use crate::values::{SHARE, inline_schema, number_or_word, share_of};

/// The range of the mean number of swaps.
const SWAPS: std::ops::RangeInclusive<u32> = 1..=1000;

/// A difficulty: a mean number of swaps, or a name for one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TargetDifficulty {
    /// The mean number of swaps to the goal.
    Swaps(f64),
    /// A win rate within the move limit, or without one a quantile of the swaps of random levels of the
    /// request.
    Named(NamedDifficulty),
}

/// What is expected.
fn expected(found: &str) -> String {
    let (low, high) = (SWAPS.start(), SWAPS.end());
    format!(
        "expected a number of swaps from {low} to {high}, or easy, normal or hard, found {found}"
    )
}

impl TryFrom<f64> for TargetDifficulty {
    type Error = String;

    fn try_from(swaps: f64) -> Result<Self, String> {
        let (low, high) = (f64::from(*SWAPS.start()), f64::from(*SWAPS.end()));
        let found = Some(swaps).filter(|swaps| (low..=high).contains(swaps));
        found.map(Self::Swaps).ok_or_else(|| expected(&swaps.to_string()))
    }
}

impl FromStr for TargetDifficulty {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        if let Ok(swaps) = word.parse::<f64>() {
            return Self::try_from(swaps);
        }
        word.parse().map(Self::Named).map_err(|_| expected(&format!("`{word}`")))
    }
}

impl fmt::Display for TargetDifficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Swaps(swaps) => write!(f, "{swaps}"),
            Self::Named(name) => write!(f, "{name}"),
        }
    }
}

impl Serialize for TargetDifficulty {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Swaps(swaps) => serializer.serialize_f64(*swaps),
            Self::Named(name) => name.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for TargetDifficulty {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expected = "expected a number of swaps, or easy, normal or hard";
        number_or_word(deserializer, expected)
    }
}

inline_schema!(TargetDifficulty, {
    "type": ["string", "number"], "minimum": SWAPS.start(), "maximum": SWAPS.end()
});

/// A share of games to win: one that games can prove, or all of them for a level that cannot be lost.
///
/// ```
/// use tilewright_tasks::match3::WinRate;
///
/// assert_eq!("60%".parse::<WinRate>().map(WinRate::get), Ok(0.6));
/// assert_eq!("100%".parse::<WinRate>().map(WinRate::get), Ok(1.0));
/// let error = "99.9%".parse::<WinRate>().unwrap_err();
/// assert!(error.ends_with("or 100% for no loss in 3000 games, found 99.9%"), "{error}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct WinRate(f64);

impl WinRate {
    /// The share of games.
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for WinRate {
    type Error = String;

    fn try_from(rate: f64) -> Result<Self, String> {
        // What games can prove is rounded to itself.
        let found =
            Some(rate).filter(|&rate| (Difficulty::provable(rate) - rate).abs() < 1e-12);

        found.map(Self).ok_or_else(|| {
            let [low, high] = [Difficulty::RATES.start(), Difficulty::RATES.end()]
                .map(|end| short_percent(*end));
            let games = Difficulty::GAMES_WITHOUT_LOSS;
            let found = if (2.0..=100.0).contains(&rate) {
                // Such a number was meant in percent.
                format!(", found {rate}: did you mean {rate}%?")
            } else if rate.is_finite() {
                format!(", found {}%", short_percent(rate))
            } else {
                ", such as 0.6 or 60%".to_owned()
            };

            format!(
                "expected a win rate from {low}% to {high}%, or 100% for no loss in {games} games{found}"
            )
        })
    }
}

impl FromStr for WinRate {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        Self::try_from(share_of(word))
    }
}

impl<'de> Deserialize<'de> for WinRate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        number_or_word(deserializer, SHARE)
    }
}

inline_schema!(WinRate, {
    "type": ["string", "number"], "minimum": Difficulty::RATES.start(), "maximum": 1
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn win_rates_are_those_that_games_can_prove() {
        let read = |text| serde_json::from_str::<WinRate>(text).map(WinRate::get);
        for (form, rate) in [
            ("0.6", 0.6),
            ("\"60 %\"", 0.6),
            ("0.99", 0.99),
            ("1", 1.0),
            ("\"100%\"", 1.0),
            ("0.01", 0.01),
        ] {
            assert!((read(form).unwrap() - rate).abs() < 1e-12, "{form}");
        }

        for (wrong, found) in [
            ("0.999", "found 99.9%"),
            ("\"99.99%\"", "found 99.99%"),
            ("0.005", "found 0.5%"),
            ("60", "did you mean 60%?"),
            ("-0.5", "found -50%"),
            ("\"much\"", "such as 0.6"),
        ] {
            let error = read(wrong).unwrap_err().to_string();
            let expected = "from 1% to 99%, or 100% for no loss in 3000 games";
            assert!(error.contains(expected) && error.contains(found), "{error}");
        }
    }

    /// The help of the request is written by hand.
    #[test]
    fn help_names_the_win_rates_of_the_names() {
        let schema = crate::find("match3/generate").ok().unwrap().schema_text();

        let [easy, normal, hard] =
            NamedDifficulty::ALL.map(|name| short_percent(name.win_rate()));
        let rates = format!("{easy} %, {normal} % or {hard} % of the games won");
        let [easy, normal, hard] =
            NamedDifficulty::ALL.map(|name| short_percent(name.quantile()));
        let quantiles = format!("{easy} %, {normal} % or {hard} % quantile");

        let help = schema.replace("\\n", " ");
        assert!(
            help.contains(&rates) && help.contains(&quantiles),
            "{rates}; {quantiles}"
        );
    }

    #[test]
    fn difficulties_are_numbers_or_names() {
        let read = |text| serde_json::from_str::<TargetDifficulty>(text);
        let hard = TargetDifficulty::Named(NamedDifficulty::Hard);
        assert_eq!(read("\"hard\"").unwrap(), hard);
        assert_eq!(serde_json::to_string(&hard).unwrap(), "\"hard\"");
        for form in ["24", "24.0", "\"24\""] {
            assert_eq!(read(form).unwrap(), TargetDifficulty::Swaps(24.0));
        }
        for wrong in ["0.5", "\"1001\"", "\"nan\"", "\"harder\"", "true"] {
            let error = read(wrong).unwrap_err().to_string();
            assert!(error.contains("or easy, normal or hard"), "{error}");
        }
    }
}
