//! Objects in JSON.

use serde_json::Value;

use super::super::context::Context;
use super::super::error::Error;
use super::super::extras::Extras;
use super::super::json::Json;
use super::super::members::Members;
use super::super::object::{Object, Shape, Text};
use super::super::properties::Properties;
use super::super::record::{Scalar, Source};
use super::take_part;

impl Object {
    pub(super) fn from_members(
        mut members: Members,
        context: &mut Context<'_>,
    ) -> Result<Self, Error> {
        members.rename("class", "type");

        // Some exporters write numbers that they could not compute as null. An object without a place
        // would be read at the corner of the map.
        for key in ["gid", "x", "y", "width", "height", "rotation"] {
            if members.is_null(key) {
                return Err(members.value(key, "null".to_owned(), "a number"));
            }
        }

        let mut object = Self::read_fields(&mut members)?;
        object.properties = Properties::take_members(&mut members)?;
        object.shape = Shape::take_members(&mut members, &mut object.extras)?;
        object.base = context.base(object.template.as_deref())?;
        object.extras.keep_members(members)?;

        object.normalize();
        Ok(object)
    }

    pub(super) fn to_members(&self) -> Members {
        let mut members = Members::default();
        self.write_fields(&mut members);

        if self.template.is_none() {
            let plain = [("name", Value::from("")), ("type", Value::from(""))]
                .into_iter()
                .chain(["width", "height", "rotation"].map(|key| (key, Value::from(0))))
                .chain([("visible", Value::from(true))]);
            for (key, value) in
                plain.filter(|(key, _)| !members.has(key)).collect::<Vec<_>>()
            {
                members.set(key, value);
            }
        }

        self.properties.put_members(&mut members);
        self.shape.put_members(&mut members);
        self.extras.put_members(&mut members);
        members
    }
}

impl Shape {
    fn take_members(members: &mut Members, extras: &mut Extras) -> Result<Self, Error> {
        for (key, shape) in [
            ("ellipse", Self::Ellipse),
            ("capsule", Self::Capsule),
            ("point", Self::Point),
        ] {
            if members.take(key)?.unwrap_or(false) {
                return Ok(shape);
            }
        }

        if members.has("polygon") {
            return Ok(Self::Polygon(take_points(members, "polygon")?));
        }
        if members.has("polyline") {
            return Ok(Self::Polyline(take_points(members, "polyline")?));
        }

        let read = |part: &mut Members| {
            let content = part.take("text")?.unwrap_or_default();
            Ok(Self::Text(Text { content, ..Text::read_fields(part)? }))
        };
        Ok(take_part(members, "text", extras, read)?.unwrap_or_default())
    }

    fn put_members(&self, members: &mut Members) {
        match self {
            Self::Rectangle => {}
            Self::Ellipse => members.set("ellipse", Value::from(true)),
            Self::Capsule => members.set("capsule", Value::from(true)),
            Self::Point => members.set("point", Value::from(true)),
            Self::Polygon(points) => members.set_list("polygon", to_list(points)),
            Self::Polyline(points) => members.set_list("polyline", to_list(points)),
            Self::Text(text) => {
                let mut part = Members::default();
                text.write_fields(&mut part);
                part.set("text", Value::from(text.content.as_str()));
                members.set("text", Json::from(part));
            }
        }
    }
}

fn take_points(members: &mut Members, key: &str) -> Result<Vec<(f64, f64)>, Error> {
    let point = |mut point: Members| {
        let x = point.take("x")?.ok_or_else(|| point.missing("x"))?;
        let y = point.take("y")?.ok_or_else(|| point.missing("y"))?;
        Ok((x, y))
    };
    members.take_list(key)?.into_iter().map(point).collect()
}

fn to_list(points: &[(f64, f64)]) -> impl Iterator<Item = Members> {
    points.iter().map(|(x, y)| {
        let mut point = Members::default();
        point.set("x", x.to_json());
        point.set("y", y.to_json());
        point
    })
}
