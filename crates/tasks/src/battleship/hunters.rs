//! The names of hunters in requests.

use std::fmt;
use std::str::FromStr;

use serde_json::{Value, json};
use tilewright_battleship::{Rules, SkilledHunter, Strategy};

use crate::{Event, Host, TextValue};

/// A value, with the word of the request that names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedValue<T> {
    pub(super) word: String,
    /// The value itself.
    pub value: T,
}

impl<T: FromStr> FromStr for NamedValue<T> {
    type Err = T::Err;

    fn from_str(word: &str) -> Result<Self, T::Err> {
        Ok(Self { word: word.to_owned(), value: word.parse()? })
    }
}

impl<T> fmt::Display for NamedValue<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.word)
    }
}

/// A hunter as requests name it.
pub type Hunter = NamedValue<SkilledHunter>;

/// The casual hunter with a win rate against density, such as `45%` or `0.45`.
#[derive(Clone, Debug, PartialEq)]
pub struct CasualHunter(Hunter);

impl CasualHunter {
    /// The hunter.
    pub const fn skilled(&self) -> SkilledHunter {
        self.0.value
    }
}

impl FromStr for CasualHunter {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let percent = word.strip_suffix('%');
        let number = percent.unwrap_or(word).trim().parse::<f64>().ok();
        let number = number.filter(|number| *number <= 100.0).ok_or_else(|| {
            format!("`{word}` is not a win rate: write one such as 45% or 0.45")
        })?;

        if percent.is_none() && number > 1.0 {
            let share = number / 100.0;
            return Err(format!(
                "`{word}` is not a win rate: write {number}% or {share}"
            ));
        }

        let share = if percent.is_some() { number / 100.0 } else { number };
        let value = SkilledHunter::casual(share).map_err(|error| error.to_string())?;
        Ok(Self(NamedValue { word: word.to_owned(), value }))
    }
}

impl fmt::Display for CasualHunter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The names of all hunters.
pub(super) fn hunter_names() -> Value {
    let levels = SkilledHunter::LEVELS.map(|(name, _)| name);
    json!({ "Levels": levels, "Strategies": Strategy::ALL.map(Strategy::key) })
}

/// The hunters with these names.
pub(super) fn named<const N: usize>(words: [&str; N]) -> Vec<TextValue<Hunter>> {
    words
        .map(|word| TextValue(word.parse().expect("it is the name of a hunter")))
        .to_vec()
}

/// The hunters without their words.
pub(super) fn skilled(hunters: &[TextValue<Hunter>]) -> Vec<SkilledHunter> {
    hunters.iter().map(|hunter| hunter.0.value).collect()
}

/// Notes that the hunter `exact` samples at first, if it does by these rules.
pub fn note_sampling(hunters: &[SkilledHunter], rules: &Rules, host: &dyn Host) {
    if hunters.iter().any(|hunter| hunter.strategy().samples_at_first(rules)) {
        host.tell(Event::Note(
            "exact: by these rules there are too many fleets to count before every shot; it \
             samples as posterior does until few enough are left",
        ));
    }
}
