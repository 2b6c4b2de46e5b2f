//! What to try where nothing says which cells of a map are walkable, as a command to paste.

use std::borrow::Cow;
use std::path::Path;

use tilewright_pathplan::tiled::{Proposal, Wishes};

use crate::arguments::Walkability;
use crate::files;
use crate::printable::is_obeyed;

/// A proposal as a command that shows what comes of it; without the command where no terminal
/// shows the names in it as they are.
pub(super) fn hint(
    proposal: &Proposal,
    path: &Path,
    walkability: &Walkability,
) -> String {
    let why = &proposal.why;
    match command(proposal, path, walkability) {
        Some(command) => format!(
            "{why}. To see it:\n  {command}\nEvery command that reads maps takes these options. {OTHERS}"
        ),
        None => format!(
            "{why}. No command to paste is shown: a name in it holds characters that a terminal does not show. {OTHERS}"
        ),
    }
}

/// The command, if it can be shown.
fn command(
    proposal: &Proposal,
    path: &Path,
    walkability: &Walkability,
) -> Option<String> {
    let Wishes { rule, layer, tiles, .. } = &proposal.wishes;
    let mut options = Vec::new();
    if let Some(project) = &walkability.project {
        options.push(("--project", project.to_str()?.to_owned()));
    }
    options.extend(rule.map(|rule| ("--walkability", rule.name().to_owned())));
    options.extend(layer.clone().map(|layer| ("--layer", layer)));
    if !tiles.is_empty() {
        let names: Vec<String> = tiles.iter().map(ToString::to_string).collect();
        options.push(("--walkable-tiles", names.join(",")));
    }
    let map = path.to_str()?;
    let is_option = map.starts_with('-') && map != files::DASH;
    let map = quoted(&if is_option { format!("./{map}") } else { map.to_owned() })?;
    let options = options.iter().map(|(name, value)| option(name, value));
    let options = options.collect::<Option<Vec<String>>>()?.join(" ");
    Some(format!("tilewright path convert {map} --show {options}"))
}

/// An option with its value, as a shell takes it.
fn option(name: &str, value: &str) -> Option<String> {
    let between = if value.starts_with('-') { '=' } else { ' ' };
    Some(format!("{name}{between}{}", quoted(value)?))
}

/// A word as a shell takes it, unless a terminal would not show it as it is.
fn quoted(word: &str) -> Option<String> {
    let is_shown = |letter| !is_obeyed(letter) && letter != '\n' && letter != '\t';
    let quoted = shlex::try_quote(word).ok().filter(|_| word.chars().all(is_shown));
    quoted.map(Cow::into_owned)
}

/// How else one can say what is walkable.
pub(super) const OTHERS: &str = "Otherwise --layer NAME takes the tiles of a layer for walls, \
    --walkable-tiles 14,15 or TILESET:ID names the tiles that are walkable, --walkability shapes \
    takes the collision figures of tiles; or give tiles a property walkable, solid or cost, or \
    objects the class wall";
