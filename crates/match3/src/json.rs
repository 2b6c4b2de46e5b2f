//! JSON values whose objects keep the order of their keys.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Number;

/// A JSON value, such as the rules of a level. Objects keep the order of their keys, which says which colour, piece or
/// kind is the first: a value of `serde_json` keeps it only if some crate of the game asks for that.
///
/// ```
/// use tilewright_match3::Json;
///
/// let rules: Json = serde_json::from_str(r#"{"refill": "segment", "base": "lab"}"#)?;
/// assert_eq!(rules["base"].as_str(), Some("lab"));
/// assert_eq!(rules.to_string(), r#"{"refill":"segment","base":"lab"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Json {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A text.
    String(String),
    /// A list.
    Array(Vec<Self>),
    /// An object.
    Object(JsonObject),
}

/// An object of JSON: its values by their keys, in the order in which they came. Two are equal whatever their orders are.
#[derive(Clone, Debug, Default)]
pub struct JsonObject {
    order: Vec<String>,
    values: BTreeMap<String, Json>,
}

impl Json {
    /// What serde writes of a value.
    ///
    /// # Panics
    /// If the value cannot be written as JSON.
    pub fn of(value: &(impl Serialize + ?Sized)) -> Self {
        // By way of the text: a value of `serde_json` between would sort the keys.
        let text = serde_json::to_string(value).expect("the value is plain data");
        serde_json::from_str(&text).expect("what was written can be read")
    }

    /// The text, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(text) = self { Some(text) } else { None }
    }

    /// The whole number, if it is one and not negative.
    pub fn as_u64(&self) -> Option<u64> {
        if let Self::Number(number) = self { number.as_u64() } else { None }
    }

    /// `true` or `false`, if it is one of them.
    pub const fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(flag) = self { Some(*flag) } else { None }
    }

    /// The values, if it is a list.
    pub fn as_array(&self) -> Option<&[Self]> {
        if let Self::Array(values) = self { Some(values) } else { None }
    }

    /// The object, if it is one.
    pub const fn as_object(&self) -> Option<&JsonObject> {
        if let Self::Object(object) = self { Some(object) } else { None }
    }

    /// The value of a key, if it is an object that has it.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.as_object()?.get(key)
    }
}

impl JsonObject {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.values.get(key)
    }

    /// The value of a key, to be changed in place; null, at the end, if there was none.
    pub(crate) fn value_mut(&mut self, key: &str) -> &mut Json {
        if self.get(key).is_none() {
            self.order.push(key.to_owned());
        }
        self.values.entry(key.to_owned()).or_default()
    }

    /// Sets the value of a key: in its place if there is one, else at the end.
    pub(crate) fn insert(&mut self, key: impl Into<String>, value: Json) {
        let key = key.into();
        if self.values.insert(key.clone(), value).is_none() {
            self.order.push(key);
        }
    }

    /// Removes a key.
    pub(crate) fn remove(&mut self, key: &str) {
        if self.values.remove(key).is_some() {
            self.order.retain(|other| other != key);
        }
    }

    /// Whether there are no keys.
    pub const fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The keys with their values, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json)> {
        self.order.iter().map(|key| (key.as_str(), &self.values[key]))
    }
}

impl<K: Into<String>> FromIterator<(K, Json)> for JsonObject {
    fn from_iter<I: IntoIterator<Item = (K, Json)>>(entries: I) -> Self {
        let mut object = Self::default();
        entries.into_iter().for_each(|(key, value)| object.insert(key, value));
        object
    }
}

impl PartialEq for JsonObject {
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values
    }
}

impl Eq for JsonObject {}

impl std::ops::Index<&str> for Json {
    type Output = Self;

    /// The value of a key; null if it is no object or has no such key.
    fn index(&self, key: &str) -> &Self {
        self.get(key).unwrap_or(&Self::Null)
    }
}

impl PartialEq<str> for Json {
    fn eq(&self, text: &str) -> bool {
        self.as_str() == Some(text)
    }
}

impl PartialEq<&str> for Json {
    fn eq(&self, text: &&str) -> bool {
        self == *text
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

/// Writes the value in one line.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => to.serialize_unit(),
            Self::Bool(flag) => to.serialize_bool(*flag),
            Self::Number(number) => number.serialize(to),
            Self::String(text) => to.serialize_str(text),
            Self::Array(values) => values.serialize(to),
            Self::Object(object) => object.serialize(to),
        }
    }
}

impl Serialize for JsonObject {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(AnyValue)
    }
}

impl<'de> Deserialize<'de> for JsonObject {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(AnyObject)
    }
}

/// Reads any value.
struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any valid JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_none<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<Json, D::Error> {
        Json::deserialize(from)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Json, E> {
        Ok(Json::Bool(flag))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Json, E> {
        Ok(Json::Number(number.into()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Json, E> {
        Ok(Json::Number(number.into()))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Json, E> {
        let number = Number::from_f64(number);
        number.map(Json::Number).ok_or_else(|| E::custom("expected a finite number"))
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Json, E> {
        Ok(Json::String(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(Json::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<Json, A::Error> {
        AnyObject.visit_map(entries).map(Json::Object)
    }
}

/// Reads any object; of a key that stands twice, the last value.
struct AnyObject;

impl<'de> Visitor<'de> for AnyObject {
    type Value = JsonObject;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(
        self,
        mut entries: A,
    ) -> Result<JsonObject, A::Error> {
        let mut object = JsonObject::default();
        while let Some((key, value)) = entries.next_entry::<String, Json>()? {
            object.insert(key, value);
        }
        Ok(object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_written_again_with_its_order() {
        for text in [
            r#"{"z":1,"a":[true,null,{"y":-2,"b":0.5}],"m":{},"":"é\n\""}"#,
            "[]",
            "18446744073709551615",
            "-9223372036854775808",
            "0.1",
            "\"word\"",
        ] {
            let json: Json = serde_json::from_str(text).unwrap();
            assert_eq!(json.to_string(), text);
            assert_eq!(Json::of(&json), json);
        }
    }

    #[test]
    fn a_key_keeps_its_place_and_equality_asks_for_none() {
        let object = |text| serde_json::from_str::<JsonObject>(text).unwrap();
        let mut first = object(r#"{"b": 1, "a": 2, "b": 3}"#);
        assert_eq!(Json::Object(first.clone()).to_string(), r#"{"b":3,"a":2}"#);
        assert_eq!(first, object(r#"{"a": 2, "b": 3}"#));
        assert_ne!(first, object(r#"{"a": 2, "b": 1}"#));
        first.remove("b");
        first.insert("b", Json::Null);
        assert_eq!(first.iter().map(|(key, _)| key).collect::<Vec<_>>(), ["a", "b"]);
    }
}
