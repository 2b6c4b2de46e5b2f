//! The layers of a map, those in groups too, with what their groups add.

use tilewright_formats::tiled::{Layer, LayerKind, Map, Object, TileLayer};

/// What the class of our own layers is: they are results, and say nothing of the ground.
pub(super) const OURS: &str = "tilewright";

/// A layer with what the groups around it add.
#[derive(Clone, Copy)]
pub(super) struct Placed<'a> {
    pub(super) layer: &'a Layer,
    /// By how many pixels it is drawn to the right and down.
    pub(super) offset: (f64, f64),
    pub(super) is_visible: bool,
    /// Whether it, or a group around it, is a layer that blocks.
    pub(super) blocks: bool,
}

/// All layers that hold something of the map's own, the lowest first. `blocking` is the name
/// or class of those that block.
pub(super) fn layers<'a>(map: &'a Map, blocking: &str) -> Vec<Placed<'a>> {
    let mut found = Vec::new();
    for layer in &map.layers {
        let outside =
            Placed { layer, offset: (0.0, 0.0), is_visible: true, blocks: false };
        collect(outside, blocking, &mut found);
    }
    found
}

/// Groups nest at most as deep as the reader allows.
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

/// The class of an object: its own, its template's, or that of the tile that it shows.
pub(super) fn kind_of(map: &Map, object: &Object) -> String {
    let own = object.merged().kind.clone().filter(|kind| !kind.is_empty());
    let of_tile = || map.object_tile(object).map(|tile| tile.kind().to_owned());
    own.or_else(of_tile).unwrap_or_default()
}

/// Whether two names are the same but for case.
pub(super) fn same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}
