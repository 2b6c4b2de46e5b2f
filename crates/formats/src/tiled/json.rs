//! JSON values that store the many numbers of layer data compactly.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::error::shortened;

/// Any JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    /// Null, a boolean, a number or a text.
    Plain(Value),
    /// A list of at least one number of the type `u32`.
    Numbers(Vec<u32>),
    /// Any other list.
    List(Vec<Self>),
    /// An object.
    Object(BTreeMap<String, Self>),
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Plain(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Plain(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Plain(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Plain(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Plain(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Plain(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Json, A::Error> {
        let mut numbers = Vec::new();

        // Lists of tiles are millions of numbers, so that they are kept as such until something
        // else comes.
        while let Some(value) = values.next_element::<Json>()? {
            if let Some(number) = value.as_u32() {
                numbers.push(number);
                continue;
            }

            let mut list: Vec<Json> = numbers.into_iter().map(Json::from).collect();
            list.push(value);
            while let Some(value) = values.next_element()? {
                list.push(value);
            }
            return Ok(Json::List(list));
        }

        Ok(Json::numbers(numbers))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Json, A::Error> {
        let mut object = BTreeMap::new();
        while let Some((key, value)) = members.next_entry()? {
            object.insert(key, value);
        }
        Ok(Json::Object(object))
    }
}

impl Json {
    pub(crate) fn numbers(numbers: Vec<u32>) -> Self {
        if numbers.is_empty() { Self::List(Vec::new()) } else { Self::Numbers(numbers) }
    }

    fn as_u32(&self) -> Option<u32> {
        match self {
            Self::Plain(Value::Number(number)) => u32::try_from(number.as_u64()?).ok(),
            _ => None,
        }
    }

    pub(crate) fn into_list(self) -> Option<Vec<Self>> {
        match self {
            Self::List(list) => Some(list),
            Self::Numbers(numbers) => Some(numbers.into_iter().map(Self::from).collect()),
            _ => None,
        }
    }

    pub(crate) fn into_value(self) -> Value {
        match self {
            Self::Plain(value) => value,
            Self::Numbers(numbers) => numbers.into(),
            Self::List(list) => list.into_iter().map(Self::into_value).collect(),
            Self::Object(object) => Value::Object(
                object
                    .into_iter()
                    .map(|(key, value)| (key, value.into_value()))
                    .collect(),
            ),
        }
    }

    /// The value for messages, shortened.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Plain(Value::String(text)) => shortened(text),
            Self::Plain(value) => value.to_string(),
            Self::Numbers(_) | Self::List(_) => "a list".to_owned(),
            Self::Object(_) => "an object".to_owned(),
        }
    }

    /// Writes objects and lists with a line per member, lists of numbers in one line.
    pub(crate) fn write(&self, depth: usize, out: &mut String) {
        match self {
            Self::Plain(value) => out.push_str(&value.to_string()),
            Self::Numbers(numbers) => {
                let mut mark = '[';
                for number in numbers {
                    write!(out, "{mark}{number}").expect("a string takes all");
                    mark = ',';
                }
                out.push(']');
            }
            Self::List(list) => {
                let lines = list.iter().map(|value| (None, value));
                write_lines(lines, ['[', ']'], depth, out);
            }
            Self::Object(object) => {
                let lines = object.iter().map(|(key, value)| (Some(key), value));
                write_lines(lines, ['{', '}'], depth, out);
            }
        }
    }
}

fn write_lines<'a>(
    lines: impl Iterator<Item = (Option<&'a String>, &'a Json)>,
    [open, close]: [char; 2],
    depth: usize,
    out: &mut String,
) {
    out.push(open);
    let mut is_empty = true;

    for (key, value) in lines {
        out.push_str(if is_empty { "\n" } else { ",\n" });
        out.extend(std::iter::repeat_n(' ', depth + 1));

        if let Some(key) = key {
            out.push_str(&Value::from(key.as_str()).to_string());
            out.push(':');
        }
        value.write(depth + 1, out);
        is_empty = false;
    }

    if !is_empty {
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', depth));
    }
    out.push(close);
}

impl From<u32> for Json {
    fn from(number: u32) -> Self {
        Self::Plain(number.into())
    }
}

impl From<Value> for Json {
    fn from(value: Value) -> Self {
        match value {
            Value::Array(values) => {
                let list: Vec<Self> = values.into_iter().map(Self::from).collect();
                let numbers: Option<Vec<u32>> = list.iter().map(Self::as_u32).collect();
                numbers.map_or_else(|| Self::List(list), Self::numbers)
            }
            Value::Object(members) => Self::Object(
                members.into_iter().map(|(key, value)| (key, value.into())).collect(),
            ),
            plain => Self::Plain(plain),
        }
    }
}
