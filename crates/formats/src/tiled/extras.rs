//! Unknown parts of files.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};
use tilewright_grid::DocumentError;

use super::element::{Element, Node};
use super::error::Error;
use super::json::Json;
use super::members::Members;
use super::xml;

/// Unknown attributes and elements (of XML) and members (of JSON objects). They are written again
/// with the element to which they belong.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extras {
    attributes: Vec<(String, String)>,
    elements: Vec<Element>,
    members: Map<String, Value>,
}

/// The element that stores unknown JSON members in XML; its text is a JSON object.
const MEMBERS: &str = "tilewright-members";
/// The member that stores unknown attributes and elements in JSON, as XML text.
const XML: &str = "tilewright-xml";

impl Extras {
    /// Whether there are no unknown parts.
    pub fn is_empty(&self) -> bool {
        self.attributes.is_empty() && self.elements.is_empty() && self.members.is_empty()
    }

    /// Adds what is left of an element after its known parts were taken.
    pub(crate) fn keep_element(&mut self, element: Element) -> Result<(), Error> {
        let (attributes, nodes) = element.into_parts();
        self.attributes.extend(attributes);

        for node in nodes {
            match node {
                Node::Element(carrier) if carrier.name() == MEMBERS => {
                    let text = carrier.text();
                    let members = serde_json::from_str(&text);
                    self.members.append(&mut members.map_err(DocumentError::from)?);
                }
                Node::Element(unknown) => self.elements.push(unknown),
                Node::Text(_) => {}
            }
        }
        Ok(())
    }

    /// Adds what is left of a child element, under its name.
    pub(crate) fn keep_rest(&mut self, mut element: Element) {
        element.take_content();
        if element.attributes().len() > 0 || !element.nodes().is_empty() {
            self.elements.push(element);
        }
    }

    /// Adds what is left of an object after its known members were taken.
    pub(crate) fn keep_members(&mut self, mut members: Members) -> Result<(), Error> {
        if let Some(Json::Plain(Value::String(text))) = members.take_json(XML) {
            self.keep_element(xml::parse(&text)?)?;
        }
        self.members.append(&mut members.into_values());
        Ok(())
    }

    /// Adds what is left of a nested object, under its key.
    pub(crate) fn keep_rest_members(&mut self, key: &str, rest: Members) {
        let values = rest.into_values();
        if !values.is_empty() {
            self.members.insert(key.to_owned(), Value::Object(values));
        }
    }

    /// Adds unknown values of a list.
    pub(crate) fn keep_values(&mut self, key: &str, values: Vec<Value>) {
        if !values.is_empty() {
            self.members.insert(key.to_owned(), Value::Array(values));
        }
    }

    /// Removes a member that was added for the conversion between formats.
    pub(crate) fn take_member(&mut self, key: &str) -> Option<Value> {
        self.members.remove(key)
    }

    /// Adds a member for the conversion between formats.
    pub(crate) fn add_member(&mut self, key: &str, value: Value) {
        self.members.insert(key.to_owned(), value);
    }

    /// Removes an element that was added for the conversion between formats.
    pub(crate) fn take_element(&mut self, name: &str) -> Option<Element> {
        let at = self.elements.iter().position(|element| element.name() == name)?;
        Some(self.elements.remove(at))
    }

    /// Adds an element for the conversion between formats.
    pub(crate) fn add_element(&mut self, element: Element) {
        self.elements.push(element);
    }

    /// Writes the unknown parts into an element that contains the known ones.
    pub(crate) fn put_element(&self, element: &mut Element) {
        add_attributes(element, &self.attributes);

        let mut parts = BTreeMap::new();
        for (index, node) in element.nodes().iter().enumerate() {
            if let Node::Element(part) = node {
                parts.entry(part.name().to_owned()).or_insert(Some(index));
            }
        }

        for unknown in &self.elements {
            match parts.get_mut(unknown.name()).map(Option::take) {
                None => element.push(unknown.clone()),
                Some(Some(index)) => {
                    if let Node::Element(part) = &mut element.nodes_mut()[index] {
                        merge(part, unknown);
                    }
                }
                // No file has several remainders of one child; only the first is written.
                Some(None) => {}
            }
        }

        if !self.members.is_empty() {
            let mut carrier = Element::new(MEMBERS);
            carrier.push_text(Value::Object(self.members.clone()).to_string());
            element.push(carrier);
        }
    }

    /// Writes the unknown parts into an object that contains the known ones.
    pub(crate) fn put_members(&self, members: &mut Members) {
        for (key, value) in &self.members {
            match (members.map_mut().get_mut(key), Json::from(value.clone())) {
                (None, unknown) => members.set(key, unknown),
                (Some(Json::List(known)), Json::List(unknown)) => known.extend(unknown),
                (Some(Json::Object(known)), Json::Object(unknown)) => {
                    for (key, value) in unknown {
                        known.entry(key).or_insert(value);
                    }
                }
                _ => {}
            }
        }

        if !self.attributes.is_empty() || !self.elements.is_empty() {
            let mut carrier = Element::new("extras");
            let xml = Self { members: Map::new(), ..self.clone() };
            xml.put_element(&mut carrier);
            members.set(XML, Value::from(xml::write(&carrier)));
        }
    }
}

/// Adds the unknown parts of a child element to the child.
fn merge(part: &mut Element, rest: &Element) {
    let (attributes, nodes) = rest.clone().into_parts();
    add_attributes(part, &attributes);
    part.nodes_mut().extend(nodes);
}

/// Adds the attributes that the element does not have.
fn add_attributes(element: &mut Element, attributes: &[(String, String)]) {
    let known: BTreeSet<_> =
        element.attributes().map(|(key, _)| key.to_owned()).collect();
    for (key, value) in attributes.iter().filter(|(key, _)| !known.contains(key)) {
        element.set(key, value.as_str());
    }
}
