//! Reading a map of the editor.

use std::collections::BTreeSet;

use tilewright_formats::tiled::{self, LayerKind, Map as File, Unread};
use tilewright_grid::Grid;

use super::figure::Figure;
use super::inventory::{inventory, name_of};
use super::layers::{Placed, kind_of, layers, same};
use super::mask::Mask;
use super::places::places;
use super::properties::{Saying, Sayings, Says, said};
use super::propose::propose;
use super::tiles::Frame;
use super::{Finding, ReadOptions, Rule, TileName, TiledError};
use crate::{Ground, Map};

/// The default name of the layer that blocks.
const COLLISION: &str = "collision";

/// A map of the editor as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The map to plan on.
    pub map: Map,
    /// What the sources say that decided which cells are walkable.
    pub sources: Vec<Finding>,
    /// The row and column in the file of the map's cell 0, 0; other than 0, 0 only for infinite
    /// maps.
    pub origin: (i64, i64),
    /// What was ignored or rounded.
    pub warnings: Vec<String>,
}

/// Reads a map of the editor, by the first rule of [the module](super) that applies or by the one
/// that the options name. `unread` are the files that the map names and that could not be read.
///
/// # Errors
/// When the map is hexagonal or staggered, no rule applies, a file that was not read decides, a
/// property has a wrong value, or the map has more than [`MAX_CELLS`](crate::MAX_CELLS).
pub fn read(
    file: &File,
    unread: &[Unread],
    options: &ReadOptions,
) -> Result<Reading, TiledError> {
    let layers = layers(file, options.layers.first().map_or(COLLISION, String::as_str));
    let frame = Frame::of(file, &layers)?;
    let mut warnings: Vec<String> =
        unread.iter().map(|unread| unread.error.to_string()).collect();
    shifts(&layers, &frame, &mut warnings);
    let reader = Reader { file, unread, options, layers, frame };
    let (rule, found, cells) = reader.decide()?;
    let ground = cells.iter().map(|says| says.ground).collect();
    let ground = Grid::from_values(frame.size, ground).expect("a value for every cell");
    let mut map = Map::new(ground)?
        .with_costs(cells.iter().map(|says| says.cost).collect())?
        .with_danger(cells.iter().map(|says| says.danger).collect())?;
    map.places = places(file, &reader.layers, &frame, &mut warnings);
    let sources = vec![Finding::alone(rule.name(), found, &map)];
    Ok(Reading { map, sources, origin: frame.origin, warnings })
}

/// Warns of layers whose offset is not a whole number of cells.
fn shifts(layers: &[Placed<'_>], frame: &Frame, warnings: &mut Vec<String>) {
    for layer in layers.iter().filter(|layer| layer.tiles().is_some()) {
        if !frame.is_offset_whole(layer) {
            let name = &layer.layer.name;
            warnings
                .push(format!("the offset of layer {name:?} was rounded to whole cells"));
        }
    }
}

/// A cell that is free or a wall, without cost and danger.
const fn plain(is_blocked: bool) -> Says {
    let ground = if is_blocked { Ground::Wall } else { Ground::Free };
    Says { ground, cost: 1.0, danger: 0, is_listed: false }
}

type Decided = (Rule, String, Vec<Says>);

struct Reader<'a> {
    file: &'a File,
    unread: &'a [Unread],
    options: &'a ReadOptions,
    layers: Vec<Placed<'a>>,
    frame: Frame,
}

impl Reader<'_> {
    fn decide(&self) -> Result<Decided, TiledError> {
        if let Some(rule) = self.options.rule() {
            let (found, cells) = self.by(rule)?.ok_or_else(|| self.no_match(rule))?;
            return Ok((rule, found, cells));
        }
        for rule in [Rule::Properties, Rule::Layer, Rule::Objects] {
            if let Some((found, cells)) = self.by(rule)? {
                return Ok((rule, found, cells));
            }
        }
        // Tiles with properties exist but are not used yet.
        if self.has_properties()?
            && let Some((found, cells)) = self.by_properties(true)?
        {
            return Ok((Rule::Properties, found, cells));
        }
        let found = inventory(self.file, &self.layers, self.unread);
        let proposal = propose(self.file, self.unread, &self.layers, &self.frame);
        Err(TiledError::NoRule { found, proposal: proposal.map(Box::new) })
    }

    fn by(&self, rule: Rule) -> Result<Option<(String, Vec<Says>)>, TiledError> {
        let plainly = |found: Option<(String, Vec<bool>)>| {
            found
                .map(|(found, blocked)| (found, blocked.into_iter().map(plain).collect()))
        };
        Ok(match rule {
            Rule::Properties => {
                self.by_properties(self.options.rule() == Some(Rule::Properties))?
            }
            Rule::Layer => plainly(self.by_layer()?),
            Rule::Objects => plainly(self.by_objects()?),
            Rule::Tiles => plainly(Some(self.by_tiles()?)),
            Rule::Shapes => plainly(self.by_shapes()?),
        })
    }

    /// In each cell the topmost tile with properties decides. Without any such cell the rule
    /// applies only if it is forced.
    fn by_properties(
        &self,
        is_forced: bool,
    ) -> Result<Option<(String, Vec<Says>)>, TiledError> {
        let mut sayings = Sayings::new(self.file, self.unread_tilesets());
        let mut cells = vec![Saying::Nothing; self.frame.size.area()];
        // From below, so that higher tiles overwrite lower ones.
        for layer in &self.layers {
            let Some(tiles) = layer.tiles() else { continue };
            for (index, gid) in self.frame.tiles(layer, tiles) {
                match sayings.of(gid)? {
                    Saying::Nothing => {}
                    says => cells[index] = says,
                }
            }
        }
        let says = |saying: &Saying| match saying {
            Saying::This(says) => Some(*says),
            _ => None,
        };
        let count = cells.iter().filter_map(says).count();
        if count == 0 && !is_forced {
            return Ok(None);
        }
        let unread = cells.iter().find_map(|saying| match saying {
            Saying::Unread(set) => Some(*set),
            _ => None,
        });
        if let Some(set) = unread {
            return Err(self.decided_unread(set));
        }
        if count == 0 && !self.has_properties()? {
            return Ok(None);
        }
        let is_list = cells.iter().filter_map(says).any(|says| says.is_listed);
        let found = format!("the properties of tiles in {count} cells");
        let cells = cells.iter().map(|saying| says(saying).unwrap_or(plain(is_list)));
        Ok(Some((found, cells.collect())))
    }

    /// Whether any tile of a tileset has properties about walking, used or not.
    fn has_properties(&self) -> Result<bool, TiledError> {
        for set in &self.file.tilesets {
            let tileset = &*set.tileset;
            for &id in tileset.tiles.keys() {
                let tile = tiled::TileRef { tileset, id, flips: tiled::Flips::default() };
                if said(tile)?.is_some() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn unread_tilesets(&self) -> Vec<bool> {
        let is_unread = |source: &Option<String>| {
            let source = source.as_ref();
            source.is_some_and(|source| self.why_unread(source).is_some())
        };
        self.file.tilesets.iter().map(|set| is_unread(&set.source)).collect()
    }

    fn why_unread(&self, source: &str) -> Option<String> {
        let found = self.unread.iter().find(|unread| unread.source == source);
        found.map(|unread| unread.error.to_string())
    }

    fn decided_unread(&self, set: usize) -> TiledError {
        let source = self.file.tilesets[set].source.as_deref().unwrap_or_default();
        let why = self.why_unread(source).unwrap_or_default();
        TiledError::Unread { what: "tileset", why }
    }

    /// The contents of the layers that block.
    fn by_layer(&self) -> Result<Option<(String, Vec<bool>)>, TiledError> {
        let blocking = || self.layers.iter().filter(|layer| layer.blocks);
        let Some(first) = blocking().next() else { return Ok(None) };
        let mut mask = Mask::new(self.frame);
        let mut tiles = vec![false; self.frame.size.area()];
        for layer in blocking() {
            for object in layer.objects() {
                for figure in Figure::of(self.file, object, self.frame.pixels(layer)) {
                    mask.cover(&figure)?;
                }
            }
            for (index, _) in
                layer.tiles().into_iter().flat_map(|tiles| self.frame.tiles(layer, tiles))
            {
                tiles[index] = true;
            }
        }
        let either = tiles.into_iter().zip(mask.covered()).map(|(one, two)| one || two);
        Ok(Some((format!("the layer {:?}", first.layer.name), either.collect())))
    }

    /// The shapes of objects that block.
    fn by_objects(&self) -> Result<Option<(String, Vec<bool>)>, TiledError> {
        let mut mask = Mask::new(self.frame);
        let (mut count, mut flat) = (0_u32, 0_u32);
        let mut of_unread = None;
        for layer in &self.layers {
            for object in layer.objects() {
                if object.base().is_none() && object.kind.is_none() {
                    of_unread = of_unread.or(object.template.clone());
                }
                let kind = kind_of(self.file, object);
                if ["wall", COLLISION].iter().any(|word| same(kind.trim(), word)) {
                    count += 1;
                    let figures = Figure::of(self.file, object, self.frame.pixels(layer));
                    flat += u32::from(figures.is_empty());
                    for figure in figures {
                        mask.cover(&figure)?;
                    }
                }
            }
        }
        if count == 0 {
            return Ok(None);
        }
        if let Some(source) = of_unread {
            let why = self.why_unread(&source).unwrap_or_default();
            return Err(TiledError::Unread { what: "template", why });
        }
        let flat = match flat {
            0 => String::new(),
            flat => format!(" ({flat} of them points or lines, which cover nothing)"),
        };
        let found = format!("{count} objects of the class wall or collision{flat}");
        Ok(Some((found, mask.covered())))
    }

    /// In each cell the topmost visible tile, which is walkable if the options list it.
    fn by_tiles(&self) -> Result<(String, Vec<bool>), TiledError> {
        let names = &self.options.tiles;
        let walkable: BTreeSet<u32> =
            names.iter().map(|name| gid_of(self.file, name)).collect::<Result<_, _>>()?;
        let mut blocked = vec![true; self.frame.size.area()];
        for layer in self.layers.iter().filter(|layer| layer.is_visible) {
            let Some(tiles) = layer.tiles() else { continue };
            for (index, gid) in self.frame.tiles(layer, tiles) {
                blocked[index] = !walkable.contains(&gid.id());
            }
        }
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        Ok((format!("the list of walkable tiles: {}", names.join(", ")), blocked))
    }

    /// The collision shapes of tiles, at the position of the tile.
    fn by_shapes(&self) -> Result<Option<(String, Vec<bool>)>, TiledError> {
        let unread = self.unread_tilesets();
        let mut mask = Mask::new(self.frame);
        let mut count = 0_u32;
        for layer in &self.layers {
            let Some(tiles) = layer.tiles() else { continue };
            for (index, gid) in self.frame.tiles(layer, tiles) {
                let sets = &self.file.tilesets;
                let set = sets.partition_point(|set| set.first_gid <= gid.id());
                if set > 0 && unread[set - 1] {
                    return Err(self.decided_unread(set - 1));
                }
                let tile = self.file.tile(gid).and_then(|tile| tile.tile());
                let Some(shapes) = tile.and_then(|tile| tile.collision.as_ref()) else {
                    continue;
                };
                let LayerKind::Objects(shapes) = &shapes.kind else { continue };
                count += 1;
                // Tiles are aligned with the bottom of their cells.
                let (left, top) = self.frame.corner(index);
                let taller =
                    f64::from(sets[set - 1].tileset.tile_height) - self.frame.cell.1;
                let offset = (left, top - taller);
                for object in &shapes.objects {
                    for figure in Figure::of(self.file, object, offset) {
                        mask.cover(&figure)?;
                    }
                }
            }
        }
        let found = format!("the collision shapes of {count} tiles");
        Ok((count > 0).then(|| (found, mask.covered())))
    }

    fn no_match(&self, rule: Rule) -> TiledError {
        let missing = match rule {
            Rule::Properties => {
                "no tile with a property walkable, solid, collision or cost".to_owned()
            }
            Rule::Layer => {
                let name = self.options.layers.first().map_or(COLLISION, String::as_str);
                format!("no layer with the name or class {name:?}")
            }
            Rule::Objects => "no object of the class wall or collision".to_owned(),
            Rule::Tiles => "no list of walkable tiles".to_owned(),
            Rule::Shapes => "no tile with a collision shape".to_owned(),
        };
        TiledError::NoMatch {
            rule,
            missing,
            found: inventory(self.file, &self.layers, self.unread),
        }
    }
}

/// The gid of a named tile.
pub(super) fn gid_of(file: &File, name: &TileName) -> Result<u32, TiledError> {
    let sets = &file.tilesets;
    let is_named = |set: &tiled::MapTileset| match &name.tileset {
        None => true,
        Some(wanted) => same(name_of(set), wanted),
    };
    let index = sets.iter().position(is_named);
    let gid = index.and_then(|index| sets[index].first_gid.checked_add(name.id));
    let next = index.and_then(|index| sets.get(index + 1));
    let end = next.map_or(u32::MAX, |set| set.first_gid);
    gid.filter(|&gid| gid < end).ok_or_else(|| {
        let names: Vec<&str> = sets.iter().map(name_of).collect();
        TiledError::NoTile { tile: name.clone(), found: names.join(", ") }
    })
}
