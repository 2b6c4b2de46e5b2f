//! Values of requests that are written as text: shares, amounts of memory, and values with a text
//! form of their own.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Number;
use serde_with::SerializeDisplay;

/// A share between 0 and 1, both excluded: a number, or a text such as `60%`.
///
/// ```
/// use tilewright_tasks::Share;
///
/// assert_eq!("60%".parse::<Share>().map(Share::get), Ok(0.6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Share(f64);

impl Share {
    /// The share.
    pub const fn get(self) -> f64 {
        self.0
    }

    /// Makes the share, for defaults: in a `const`, the range is checked at compile time.
    ///
    /// # Panics
    /// If it is out of range.
    pub const fn of(share: f64) -> Self {
        assert!(share > 0.0 && share < 1.0, "the share is out of range");
        Self(share)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<f64> for Share {
    type Error = String;

    fn try_from(share: f64) -> Result<Self, String> {
        let share = Some(share).filter(|&share| share > 0.0 && share < 1.0);
        let expected =
            || "expected a share between 0 and 1, such as 0.6 or 60%".to_owned();
        share.map(Self).ok_or_else(expected)
    }
}

impl FromStr for Share {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        Self::try_from(share_of(word)).map_err(|expected| expected + &percent_meant(word))
    }
}

/// What is said of JSON that cannot be a share.
pub(crate) const SHARE: &str = "expected a share such as 0.6 or 60%";

/// The share that a word such as `60%` stands for; NaN, which is out of every range, if it is no number.
pub(crate) fn share_of(word: &str) -> f64 {
    let (number, unit) = word.strip_suffix('%').map_or((word, 1.0), |rest| (rest, 100.0));
    number.trim().parse().unwrap_or(f64::NAN) / unit
}

/// What is said of a number such as 60 that was meant in percent; else nothing.
fn percent_meant(word: &str) -> String {
    let number = word.trim().parse::<f64>().ok();
    let meant = number.filter(|number| *number > 1.0 && *number < 100.0);
    meant.map_or_else(String::new, |it| format!(", found {it}: did you mean {it}%?"))
}

/// Reads a value that JSON writes as a number or as a word, by its text form; `expected` is said of other JSON.
pub(crate) fn number_or_word<'de, D, T>(
    deserializer: D,
    expected: &str,
) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: fmt::Display>,
{
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Form {
        Number(Number),
        Word(String),
    }
    let word = match Form::deserialize(deserializer) {
        Ok(Form::Number(number)) => number.to_string(),
        Ok(Form::Word(word)) => word,
        Err(_) => return Err(de::Error::custom(expected)),
    };
    word.parse().map_err(de::Error::custom)
}

/// Gives a type a JSON Schema, which stands wherever the type does.
macro_rules! inline_schema {
    ($type:ident, $schema:tt) => {
        impl schemars::JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!($schema)
            }
        }
    };
}
pub(crate) use inline_schema;

impl<'de> Deserialize<'de> for Share {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        number_or_word(deserializer, SHARE)
    }
}

inline_schema!(Share, {
    "type": ["string", "number"], "exclusiveMinimum": 0, "exclusiveMaximum": 1
});

/// A value with a text form, such as `collect:30`: a string in JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextValue<T>(pub T);

impl<T: fmt::Display> Serialize for TextValue<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de, T: FromStr<Err: fmt::Display>> Deserialize<'de> for TextValue<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        word.parse().map(Self).map_err(de::Error::custom)
    }
}

impl<T> JsonSchema for TextValue<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Text".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

/// A number of bytes, written as a plain number or with the unit K, M or G for 2¹⁰, 2²⁰ and 2³⁰.
///
/// ```
/// use tilewright_tasks::Bytes;
///
/// assert_eq!("4G".parse(), Ok(Bytes(1 << 32)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, SerializeDisplay)]
pub struct Bytes(pub u64);

impl FromStr for Bytes {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let unit = match word.chars().last() {
            Some('K' | 'k') => 1 << 10,
            Some('M' | 'm') => 1 << 20,
            Some('G' | 'g') => 1 << 30,
            _ => 1_u64,
        };

        let number = if unit > 1 { &word[..word.len() - 1] } else { word };
        let bytes =
            number.parse::<u64>().ok().and_then(|number| number.checked_mul(unit));
        let expected =
            || "expected a number of bytes such as 4294967296 or 4G".to_owned();

        bytes.map(Self).ok_or_else(expected)
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(30, "G"), (20, "M"), (10, "K")];
        let unit =
            units.iter().find(|(bits, _)| self.0 > 0 && self.0.trailing_zeros() >= *bits);
        match unit {
            Some((bits, unit)) => write!(f, "{}{unit}", self.0 >> bits),
            None => write!(f, "{}", self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        number_or_word(deserializer, "expected a number of bytes such as 4G")
    }
}

inline_schema!(Bytes, { "type": ["string", "integer"], "minimum": 0 });

#[cfg(test)]
mod tests {
    use super::{Bytes, Share};

    #[test]
    fn shares_are_numbers_or_percentages() {
        let share = Share::of(0.6);
        for form in ["0.6", "\"0.6\"", "\"60%\"", "\"60 %\""] {
            assert_eq!(serde_json::from_str::<Share>(form).unwrap(), share);
        }
        assert_eq!(serde_json::to_string(&share).unwrap(), "0.6");
        for wrong in ["1", "0", "\"100%\"", "-0.5", "\"much\""] {
            let error = serde_json::from_str::<Share>(wrong).unwrap_err();
            assert!(error.to_string().contains("between 0 and 1"), "{error}");
        }
    }

    #[test]
    fn bytes_are_written_as_they_are_read() {
        for (word, bytes) in [("4G", 4 << 30), ("3M", 3 << 20), ("5K", 5 << 10), ("7", 7)]
        {
            assert_eq!(word.parse(), Ok(Bytes(bytes)));
            assert_eq!(Bytes(bytes).to_string(), word);
        }
        assert_eq!("0".parse::<Bytes>().unwrap().to_string(), "0");
        assert!("99999999999G".parse::<Bytes>().is_err());
    }
}
