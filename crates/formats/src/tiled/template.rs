//! Templates of objects.

use super::extras::Extras;
use super::map::{MapTileset, TileRef};
use super::object::Object;

/// An object that others are instances of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Template {
    /// The tileset that the object's gid counts in.
    pub tileset: Option<MapTileset>,
    /// The object.
    pub object: Object,
    /// What else the file says.
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
