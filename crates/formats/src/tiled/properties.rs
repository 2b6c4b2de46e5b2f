//! Custom properties, which nearly every thing of a map may have.

use std::collections::BTreeMap;

use super::extras::Extras;

/// Custom properties by name, in the order of their names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Properties(BTreeMap<String, Property>);

/// A custom property.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// The value.
    pub value: Value,
    /// The name of the user's own type, for enums and classes.
    pub type_name: Option<String>,
    /// What else the file says.
    pub extras: Extras,
}

/// The value of a custom property.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// Text.
    String(String),
    /// A whole number.
    Int(i64),
    /// A number.
    Float(f64),
    /// True or false.
    Bool(bool),
    /// A colour, `#AARRGGBB` or `#RRGGBB`; empty when there is none.
    Color(String),
    /// A path from the folder of the file.
    File(String),
    /// The id of an object; 0 is none.
    Object(u32),
    /// Members of their own.
    Class(Properties),
    /// Values in order.
    List(Vec<Property>),
    /// A type that this crate does not know.
    Other {
        /// The type.
        kind: String,
        /// The value; in XML always a text.
        value: serde_json::Value,
    },
}

impl Properties {
    /// No properties.
    pub const fn new() -> Self {
        Self(BTreeMap::new())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The property of that name.
    pub fn get(&self, name: &str) -> Option<&Property> {
        self.0.get(name)
    }

    /// The value of that name.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.get(name).map(|property| &property.value)
    }

    /// Whether the property of that name is there and true.
    pub fn is_true(&self, name: &str) -> bool {
        self.value(name) == Some(&Value::Bool(true))
    }

    /// Sets a property; the one of that name before is gone.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<Property>) {
        self.0.insert(name.into(), value.into());
    }

    /// The names and properties, in the order of the names.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Property)> {
        self.0.iter().map(|(name, property)| (name.as_str(), property))
    }

    /// The properties, in the order of their names.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut Property> {
        self.0.values_mut()
    }

    /// These, and those of `other` whose names are not among these.
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
    /// The word that the files have for the type.
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

    /// The text of a string, a colour or a file.
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
