//! The layers of a map, those in groups included.

use tilewright_formats::tiled::{Layer, LayerKind, Map, Object, TileLayer};

/// The class of the layers that this crate adds, which are ignored when a map is read.
pub(super) const OURS: &str = "tilewright";

/// A layer with the properties that it inherits from its groups.
#[derive(Clone, Copy)]
pub(super) struct Placed<'a> {
    pub(super) layer: &'a Layer,
    /// The offset in pixels, to the right and down.
    pub(super) offset: (f64, f64),
    pub(super) is_visible: bool,
    /// Whether it, or a group that contains it, blocks.
    pub(super) blocks: bool,
}

/// All layers of a map except those that this crate added, from the lowest up. `blocking` is the
/// name or class of layers that block.
pub(super) fn layers<'a>(map: &'a Map, blocking: &str) -> Vec<Placed<'a>> {
    let mut found = Vec::new();
    for layer in &map.layers {
        let outside =
            Placed { layer, offset: (0.0, 0.0), is_visible: true, blocks: false };
        collect(outside, blocking, &mut found);
    }
    found
}

/// Adds a layer, or those of a group. The reader limits the depth of groups.
fn collect<'a>(placed: Placed<'a>, blocking: &str, found: &mut Vec<Placed<'a>>) {
    let Placed { layer, offset, is_visible, blocks } = placed;
    if layer.class == OURS {
        return;
    }
    let is_named = same(&layer.name, blocking) || same(&layer.class, blocking);
    let placed = Placed {
        layer,
        offset: (offset.0 + layer.offset_x, offset.1 + layer.offset_y),
        is_visible: is_visible && layer.visible,
        blocks: blocks || is_named,
    };
    match &layer.kind {
        LayerKind::Group(layers) => {
            for layer in layers {
                collect(Placed { layer, ..placed }, blocking, found);
            }
        }
        _ => found.push(placed),
    }
}

impl<'a> Placed<'a> {
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
}

/// The class of an object: its own, or that of its template or tile.
pub(super) fn kind_of(map: &Map, object: &Object) -> String {
    let own = object.merged().kind.clone().filter(|kind| !kind.is_empty());
    let of_tile = || map.object_tile(object).map(|tile| tile.kind().to_owned());
    own.or_else(of_tile).unwrap_or_default()
}

/// Whether two names are equal without case.
pub(super) fn same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}
