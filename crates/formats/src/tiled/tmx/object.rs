//! Objects in XML.

use super::super::context::Context;
use super::super::element::Element;
use super::super::error::Error;
use super::super::extras::Extras;
use super::super::object::{Object, Shape, Text};
use super::super::properties::Properties;
use super::super::record::Scalar;
use super::take_part;

impl Object {
    pub(super) fn from_element(
        mut element: Element,
        context: &mut Context<'_>,
    ) -> Result<Self, Error> {
        element.rename("class", "type");
        let mut object = Self::read_fields(&mut element)?;
        object.properties = Properties::take_element(&mut element, &mut object.extras)?;
        object.shape = Shape::take_element(&mut element, &mut object.extras)?;
        object.base = context.base(object.template.as_deref())?;
        object.extras.keep_element(element)?;
        object.normalize();
        Ok(object)
    }

    pub(super) fn to_element(&self) -> Element {
        let mut element = Element::new("object");
        self.write_fields(&mut element);
        self.properties.put_element(&mut element);
        if let Some(shape) = self.shape.to_element() {
            element.push(shape);
        }
        self.extras.put_element(&mut element);
        element
    }
}

impl Shape {
    fn take_element(element: &mut Element, extras: &mut Extras) -> Result<Self, Error> {
        const NAMES: [&str; 6] =
            ["ellipse", "capsule", "point", "polygon", "polyline", "text"];

        let name = element
            .elements()
            .find_map(|child| NAMES.into_iter().find(|name| *name == child.name()));
        let Some(name) = name else { return Ok(Self::Rectangle) };

        let read = |part: &mut Element| {
            Ok(match name {
                "ellipse" => Self::Ellipse,
                "capsule" => Self::Capsule,
                "point" => Self::Point,
                "polygon" => Self::Polygon(take_points(part)?),
                "polyline" => Self::Polyline(take_points(part)?),
                _ => {
                    let content = part.take_content();
                    Self::Text(Text { content, ..Text::read_fields(part)? })
                }
            })
        };

        Ok(take_part(element, name, extras, read)?.unwrap_or_default())
    }

    fn to_element(&self) -> Option<Element> {
        let (name, points) = match self {
            Self::Rectangle => return None,
            Self::Ellipse => ("ellipse", None),
            Self::Capsule => ("capsule", None),
            Self::Point => ("point", None),
            Self::Polygon(points) => ("polygon", Some(points)),
            Self::Polyline(points) => ("polyline", Some(points)),
            Self::Text(text) => {
                let mut element = Element::new("text");
                text.write_fields(&mut element);
                element.push_text(text.content.as_str());
                return Some(element);
            }
        };

        let mut element = Element::new(name);
        if let Some(points) = points {
            let word = |(x, y): &(f64, f64)| format!("{},{}", x.to_text(), y.to_text());
            element.set("points", points.iter().map(word).collect::<Vec<_>>().join(" "));
        }
        Some(element)
    }
}

/// Reads points such as `0,0 16,-8.5`.
fn take_points(element: &mut Element) -> Result<Vec<(f64, f64)>, Error> {
    let text = element.take_text("points").unwrap_or_default();

    let point = |word: &str| {
        let (x, y) = word.split_once(',')?;
        Some((f64::from_text(x)?, f64::from_text(y)?))
    };

    text.split_ascii_whitespace()
        .map(|word| {
            point(word).ok_or_else(|| Error::Value {
                place: element.place(),
                name: "points".to_owned(),
                found: super::super::error::shortened(word),
                expected: "two numbers with a comma between them",
            })
        })
        .collect()
}
