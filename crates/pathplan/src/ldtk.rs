//! Levels of the editor LDtk as maps.

use tilewright_formats::ldtk::{IntGrid, Level, Project};
use tilewright_grid::Cell;

use crate::tiled::{TiledError, Wishes};
use crate::{Ground, Map, Places};

/// What a cell of a value of such a name is, if the name says it.
const NAMES: [(&str, Ground); 7] = [
    ("wall", Ground::Wall),
    ("walls", Ground::Wall),
    ("solid", Ground::Wall),
    ("collision", Ground::Wall),
    ("trees", Ground::Trees),
    ("water", Ground::Water),
    ("swamp", Ground::Swamp),
];

/// A level of a project as a map, in words what decided which cells are walkable, and what is odd
/// and was passed over. The grid
/// is the one wished for, else that called `collision` or `collisions`, else the topmost. Its
/// walkable values are those wished for; else the names of values decide where any is called
/// `wall`, `walls`, `solid`, `collision`, `trees`, `water` or `swamp`; else all but 0 are walls.
/// Entities called `start`, `goal` and `npc` are the places. Names are compared without case.
///
/// # Errors
/// When there is no such level or grid, or the map is too large.
pub fn read(
    project: &Project,
    wishes: &Wishes,
) -> Result<(Map, String, Vec<String>), TiledError> {
    let level = project.level(wishes.level.as_deref()).ok_or_else(|| {
        let names = project.levels.iter().map(|level| level.name.as_str());
        let name = wishes.level.clone().unwrap_or_default();
        no_such("level", name, names)
    })?;
    let grid = grid(level, wishes)?;
    let (ground, rule) = rule(grid, wishes);
    let mut map = Map::new(grid.cells.map(|&value| ground(value)))?;
    let mut warnings = Vec::new();
    map.places = places(level, grid, &mut warnings);
    Ok((map, format!("the grid {:?}: {rule}", grid.name), warnings))
}

fn grid<'a>(level: &'a Level, wishes: &Wishes) -> Result<&'a IntGrid, TiledError> {
    let called = |name: &str| {
        level.grids.iter().find(|grid| grid.name.to_lowercase() == name.to_lowercase())
    };
    if let Some(name) = &wishes.layer {
        let names = level.grids.iter().map(|grid| grid.name.as_str());
        return called(name).ok_or_else(|| no_such("grid", name.clone(), names));
    }
    let topmost = || level.grids.first();
    let found = called("collision").or_else(|| called("collisions")).or_else(topmost);
    found.ok_or_else(|| TiledError::NoGrid { level: level.name.clone() })
}

/// What a value stands for, and that in words.
fn rule<'a>(
    grid: &'a IntGrid,
    wishes: &'a Wishes,
) -> (Box<dyn Fn(i64) -> Ground + 'a>, String) {
    let or_wall = |is_free: bool| if is_free { Ground::Free } else { Ground::Wall };
    if !wishes.tiles.is_empty() {
        let is_named =
            |value: i64| wishes.tiles.iter().any(|tile| i64::from(tile.id) == value);
        let names: Vec<String> = wishes.tiles.iter().map(ToString::to_string).collect();
        let rule = format!("the walkable values {}", names.join(", "));
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

/// The places of entities, whose layers may have cells of another size than the grid.
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
            warnings.push(format!("the {name} lies outside of the grid"));
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
    TiledError::NoSuch { what, name, found: format!("there are: {}", names.join(", ")) }
}
