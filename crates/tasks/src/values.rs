//! Values of requests that are held to their range, or have a text form.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A whole number from `LEAST` to `MOST`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Within<const LEAST: u32, const MOST: u32>(u32);

impl<const LEAST: u32, const MOST: u32> Within<LEAST, MOST> {
    /// The number.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// The number, checked when the program is built: for defaults.
    ///
    /// # Panics
    /// When it is out of range.
    pub const fn of(value: u32) -> Self {
        assert!(value >= LEAST && value <= MOST, "the number is out of range");
        Self(value)
    }
}

impl<const LEAST: u32, const MOST: u32> TryFrom<i128> for Within<LEAST, MOST> {
    type Error = String;

    fn try_from(value: i128) -> Result<Self, String> {
        match u32::try_from(value) {
            Ok(value) if (LEAST..=MOST).contains(&value) => Ok(Self(value)),
            _ => Err(format!(
                "expected a whole number from {LEAST} to {MOST}, found {value}"
            )),
        }
    }
}

impl<'de, const LEAST: u32, const MOST: u32> Deserialize<'de> for Within<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number<const LEAST: u32, const MOST: u32>;
        impl<const LEAST: u32, const MOST: u32> Visitor<'_> for Number<LEAST, MOST> {
            type Value = Within<LEAST, MOST>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a whole number from {LEAST} to {MOST}")
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
                i128::from(value).try_into().map_err(E::custom)
            }
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
                i128::from(value).try_into().map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Number::<LEAST, MOST>)
    }
}

impl<const LEAST: u32, const MOST: u32> JsonSchema for Within<LEAST, MOST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("From{LEAST}To{MOST}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": LEAST, "maximum": MOST })
    }
}

/// A number from `LEAST` to `MOST`.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Between<const LEAST: u32, const MOST: u32>(f64);

impl<const LEAST: u32, const MOST: u32> Between<LEAST, MOST> {
    /// The number.
    pub const fn get(self) -> f64 {
        self.0
    }

    /// The number, checked when the program is built: for defaults.
    ///
    /// # Panics
    /// When it is out of range.
    pub const fn of(value: f64) -> Self {
        assert!(Self::has(value), "the number is out of range");
        Self(value)
    }

    const fn has(value: f64) -> bool {
        value >= LEAST as f64 && value <= MOST as f64
    }
}

impl<'de, const LEAST: u32, const MOST: u32> Deserialize<'de> for Between<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        if (f64::from(LEAST)..=f64::from(MOST)).contains(&number) {
            return Ok(Self(number));
        }
        let what = format!("expected a number from {LEAST} to {MOST}, found {number}");
        Err(de::Error::custom(what))
    }
}

impl<const LEAST: u32, const MOST: u32> JsonSchema for Between<LEAST, MOST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Between{LEAST}And{MOST}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": LEAST, "maximum": MOST })
    }
}

/// A share between 0 and 1, both excluded: a number, or a text such as `60%`.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Share(f64);

impl Share {
    /// The share.
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl Share {
    /// The share, checked when the program is built: for defaults.
    ///
    /// # Panics
    /// When it is out of range.
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
        let (number, unit) =
            word.strip_suffix('%').map_or((word, 1.0), |rest| (rest, 100.0));
        // What is no number is no share either.
        Self::try_from(number.trim().parse().unwrap_or(f64::NAN) / unit)
    }
}

impl<'de> Deserialize<'de> for Share {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected a share such as 0.6 or 60%")]
        enum Form {
            Number(f64),
            Word(String),
        }
        let share = match Form::deserialize(deserializer)? {
            Form::Number(share) => Self::try_from(share),
            Form::Word(word) => word.parse(),
        };
        share.map_err(de::Error::custom)
    }
}

impl JsonSchema for Share {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Share".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": ["string", "number"], "exclusiveMinimum": 0, "exclusiveMaximum": 1
        })
    }
}

/// A value that is written as people type it, such as `collect:30`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worded<T>(pub T);

impl<T: fmt::Display> Serialize for Worded<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de, T: FromStr<Err: fmt::Display>> Deserialize<'de> for Worded<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        word.parse().map(Self).map_err(de::Error::custom)
    }
}

impl<T> JsonSchema for Worded<T> {
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

/// A number of bytes: plain, or with K, M or G behind it for 2¹⁰, 2²⁰ and 2³⁰.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected a number of bytes such as 4G")]
        enum Form {
            Number(u64),
            Word(String),
        }
        match Form::deserialize(deserializer)? {
            Form::Number(bytes) => Ok(Self(bytes)),
            Form::Word(word) => word.parse().map_err(de::Error::custom),
        }
    }
}

impl JsonSchema for Bytes {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Bytes".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "integer"], "minimum": 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::{Between, Bytes, Share, Within};

    #[test]
    fn numbers_may_be_whole() {
        let number = |text| serde_json::from_str::<Between<1, 9>>(text).map(Between::get);
        assert!(number("2").is_ok() && number("2.5").is_ok());
        assert!(
            number("0.5")
                .unwrap_err()
                .to_string()
                .contains("expected a number from 1 to 9, found 0.5")
        );
    }

    #[test]
    fn numbers_out_of_range_are_refused_with_the_range() {
        type Share = Within<1, 26>;
        assert_eq!(serde_json::from_str::<Share>("26").unwrap(), Share::of(26));
        for wrong in ["0", "27", "-1", "18446744073709551615"] {
            let error = serde_json::from_str::<Share>(wrong).unwrap_err().to_string();
            let what = format!("expected a whole number from 1 to 26, found {wrong}");
            assert!(error.starts_with(&what), "{error}");
        }
        let error = serde_json::from_str::<Share>("1.5").unwrap_err().to_string();
        assert!(error.contains("expected a whole number from 1 to 26"), "{error}");
    }

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
