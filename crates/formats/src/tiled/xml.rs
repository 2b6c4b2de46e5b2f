//! Parsing and writing XML.

use std::collections::BTreeSet;

use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::element::{Element, Node};
use super::error::{Error, shortened};
use super::{MAX_DEPTH, MAX_ELEMENTS};

/// The maximum nesting of elements: that of groups, that of values (two elements each), and some
/// more for unknown elements.
const MAX_ELEMENT_DEPTH: usize = 4 * MAX_DEPTH + 16;

/// Parses a document. Comments, processing instructions and the document type are ignored, and
/// entities that the document type defines are never expanded.
pub(crate) fn parse(text: &str) -> Result<Element, Error> {
    let mut parser = Parser { text, counted: 0, line: 1, elements: 0, open: Vec::new() };

    // Checked once for the whole text; what entities stand for is checked where they are
    // resolved.
    if let Some(at) = text.find(|char| !is_allowed(char)) {
        parser.advance(at);
        return Err(parser.document("a character that XML does not allow"));
    }

    let mut reader = Reader::from_str(text);
    let mut root = None;
    loop {
        let start = reader.buffer_position();
        let event = reader.read_event();
        parser.advance(start as usize);

        let event = event.map_err(|source| {
            parser.advance(reader.error_position() as usize);
            Error::Xml { line: parser.line, source }
        })?;

        if matches!(event, Event::Eof) {
            break;
        }

        if let Some(element) = parser.take(event)?
            && root.replace(element).is_some()
        {
            return Err(parser.document("expected the end of the file, found an element"));
        }
    }

    if !parser.open.is_empty() {
        return Err(parser.document("the file ends before all elements are closed"));
    }
    root.ok_or_else(|| parser.document("expected an element, found the end of the file"))
}

/// The state of the parser: the position and the elements that are not closed.
struct Parser<'a> {
    text: &'a str,
    counted: usize,
    line: u32,
    elements: usize,
    open: Vec<Element>,
}

impl Parser<'_> {
    /// Counts the lines up to a position.
    fn advance(&mut self, to: usize) {
        if let Some(passed) = self.text.as_bytes().get(self.counted..to) {
            let lines = passed.split(|&byte| byte == b'\n').count() - 1;
            self.line =
                self.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
            self.counted = to;
        }
    }

    const fn document(&self, what: &'static str) -> Error {
        Error::Document { line: self.line, what }
    }

    /// Processes an event. Returns the root element when it is closed.
    fn take(&mut self, event: Event<'_>) -> Result<Option<Element>, Error> {
        match event {
            Event::Start(tag) => {
                let element = self.element(&tag)?;
                self.open(element)?;
            }
            Event::Empty(tag) => {
                let element = self.element(&tag)?;
                self.open(element)?;
                return Ok(self.close());
            }
            Event::End(_) => return Ok(self.close()),
            Event::Text(text) => self.text(&text.xml10_content())?,
            Event::CData(text) => self.text(&text.xml10_content())?,
            Event::GeneralRef(name) => {
                let found = self.reference(&name)?;
                self.text(&found)?;
            }
            Event::Comment(_)
            | Event::Decl(_)
            | Event::PI(_)
            | Event::DocType(_)
            | Event::Eof => {}
        }
        Ok(None)
    }

    fn element(&mut self, tag: &BytesStart<'_>) -> Result<Element, Error> {
        self.elements += 1;
        if self.elements > MAX_ELEMENTS {
            return Err(Error::TooManyElements { line: self.line });
        }

        let fail = |source| Error::Xml { line: self.line, source };

        let mut attributes = Vec::new();
        for attribute in tag.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| fail(error.into()))?;
            let value =
                attribute.normalized_value(XmlVersion::Implicit1_0).map_err(fail)?;

            if let Some(char) = value.chars().find(|&char| !is_allowed(char)) {
                let name = format!("#{}", u32::from(char));
                return Err(Error::Entity { line: self.line, name });
            }

            attributes.push((attribute.key.as_ref().to_owned(), value.into_owned()));
        }

        // The reader does not look for attributes that stand twice; this names the element too.
        let element = Element::read(tag.name().as_ref(), attributes, self.line);
        let mut seen = BTreeSet::new();
        if let Some((name, _)) = element.attributes().find(|(key, _)| !seen.insert(*key))
        {
            return Err(Error::Twice { place: element.place(), name: shortened(name) });
        }

        Ok(element)
    }

    fn open(&mut self, element: Element) -> Result<(), Error> {
        if self.open.len() >= MAX_ELEMENT_DEPTH {
            return Err(Error::TooDeep {
                place: element.place(),
                most: MAX_ELEMENT_DEPTH,
            });
        }
        self.open.push(element);
        Ok(())
    }

    /// Closes the innermost element. Returns it if it is the root.
    fn close(&mut self) -> Option<Element> {
        let mut element = self.open.pop()?;
        drop_blanks(element.nodes_mut());
        match self.open.last_mut() {
            Some(outer) => {
                outer.push(element);
                None
            }
            None => Some(element),
        }
    }

    fn text(&mut self, found: &str) -> Result<(), Error> {
        let is_blank = |char: char| char.is_whitespace() || char == '\u{feff}';
        match self.open.last_mut() {
            Some(element) => {
                if let Some(Node::Text(text)) = element.nodes_mut().last_mut() {
                    text.push_str(found);
                } else {
                    element.push_text(found);
                }
                Ok(())
            }
            None if found.chars().all(is_blank) => Ok(()),
            None => Err(self.document("text outside the root element")),
        }
    }

    fn reference(&self, name: &BytesRef<'_>) -> Result<String, Error> {
        let found = match name.resolve_char_ref() {
            Ok(Some(found)) => is_allowed(found).then(|| found.to_string()),
            Ok(None) => resolve_xml_entity(name).map(str::to_owned),
            Err(_) => None,
        };
        found.ok_or_else(|| Error::Entity { line: self.line, name: shortened(name) })
    }
}

/// Removes white space between elements, unless there is other text.
fn drop_blanks(nodes: &mut Vec<Node>) {
    let is_blank =
        |node: &Node| matches!(node, Node::Text(text) if text.trim_ascii().is_empty());
    let has_text =
        nodes.iter().any(|node| matches!(node, Node::Text(_)) && !is_blank(node));
    let has_elements = nodes.iter().any(|node| matches!(node, Node::Element(_)));
    if has_elements && !has_text {
        nodes.retain(|node| !is_blank(node));
    }
}

/// Writes a document: one line per element, indented by one space per level as by Tiled.
pub(crate) fn write(root: &Element) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    write_element(root, 0, true, &mut text);
    text
}

fn write_element(element: &Element, depth: usize, is_line: bool, out: &mut String) {
    indent(depth, is_line, out);
    out.push('<');
    out.push_str(element.name());

    for (key, value) in element.attributes() {
        out.push(' ');
        out.push_str(key);
        out.push_str("=\"");
        escape(value, true, out);
        out.push('"');
    }

    if element.nodes().is_empty() {
        out.push_str("/>");
    } else {
        out.push('>');
        write_nodes(element.nodes(), depth, is_line, out);
        out.push_str("</");
        out.push_str(element.name());
        out.push('>');
    }

    if is_line {
        out.push('\n');
    }
}

/// Writes each element in a line of its own, unless there is text, which that would change.
fn write_nodes(nodes: &[Node], depth: usize, is_line: bool, out: &mut String) {
    let inner = is_line && nodes.iter().all(|node| matches!(node, Node::Element(_)));
    if inner {
        out.push('\n');
    }
    for node in nodes {
        match node {
            Node::Element(element) => write_element(element, depth + 1, inner, out),
            Node::Text(text) => escape(text, false, out),
        }
    }
    indent(depth, inner, out);
}

fn indent(depth: usize, is_line: bool, out: &mut String) {
    if is_line {
        out.extend(std::iter::repeat_n(' ', depth));
    }
}

/// Writes text with special characters escaped. Characters that XML does not allow become U+FFFD.
fn escape(text: &str, is_attribute: bool, out: &mut String) {
    for char in text.chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\r' => out.push_str("&#13;"),
            '"' if is_attribute => out.push_str("&quot;"),
            '\n' if is_attribute => out.push_str("&#10;"),
            '\t' if is_attribute => out.push_str("&#9;"),
            _ if !is_allowed(char) => out.push(char::REPLACEMENT_CHARACTER),
            _ => out.push(char),
        }
    }
}

/// Whether XML allows a character.
const fn is_allowed(char: char) -> bool {
    !matches!(char, '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
        || matches!(char, '\t' | '\n' | '\r')
}
