//! Sources that only add walls: layers, objects, and the collision shapes of tiles.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use tilewright_formats::tiled::{Layer, LayerKind, Object, TileLayer, TileRef};

use super::layers::{PlacedLayer, kind_of};
use super::mask::{CellRun, Mask};
use super::places::role;
use super::properties::Verdict;
use super::read::Reader;
use super::stand::{Stand, figures};
use super::words::{counted, is_wall, quoted};
use super::{Finding, Source, TiledError};
use crate::tile::few;

/// The walls of a source.
pub(super) struct Walls {
    pub(super) finding: Finding,
    pub(super) blocked: Vec<bool>,
    /// What the source has that covers no cell.
    pub(super) idle: Option<String>,
}

impl Walls {
    fn new(source: Source, found: String, mask: &Mask, idle: Option<String>) -> Self {
        let blocked = mask.covered();
        let walls = blocked.iter().filter(|&&is_wall| is_wall).count();
        let finding = Finding { source: source.name(), found, cells: walls, walls };
        Self { finding, blocked, idle }
    }
}

impl Reader<'_> {
    /// The walls of a source; `None` if the map has nothing of it.
    pub(super) fn walls(&self, source: Source) -> Result<Option<Walls>, TiledError> {
        match source {
            Source::Layer => self.by_layers(),
            Source::TileObjects | Source::Objects => self.by_objects(source),
            Source::Shapes => self.by_shapes(),
            Source::Properties | Source::Tiles => Ok(None),
        }
    }

    /// The contents of the layers that block.
    fn by_layers(&self) -> Result<Option<Walls>, TiledError> {
        let is_image = |layer: &Layer| matches!(layer.kind, LayerKind::Image(_));
        let blocking =
            || self.layers.iter().filter(|it| it.blocks && !is_image(it.layer));

        let mut mask = Mask::new(self.frame);
        let mut idle = IdleObjects::default();
        for placed in blocking() {
            self.cover_layer(placed, &mut mask, &mut idle)?;
        }

        let names: Vec<&str> =
            blocking().map(|placed| placed.layer.name.as_str()).collect();
        let found = match names.len() {
            0 => return Ok(None),
            1 => format!("the layer {}", quoted(names)),
            _ => format!("the layers {}", quoted(names)),
        };

        Ok(Some(Walls::new(Source::Layer, found, &mask, idle.text())))
    }

    /// Adds the contents of a layer.
    pub(super) fn cover_layer(
        &self,
        placed: &PlacedLayer<'_>,
        mask: &mut Mask,
        idle: &mut IdleObjects,
    ) -> Result<(), TiledError> {
        for object in placed.objects() {
            if role(self.file, object).is_none() {
                self.cover(placed, object, mask, idle)?;
            }
        }
        let tiles = placed.tiles().into_iter();
        for (index, _) in tiles.flat_map(|tiles| self.frame.tiles(placed, tiles)) {
            mask.cover_cell(index);
        }
        Ok(())
    }

    /// Adds the shapes of an object.
    fn cover(
        &self,
        placed: &PlacedLayer<'_>,
        object: &Object,
        mask: &mut Mask,
        idle: &mut IdleObjects,
    ) -> Result<(), TiledError> {
        let offset = self.frame.pixels(placed);
        let mut covers = false;
        for figure in figures(self.file, &self.frame, object, offset) {
            covers |= mask.cover(&figure)?;
        }
        if !covers {
            idle.objects.insert(object.id);
        }
        Ok(())
    }

    /// The objects that are walls: those with a tile, or the others.
    fn by_objects(&self, source: Source) -> Result<Option<Walls>, TiledError> {
        let mut mask = Mask::new(self.frame);
        let mut idle = IdleObjects::default();
        let (mut count, mut words) = (0, BTreeSet::new());
        for placed in &self.layers {
            for object in placed.objects() {
                let has_tile = self.file.object_tile(object).is_some();
                if has_tile != (source == Source::TileObjects) {
                    continue;
                }
                let Some(why) = self.why_wall(object) else { continue };

                words.insert(why);
                count += 1;
                self.cover(placed, object, &mut mask, &mut idle)?;
            }
        }

        if count == 0 {
            return Ok(None);
        }
        if let Some(template) = self.unread_template() {
            return Err(template);
        }

        let what =
            if source == Source::TileObjects { "object with a tile" } else { "object" };
        let what = match (count, source) {
            (1, _) => format!("1 {what}"),
            (_, Source::TileObjects) => format!("{count} objects with tiles"),
            _ => format!("{count} objects"),
        };

        let found = format!("{what} of {}", few(words));
        Ok(Some(Walls::new(source, found, &mask, idle.text())))
    }

    /// Why an object is a wall, if it is one: a property, its class or its name.
    pub(super) fn why_wall(&self, object: &Object) -> Option<String> {
        if role(self.file, object).is_some() {
            return None;
        }

        let verdict = self.verdict(object);
        match verdict.is_wall() {
            Some(true) => return Some(format!("the property {}", few(verdict.names))),
            Some(false) => return None,
            None => {}
        }

        let kind = kind_of(self.file, object);
        if is_wall(&kind) {
            return Some(format!("the class {}", kind.trim()));
        }

        let merged = object.merged();
        let name = merged.name.as_deref().unwrap_or_default();
        is_wall(name).then(|| format!("the name {}", name.trim()))
    }

    /// What the properties of an object say, with those of its class and of its tile.
    pub(super) fn verdict(&self, object: &Object) -> Verdict {
        let merged = object.merged();
        let kind = merged.kind.as_deref().unwrap_or_default();
        let own = self.words.with_class(&merged.properties, kind).into_owned();
        let tile = self.file.object_tile(object).and_then(|tile| tile.tile());
        let properties = match tile {
            Some(tile) => own.or(&self.words.with_class(&tile.properties, &tile.kind)),
            None => own,
        };
        self.words.verdict(&properties)
    }

    /// The collision shapes of tiles, where they stand.
    fn by_shapes(&self) -> Result<Option<Walls>, TiledError> {
        let mut mask = Mask::new(self.frame);
        let mut shapes = Shapes::default();
        for placed in self.layers.iter().filter(|placed| placed.counts()) {
            self.cover_all_shapes(placed, &mut mask, &mut shapes)?;
        }

        if shapes.count == 0 {
            return Ok(None);
        }
        if let Some(set) = self.used_unread() {
            return Err(self.decided_unread(set));
        }

        let found = format!("the collision shapes of {}", counted(shapes.count, "tile"));
        Ok(Some(Walls::new(Source::Shapes, found, &mask, shapes.idle())))
    }

    /// Adds the collision shapes of a layer's tiles, in cells and as objects.
    fn cover_all_shapes<'a>(
        &'a self,
        placed: &PlacedLayer<'a>,
        mask: &mut Mask,
        shapes: &mut Shapes<'a>,
    ) -> Result<(), TiledError> {
        let offset = self.frame.pixels(placed);
        for object in placed.objects() {
            let tile = self.file.object_tile(object).filter(|tile| has_shapes(*tile));
            let Some(tile) = tile else { continue };

            let mut covers = false;
            for figure in Stand::of_object(&self.frame, tile, object, offset).shapes() {
                covers |= mask.cover(&figure)?;
            }

            shapes.add(tile, covers);
        }

        let tiles = placed.tiles().into_iter();
        for tiles in tiles {
            self.cover_shapes(placed, tiles, mask, shapes)?;
        }

        Ok(())
    }

    /// The cells that a hidden layer would block by the properties and shapes of its tiles.
    pub(super) fn hidden_walls(
        &self,
        placed: &PlacedLayer<'_>,
    ) -> Result<Mask, TiledError> {
        let mut mask = Mask::new(self.frame);
        if self.is_used(Source::Shapes) {
            self.cover_all_shapes(placed, &mut mask, &mut Shapes::default())?;
        }

        if self.is_used(Source::Properties) {
            let tiles = placed.tiles().into_iter();
            for (index, gid) in tiles.flat_map(|tiles| self.frame.tiles(placed, tiles)) {
                let tile = self.file.tile(gid);
                let says = tile.map(|tile| self.words.said(tile)).transpose()?.flatten();
                if says.is_some_and(|says| says.ground.is_blocked()) {
                    mask.cover_cell(index);
                }
            }
        }

        Ok(mask)
    }

    /// The number of tiles of a hidden layer that are marked as walkable: of a map that marks its floor so.
    pub(super) fn hidden_marks(&self, placed: &PlacedLayer<'_>) -> usize {
        let tiles = placed.tiles().into_iter();
        let tiles = tiles.flat_map(|tiles| self.frame.tiles(placed, tiles));
        let is_marked = |gid| {
            let says = self.file.tile(gid).and_then(|tile| self.words.said(tile).ok()?);
            self.is_used(Source::Properties) && says.is_some_and(|says| says.is_listed)
        };
        tiles.filter(|(_, gid)| is_marked(*gid)).count()
    }

    /// Adds the collision shapes of the tiles of a layer. What those of a tile cover is found once.
    fn cover_shapes<'a>(
        &'a self,
        placed: &PlacedLayer<'a>,
        tiles: &'a TileLayer,
        mask: &mut Mask,
        shapes: &mut Shapes<'a>,
    ) -> Result<(), TiledError> {
        let mut known: BTreeMap<u32, Option<(TileRef<'a>, Vec<CellRun>)>> =
            BTreeMap::new();
        for (index, gid) in self.frame.tiles(placed, tiles) {
            if let Entry::Vacant(place) = known.entry(gid.bits()) {
                // The runs of cells that the shapes of a tile cover are the same wherever it lies.
                let tile = self.file.tile(gid).filter(|tile| has_shapes(*tile));
                let mut runs = Vec::new();
                if let Some(tile) = tile {
                    for figure in Stand::in_cell(&self.frame, tile).shapes() {
                        runs.extend(mask.runs(&figure)?);
                    }
                }

                place.insert(tile.map(|tile| (tile, runs)));
            }

            if let Some(Some((tile, runs))) = known.get(&gid.bits()) {
                let mut covers = false;
                for run in runs {
                    covers |= mask.cover_run(index, *run)?;
                }
                shapes.add(*tile, covers);
            }
        }

        Ok(())
    }
}

pub(super) fn has_shapes(tile: TileRef<'_>) -> bool {
    let shapes = tile.tile().and_then(|tile| tile.collision.as_ref());
    shapes.is_some_and(|layer| match &layer.kind {
        LayerKind::Objects(layer) => !layer.objects.is_empty(),
        _ => false,
    })
}

/// Objects that cover no cell.
#[derive(Default)]
pub(super) struct IdleObjects {
    objects: BTreeSet<u32>,
}

impl IdleObjects {
    fn text(&self) -> Option<String> {
        let ids = few(self.objects.iter().map(ToString::to_string));
        let which = match self.objects.len() {
            1 => {
                "the object {ids}, which covers the centre of no cell and blocks nothing"
            }
            _ => "the objects {ids}, which cover the centre of no cell and block nothing",
        };
        (!ids.is_empty()).then(|| which.replace("{ids}", &ids))
    }
}

/// The tiles with collision shapes that were seen, and whether those of each kind cover a cell.
#[derive(Default)]
struct Shapes<'a> {
    count: usize,
    covers: BTreeMap<(&'a str, u32), bool>,
}

impl<'a> Shapes<'a> {
    fn add(&mut self, tile: TileRef<'a>, covers: bool) {
        self.count += 1;
        *self.covers.entry((&tile.tileset.name, tile.id)).or_default() |= covers;
    }

    fn idle(&self) -> Option<String> {
        let idle = self.covers.iter().filter(|(_, covers)| !**covers);
        let names: Vec<String> =
            idle.map(|((set, id), _)| format!("{set}:{id}")).collect();
        (!names.is_empty()).then(|| {
            format!(
                "the collision shapes of {} ({}), which cover the centre of no cell and block nothing",
                if names.len() == 1 { "a tile" } else { "tiles" },
                few(names)
            )
        })
    }
}
