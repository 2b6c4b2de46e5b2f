//! Layers in XML.

use super::super::MAX_DEPTH;
use super::super::context::Context;
use super::super::element::Element;
use super::super::error::Error;
use super::super::image::Image;
use super::super::layer::{ImageLayer, Layer, LayerKind, ObjectLayer};
use super::super::object::Object;
use super::super::properties::Properties;
use super::super::tile_layer::TileLayer;

/// The names of elements that are layers.
pub(super) const LAYERS: [&str; 4] = ["layer", "objectgroup", "imagelayer", "group"];

impl Layer {
    pub(super) fn from_element(
        mut element: Element,
        context: &mut Context<'_>,
        depth: usize,
    ) -> Result<Self, Error> {
        if depth >= MAX_DEPTH {
            return Err(Error::too_deep(element.place()));
        }

        let mut layer = Self::read_fields(&mut element)?;
        let extras = &mut layer.extras;
        layer.properties = Properties::take_element(&mut element, extras)?;

        layer.kind = match element.name() {
            "layer" => {
                LayerKind::Tiles(TileLayer::take_element(&mut element, extras, context)?)
            }
            "objectgroup" => LayerKind::Objects(take_objects(&mut element, context)?),
            "imagelayer" => LayerKind::Image(take_image(&mut element)?),
            _ => LayerKind::Group(take_layers(&mut element, context, depth + 1)?),
        };

        extras.keep_element(element)?;
        Ok(layer)
    }

    pub(super) fn to_element(&self) -> Element {
        let mut element = Element::new(match &self.kind {
            LayerKind::Tiles(_) => "layer",
            LayerKind::Objects(_) => "objectgroup",
            LayerKind::Image(_) => "imagelayer",
            LayerKind::Group(_) => "group",
        });

        self.write_fields(&mut element);

        match &self.kind {
            LayerKind::Tiles(tiles) => tiles.put_element(&mut element),
            LayerKind::Objects(layer) => layer.write_fields(&mut element),
            LayerKind::Image(layer) => layer.write_fields(&mut element),
            LayerKind::Group(_) => {}
        }

        self.properties.put_element(&mut element);

        match &self.kind {
            LayerKind::Tiles(tiles) => element.push(tiles.to_data()),
            LayerKind::Objects(layer) => {
                element.extend(layer.objects.iter().map(Object::to_element));
            }
            LayerKind::Image(layer) => {
                element.extend(layer.image.iter().map(Image::to_element));
            }
            LayerKind::Group(layers) => {
                element.extend(layers.iter().map(Self::to_element));
            }
        }

        self.extras.put_element(&mut element);
        element
    }
}

/// Reads the layers of a map or group.
pub(super) fn take_layers(
    element: &mut Element,
    context: &mut Context<'_>,
    depth: usize,
) -> Result<Vec<Layer>, Error> {
    let mut layers = Vec::new();
    for child in element.take_elements() {
        if LAYERS.contains(&child.name()) {
            layers.push(Layer::from_element(child, context, depth)?);
        } else {
            element.push(child);
        }
    }
    Ok(layers)
}

fn take_objects(
    element: &mut Element,
    context: &mut Context<'_>,
) -> Result<ObjectLayer, Error> {
    let mut layer = ObjectLayer::read_fields(element)?;
    for child in element.take_elements() {
        if child.name() == "object" {
            layer.objects.push(Object::from_element(child, context)?);
        } else {
            element.push(child);
        }
    }
    Ok(layer)
}

fn take_image(element: &mut Element) -> Result<ImageLayer, Error> {
    let mut layer = ImageLayer::read_fields(element)?;
    layer.image = Image::take_element(element)?;
    Ok(layer)
}

impl Image {
    /// Reads the image of an element.
    pub(super) fn take_element(element: &mut Element) -> Result<Option<Self>, Error> {
        let Some(mut part) = element.take_element("image")? else { return Ok(None) };
        let mut image = Self::read_fields(&mut part)?;
        image.extras.keep_element(part)?;
        Ok(Some(image))
    }

    pub(super) fn to_element(&self) -> Element {
        let mut element = Element::new("image");
        self.write_fields(&mut element);
        self.extras.put_element(&mut element);
        element
    }
}
