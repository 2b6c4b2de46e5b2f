//! Numbers of requests, limited to a range.

mod text;

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

pub use text::{Bytes, Share, TextValue};
pub(crate) use text::{SHARE, inline_schema, number_or_word, share_of};

/// A whole number from `MIN` to `MAX`.
///
/// ```
/// use tilewright_tasks::BoundedInteger;
///
/// type Side = BoundedInteger<1, 26>;
/// assert_eq!(Side::try_from(8).map(Side::get), Ok(8));
/// let error = Side::try_from(27).unwrap_err();
/// assert_eq!(error, "expected a whole number from 1 to 26, found 27");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct BoundedInteger<const MIN: u32, const MAX: u32>(u32);

impl<const MIN: u32, const MAX: u32> BoundedInteger<MIN, MAX> {
    /// The number.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Makes the number, for defaults: in a `const`, the range is checked at compile time.
    ///
    /// # Panics
    /// If it is out of range.
    pub const fn of(value: u32) -> Self {
        assert!(value >= MIN && value <= MAX, "the number is out of range");
        Self(value)
    }
}

impl<const MIN: u32, const MAX: u32> TryFrom<i128> for BoundedInteger<MIN, MAX> {
    type Error = String;

    fn try_from(value: i128) -> Result<Self, String> {
        match u32::try_from(value) {
            Ok(value) if (MIN..=MAX).contains(&value) => Ok(Self(value)),
            _ => {
                Err(format!("expected a whole number from {MIN} to {MAX}, found {value}"))
            }
        }
    }
}

impl<'de, const MIN: u32, const MAX: u32> Deserialize<'de> for BoundedInteger<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number<const MIN: u32, const MAX: u32>;
        impl<const MIN: u32, const MAX: u32> Visitor<'_> for Number<MIN, MAX> {
            type Value = BoundedInteger<MIN, MAX>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a whole number from {MIN} to {MAX}")
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
                i128::from(value).try_into().map_err(E::custom)
            }
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
                i128::from(value).try_into().map_err(E::custom)
            }
        }

        deserializer.deserialize_any(Number::<MIN, MAX>)
    }
}

impl<const MIN: u32, const MAX: u32> JsonSchema for BoundedInteger<MIN, MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("From{MIN}To{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": MIN, "maximum": MAX })
    }
}

/// A number from `MIN` to `MAX`.
///
/// ```
/// use tilewright_tasks::BoundedNumber;
///
/// const RATE: BoundedNumber<0, 1> = BoundedNumber::of(0.5);
/// assert_eq!(RATE.get(), 0.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct BoundedNumber<const MIN: u32, const MAX: u32>(f64);

impl<const MIN: u32, const MAX: u32> BoundedNumber<MIN, MAX> {
    /// The number.
    pub const fn get(self) -> f64 {
        self.0
    }

    /// Makes the number, for defaults: in a `const`, the range is checked at compile time.
    ///
    /// # Panics
    /// If it is out of range.
    pub const fn of(value: f64) -> Self {
        assert!(Self::has(value), "the number is out of range");
        Self(value)
    }

    const fn has(value: f64) -> bool {
        value >= MIN as f64 && value <= MAX as f64
    }
}

impl<'de, const MIN: u32, const MAX: u32> Deserialize<'de> for BoundedNumber<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        if (f64::from(MIN)..=f64::from(MAX)).contains(&number) {
            return Ok(Self(number));
        }
        let what = format!("expected a number from {MIN} to {MAX}, found {number}");
        Err(de::Error::custom(what))
    }
}

impl<const MIN: u32, const MAX: u32> JsonSchema for BoundedNumber<MIN, MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Between{MIN}And{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": MIN, "maximum": MAX })
    }
}

#[cfg(test)]
mod tests {
    use super::{BoundedInteger, BoundedNumber};

    #[test]
    fn numbers_may_be_whole() {
        let number = |text| {
            serde_json::from_str::<BoundedNumber<1, 9>>(text).map(BoundedNumber::get)
        };
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
        type Side = BoundedInteger<1, 26>;
        assert_eq!(serde_json::from_str::<Side>("26").unwrap(), Side::of(26));
        for wrong in ["0", "27", "-1", "18446744073709551615"] {
            let error = serde_json::from_str::<Side>(wrong).unwrap_err().to_string();
            let what = format!("expected a whole number from 1 to 26, found {wrong}");
            assert!(error.starts_with(&what), "{error}");
        }
        let error = serde_json::from_str::<Side>("1.5").unwrap_err().to_string();
        assert!(error.contains("expected a whole number from 1 to 26"), "{error}");
    }
}
