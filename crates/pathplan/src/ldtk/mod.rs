//! Levels of the editor LDtk as maps.
//!
//! A level becomes a map whose cell 0, 0 is the top left cell of the level, whatever the offsets of
//! its layers. Which cells are walkable is decided by all layers that speak of walls together: integer
//! grids called `collision`, `collisions`, `wall`, `walls` or `solid`, or with values of such names,
//! and layers of tiles called `collision` or `collisions`. Without any, the topmost integer grid that
//! is not empty decides. [`ReadOptions::layers`] names the layers instead.
//!
//! Of an integer grid whose values have known names, the names decide (`wall`, `solid`, `collision`,
//! `block`, `obstacle`, `trees`, `water`, `swamp`, alone or as a word of a longer name), and other
//! values are free, but for those that the project does not declare, which are walls. Of others every
//! value but 0 is a wall, and so it is in a grid with a name of walls unless one of its values has such
//! a name too. [`ReadOptions::tiles`] lists the walkable values instead. Names are compared without
//! case.

mod blend;
mod error;
mod links;
mod places;
mod select;
mod values;

pub use error::LdtkError;

use std::io;

use tilewright_formats::ldtk::{Content, Document, Layers, Level, Project};
use tilewright_grid::World;

use crate::Map;
use crate::tile::unmatched;
use crate::tiled::{Finding, ReadOptions};

/// A level as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedMap {
    /// The map to plan on.
    pub map: Map,
    /// The layers that decided which cells are walkable, with what their values mean.
    pub sources: Vec<Finding>,
    /// Where the cells lie in the pixels of the level.
    pub world: World,
    /// What was ignored or rounded.
    pub warnings: Vec<String>,
    /// Whether layers that may hold walls were not used.
    pub has_unused: bool,
}

/// Reads a level of a project as a map: the one that the options name (`NAME`, or `WORLD/NAME`), else
/// the first. `load` reads a file that a level stands in, by its name relative to the folder of the
/// project.
///
/// Entities called `start`, `goal` and `npc` become the [`places`](crate::Map::places), entities called `link`, and others with a field `to`,
/// its [links](crate::MapLink): one to each entity of the level to which the field refers. The name of a link is its field `name`, or the
/// id of its entity; the fields `cost`, `one_way` and `mask` are those of a link of [Tiled](crate::tiled).
///
/// ```
/// use tilewright_formats::ldtk::Project;
/// use tilewright_pathplan::ldtk;
/// use tilewright_pathplan::tiled::ReadOptions;
///
/// let project = Project::parse(br#"{"levels": [{"identifier": "Cave", "layerInstances": [{
///     "__identifier": "Ground", "__type": "IntGrid", "__cWid": 3, "__cHei": 2, "__gridSize": 16,
///     "intGridCsv": [0, 1, 0, 0, 0, 0], "entityInstances": []}]}]}"#)?;
/// let mut no_files = |_: &str| Err(std::io::ErrorKind::NotFound.into());
/// let reading = ldtk::read(&project, &ReadOptions::default(), &mut no_files)?;
/// assert_eq!(reading.map.to_string(), ".#.\n...\n");
/// assert_eq!(reading.sources[0].found, "the layer \"Ground\": every value but 0 is a wall: 1 (1 cell)");
/// assert_eq!((reading.sources[0].cells, reading.sources[0].walls), (6, 1));
/// assert_eq!(reading.world.middle(tilewright_grid::Cell::new(1, 2)), [40.0, 24.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When there is no such level or layer, the file of the level cannot be read or belongs to another
/// level, no layer can say what is walkable, or the map is too large.
pub fn read(
    project: &Project,
    options: &ReadOptions,
    load: &mut dyn FnMut(&str) -> io::Result<Vec<u8>>,
) -> Result<ParsedMap, LdtkError> {
    let level = select::level(project, options.level.as_deref())?;
    let mut reading = match &level.content {
        Content::Layers(layers) => of_layers(layers, &level.name, options)?,
        Content::File(file) => {
            let level = of_file(project, level, file, load)?;
            read_level(&level, options)?
        }
    };

    if options.level.is_none() && project.levels.len() > 1 {
        let (name, count) = (&level.name, project.levels.len());
        for source in &mut reading.sources {
            source.found = format!("the level {name:?} (1 of {count}), {}", source.found);
        }
    }

    Ok(reading)
}

/// Reads a level whose layers are known as a map.
///
/// # Errors
/// As [`read`].
pub fn read_level(level: &Level, options: &ReadOptions) -> Result<ParsedMap, LdtkError> {
    match &level.content {
        Content::Layers(layers) => of_layers(layers, &level.name, options),
        Content::File(file) => Err(LdtkError::File {
            level: level.name.clone(),
            file: file.clone(),
            why: None,
        }),
    }
}

/// The level in a file of its own.
fn of_file(
    project: &Project,
    level: &Level,
    file: &str,
    load: &mut dyn FnMut(&str) -> io::Result<Vec<u8>>,
) -> Result<Level, LdtkError> {
    let failed = |why| {
        let (level, file) = (level.name.clone(), file.to_owned());
        LdtkError::File { level, file, why: Some(why) }
    };
    let bytes = load(file).map_err(failed)?;
    let document = Document::parse(&bytes)?;
    let Document::Level(read) = document else {
        return Err(failed(io::Error::other("it is a project, expected a level")));
    };

    // A file that was exchanged or copied is not read as another level.
    if project.find(&read).is_none_or(|found| found != level) {
        let other = format!("it holds the level {:?}", read.name());
        return Err(failed(io::Error::other(other)));
    }

    Ok(project.level_of(&read)?)
}

fn of_layers(
    layers: &Layers,
    level: &str,
    options: &ReadOptions,
) -> Result<ParsedMap, LdtkError> {
    let chosen = select::layers(layers, level, options)?;
    let mut warnings = Vec::new();
    let mut blend = blend::Blend::new(&chosen.used)?;
    let mut sources = Vec::new();
    for layer in &chosen.used {
        let meaning = values::Meaning::of(layer, options);
        let found = format!("the layer {:?}: {}", layer.name, meaning.found(layer));
        warnings.extend(meaning.warning(layer));
        let [cells, walls] = blend.add(layer, &meaning, &mut warnings);
        sources.push(Finding { source: "grid", found, cells, walls });
    }
    let mut map = Map::new(blend.ground)?;
    // The values of one layer decide alone if they are listed.
    let is_unmatched = !options.tiles.is_empty() && map.walkable_count() == 0;
    let unmatched = is_unmatched.then(|| unmatched("values", &options.tiles));
    warnings.extend(unmatched.or_else(|| map.oddity().map(str::to_owned)));
    let frame = blend.frame;
    map.places = places::places(layers, &frame, &mut warnings);
    map.places.links = links::links(layers, &frame, &mut warnings);
    let has_unused = !chosen.unused.is_empty();
    warnings.extend(chosen.unused.iter().map(|layer| select::not_used(layer)));
    let world = World::orthogonal(frame.size, [frame.side as f64; 2]);
    Ok(ParsedMap { map, sources, world, warnings, has_unused })
}
