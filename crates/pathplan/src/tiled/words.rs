//! The words by which maps say what is a wall, compared without case.

use crate::tile::few;

/// Names and classes of layers and objects, and classes of tiles, that are walls; also with an `s`.
pub(super) const WALLS: [&str; 5] = ["collision", "collide", "collider", "solid", "wall"];
/// Properties that are true for walls. `collides` is the name in Phaser's documentation,
/// `ge_collide` that of grid-engine.
pub(super) const SOLID: [&str; 4] = ["solid", "collision", "collides", "ge_collide"];
/// Properties that are false for walls.
pub(super) const WALKABLE: [&str; 2] = ["walkable", "passable"];
/// Words within names that suggest walls. What has such a name and is not used gets a warning.
const SUGGESTING: [&str; 10] = [
    "colli", "wall", "block", "solid", "obstacle", "barrier", "impass", "unwalk",
    "walkab", "passab",
];
/// Words in the names of layers that are above or part of the ground, whatever their contents.
const HARMLESS: [&str; 14] = [
    "above", "over", "roof", "fringe", "top", "sky", "light", "shadow", "ground",
    "floor", "path", "road", "grass", "decor",
];

/// Whether two names are equal without case.
pub(super) fn same(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}

/// Whether a name is one of a list.
pub(super) fn is_one(name: &str, list: &[&str]) -> bool {
    list.iter().any(|word| same(name, word))
}

/// Whether a name or class is one of walls.
pub(super) fn is_wall(name: &str) -> bool {
    let name = name.trim().to_lowercase();
    is_one(name.strip_suffix('s').unwrap_or(&name), &WALLS)
}

/// Whether a name suggests walls.
pub(super) fn suggests_walls(name: &str) -> bool {
    has_word(name, &SUGGESTING)
}

/// Whether the name of a layer suggests that it has no walls, although others have.
pub(super) fn is_harmless(name: &str) -> bool {
    has_word(name, &HARMLESS)
}

fn has_word(name: &str, words: &[&str]) -> bool {
    let name = name.to_lowercase();
    words.iter().any(|word| name.contains(word))
}

/// Names in quotes, at most eight of them.
pub(super) fn quoted<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    few(names.into_iter().map(|name| format!("{name:?}")))
}

/// A count with a noun, whose plural has an `s`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
