//! Reading a map of the editor.

use std::collections::BTreeMap;

use tilewright_formats::tiled::{self, Gid, Map as File, UnreadFile};
use tilewright_grid::{CellShape, Grid, Size, World};

use super::base::Base;
use super::inventory::{inventory, name_of};
use super::layers::{PlacedLayer, is_called, layers};
use super::places::places;
use super::properties::{TileGround, WallNames};
use super::propose::propose;
use super::tiles::Frame;
use super::unused::UnusedSource;
use super::walls::Walls;
use super::words::{SOLID, WALKABLE, WALLS, quoted, same};
use super::{Finding, ReadOptions, Source, TiledError};
use crate::TileName;
use crate::tile::unmatched;
use crate::{Ground, Map};

/// A map of the editor as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedMap {
    /// The map to plan on.
    pub map: Map,
    /// What the sources say that decided which cells are walkable.
    pub sources: Vec<Finding>,
    /// The row and column in the file of the map's cell 0, 0; other than 0, 0 only for infinite
    /// maps.
    pub origin: (i64, i64),
    /// Where the cells lie in the pixels of the map as the editor draws it; none for oblique maps. On
    /// isometric maps the positions of objects in the file are others.
    pub world: Option<World>,
    /// What was ignored, rounded or not used.
    pub warnings: Vec<String>,
    /// The sources of which something was seen and not used; the warnings say what.
    pub unused: Vec<Source>,
}

/// Reads a map of the editor by the sources of [the module](super), or by those that the options
/// name. `unread` are the files that the map names and that could not be read.
///
/// # Errors
/// When the orientation is unknown, a staggered map is too large when it is turned, no source says what is walkable, a source of the options
/// is missing, a file that was not read decides, a property has a wrong value, or the map has more
/// than [`MAX_CELLS`](crate::MAX_CELLS).
pub fn read(
    file: &File,
    unread: &[UnreadFile],
    options: &ReadOptions,
) -> Result<ParsedMap, TiledError> {
    let reader = Reader::of(file, unread, options)?;
    let MapFindings { sources, cells, idle } = reader.decide()?;
    let unused = reader.unused(&cells);
    let frame = &reader.frame;

    let ground = cells.iter().map(|says| says.ground).collect();
    let ground = Grid::from_values(frame.size, ground).expect("a value for every cell");
    let mut map = Map::new(ground)?
        .with_costs(cells.iter().map(|says| says.cost).collect())?
        .with_danger(cells.iter().map(|says| says.danger).collect())?;
    map = match frame.shape() {
        CellShape::Square => map,
        CellShape::Hexagon(stagger) => map.with_hexagons(stagger),
        CellShape::Diamond(stagger) => map.with_diamonds(stagger)?,
    };

    // What the user should know: missing files, lists that match nothing, moved layers, and what
    // was not used.
    let mut warnings = reader.missing();
    let is_list = |finding: &&Finding| finding.source == Source::Tiles.name();
    let list = sources.iter().find(is_list);
    let is_unmatched = list.is_some_and(|list| list.walls == list.cells);
    let unmatched = is_unmatched.then(|| unmatched("tiles", &options.tiles));
    warnings.extend(unmatched.or_else(|| map.oddity().map(str::to_owned)));
    reader.shifts(&mut warnings)?;
    map.places = places(file, &reader.layers, frame, &mut warnings);
    map.places.links = reader.links(&mut warnings);
    let texts = idle.into_iter().chain(unused.iter().map(|unused| unused.text.clone()));
    warnings.extend(texts.map(|text| format!("not used: {text}")));
    let mut unused: Vec<Source> =
        unused.into_iter().map(|UnusedSource { source, .. }| source).collect();
    unused.sort_unstable();
    unused.dedup();

    let (origin, world) = (frame.origin, frame.world());
    Ok(ParsedMap { map, sources, origin, world, warnings, unused })
}

/// The size of a map and whether each of its cells is a wall, as [`read`] reads it.
pub(super) fn walls(
    file: &File,
    unread: &[UnreadFile],
    options: &ReadOptions,
) -> Result<(Size, Vec<bool>), TiledError> {
    let reader = Reader::of(file, unread, options)?;
    let cells = reader.decide()?.cells;
    let walls = cells.iter().map(|says| says.ground.is_blocked()).collect();
    Ok((reader.frame.size, walls))
}

/// What all sources say together.
struct MapFindings {
    sources: Vec<Finding>,
    cells: Vec<TileGround>,
    /// What the sources have that covers no cell.
    idle: Vec<String>,
}

pub(super) struct Reader<'a> {
    pub(super) file: &'a File,
    unread: &'a [UnreadFile],
    pub(super) options: &'a ReadOptions,
    pub(super) words: WallNames<'a>,
    pub(super) layers: Vec<PlacedLayer<'a>>,
    pub(super) frame: Frame,
    /// For each tileset whether it was not read.
    unread_sets: Vec<bool>,
}

impl<'a> Reader<'a> {
    fn of(
        file: &'a File,
        unread: &'a [UnreadFile],
        options: &'a ReadOptions,
    ) -> Result<Self, TiledError> {
        let words = WallNames::of(options);
        let layers = layers(file, &words, &options.layers);
        let frame = Frame::of(file, &layers)?;
        let is_unread = |source: &String| unread.iter().any(|it| it.source == *source);
        let sets = file.tilesets.iter();
        let unread_sets =
            sets.map(|set| set.source.as_ref().is_some_and(is_unread)).collect();
        Ok(Self { file, unread, options, words, layers, frame, unread_sets })
    }

    /// Whether a source may decide.
    pub(super) fn is_used(&self, source: Source) -> bool {
        let ReadOptions { sources, tiles, .. } = self.options;
        match (&sources[..], &tiles[..]) {
            ([], []) => source != Source::Tiles,
            // A list of tiles stands in the place of what the tiles themselves say.
            ([], _) => !matches!(source, Source::Properties | Source::Shapes),
            (named, _) => named.contains(&source),
        }
    }

    /// Tiles in cells first, then everything that only adds walls.
    fn decide(&self) -> Result<MapFindings, TiledError> {
        // Tiles decide in cells.
        let base = match () {
            () if self.is_used(Source::Tiles) => Some(self.by_tiles()?),
            () if self.is_used(Source::Properties) => self.by_properties()?,
            () => None,
        };

        // Everything else only adds walls.
        let mut walls = Vec::new();
        for source in Source::ALL.into_iter().filter(|source| self.is_used(*source)) {
            walls.extend(self.walls(source)?);
        }
        self.check_named(base.as_ref(), &walls)?;
        if base.is_none() && walls.is_empty() {
            return self.decide_without();
        }

        let area = self.frame.size.area();
        let (mut sources, mut cells) = match base {
            Some(Base { finding, cells }) => (vec![finding], cells),
            None => (Vec::new(), vec![TileGround::plain(false); area]),
        };

        // What is blocked already, such as trees, keeps its ground.
        let mut idle = Vec::new();
        for Walls { finding, blocked, idle: own } in walls {
            for (says, _) in cells.iter_mut().zip(blocked).filter(|(_, is_wall)| *is_wall)
            {
                if !says.ground.is_blocked() {
                    says.ground = Ground::Wall;
                }
            }
            sources.push(finding);
            idle.extend(own);
        }
        Ok(MapFindings { sources, cells, idle })
    }

    /// Without any source, a map whose tilesets have properties is free; others are refused.
    fn decide_without(&self) -> Result<MapFindings, TiledError> {
        if !self.options.layers.is_empty() {
            let names = quoted(self.options.layers.iter().map(String::as_str));
            let missing = format!("neither tiles nor objects in the layers {names}");
            return Err(self.no_match(Source::Layer, missing));
        }

        if self.is_used(Source::Properties) {
            let has_properties = self.has_properties()?;
            let may_decide = has_properties || !self.options.sources.is_empty();
            if let Some(set) = self.used_unread().filter(|_| may_decide) {
                return Err(self.decided_unread(set));
            }

            if has_properties {
                let found =
                    "the properties of tiles, which no visible tile on the map has";
                let source = Source::Properties.name();
                let found = found.to_owned();
                let finding = Finding { source, found, cells: 0, walls: 0 };
                let cells = vec![TileGround::plain(false); self.frame.size.area()];
                return Ok(MapFindings {
                    sources: vec![finding],
                    cells,
                    idle: Vec::new(),
                });
            }
        }

        let found = inventory(self.file, &self.layers, self.unread);
        let proposal =
            propose(self.file, self.unread, self.options, &self.layers, &self.frame);
        Err(TiledError::NoSource { found, proposal: proposal.map(Box::new) })
    }

    /// Refuses sources, layers and properties that the options name and the map does not have.
    fn check_named(
        &self,
        base: Option<&Base>,
        walls: &[Walls],
    ) -> Result<(), TiledError> {
        for name in &self.options.layers {
            if !self.file.all_layers().any(|layer| is_called(layer, name)) {
                let missing = format!("no layer with the name or class {name:?}");
                return Err(self.no_match(Source::Layer, missing));
            }
        }

        for name in &self.options.solid {
            if !self.has_property(name) {
                let missing = format!("no tile, object or layer with a property {name}");
                return Err(self.no_match(Source::Properties, missing));
            }
        }

        for &source in &self.options.sources {
            let has = walls.iter().any(|walls| walls.finding.source == source.name())
                || base.is_some_and(|base| base.finding.source == source.name());
            if has || source == Source::Properties && self.may_have_properties()? {
                continue;
            }

            // A tileset that was not read may have it.
            let may_have = source == Source::Shapes;
            if let Some(set) = self.used_unread().filter(|_| may_have) {
                return Err(self.decided_unread(set));
            }

            return Err(self.no_match(source, missing(source)));
        }

        Ok(())
    }

    fn may_have_properties(&self) -> Result<bool, TiledError> {
        Ok(self.used_unread().is_some() || self.has_properties()?)
    }

    /// Whether anything that can be solid has a property that is true or false.
    fn has_property(&self, name: &str) -> bool {
        let tiles = self.file.tilesets.iter().flat_map(|set| set.tileset.tiles.values());
        let tiles = tiles
            .map(|tile| self.words.with_class(&tile.properties, &tile.kind).into_owned());
        let objects = self.layers.iter().flat_map(PlacedLayer::objects);
        let objects = objects.map(|object| {
            let merged = object.merged();
            let kind = merged.kind.as_deref().unwrap_or_default();
            self.words.with_class(&merged.properties, kind).into_owned()
        });

        let layers = self.file.all_layers().map(|layer| layer.properties.clone());
        tiles.chain(objects).chain(layers).any(|properties| {
            self.words.verdict(&properties).names.iter().any(|known| same(known, name))
        })
    }

    fn no_match(&self, source: Source, missing: String) -> TiledError {
        let found = inventory(self.file, &self.layers, self.unread);
        TiledError::NoMatch { source_name: source, missing, found }
    }

    /// The tiles of all cells by their gids without flips, with the number of their cells.
    pub(super) fn used_tiles(&self) -> BTreeMap<u32, usize> {
        let mut counts = BTreeMap::new();
        for placed in &self.layers {
            let Some(tiles) = placed.tiles() else { continue };
            for (_, gid) in self.frame.tiles(placed, tiles) {
                *counts.entry(gid.id()).or_default() += 1;
            }
        }
        counts
    }

    /// The index of the tileset of a gid, if it was not read.
    pub(super) fn unread_set(&self, gid: Gid) -> Option<usize> {
        let sets = &self.file.tilesets;
        let after = sets.partition_point(|set| set.first_gid <= gid.id());
        after.checked_sub(1).filter(|&set| self.unread_sets[set])
    }

    /// A tileset that was not read and has a tile on the map.
    pub(super) fn used_unread(&self) -> Option<usize> {
        if !self.unread_sets.contains(&true) {
            return None;
        }
        self.used_tiles().keys().find_map(|&gid| self.unread_set(Gid::new(gid)))
    }

    pub(super) fn decided_unread(&self, set: usize) -> TiledError {
        let source = self.file.tilesets[set].source.as_deref().unwrap_or_default();
        TiledError::Unread { what: "tileset", why: self.why_unread(source) }
    }

    /// The error of a template that was not read, if an object has one and no class of its own.
    pub(super) fn unread_template(&self) -> Option<TiledError> {
        let mut objects = self.layers.iter().flat_map(PlacedLayer::objects);
        let object = objects.find(|object| {
            object.base().is_none() && object.kind.is_none() && object.template.is_some()
        })?;
        let why = self.why_unread(object.template.as_deref().unwrap_or_default());
        Some(TiledError::Unread { what: "template", why })
    }

    fn why_unread(&self, source: &str) -> String {
        let found = self.unread.iter().find(|unread| unread.source == source);
        found.map(|unread| unread.error.to_string()).unwrap_or_default()
    }

    /// Warnings of the files that were not read.
    fn missing(&self) -> Vec<String> {
        let used =
            if self.unread.is_empty() { BTreeMap::new() } else { self.used_tiles() };
        let sets = used.keys().filter_map(|&gid| self.unread_set(Gid::new(gid)));
        let sources: Vec<&str> =
            sets.filter_map(|set| self.file.tilesets[set].source.as_deref()).collect();

        let warning = |unread: &UnreadFile| {
            let is_template = self
                .file
                .tilesets
                .iter()
                .all(|set| set.source.as_deref() != Some(&unread.source));

            if is_template || sources.contains(&unread.source.as_str()) {
                format!("{}; the walls that it makes are missing", unread.error)
            } else {
                unread.error.to_string()
            }
        };
        self.unread.iter().map(warning).collect()
    }
}

/// What a map lacks that has nothing of a source.
fn missing(source: Source) -> String {
    let classes = || WALLS.join(", ");
    match source {
        Source::Properties => {
            let names = [&SOLID[..], &WALKABLE[..], &["cost"]].concat();
            format!("no tile with one of the properties {}", names.join(", "))
        }
        Source::Layer => {
            format!("no layer with one of the names or classes {}", classes())
        }
        Source::TileObjects => {
            format!(
                "no object with a solid tile, and none with a tile of the classes {}",
                classes()
            )
        }
        Source::Objects => format!("no object with one of the classes {}", classes()),
        Source::Tiles => "no list of walkable tiles".to_owned(),
        Source::Shapes => "no tile with a collision shape".to_owned(),
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
