//! The values of attributes and keys, as text and as JSON.

use serde_json::Value;

use super::enums::{Orientation, RenderOrder};
use super::gid::Gid;
use super::record::Scalar;

impl Scalar for String {
    const EXPECTED: &'static str = "text";

    fn from_text(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }

    fn to_text(&self) -> String {
        self.clone()
    }

    fn from_json(json: &Value) -> Option<Self> {
        match json {
            Value::String(text) => Some(text.clone()),
            Value::Number(_) | Value::Bool(_) => Some(json.to_string()),
            _ => None,
        }
    }

    fn to_json(&self) -> Value {
        Value::String(self.clone())
    }
}

impl Scalar for bool {
    const EXPECTED: &'static str = "0 or 1, true or false";

    fn from_text(text: &str) -> Option<Self> {
        match text {
            "1" | "true" => Some(true),
            "0" | "false" => Some(false),
            _ => None,
        }
    }

    fn to_text(&self) -> String {
        u8::from(*self).to_string()
    }

    fn from_json(json: &Value) -> Option<Self> {
        json.as_bool().or_else(|| match json.as_u64() {
            Some(0) => Some(false),
            Some(1) => Some(true),
            _ => None,
        })
    }

    fn to_json(&self) -> Value {
        Value::Bool(*self)
    }
}

impl Scalar for f64 {
    const EXPECTED: &'static str = "a number";

    fn from_text(text: &str) -> Option<Self> {
        text.trim().parse().ok().filter(|number: &Self| number.is_finite())
    }

    fn to_text(&self) -> String {
        if self.is_finite() { self.to_string() } else { 0.0.to_string() }
    }

    fn from_json(json: &Value) -> Option<Self> {
        json.as_f64().filter(|number| number.is_finite())
    }

    fn to_json(&self) -> Value {
        let number = if self.is_finite() { *self } else { 0.0 };
        if number.fract() == 0.0
            && number.abs() < 1e15
            && !(number == 0.0 && number.is_sign_negative())
        {
            Value::from(number as i64)
        } else {
            Value::from(number)
        }
    }
}

/// Integers, which may be written with a decimal point in JSON.
macro_rules! whole {
    ($($Type:ty, $expected:literal;)*) => {$(
        impl Scalar for $Type {
            const EXPECTED: &'static str = $expected;

            fn from_text(text: &str) -> Option<Self> {
                text.trim().parse().ok()
            }

            fn to_text(&self) -> String {
                self.to_string()
            }

            fn from_json(json: &Value) -> Option<Self> {
                let whole = json.as_i64().or_else(|| {
                    json.as_f64()
                        .filter(|number| number.fract() == 0.0 && number.abs() < 1e15)
                        .map(|number| number as i64)
                });
                Self::try_from(whole?).ok()
            }

            fn to_json(&self) -> Value {
                Value::from(*self)
            }
        }
    )*};
}
whole! {
    u32, "a whole number, 0 or more";
    i32, "a whole number";
    i64, "a whole number";
}

impl Scalar for Gid {
    const EXPECTED: &'static str = "a global tile id";

    fn from_text(text: &str) -> Option<Self> {
        u32::from_text(text).map(Self::new)
    }

    fn to_text(&self) -> String {
        self.bits().to_text()
    }

    fn from_json(json: &Value) -> Option<Self> {
        u32::from_json(json).map(Self::new)
    }

    fn to_json(&self) -> Value {
        self.bits().to_json()
    }
}

macro_rules! word {
    ($($Type:ty, $expected:literal;)*) => {$(
        impl Scalar for $Type {
            const EXPECTED: &'static str = $expected;

            fn from_text(text: &str) -> Option<Self> {
                Some(Self::from(text))
            }

            fn to_text(&self) -> String {
                self.as_str().to_owned()
            }

            fn from_json(json: &Value) -> Option<Self> {
                json.as_str().map(Self::from)
            }

            fn to_json(&self) -> Value {
                Value::from(self.as_str())
            }
        }
    )*};
}
word! {
    Orientation, "an orientation";
    RenderOrder, "a render order";
}
