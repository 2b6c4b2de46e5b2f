//! Levels of the editor LDtk as maps.

use tilewright_formats::ldtk::{IntGrid, Level, Project};
use tilewright_grid::Cell;

use crate::tiled::{ReadOptions, TiledError};
use crate::{Ground, Map, Places};

/// The ground of the names of `IntGrid` values.
const NAMES: [(&str, Ground); 7] = [
    ("wall", Ground::Wall),
    ("walls", Ground::Wall),
    ("solid", Ground::Wall),
    ("collision", Ground::Wall),
    ("trees", Ground::Trees),
    ("water", Ground::Water),
    ("swamp", Ground::Swamp),
];

/// Reads a level of a project as a map. Returns the map, a description of the rule that decided
/// which cells are walkable, and warnings.
///
/// The `IntGrid` layer is the one that the options name, else that called `collision` or
/// `collisions`, else the topmost. Its walkable values are those that the options name; else, if
/// any value is named `wall`, `walls`, `solid`, `collision`, `trees`, `water` or `swamp`, the
/// names decide; else every value but 0 is a wall. Entities called `start`, `goal` and `npc`
/// become the [`places`](crate::Map::places). Names are compared without case.
///
/// ```
/// use tilewright_formats::ldtk::Project;
/// use tilewright_pathplan::ldtk;
/// use tilewright_pathplan::tiled::ReadOptions;
///
/// let project = Project::parse(br#"{"levels": [{"identifier": "Cave", "layerInstances": [{
///     "__identifier": "Ground", "__type": "IntGrid", "__cWid": 3, "__cHei": 2, "__gridSize": 16,
///     "intGridCsv": [0, 1, 0, 0, 0, 0], "entityInstances": []}]}]}"#)?;
/// let (map, rule, _) = ldtk::read(&project, &ReadOptions::default())?;
/// assert_eq!(map.to_string(), ".#.\n...\n");
/// assert_eq!(rule, "the layer \"Ground\": every value but 0 is a wall");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When there is no such level or layer, or the map is too large.
pub fn read(
    project: &Project,
    options: &ReadOptions,
) -> Result<(Map, String, Vec<String>), TiledError> {
    let level = project.level(options.level.as_deref()).ok_or_else(|| {
        let names = project.levels.iter().map(|level| level.name.as_str());
        let name = options.level.clone().unwrap_or_default();
        no_such("level", name, names)
    })?;
    let grid = grid(level, options)?;
    let (ground, rule) = rule(grid, options);
    let mut map = Map::new(grid.cells.map(|&value| ground(value)))?;
    let mut warnings = Vec::new();
    map.places = places(level, grid, &mut warnings);
    Ok((map, format!("the layer {:?}: {rule}", grid.name), warnings))
}

fn grid<'a>(level: &'a Level, options: &ReadOptions) -> Result<&'a IntGrid, TiledError> {
    let called = |name: &str| {
        level.grids.iter().find(|grid| grid.name.to_lowercase() == name.to_lowercase())
    };
    if let Some(name) = options.layers.first() {
        let names = level.grids.iter().map(|grid| grid.name.as_str());
        return called(name).ok_or_else(|| no_such("IntGrid layer", name.clone(), names));
    }
    let topmost = || level.grids.first();
    let found = called("collision").or_else(|| called("collisions")).or_else(topmost);
    found.ok_or_else(|| TiledError::NoGrid { level: level.name.clone() })
}

/// The ground of a value, and the rule in words.
fn rule<'a>(
    grid: &'a IntGrid,
    options: &'a ReadOptions,
) -> (Box<dyn Fn(i64) -> Ground + 'a>, String) {
    let or_wall = |is_free: bool| if is_free { Ground::Free } else { Ground::Wall };
    if !options.tiles.is_empty() {
        let is_named =
            |value: i64| options.tiles.iter().any(|tile| i64::from(tile.id) == value);
        let names: Vec<String> = options.tiles.iter().map(ToString::to_string).collect();
        let rule = format!("the list of walkable values: {}", names.join(", "));
        return (Box::new(move |value| or_wall(is_named(value))), rule);
    }
    let of_name = |name: &str| {
        let found = NAMES.into_iter().find(|(known, _)| *known == name.to_lowercase());
        found.map(|(_, ground)| ground)
    };
    if grid.names.iter().any(|(_, name)| of_name(name).is_some()) {
        let of = move |value: i64| {
            let name = grid.names.iter().find(|(named, _)| *named == value);
            name.and_then(|(_, name)| of_name(name)).unwrap_or(Ground::Free)
        };
        return (Box::new(of), "the names of its values".to_owned());
    }
    (Box::new(move |value| or_wall(value == 0)), "every value but 0 is a wall".to_owned())
}

/// The cells of entities, whose layers may have cells of another size than the grid.
fn places(level: &Level, grid: &IntGrid, warnings: &mut Vec<String>) -> Places {
    let mut places = Places::default();
    let place = |index: u32, side: u32| {
        let middle = u64::from(index) * u64::from(side) + u64::from(side / 2);
        middle.checked_div(grid.cell.into()).and_then(|index| u32::try_from(index).ok())
    };
    for entity in &level.entities {
        let name = entity.name.to_lowercase();
        if !matches!(name.as_str(), "start" | "goal" | "npc") {
            continue;
        }
        let cell = entity.cell.and_then(|cell| {
            Some(Cell::new(
                place(cell.row, entity.side)?,
                place(cell.column, entity.side)?,
            ))
        });
        let Some(cell) = cell.filter(|&cell| grid.cells.size().contains(cell)) else {
            warnings.push(format!("ignored the {name}: it lies outside the map"));
            continue;
        };
        match name.as_str() {
            "start" => places.start = places.start.or(Some(cell)),
            "goal" => places.goal = places.goal.or(Some(cell)),
            _ => places.npcs.push(cell),
        }
    }
    places
}

fn no_such<'a>(
    what: &'static str,
    name: String,
    names: impl Iterator<Item = &'a str>,
) -> TiledError {
    let names: Vec<&str> = names.collect();
    TiledError::NoSuch { what, name, found: names.join(", ") }
}
