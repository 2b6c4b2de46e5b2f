//! Layers in JSON.

use serde_json::Value;

use super::super::MAX_DEPTH;
use super::super::context::Context;
use super::super::error::Error;
use super::super::extras::Extras;
use super::super::image::Image;
use super::super::json::Json;
use super::super::layer::{ImageLayer, Layer, LayerKind, ObjectLayer};
use super::super::members::Members;
use super::super::object::Object;
use super::super::properties::Properties;
use super::super::record::Source;
use super::super::tile_layer::TileLayer;

impl Layer {
    pub(super) fn from_members(
        mut members: Members,
        kind: &str,
        context: &mut Context<'_>,
        depth: usize,
    ) -> Result<Self, Error> {
        if depth >= MAX_DEPTH {
            return Err(Error::too_deep(members.place()));
        }

        members.take_json("type");
        let mut layer = Self::read_fields(&mut members)?;
        layer.properties = Properties::take_members(&mut members)?;

        layer.kind = match kind {
            "tilelayer" => {
                LayerKind::Tiles(TileLayer::take_members(&mut members, context)?)
            }
            "objectgroup" => LayerKind::Objects(take_objects(&mut members, context)?),
            "imagelayer" => {
                let mut images = ImageLayer::read_fields(&mut members)?;
                images.image = Image::take_members(&mut members)?;
                LayerKind::Image(images)
            }
            _ => {
                let extras = &mut layer.extras;
                LayerKind::Group(take_layers(&mut members, extras, context, depth + 1)?)
            }
        };

        layer.extras.keep_members(members)?;
        Ok(layer)
    }

    pub(super) fn to_members(&self) -> Members {
        let mut members = Members::default();
        self.write_fields(&mut members);
        self.properties.put_members(&mut members);

        let kind = match &self.kind {
            LayerKind::Tiles(tiles) => {
                tiles.put_members(&mut members);
                "tilelayer"
            }
            LayerKind::Objects(layer) => {
                layer.write_fields(&mut members);
                members.set_list("objects", layer.objects.iter().map(Object::to_members));
                "objectgroup"
            }
            LayerKind::Image(layer) => {
                layer.write_fields(&mut members);
                layer.image.iter().for_each(|image| image.put_members(&mut members));
                "imagelayer"
            }
            LayerKind::Group(layers) => {
                members.set_list("layers", layers.iter().map(Self::to_members));
                "group"
            }
        };

        members.set("type", Value::from(kind));
        self.extras.put_members(&mut members);
        members
    }
}

/// Reads the layers of a map or group. Layers of an unknown kind are kept after the others.
pub(super) fn take_layers(
    members: &mut Members,
    extras: &mut Extras,
    context: &mut Context<'_>,
    depth: usize,
) -> Result<Vec<Layer>, Error> {
    let (mut layers, mut unknown) = (Vec::new(), Vec::new());

    for member in members.take_list("layers")? {
        let Some(kind) = member.get_text("type") else {
            return Err(member.missing("type"));
        };

        if ["tilelayer", "objectgroup", "imagelayer", "group"].contains(&kind) {
            let kind = kind.to_owned();
            layers.push(Layer::from_members(member, &kind, context, depth)?);
        } else {
            unknown.push(Json::from(member).into_value());
        }
    }

    extras.keep_values("layers", unknown);
    Ok(layers)
}

fn take_objects(
    members: &mut Members,
    context: &mut Context<'_>,
) -> Result<ObjectLayer, Error> {
    let mut layer = ObjectLayer::read_fields(members)?;
    for member in members.take_list("objects")? {
        layer.objects.push(Object::from_members(member, context)?);
    }
    Ok(layer)
}
