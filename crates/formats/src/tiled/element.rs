//! XML elements that are read part by part, or assembled.

use super::error::{Error, Place, shortened};
use super::record::{Scalar, Sink, Source};

/// An unknown XML element in [`Extras`](super::Extras).
#[derive(Clone, Debug, Default)]
pub(crate) struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    nodes: Vec<Node>,
    line: u32,
}

/// A child of an element.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    /// An element.
    Element(Element),
    /// Text, unescaped.
    Text(String),
}

/// Elements are compared without their lines.
impl PartialEq for Element {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
            && self.attributes == other.attributes
            && self.nodes == other.nodes
    }
}

impl Element {
    pub(crate) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    pub(crate) fn read(name: &str, attributes: Vec<(String, String)>, line: u32) -> Self {
        Self { name: name.to_owned(), attributes, nodes: Vec::new(), line }
    }

    /// The name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The value of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    /// The attributes, in the order of the file.
    pub(crate) fn attributes(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.attributes.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The children.
    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The child elements.
    pub(crate) fn elements(&self) -> impl Iterator<Item = &Self> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// The text of the element, without that of child elements.
    pub(crate) fn text(&self) -> String {
        self.nodes
            .iter()
            .filter_map(|node| match node {
                Node::Text(text) => Some(text.as_str()),
                Node::Element(_) => None,
            })
            .collect()
    }

    pub(crate) fn place(&self) -> Place {
        Place::Element { line: self.line, name: shortened(&self.name) }
    }

    /// Removes an attribute.
    pub(crate) fn take_text(&mut self, key: &str) -> Option<String> {
        let at = self.attributes.iter().position(|(name, _)| name == key)?;
        Some(self.attributes.remove(at).1)
    }

    /// Renames an attribute, unless there is one with the new name.
    pub(crate) fn rename(&mut self, from: &str, to: &str) {
        if self.attribute(to).is_none()
            && let Some(found) = self.attributes.iter_mut().find(|(key, _)| key == from)
        {
            to.clone_into(&mut found.0);
        }
    }

    /// Removes all children and returns the elements among them.
    pub(crate) fn take_elements(&mut self) -> impl Iterator<Item = Self> + use<> {
        std::mem::take(&mut self.nodes).into_iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// Removes and returns the text.
    pub(crate) fn take_content(&mut self) -> String {
        let text = self.text();
        self.nodes.retain(|node| matches!(node, Node::Element(_)));
        text
    }

    /// Removes the only child element of the given name.
    pub(crate) fn take_element(&mut self, name: &str) -> Result<Option<Self>, Error> {
        let is_it =
            |node: &Node| matches!(node, Node::Element(element) if element.name == name);
        let Some(at) = self.nodes.iter().position(is_it) else { return Ok(None) };
        let Node::Element(found) = self.nodes.remove(at) else { return Ok(None) };
        if self.nodes[at..].iter().any(is_it) {
            return Err(Error::Twice { place: self.place(), name: name.to_owned() });
        }
        Ok(Some(found))
    }

    pub(crate) fn set_name(&mut self, name: &str) {
        name.clone_into(&mut self.name);
    }

    pub(crate) fn set(&mut self, key: &str, value: impl Into<String>) {
        self.attributes.push((key.to_owned(), value.into()));
    }

    pub(crate) fn push(&mut self, element: Self) {
        self.nodes.push(Node::Element(element));
    }

    pub(crate) fn extend(&mut self, elements: impl Iterator<Item = Self>) {
        self.nodes.extend(elements.map(Node::Element));
    }

    pub(crate) fn push_text(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.nodes.push(Node::Text(text));
        }
    }

    pub(crate) const fn nodes_mut(&mut self) -> &mut Vec<Node> {
        &mut self.nodes
    }

    pub(crate) fn into_parts(self) -> (Vec<(String, String)>, Vec<Node>) {
        (self.attributes, self.nodes)
    }

    pub(crate) fn value_error<T: Scalar>(&self, key: &str, found: &str) -> Error {
        let found = shortened(found);
        let name = key.to_owned();
        Error::Value { place: self.place(), name, found, expected: T::EXPECTED }
    }
}

impl Source for Element {
    fn take<T: Scalar>(&mut self, key: &str) -> Result<Option<T>, Error> {
        let Some(text) = self.take_text(key) else { return Ok(None) };
        match T::from_text(&text) {
            Some(value) => Ok(Some(value)),
            None => Err(self.value_error::<T>(key, &text)),
        }
    }

    fn missing(&self, key: &str) -> Error {
        Error::Missing { place: self.place(), name: key.to_owned() }
    }
}

impl Sink for Element {
    fn put<T: Scalar>(&mut self, key: &str, value: &T, plain: bool) {
        if !plain {
            self.set(key, value.to_text());
        }
    }
}
