//! Images in JSON, where they are members of the object that uses them.

use serde_json::Value;

use super::super::error::Error;
use super::super::extras::Extras;
use super::super::image::Image;
use super::super::members::Members;
use super::super::record::{Sink, Source};

/// The member for values of an image that the format has no member for.
const EXACT: &str = "tilewright-image";

impl Image {
    pub(super) fn take_members(members: &mut Members) -> Result<Option<Self>, Error> {
        let source: Option<String> = members.take("image")?;

        let mut image = Self {
            source: source.filter(|source| !source.is_empty()),
            width: members.take("imagewidth")?,
            height: members.take("imageheight")?,
            transparent: members.take("transparentcolor")?,
            ..Self::default()
        };

        if let Some(mut exact) = members.take_members(EXACT)? {
            image.format = exact.take("format")?;
            image.extras.keep_members(exact)?;
        } else if image == Self::default() {
            return Ok(None);
        }
        Ok(Some(image))
    }

    pub(super) fn put_members(&self, members: &mut Members) {
        let source = self.source.clone().unwrap_or_default();
        members.set("image", Value::from(source));

        for (key, side) in [("imagewidth", self.width), ("imageheight", self.height)] {
            if let Some(side) = side {
                members.put(key, &side, false);
            }
        }

        if let Some(color) = &self.transparent {
            members.put("transparentcolor", color, false);
        }

        let plain = Self { format: None, extras: Extras::default(), ..self.clone() };
        if *self != plain || plain == Self::default() {
            let mut exact = Members::default();
            if let Some(format) = &self.format {
                exact.put("format", format, false);
            }
            self.extras.put_members(&mut exact);
            members.set(EXACT, exact);
        }
    }
}
