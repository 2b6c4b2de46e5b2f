//! The fields of entities.

use serde_json::Value;

/// A field of an entity, which the project declares.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: FieldValue,
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FieldValue {
    /// True or false.
    Bool(bool),
    /// An integer or a floating-point number.
    Number(f64),
    /// A text, a colour, a path or the name of a value of an enum.
    Text(String),
    /// A reference to an entity.
    Entity {
        /// Its id: [`Entity::id`](super::Entity::id).
        id: String,
        /// The id of its level.
        level: Option<String>,
    },
    /// The values of an array.
    List(Vec<Self>),
}

impl FieldValue {
    /// The value of a document; none for points, tiles and those that are not set.
    fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Bool(truth) => Some(Self::Bool(*truth)),
            Value::Number(number) => number.as_f64().map(Self::Number),
            Value::String(text) => Some(Self::Text(text.clone())),
            Value::Array(items) => {
                Some(Self::List(items.iter().filter_map(Self::of).collect()))
            }
            Value::Object(members) => {
                let id = members.get("entityIid")?.as_str()?.to_owned();
                let level = members.get("levelIid").and_then(Value::as_str);
                Some(Self::Entity { id, level: level.map(str::to_owned) })
            }
            Value::Null => None,
        }
    }
}

/// The fields that a document lists.
pub(super) fn fields(list: &Value) -> Vec<Field> {
    let field = |it: &Value| {
        let name = it.get("__identifier")?.as_str()?.to_owned();
        Some(Field { name, value: FieldValue::of(it.get("__value")?)? })
    };
    list.as_array().into_iter().flatten().filter_map(field).collect()
}
