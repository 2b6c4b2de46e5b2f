//! What the values of a layer mean.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_formats::ldtk::{Layer, LayerKind};

use super::select::{counted, listed};
use crate::Ground;
use crate::tiled::ReadOptions;

/// The words of names of values that have a ground, the strongest first.
const WORDS: [(&[&str], Ground); 4] = [
    (
        &[
            "wall",
            "walls",
            "solid",
            "solids",
            "collision",
            "collisions",
            "collider",
            "colliders",
            "block",
            "blocks",
            "blocked",
            "blocking",
            "obstacle",
            "obstacles",
            "impassable",
            "unwalkable",
        ],
        Ground::Wall,
    ),
    (&["tree", "trees"], Ground::Trees),
    (&["water"], Ground::Water),
    (&["swamp"], Ground::Swamp),
];

/// The words that turn a name into its contrary, such as `no_collision`.
const CONTRARY: [&str; 5] = ["no", "non", "not", "without", "un"];

/// The ground of a name of a value; none if it says nothing. A name may hold the word among others,
/// such as `StoneWall` or `wall_left`.
pub(super) fn ground_of_name(name: &str) -> Option<Ground> {
    let words = words(name);
    if words.iter().any(|word| CONTRARY.contains(&&**word)) {
        return None;
    }
    let is_said =
        |known: &&(&[&str], Ground)| words.iter().any(|word| known.0.contains(&&**word));
    WORDS.iter().find(is_said).map(|&(_, ground)| ground)
}

/// Whether the name of a layer says that its cells are walls.
pub(super) fn is_wall_word(name: &str) -> bool {
    ground_of_name(name) == Some(Ground::Wall)
}

/// Whether the name of a layer says that nobody walks in it.
pub(super) fn is_scenery(name: &str) -> bool {
    const SCENERY: [&str; 9] = [
        "background",
        "backgrounds",
        "bg",
        "backdrop",
        "deco",
        "decor",
        "decoration",
        "decorations",
        "shadows",
    ];

    words(name).iter().any(|word| SCENERY.contains(&&**word))
}

/// The words of a name, in lower case: parts between other characters, and those that begin with a
/// capital after a small letter.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for letter in name.chars() {
        let begins = letter.is_uppercase() && was_small;
        if begins || !letter.is_alphabetic() {
            words.push(String::new());
        }

        if letter.is_alphabetic() {
            let last = words.last_mut().expect("there is always one");
            last.extend(letter.to_lowercase());
        }

        was_small = letter.is_lowercase();
    }

    words.retain(|word| !word.is_empty());
    words
}

/// The ground of each value of a layer.
pub(super) struct Meaning {
    rule: String,
    /// The values that the rule speaks of; others have the last ground.
    grounds: BTreeMap<i64, Ground>,
    others: Ground,
    /// Values of the layer that are walls because the project does not declare them.
    undeclared: BTreeSet<i64>,
}

impl Meaning {
    /// What the values of a layer mean under these options.
    pub(super) fn of(layer: &Layer, options: &ReadOptions) -> Self {
        if !options.tiles.is_empty() {
            let names: Vec<String> =
                options.tiles.iter().map(ToString::to_string).collect();
            let free =
                options.tiles.iter().map(|tile| (i64::from(tile.id), Ground::Free));
            return Self {
                rule: format!("the list of walkable values: {}", names.join(", ")),
                grounds: free.collect(),
                others: Ground::Wall,
                undeclared: BTreeSet::new(),
            };
        }

        let named: BTreeMap<i64, Ground> = layer
            .names
            .iter()
            .filter_map(|(value, name)| Some((*value, ground_of_name(name)?)))
            .collect();

        // In a layer of walls a name such as water says what the wall is, not that others are free.
        let is_enough =
            |ground: &Ground| *ground == Ground::Wall || !is_wall_word(&layer.name);
        if named.values().any(is_enough) {
            return Self::of_names(layer, named);
        }

        let rule = match layer.kind {
            LayerKind::Integers => "every value but 0 is a wall",
            LayerKind::Tiles => "every tile is a wall",
        };
        let grounds = BTreeMap::from([(0, Ground::Free)]);
        let (others, undeclared) = (Ground::Wall, BTreeSet::new());

        Self { rule: rule.to_owned(), grounds, others, undeclared }
    }

    /// The names of values decide. Nobody can have said of a value that the project does not declare
    /// that it is free.
    fn of_names(layer: &Layer, mut grounds: BTreeMap<i64, Ground>) -> Self {
        let declared: BTreeSet<i64> = layer.declared.iter().copied().collect();
        let used: BTreeSet<i64> = layer.cells.values().iter().copied().collect();
        let is_undeclared = |value: &i64| *value != 0 && !declared.contains(value);
        let undeclared: BTreeSet<i64> = used.into_iter().filter(is_undeclared).collect();
        grounds.extend(undeclared.iter().map(|&value| (value, Ground::Wall)));
        let rule = "the names of its values".to_owned();
        Self { rule, grounds, others: Ground::Free, undeclared }
    }

    /// The warning of values that the project does not declare.
    pub(super) fn warning(&self, layer: &Layer) -> Option<String> {
        let (name, values) =
            (&layer.name, self.undeclared.iter().map(ToString::to_string));
        let [value, are] = if self.undeclared.len() == 1 {
            ["a value", "it is a wall"]
        } else {
            ["values", "they are walls"]
        };

        (!self.undeclared.is_empty()).then(|| {
            format!(
                "the layer {name:?} has {value} that the project does not declare, so {are}: {}",
                listed(values)
            )
        })
    }

    /// The ground of a value.
    pub(super) fn ground(&self, value: i64) -> Ground {
        self.grounds.get(&value).copied().unwrap_or(self.others)
    }

    /// The rule, and each value of the layer with its name, its ground and the number of its cells.
    pub(super) fn found(&self, layer: &Layer) -> String {
        const LISTED: usize = 24;

        let mut counts = BTreeMap::new();
        for &value in layer.cells.values().iter().filter(|&&value| value != 0) {
            *counts.entry(value).or_insert(0) += 1;
        }

        if layer.kind == LayerKind::Tiles {
            let cells = counts.get(&1).copied().unwrap_or(0);
            return format!("{} ({})", self.rule, counted(cells));
        }

        let is_plain = self.grounds.len() == 1 && self.grounds.contains_key(&0);
        let value = |(value, &cells): (&i64, &usize)| {
            let name = layer.names.iter().find(|(named, _)| named == value);
            let name = name.map(|(_, name)| format!(" {name:?}")).unwrap_or_default();
            let ground = match self.ground(*value) {
                _ if is_plain => "",
                Ground::Free => "free, ",
                Ground::Wall => "wall, ",
                Ground::Trees => "trees, ",
                Ground::Water => "water, ",
                Ground::Swamp => "swamp, ",
            };

            format!("{value}{name} ({ground}{})", counted(cells))
        };

        let more = counts.len().saturating_sub(LISTED);
        let values: Vec<String> = counts.iter().take(LISTED).map(value).collect();
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        if values.is_empty() {
            return format!("{}, and it is empty", self.rule);
        }

        format!("{}: {}{rest}", self.rule, values.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_speaks_by_its_words() {
        let walls =
            ["wall", "Walls", "StoneWall", "wall_left", "rock-wall", "SOLID", "Wall2"];
        for name in walls {
            assert_eq!(ground_of_name(name), Some(Ground::Wall), "{name}");
        }
        assert_eq!(ground_of_name("deepWater"), Some(Ground::Water));
        assert_eq!(ground_of_name("water_wall"), Some(Ground::Wall));
        for name in ["no_collision", "NonSolid", "wallpaper", "dirt", "", "grass"] {
            assert_eq!(ground_of_name(name), None, "{name}");
        }
    }
}
