//! Custom properties in XML.

use serde_json::Value as Plain;

use super::super::MAX_DEPTH;
use super::super::element::Element;
use super::super::error::Error;
use super::super::extras::Extras;
use super::super::properties::{Properties, Property, Value};
use super::super::record::{Scalar, Source};
use super::take_part;

impl Properties {
    /// Reads the properties of an element.
    pub(crate) fn take_element(
        element: &mut Element,
        extras: &mut Extras,
    ) -> Result<Self, Error> {
        let found = take_part(element, "properties", extras, |part| Self::read(part, 0))?;
        Ok(found.unwrap_or_default())
    }

    /// Reads a `<properties>` element.
    pub(crate) fn read(element: &mut Element, depth: usize) -> Result<Self, Error> {
        let mut properties = Self::new();
        for mut child in element.take_elements() {
            if child.name() == "property" {
                let name: String =
                    child.take("name")?.ok_or_else(|| child.missing("name"))?;
                properties.insert(name, Property::from_element(child, depth)?);
            } else {
                element.push(child);
            }
        }
        Ok(properties)
    }

    /// Writes the properties, if there are any.
    pub(crate) fn put_element(&self, element: &mut Element) {
        if !self.is_empty() {
            element.push(self.to_element());
        }
    }

    /// A `<properties>` element.
    pub(crate) fn to_element(&self) -> Element {
        let mut properties = Element::new("properties");
        for (name, property) in self.iter() {
            let mut child = Element::new("property");
            child.set("name", name);
            property.write(&mut child);
            properties.push(child);
        }
        properties
    }
}

impl Property {
    fn from_element(mut element: Element, depth: usize) -> Result<Self, Error> {
        if depth >= MAX_DEPTH {
            return Err(Error::too_deep(element.place()));
        }

        let kind: Option<String> = element.take("type")?;
        let type_name = element.take("propertytype")?;
        let mut extras = Extras::default();

        let value = match kind.as_deref() {
            Some("class") => {
                let read = |part: &mut Element| Properties::read(part, depth + 1);
                let members = take_part(&mut element, "properties", &mut extras, read)?;
                Value::Class(members.unwrap_or_default())
            }
            Some("list") => Value::List(read_items(&mut element, depth + 1)?),
            kind => read_plain(&mut element, kind.unwrap_or("string"))?,
        };

        extras.keep_element(element)?;
        Ok(Self { value, type_name, extras }.exactly())
    }

    /// Restores a value of an unknown type from the JSON that was written with it, unless it was
    /// changed.
    fn exactly(mut self) -> Self {
        if let Value::Other { value, .. } = &mut self.value
            && let Some(exact) = self.extras.take_member(EXACT)
            && value.as_str() == Some(exact.to_string().as_str())
        {
            *value = exact;
        }
        self
    }

    fn write(&self, element: &mut Element) {
        if !matches!(self.value, Value::String(_)) {
            element.set("type", self.value.kind());
        }

        if let Some(type_name) = &self.type_name {
            element.set("propertytype", type_name.as_str());
        }

        match &self.value {
            Value::Class(members) => members.put_element(element),
            Value::List(items) => {
                for item in items {
                    let mut child = Element::new("item");
                    item.write(&mut child);
                    element.push(child);
                }
            }
            Value::String(text)
                if text.contains('\n')
                    && !text.trim().is_empty()
                    && self.extras.is_empty() =>
            {
                element.push_text(text.as_str());
            }
            plain => element.set("value", text_of(plain)),
        }

        match &self.value {
            Value::Other { value, .. } if !value.is_string() => {
                let mut extras = self.extras.clone();
                extras.add_member(EXACT, value.clone());
                extras.put_element(element);
            }
            _ => self.extras.put_element(element),
        }
    }
}

/// The member with a JSON value that XML can store only as text.
const EXACT: &str = "tilewright-value";

fn read_items(element: &mut Element, depth: usize) -> Result<Vec<Property>, Error> {
    let mut items = Vec::new();
    for child in element.take_elements() {
        if child.name() == "item" {
            items.push(Property::from_element(child, depth)?);
        } else {
            element.push(child);
        }
    }
    Ok(items)
}

/// Reads the text of a value: an attribute, or the content of the element if it has several lines.
fn read_plain(element: &mut Element, kind: &str) -> Result<Value, Error> {
    let text = element.take_text("value").unwrap_or_else(|| element.take_content());
    let wrong = |error: fn(&Element, &str, &str) -> Error| error(element, "value", &text);

    Ok(match kind {
        "string" => Value::String(text),
        "color" => Value::Color(text),
        "file" => Value::File(text),
        "int" => Value::Int(
            i64::from_text(&text).ok_or_else(|| wrong(Element::value_error::<i64>))?,
        ),
        "float" => Value::Float(
            f64::from_text(&text).ok_or_else(|| wrong(Element::value_error::<f64>))?,
        ),
        "bool" => Value::Bool(
            bool::from_text(&text).ok_or_else(|| wrong(Element::value_error::<bool>))?,
        ),
        "object" => Value::Object(
            u32::from_text(&text).ok_or_else(|| wrong(Element::value_error::<u32>))?,
        ),
        other => Value::Other { kind: other.to_owned(), value: text.into() },
    })
}

fn text_of(value: &Value) -> String {
    match value {
        Value::String(text)
        | Value::Color(text)
        | Value::File(text)
        | Value::Other { value: Plain::String(text), .. } => text.clone(),
        Value::Int(number) => number.to_text(),
        Value::Float(number) => number.to_text(),
        Value::Bool(truth) => truth.to_string(),
        Value::Object(id) => id.to_text(),
        Value::Other { value, .. } => value.to_string(),
        Value::Class(_) | Value::List(_) => String::new(),
    }
}
