//! One list of fields for each structure, from which both XML and JSON are read and written.

use serde_json::Value;

use super::error::Error;

/// The value of an attribute in XML and of a key in JSON.
pub(crate) trait Scalar: Sized {
    /// The valid values, for messages.
    const EXPECTED: &'static str;
    fn from_text(text: &str) -> Option<Self>;
    fn to_text(&self) -> String;
    fn from_json(json: &Value) -> Option<Self>;
    fn to_json(&self) -> Value;
}

/// An XML element or JSON object from which fields are read.
pub(crate) trait Source {
    fn take<T: Scalar>(&mut self, key: &str) -> Result<Option<T>, Error>;
    fn missing(&self, key: &str) -> Error;
}

/// An XML element or JSON object to which fields are written. A plain value is the default, which
/// need not be written.
pub(crate) trait Sink {
    fn put<T: Scalar>(&mut self, key: &str, value: &T, plain: bool);
}

/// What it means if a field is absent.
pub(crate) enum Rule<T> {
    /// An error.
    Required,
    /// The default value, which is not written to XML.
    Or(T),
    /// The default value, which is written nevertheless.
    Always(T),
}

/// A scalar, or one that may be absent.
pub(crate) trait Field: Sized + PartialEq {
    fn take(source: &mut impl Source, key: &str) -> Result<Option<Self>, Error>;
    fn put(&self, sink: &mut impl Sink, key: &str, plain: bool);
}

impl<T: Scalar + PartialEq> Field for T {
    fn take(source: &mut impl Source, key: &str) -> Result<Option<Self>, Error> {
        source.take(key)
    }

    fn put(&self, sink: &mut impl Sink, key: &str, plain: bool) {
        sink.put(key, self, plain);
    }
}

impl<T: Scalar + PartialEq> Field for Option<T> {
    fn take(source: &mut impl Source, key: &str) -> Result<Option<Self>, Error> {
        Ok(source.take(key)?.map(Some))
    }

    fn put(&self, sink: &mut impl Sink, key: &str, plain: bool) {
        if let Some(value) = self {
            sink.put(key, value, plain);
        }
    }
}

pub(crate) fn read_field<T: Field>(
    source: &mut impl Source,
    key: &str,
    rule: Rule<T>,
) -> Result<T, Error> {
    match (T::take(source, key)?, rule) {
        (Some(value), _) | (None, Rule::Or(value) | Rule::Always(value)) => Ok(value),
        (None, Rule::Required) => Err(source.missing(key)),
    }
}

pub(crate) fn write_field<T: Field>(
    field: &T,
    sink: &mut impl Sink,
    key: &str,
    rule: &Rule<T>,
) {
    field.put(sink, key, matches!(rule, Rule::Or(value) if value == field));
}

impl<T: Default> Rule<T> {
    /// The value in a new record.
    pub(crate) fn value(self) -> T {
        match self {
            Self::Required => T::default(),
            Self::Or(value) | Self::Always(value) => value,
        }
    }
}

/// Defines a struct of scalar fields, each with its name in files and the rule for its absence,
/// followed by fields that are read and written elsewhere.
macro_rules! record {
    (
        $(#[$doc:meta])*
        pub struct $Name:ident {
            $($(#[$line:meta])* pub $field:ident: $Type:ty = $key:literal, $rule:expr;)*
        }
        and {
            $($(#[$rest_line:meta])* $see:vis $rest:ident: $RestType:ty,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $Name {
            $($(#[$line])* pub $field: $Type,)*
            $($(#[$rest_line])* $see $rest: $RestType,)*
        }

        impl Default for $Name {
            fn default() -> Self {
                use $crate::tiled::record::Rule::{self, *};
                Self {
                    $($field: { let rule: Rule<$Type> = $rule; rule.value() },)*
                    $($rest: Default::default(),)*
                }
            }
        }

        #[allow(clippy::allow_attributes, clippy::enum_glob_use, unused_imports, reason = "not every record has every rule")]
        impl $Name {
            /// Reads the scalar fields; the others are empty.
            pub(crate) fn read_fields(
                source: &mut impl $crate::tiled::record::Source,
            ) -> Result<Self, $crate::tiled::Error> {
                use $crate::tiled::record::{Rule::*, read_field};
                Ok(Self {
                    $($field: read_field(source, $key, $rule)?,)*
                    $($rest: Default::default(),)*
                })
            }

            /// Writes the scalar fields.
            pub(crate) fn write_fields(&self, sink: &mut impl $crate::tiled::record::Sink) {
                use $crate::tiled::record::{Rule::*, write_field};
                $(write_field(&self.$field, sink, $key, &$rule);)*
            }
        }
    };
}
pub(crate) use record;
