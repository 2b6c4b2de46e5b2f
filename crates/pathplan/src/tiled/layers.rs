//! The layers of a map, those in groups included.

use tilewright_formats::tiled::{Layer, LayerKind, Map, Object, TileLayer};

use super::properties::WallNames;
use super::words::{is_wall, same};

/// The class of the layers that this crate adds, which are ignored when a map is read.
pub(super) const OURS: &str = "tilewright";

/// A layer with the properties that it inherits from its groups.
#[derive(Clone, Copy)]
pub(super) struct PlacedLayer<'a> {
    pub(super) layer: &'a Layer,
    /// The offset in pixels, to the right and down.
    pub(super) offset: (f64, f64),
    pub(super) is_visible: bool,
    /// Whether it, or a group that contains it, blocks.
    pub(super) blocks: bool,
    /// Whether it would block if the options named no layers: by its name, its class or a property.
    pub(super) is_usual: bool,
}

/// All layers of a map except those that this crate added, from the lowest up. `blocking` are the
/// names or classes of layers that block; none for the usual ones.
pub(super) fn layers<'a>(
    map: &'a Map,
    words: &WallNames<'_>,
    blocking: &[String],
) -> Vec<PlacedLayer<'a>> {
    let mut found = Vec::new();
    for layer in &map.layers {
        let outside = PlacedLayer {
            layer,
            offset: (0.0, 0.0),
            is_visible: true,
            blocks: false,
            is_usual: false,
        };

        collect(outside, words, blocking, &mut found);
    }

    found
}

/// Adds a layer, or those of a group. The reader limits the depth of groups.
fn collect<'a>(
    placed: PlacedLayer<'a>,
    words: &WallNames<'_>,
    blocking: &[String],
    found: &mut Vec<PlacedLayer<'a>>,
) {
    let PlacedLayer { layer, offset, is_visible, blocks, is_usual } = placed;
    if layer.class == OURS {
        return;
    }

    let properties = words.with_class(&layer.properties, &layer.class);
    let is_usual = is_usual
        || is_wall(&layer.name)
        || is_wall(&layer.class)
        || words.verdict(&properties).is_wall() == Some(true);
    let is_named = blocking.iter().any(|name| is_called(layer, name));
    let placed = PlacedLayer {
        layer,
        offset: (offset.0 + layer.offset_x, offset.1 + layer.offset_y),
        is_visible: is_visible && layer.visible,
        blocks: blocks || if blocking.is_empty() { is_usual } else { is_named },
        is_usual,
    };

    match &layer.kind {
        LayerKind::Group(layers) => {
            for layer in layers {
                collect(PlacedLayer { layer, ..placed }, words, blocking, found);
            }
        }
        _ => found.push(placed),
    }
}

/// Whether a layer has such a name or class.
pub(super) fn is_called(layer: &Layer, name: &str) -> bool {
    same(&layer.name, name) || same(&layer.class, name)
}

impl<'a> PlacedLayer<'a> {
    pub(super) const fn tiles(&self) -> Option<&'a TileLayer> {
        match &self.layer.kind {
            LayerKind::Tiles(tiles) => Some(tiles),
            _ => None,
        }
    }

    pub(super) fn objects(&self) -> &'a [Object] {
        match &self.layer.kind {
            LayerKind::Objects(layer) => &layer.objects,
            _ => &[],
        }
    }

    /// Whether its tiles count by what they say and by their shapes: nobody sees those of a hidden
    /// layer, but collision layers are often hidden.
    pub(super) const fn counts(&self) -> bool {
        self.is_visible || self.blocks
    }

    /// Whether it has tiles, objects or an image.
    pub(super) fn has_content(&self) -> bool {
        match &self.layer.kind {
            LayerKind::Tiles(tiles) => tiles.cells().any(|(_, _, gid)| !gid.is_empty()),
            LayerKind::Objects(layer) => !layer.objects.is_empty(),
            LayerKind::Image(layer) => layer.image.is_some(),
            LayerKind::Group(_) => false,
        }
    }
}

/// The class of an object: its own, or that of its template or tile.
pub(super) fn kind_of(map: &Map, object: &Object) -> String {
    let own = object.merged().kind.clone().filter(|kind| !kind.is_empty());
    let of_tile = || map.object_tile(object).map(|tile| tile.kind().to_owned());
    own.or_else(of_tile).unwrap_or_default()
}
