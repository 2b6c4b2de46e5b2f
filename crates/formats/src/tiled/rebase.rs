//! Moving a map to another folder.

use std::sync::Arc;

use super::image::Image;
use super::layer::{Layer, LayerKind};
use super::map::Map;
use super::object::Object;
use super::properties::{Properties, Property, Value};
use super::tileset::Tileset;

impl Map {
    /// Adds a prefix to all relative paths in the map: those of tilesets, templates, images and
    /// file properties. If a map is moved from `maps/` to `made/`, the prefix `../maps/` keeps its
    /// references valid. Tilesets and templates with files of their own do not change.
    ///
    /// ```
    /// use tilewright_formats::tiled::{Map, Tileset};
    /// use tilewright_grid::Size;
    ///
    /// let mut map = Map::orthogonal(Size::new(1, 1), 16, 16);
    /// map.add_tileset("ground.tsx", Tileset::new("ground", 16, 16, 4, 2));
    /// map.rebase("../maps/");
    /// assert_eq!(map.tilesets[0].source.as_deref(), Some("../maps/ground.tsx"));
    /// ```
    pub fn rebase(&mut self, prefix: &str) {
        if prefix.is_empty() {
            return;
        }
        rebase_properties(&mut self.properties, prefix);
        for set in &mut self.tilesets {
            match &mut set.source {
                Some(source) => rebase_path(source, prefix),
                None => Arc::make_mut(&mut set.tileset).rebase(prefix),
            }
        }
        for layer in &mut self.layers {
            layer.rebase(prefix);
        }
    }
}

impl Tileset {
    fn rebase(&mut self, prefix: &str) {
        rebase_properties(&mut self.properties, prefix);
        rebase_image(self.image.as_mut(), prefix);
        for tile in self.tiles.values_mut() {
            rebase_properties(&mut tile.properties, prefix);
            rebase_image(tile.image.as_mut(), prefix);
            if let Some(layer) = &mut tile.collision {
                layer.rebase(prefix);
            }
        }
    }
}

impl Layer {
    fn rebase(&mut self, prefix: &str) {
        rebase_properties(&mut self.properties, prefix);

        match &mut self.kind {
            LayerKind::Tiles(_) => {}
            LayerKind::Objects(layer) => {
                for object in &mut layer.objects {
                    object.rebase(prefix);
                }
            }
            LayerKind::Image(layer) => rebase_image(layer.image.as_mut(), prefix),
            LayerKind::Group(layers) => {
                for layer in layers {
                    layer.rebase(prefix);
                }
            }
        }
    }
}

impl Object {
    fn rebase(&mut self, prefix: &str) {
        rebase_properties(&mut self.properties, prefix);
        if let Some(template) = &mut self.template {
            rebase_path(template, prefix);
        }
    }
}

fn rebase_image(image: Option<&mut Image>, prefix: &str) {
    if let Some(source) = image.and_then(|image| image.source.as_mut()) {
        rebase_path(source, prefix);
    }
}

fn rebase_properties(properties: &mut Properties, prefix: &str) {
    for property in properties.values_mut() {
        rebase_property(property, prefix);
    }
}

fn rebase_property(property: &mut Property, prefix: &str) {
    match &mut property.value {
        Value::File(path) => rebase_path(path, prefix),
        Value::Class(members) => rebase_properties(members, prefix),
        Value::List(items) => {
            for item in items {
                rebase_property(item, prefix);
            }
        }
        _ => {}
    }
}

/// Adds the prefix unless the path is absolute or a URL.
fn rebase_path(path: &mut String, prefix: &str) {
    let is_relative = !path.starts_with(['/', '\\']) && !path.contains(':');
    if is_relative && !path.is_empty() {
        path.insert_str(0, prefix);
    }
}
