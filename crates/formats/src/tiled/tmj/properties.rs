//! Custom properties in JSON.

use serde_json::Value as Plain;

use super::super::MAX_DEPTH;
use super::super::error::Error;
use super::super::extras::Extras;
use super::super::json::Json;
use super::super::members::Members;
use super::super::properties::{Properties, Property, Value};
use super::super::record::{Scalar, Source};

impl Properties {
    /// Reads the properties of an object: a list, or, before Tiled 1.2, an object of values and
    /// one of types.
    pub(crate) fn take_members(members: &mut Members) -> Result<Self, Error> {
        match members.take_json("properties") {
            None => Ok(Self::new()),
            Some(Json::Object(values)) => {
                let mut types =
                    members.take_members("propertytypes")?.unwrap_or_default();
                let mut properties = Self::new();

                for (name, value) in values {
                    let kind: Option<String> = types.take(&name)?;
                    let path = format!("{}.{name}", members.path("properties"));
                    let value = read_value(value, kind.as_deref(), path, 0)?;
                    properties.insert(name, value);
                }
                Ok(properties)
            }
            Some(list) => {
                let mut properties = Self::new();

                // As a list again, whose reader checks it.
                members.set("properties", list);
                for mut member in members.take_list("properties")? {
                    let name: String =
                        member.take("name")?.ok_or_else(|| member.missing("name"))?;
                    properties.insert(name, Property::from_members(member, 0)?);
                }
                Ok(properties)
            }
        }
    }

    /// Writes the properties, if there are any.
    pub(super) fn put_members(&self, members: &mut Members) {
        if !self.is_empty() {
            let list = self.iter().map(|(name, property)| {
                let mut member = property.to_members();
                member.set("name", Plain::from(name));
                member
            });
            members.set_list("properties", list);
        }
    }
}

impl Property {
    fn from_members(mut members: Members, depth: usize) -> Result<Self, Error> {
        let kind: Option<String> = members.take("type")?;
        let type_name = members.take("propertytype")?;
        let json = members.take_json("value");

        let outermost = json.clone().filter(|_| depth == 0 && is_deep(kind.as_deref()));
        let path = members.path("value");

        let value = match (json, kind.as_deref()) {
            (Some(json), kind) => read_value(json, kind, path, depth)?,
            (None, Some("class")) => Value::Class(Properties::new()),
            (None, Some("list")) => Value::List(Vec::new()),
            (None, None | Some("string")) => Value::String(String::new()),
            (None, Some(_)) => return Err(members.missing("value")),
        };

        let mut property = Self { value, type_name, extras: Extras::default() };
        property.extras.keep_members(members)?;
        property.recall(outermost.as_ref())?;
        Ok(property)
    }

    /// Restores the types of a class's members, which JSON does not contain, from the XML that was
    /// written with them, unless they were changed.
    fn recall(&mut self, json: Option<&Json>) -> Result<(), Error> {
        if json.is_some()
            && let Some(mut element) = self.extras.take_element(EXACT)
            && let Some(Self { value, .. }) =
                Properties::read(&mut element, 0)?.get("value")
            && Some(&to_json(value)) == json
        {
            self.value = value.clone();
        }
        Ok(())
    }

    fn to_members(&self) -> Members {
        let json = to_json(&self.value);
        let kind = Some(self.value.kind());

        // Types that the JSON would not show again are kept beside it as XML.
        let is_exact = !is_deep(kind)
            || read_value(json.clone(), kind, String::new(), 0)
                .is_ok_and(|value| value == self.value);

        if is_exact {
            return self.with_value(json, &self.extras);
        }

        let value = Self::from(self.value.clone());
        let exact: Properties = [("value", value)].into_iter().collect();
        let mut element = exact.to_element();
        element.set_name(EXACT);

        let mut extras = self.extras.clone();
        extras.add_element(element);
        self.with_value(json, &extras)
    }

    fn with_value(&self, json: Json, extras: &Extras) -> Members {
        let mut members = Members::default();
        members.set("type", Plain::from(self.value.kind()));
        if let Some(type_name) = &self.type_name {
            members.set("propertytype", Plain::from(type_name.as_str()));
        }
        members.set("value", json);
        extras.put_members(&mut members);
        members
    }
}

/// Whether values of this type contain values.
fn is_deep(kind: Option<&str>) -> bool {
    matches!(kind, Some("class" | "list"))
}

/// The element with the types of a class's members; only the outermost value has it.
const EXACT: &str = "tilewright-value";

/// Reads a value of a type; if it is not given, of the type that the JSON has.
fn read_value(
    json: Json,
    kind: Option<&str>,
    path: String,
    depth: usize,
) -> Result<Value, Error> {
    if depth >= MAX_DEPTH {
        return Err(Error::too_deep(Members::at(path).place()));
    }

    Ok(match kind {
        Some("string") => Value::String(scalar(&json, &path)?),
        Some("color") => Value::Color(scalar(&json, &path)?),
        Some("file") => Value::File(scalar(&json, &path)?),
        Some("int") => Value::Int(scalar(&json, &path)?),
        Some("float") => Value::Float(scalar(&json, &path)?),
        Some("bool") => Value::Bool(scalar(&json, &path)?),
        Some("object") => Value::Object(scalar(&json, &path)?),
        Some("class") => read_class(Members::of(json, path)?, depth)?,
        Some("list") => match json {
            Json::List(_) | Json::Numbers(_) => read_list(json, &path, depth)?,
            other => {
                let members = Members::at(String::new());
                return Err(members.value(&path, other.shown(), "a list"));
            }
        },
        Some(other) => Value::Other { kind: other.to_owned(), value: json.into_value() },
        None => match json {
            Json::Plain(Plain::Bool(truth)) => Value::Bool(truth),
            Json::Plain(Plain::Number(number)) => number.as_i64().map_or_else(
                || Value::Float(number.as_f64().unwrap_or_default()),
                Value::Int,
            ),
            Json::Plain(Plain::String(text)) => Value::String(text),
            Json::Plain(_) => Value::String(String::new()),
            Json::Object(_) => read_class(Members::of(json, path)?, depth)?,
            list => read_list(list, &path, depth)?,
        },
    })
}

fn scalar<T: Scalar>(json: &Json, path: &str) -> Result<T, Error> {
    let value = match json {
        Json::Plain(value) => T::from_json(value),
        _ => None,
    };
    let wrong = || Members::at(String::new()).value(path, json.shown(), T::EXPECTED);
    value.ok_or_else(wrong)
}

fn read_class(members: Members, depth: usize) -> Result<Value, Error> {
    let mut properties = Properties::new();
    for (name, path, json) in members.into_entries() {
        properties.insert(name, read_value(json, None, path, depth + 1)?);
    }
    Ok(Value::Class(properties))
}

/// Reads the items of a list: objects with type and value, or bare values.
fn read_list(json: Json, path: &str, depth: usize) -> Result<Value, Error> {
    if depth + 1 >= MAX_DEPTH {
        return Err(Error::too_deep(Members::at(path.to_owned()).place()));
    }

    let mut items = Vec::new();
    for (index, json) in json.into_list().unwrap_or_default().into_iter().enumerate() {
        let path = format!("{path}[{index}]");

        let is_item = matches!(&json, Json::Object(item)
            if item.contains_key("type") && item.contains_key("value"));

        items.push(if is_item {
            Property::from_members(Members::of(json, path)?, depth + 1)?
        } else {
            read_value(json, None, path, depth + 1)?.into()
        });
    }

    Ok(Value::List(items))
}

fn to_json(value: &Value) -> Json {
    Json::Plain(match value {
        Value::String(text) | Value::Color(text) | Value::File(text) => text.to_json(),
        Value::Int(number) => number.to_json(),
        Value::Float(number) => number.to_json(),
        Value::Bool(truth) => truth.to_json(),
        Value::Object(id) => id.to_json(),
        Value::Other { value, .. } => return value.clone().into(),
        Value::List(items) => {
            return Json::List(items.iter().map(item_to_json).collect());
        }
        Value::Class(properties) => {
            let mut members = Members::default();
            for (name, property) in properties.iter() {
                members.set(name, to_json(&property.value));
            }
            return members.into();
        }
    })
}

fn item_to_json(item: &Property) -> Json {
    item.with_value(to_json(&item.value), &item.extras).into()
}
