//! What to try where nothing says which cells of a map are walkable, as a command to paste.

use std::path::Path;

use tilewright_pathplan::tiled::{Proposal, Wishes};

use crate::arguments::Walkability;
use crate::files;

/// A proposal as a command that shows what comes of it.
pub(super) fn command(
    proposal: &Proposal,
    path: &Path,
    walkability: &Walkability,
) -> String {
    let Wishes { rule, layer, tiles, .. } = &proposal.wishes;
    let mut options = Vec::new();
    if let Some(project) = &walkability.project {
        options.push(("--project", project.display().to_string()));
    }
    options.extend(rule.map(|rule| ("--walkability", rule.name().to_owned())));
    options.extend(layer.clone().map(|layer| ("--layer", layer)));
    if !tiles.is_empty() {
        let names: Vec<String> = tiles.iter().map(ToString::to_string).collect();
        options.push(("--walkable-tiles", names.join(",")));
    }
    let options: Vec<String> =
        options.into_iter().map(|(name, value)| option(name, &value)).collect();
    let map = path.display().to_string();
    let map =
        if map.starts_with('-') && map != files::DASH { format!("./{map}") } else { map };
    format!(
        "{}. To see it:\n  tilewright path convert {} --show {}\nEvery command that reads maps takes these options. {}",
        proposal.why,
        quoted(&map),
        options.join(" "),
        OTHERS
    )
}

/// An option with its value, as a shell takes it.
fn option(name: &str, value: &str) -> String {
    let between = if value.starts_with('-') { '=' } else { ' ' };
    format!("{name}{between}{}", quoted(value))
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain =
        |letter: char| letter.is_ascii_alphanumeric() || "-_.,/:+@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// How else one can say what is walkable.
pub(super) const OTHERS: &str = "Otherwise --layer NAME takes the tiles of a layer for walls, \
    --walkable-tiles 14,15 or TILESET:ID names the tiles that are walkable, --walkability shapes \
    takes the collision figures of tiles; or give tiles a property walkable, solid or cost, or \
    objects the class wall";
