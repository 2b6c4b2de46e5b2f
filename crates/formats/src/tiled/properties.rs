//! Custom properties.

use std::collections::BTreeMap;

use super::extras::Extras;

/// The custom properties of an element, sorted by name.
///
/// ```
/// use tilewright_formats::tiled::{Properties, Value};
///
/// let mut properties = Properties::new();
/// properties.insert("speed", 1.5);
/// properties.insert("name", "guard");
/// assert_eq!(properties.value("speed").and_then(Value::as_number), Some(1.5));
/// assert_eq!(properties.value("name").and_then(Value::as_str), Some("guard"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Properties(BTreeMap<String, Property>);

/// A custom property.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// The value.
    pub value: Value,
    /// The name of the custom type, for enums and classes.
    pub type_name: Option<String>,
    /// Unknown parts of the file.
    pub extras: Extras,
}

/// The value of a custom property.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// Text.
    String(String),
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// True or false.
    Bool(bool),
    /// A colour, `#AARRGGBB` or `#RRGGBB`; empty for no colour.
    Color(String),
    /// A path, relative to the folder of the file.
    File(String),
    /// The id of an object; 0 for no object.
    Object(u32),
    /// An instance of a custom class, with its members.
    Class(Properties),
    /// A list of values.
    List(Vec<Property>),
    /// A value of an unknown type.
    Other {
        /// The type.
        kind: String,
        /// The value; always a text in XML.
        value: serde_json::Value,
    },
}

impl Properties {
    /// No properties.
    pub const fn new() -> Self {
        Self(BTreeMap::new())
    }

    /// The number of properties.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no properties.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The property of the given name.
    pub fn get(&self, name: &str) -> Option<&Property> {
        self.0.get(name)
    }

    /// The value of the property of the given name.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.get(name).map(|property| &property.value)
    }

    /// Sets a property. It replaces one of the same name.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<Property>) {
        self.0.insert(name.into(), value.into());
    }

    /// The names and properties, sorted by name.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Property)> {
        self.0.iter().map(|(name, property)| (name.as_str(), property))
    }

    /// The properties, sorted by name.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut Property> {
        self.0.values_mut()
    }

    /// Adds the properties of `other` whose names do not exist yet.
    #[must_use]
    pub fn or(mut self, other: &Self) -> Self {
        for (name, property) in &other.0 {
            self.0.entry(name.clone()).or_insert_with(|| property.clone());
        }
        self
    }
}

impl<N: Into<String>, V: Into<Property>> FromIterator<(N, V)> for Properties {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(properties: I) -> Self {
        let own = |(name, value): (N, V)| (name.into(), value.into());
        Self(properties.into_iter().map(own).collect())
    }
}

impl Value {
    /// The name of the type in files.
    pub fn kind(&self) -> &str {
        match self {
            Self::String(_) => "string",
            Self::Int(_) => "int",
            Self::Float(_) => "float",
            Self::Bool(_) => "bool",
            Self::Color(_) => "color",
            Self::File(_) => "file",
            Self::Object(_) => "object",
            Self::Class(_) => "class",
            Self::List(_) => "list",
            Self::Other { kind, .. } => kind,
        }
    }

    /// The text of a string, a colour or a file path.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) | Self::Color(text) | Self::File(text) => Some(text),
            _ => None,
        }
    }

    /// The number of an `int` or a `float`.
    pub const fn as_number(&self) -> Option<f64> {
        match *self {
            Self::Int(number) => Some(number as f64),
            Self::Float(number) => Some(number),
            _ => None,
        }
    }
}

impl<T: Into<Value>> From<T> for Property {
    fn from(value: T) -> Self {
        Self { value: value.into(), type_name: None, extras: Extras::default() }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Self::Int(number.into())
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Int(number.into())
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Int(number)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Float(number)
    }
}

impl From<Properties> for Value {
    fn from(members: Properties) -> Self {
        Self::Class(members)
    }
}
