//! The level that is read, and the layers that decide which of its cells are walkable.

use std::fmt::Write as _;
use tilewright_formats::ldtk::{Layer, LayerKind, Layers, Level, Project};

use super::LdtkError;
use super::values::{ground_of_name, is_scenery, is_wall_word};
use crate::tiled::ReadOptions;

/// The most names that a message lists.
const LISTED: usize = 20;

/// The layers of a level.
pub(super) struct LayerChoice<'a> {
    /// Those that decide.
    pub(super) used: Vec<&'a Layer>,
    /// Other integer grids with values.
    pub(super) unused: Vec<&'a Layer>,
}

/// The level of a name, or of the form `WORLD/NAME`; the first one if no name is given.
pub(super) fn level<'a>(
    project: &'a Project,
    name: Option<&str>,
) -> Result<&'a Level, LdtkError> {
    let Some(name) = name else { return project.levels.first().ok_or(LdtkError::Empty) };

    // Exactly first: names may differ in case alone.
    let tests: [&dyn Fn(&Level) -> bool; 3] = [
        &|level: &Level| full(level) == name,
        &|level: &Level| level.name == name,
        &|level| same(&full(level), name) || same(&level.name, name),
    ];

    for is_one in tests {
        let mut found = project.levels.iter().filter(|level| is_one(level));
        match (found.next(), found.next()) {
            (Some(one), None) => return Ok(one),
            (Some(_), Some(_)) => return Err(no_level(project, name, true)),
            _ => {}
        }
    }

    Err(no_level(project, name, false))
}

/// The name of a level with that of its world.
fn full(level: &Level) -> String {
    match &level.world {
        Some(world) => format!("{world}/{}", level.name),
        None => level.name.clone(),
    }
}

fn no_level(project: &Project, name: &str, is_several: bool) -> LdtkError {
    // The world of all levels tells none of them apart.
    let first = project.levels.first().and_then(|level| level.world.as_ref());
    let has_worlds = project.levels.iter().any(|level| level.world.as_ref() != first);
    let shown = |level| if has_worlds { full(level) } else { Level::clone(level).name };
    let found = listed(project.levels.iter().map(shown));
    LdtkError::Level { name: name.to_owned(), is_several, found }
}

/// The layers that decide, as [the module](super) says.
pub(super) fn layers<'a>(
    layers: &'a Layers,
    level: &str,
    options: &ReadOptions,
) -> Result<LayerChoice<'a>, LdtkError> {
    let all = || layers.grids.iter().chain(&layers.tiles);
    let inventory = || listed(all().map(described));
    let level = level.to_owned();

    if !options.layers.is_empty() {
        let called = |name: &String| {
            let one = all().find(|layer| same(&layer.name, name));
            let missing = || {
                let (level, name) = (level.clone(), name.clone());
                LdtkError::Layer { level, name, found: inventory() }
            };
            one.ok_or_else(missing)
        };
        let used = options.layers.iter().map(called).collect::<Result<_, _>>()?;
        return Ok(LayerChoice { used, unused: Vec::new() });
    }

    let mut used: Vec<&Layer> = all().filter(|layer| speaks_of_walls(layer)).collect();
    if used.is_empty() {
        let topmost = layers.grids.iter().find(|layer| filled(layer) > 0);
        let topmost = topmost.or(layers.grids.first());
        used.extend(topmost);
    }

    if !options.tiles.is_empty() {
        // The list names the values of one grid; those of another mean something else.
        used.truncate(1);
    }

    if used.is_empty() {
        return Err(LdtkError::NoGrid { level, found: inventory() });
    }

    let is_unused = |layer: &&Layer| {
        filled(layer) > 0 && !used.iter().any(|used| std::ptr::eq(*used, *layer))
    };
    let unused = layers.grids.iter().filter(is_unused).collect();
    Ok(LayerChoice { used, unused })
}

/// Whether a layer is about walls, by its own name or those of its values. The walls of a background
/// are painted with values too, but nobody walks there.
fn speaks_of_walls(layer: &Layer) -> bool {
    if layer.kind == LayerKind::Tiles {
        return same(&layer.name, "collision") || same(&layer.name, "collisions");
    }
    let has_walls = is_wall_word(&layer.name)
        || layer.names.iter().any(|(_, name)| ground_of_name(name).is_some());
    has_walls && !layer.is_parallax && !is_scenery(&layer.name)
}

/// The number of cells with a value.
fn filled(layer: &Layer) -> usize {
    layer.cells.values().iter().filter(|&&value| value != 0).count()
}

/// The warning of a layer that does not decide.
pub(super) fn not_used(layer: &Layer) -> String {
    let (name, cells) = (&layer.name, counted(filled(layer)));
    format!("not used: the `IntGrid` layer {name:?}, which has values in {cells}")
}

fn described(layer: &Layer) -> String {
    let kind = match layer.kind {
        LayerKind::Integers => "IntGrid",
        LayerKind::Tiles => "tiles",
    };
    format!("{} ({kind}, {})", layer.name, counted(filled(layer)))
}

/// A number of cells.
pub(super) fn counted(cells: usize) -> String {
    format!("{cells} cell{}", if cells == 1 { "" } else { "s" })
}

pub(super) fn listed(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    let more = names.len().saturating_sub(LISTED);
    let mut text = names[..names.len() - more].join(", ");
    if text.is_empty() {
        text.push_str("none");
    }
    if more > 0 {
        let _ = write!(text, " and {more} more");
    }
    text
}

fn same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}
