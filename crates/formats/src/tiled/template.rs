//! Templates of objects.

use super::extras::Extras;
use super::map::{MapTileset, TileRef};
use super::object::Object;

/// A template: an object of which others are instances.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Template {
    /// The tileset of the object's gid.
    pub tileset: Option<MapTileset>,
    /// The object.
    pub object: Object,
    /// Unknown parts of the file.
    pub extras: Extras,
}

impl Template {
    /// The tile that the object shows.
    pub fn tile(&self) -> Option<TileRef<'_>> {
        let Some(gid) = self.object.gid else { return self.object.base()?.tile() };
        let MapTileset { first_gid, tileset, .. } = self.tileset.as_ref()?;
        let id = gid.id().checked_sub(*first_gid).filter(|_| !gid.is_empty())?;
        Some(TileRef { tileset, id, flips: gid.flips() })
    }
}
