//! What tiles in cells say: their properties, or a list of walkable tiles.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use tilewright_formats::tiled::{Flips, Gid, TileRef};

use super::properties::TileGround;
use super::read::{Reader, gid_of};
use super::words::same;
use super::{Finding, Source, TiledError};
use crate::tile::few;

/// What the tiles of all cells say.
pub(super) struct Base {
    pub(super) finding: Finding,
    pub(super) cells: Vec<TileGround>,
}

/// What is known about a tile.
#[derive(Clone, Copy)]
enum TileReading {
    /// It says nothing about walking.
    Nothing,
    /// It says this.
    This(TileGround),
    /// Its tileset, of this index, was not read.
    Unread(usize),
}

impl Reader<'_> {
    /// What the topmost tile with properties says in each cell, except for those of hidden layers; `known` gets
    /// what each tile says.
    fn topmost(
        &self,
        known: &mut BTreeMap<u32, TileReading>,
    ) -> Result<Vec<TileReading>, TiledError> {
        let mut cells = vec![TileReading::Nothing; self.frame.size.area()];
        // From below, so that higher tiles overwrite lower ones.
        for layer in self.layers.iter().filter(|layer| layer.counts()) {
            let Some(tiles) = layer.tiles() else { continue };

            for (index, gid) in self.frame.tiles(layer, tiles) {
                let saying = match known.entry(gid.id()) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(place) => *place.insert(self.saying(gid)?),
                };

                if !matches!(saying, TileReading::Nothing) {
                    cells[index] = saying;
                }
            }
        }

        Ok(cells)
    }

    /// In each cell the topmost tile with properties decides, except for those of hidden layers.
    /// `None` without any such cell.
    pub(super) fn by_properties(&self) -> Result<Option<Base>, TiledError> {
        let mut known = BTreeMap::new();
        let cells = self.topmost(&mut known)?;
        let says = |saying: &TileReading| match saying {
            TileReading::This(says) => Some(*says),
            _ => None,
        };
        let count = cells.iter().filter_map(says).count();
        if count == 0 {
            return Ok(None);
        }

        let unread = cells.iter().find_map(|saying| match saying {
            TileReading::Unread(set) => Some(*set),
            _ => None,
        });
        if let Some(set) = unread {
            return Err(self.decided_unread(set));
        }

        // A map whose tiles are marked as walkable lists its floor, unless others are marked as
        // walls: then what is not marked is floor, too.
        let marks = |is: fn(&TileGround) -> bool| {
            cells.iter().filter_map(says).any(|says| is(&says))
        };
        let is_list = marks(|says| says.is_listed) && !marks(|says| says.is_solid);

        let mut found = format!("the properties of tiles: {}", self.names(&known));
        if is_list && count < cells.len() {
            found += "; cells without them are walls, as walkable tiles are marked";
        }

        let cells: Vec<TileGround> = cells
            .iter()
            .map(|saying| says(saying).unwrap_or(TileGround::plain(is_list)))
            .collect();
        let decided = if is_list { cells.len() } else { count };
        Ok(Some(Base {
            finding: finding(Source::Properties, found, decided, &cells),
            cells,
        }))
    }

    fn saying(&self, gid: Gid) -> Result<TileReading, TiledError> {
        if let Some(set) = self.unread_set(gid) {
            return Ok(TileReading::Unread(set));
        }
        let said = self.file.tile(gid).map(|tile| self.words.said(tile)).transpose()?;
        Ok(said.flatten().map_or(TileReading::Nothing, TileReading::This))
    }

    /// The names of the properties that these tiles have.
    fn names(&self, known: &BTreeMap<u32, TileReading>) -> String {
        let mut names = BTreeSet::new();
        for (&gid, _) in
            known.iter().filter(|(_, saying)| matches!(saying, TileReading::This(_)))
        {
            let Some(tile) = self.file.tile(Gid::new(gid)).and_then(|tile| tile.tile())
            else {
                continue;
            };

            let properties = self.words.with_class(&tile.properties, &tile.kind);
            let mut own = self.words.verdict(&properties).names;
            let all = properties.iter().map(|(name, _)| name);
            own.extend(all.filter(|name| same(name, "cost")).map(str::to_owned));

            if own.is_empty() {
                own.insert(format!("class {}", tile.kind));
            }

            names.append(&mut own);
        }

        few(names)
    }

    /// Whether any tile of a tileset says something about walking, used or not.
    pub(super) fn has_properties(&self) -> Result<bool, TiledError> {
        for set in &self.file.tilesets {
            let tileset = &*set.tileset;
            for &id in tileset.tiles.keys() {
                let tile = TileRef { tileset, id, flips: Flips::default() };
                if self.words.said(tile)?.is_some() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// In each cell the topmost visible tile, which is walkable if the options list it.
    pub(super) fn by_tiles(&self) -> Result<Base, TiledError> {
        let names = &self.options.tiles;
        let walkable: BTreeSet<u32> =
            names.iter().map(|name| gid_of(self.file, name)).collect::<Result<_, _>>()?;

        let mut cells = vec![TileGround::plain(true); self.frame.size.area()];
        for layer in self.layers.iter().filter(|layer| layer.is_visible) {
            let Some(tiles) = layer.tiles() else { continue };
            for (index, gid) in self.frame.tiles(layer, tiles) {
                cells[index] = TileGround::plain(!walkable.contains(&gid.id()));
            }
        }

        let names = few(names.iter().map(ToString::to_string));
        let found = format!("the list of walkable tiles: {names}");
        Ok(Base { finding: finding(Source::Tiles, found, cells.len(), &cells), cells })
    }
}

fn finding(
    source: Source,
    found: String,
    decided: usize,
    cells: &[TileGround],
) -> Finding {
    let walls = cells.iter().filter(|says| says.ground.is_blocked()).count();
    Finding { source: source.name(), found, cells: decided, walls }
}
