//! Warnings of layers that their offsets move.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_formats::tiled::Gid;

use super::layers::PlacedLayer;
use super::read::{Reader, gid_of};
use super::walls::has_shapes;
use super::words::{counted, quoted};
use super::{Source, TiledError};

impl Reader<'_> {
    /// Warns of layers whose offset is not a whole number of cells, or moves walls out of the map.
    pub(super) fn shifts(&self, warnings: &mut Vec<String>) -> Result<(), TiledError> {
        for placed in &self.layers {
            let Some(tiles) = placed.tiles() else { continue };

            let name = quoted([placed.layer.name.as_str()]);
            if !self.frame.is_offset_whole(placed) {
                warnings.push(format!(
                    "the offset of layer {name} was rounded to whole cells"
                ));
            }

            let mut lost = 0;
            let mut known = BTreeMap::new();
            for gid in self.frame.outside(placed, tiles) {
                // The same tile is judged once.
                let is_wall = if let Some(is_wall) = known.get(&gid.id()) {
                    *is_wall
                } else {
                    let is_wall = self.is_wall(placed, gid)?;
                    known.insert(gid.id(), is_wall);
                    is_wall
                };

                lost += usize::from(is_wall);
            }

            if lost > 0 {
                let (walls, lie) =
                    (counted(lost, "wall"), if lost == 1 { "lies" } else { "lie" });
                warnings.push(format!(
                    "the layer {name} is moved by its offset: {walls} of it {lie} outside the map"
                ));
            }
        }

        Ok(())
    }

    /// Whether a tile of a layer makes a wall where it stands.
    fn is_wall(&self, placed: &PlacedLayer<'_>, gid: Gid) -> Result<bool, TiledError> {
        if placed.blocks && self.is_used(Source::Layer) {
            return Ok(true);
        }

        if self.is_used(Source::Tiles) {
            let names = self.options.tiles.iter();
            let listed: BTreeSet<u32> =
                names.map(|name| gid_of(self.file, name)).collect::<Result<_, _>>()?;
            return Ok(placed.is_visible && !listed.contains(&gid.id()));
        }

        let Some(tile) = self.file.tile(gid).filter(|_| placed.counts()) else {
            return Ok(false);
        };

        let says = self.words.said(tile)?;
        let is_solid = says.is_some_and(|says| says.ground.is_blocked());
        Ok(is_solid && self.is_used(Source::Properties)
            || has_shapes(tile) && self.is_used(Source::Shapes))
    }
}
