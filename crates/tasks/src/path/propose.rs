//! Hints for maps that do not say, or not in full, which cells are walkable.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use tilewright_pathplan::tiled::{Proposal, Source, TiledError};

use super::{ConvertRequest, Walkability};
use crate::input::DASH;
use crate::{Hint, Input};

/// The hint at an error of a map of Tiled. `wider` is the folder that holds the files that the map
/// names.
pub(super) fn hint_at(
    error: &TiledError,
    map: &Input,
    walkability: &Walkability,
    wider: Option<&str>,
) -> Option<Hint> {
    let hint = match error {
        TiledError::NoSource { proposal, .. } => {
            return Some(proposed(proposal.as_deref(), map, walkability, wider));
        }
        TiledError::NoMatch { .. } => OTHERS.to_owned(),
        TiledError::NoTile { .. } => {
            "{walkable_tiles} expects ID or TILESET:ID".to_owned()
        }
        TiledError::Unread { .. } => match wider {
            Some(folder) => format!(
                "{}, or leave out what it says by {{walkability}} or {{walkable_tiles}}",
                read_wider(folder)
            ),
            None => "put the file into the folder of the map or of its project, or leave out what it \
                     says by {walkability} or {walkable_tiles}"
                .to_owned(),
        },
        TiledError::Property { .. } => {
            "correct the property, or leave out properties by {walkability} or {walkable_tiles}"
                .to_owned()
        }
        TiledError::Objects => "leave out objects or shapes by {walkability}".to_owned(),
        _ => return None,
    };

    Some(hint.into())
}

/// How to read files outside the folder of the map.
fn read_wider(folder: &str) -> String {
    format!("use {{project={folder}}} to read files anywhere in that folder")
}

/// First the files that the map names, then options that show which cells are walkable.
fn proposed(
    proposal: Option<&Proposal>,
    map: &Input,
    walkability: &Walkability,
    wider: Option<&str>,
) -> Hint {
    let mut hint = String::new();
    if let Some(folder) = wider {
        let project = Some(folder.to_owned());
        let request = request(map, Walkability { project, ..walkability.clone() });
        hint = format!(
            "the map names files outside its folder, which may say it. To read them:\n  {request}\n"
        );

        if proposal.is_some() {
            hint += "Without them: ";
        }
    }

    if let Some(Proposal { options, why }) = proposal {
        let request = request(map, walkability.proposing(options));
        let _ = write!(hint, "{why}. To see the result:\n  {request}\n");
    }

    if !hint.is_empty() {
        hint += "All tasks that read maps take the same keys. Otherwise ";
    }

    (hint + OTHERS).into()
}

/// A request that shows which cells are walkable.
fn request(map: &Input, walkability: Walkability) -> String {
    let map = Some(match map {
        Input::Name(name) => Input::Name(name.clone()),
        Input::Document(_) => Input::Name(DASH.to_owned()),
    });
    Hint::request(&ConvertRequest { map, show: true, walkability }).unwrap_or_default()
}

/// What to do about warnings of files and sources that were not used.
pub(super) fn about_unused(unused: &[Source], wider: Option<&str>) -> Option<Hint> {
    let of_source = |source: &Source| match source {
        Source::Layer => "{layer=NAME} makes the contents of a layer walls",
        Source::Properties => {
            "{solid_property=NAME} names a property that is true for walls"
        }
        Source::Tiles | Source::TileObjects | Source::Objects | Source::Shapes => {
            "{walkability} says which sources decide; in the editor, objects of the class wall are walls"
        }
    };
    let hints: BTreeSet<&str> = unused.iter().map(of_source).collect();
    let hints = hints.into_iter().map(str::to_owned);
    let all: Vec<String> = wider.map(read_wider).into_iter().chain(hints).collect();

    (!all.is_empty()).then(|| all.join("; ").into())
}

/// Other ways to say which cells are walkable.
const OTHERS: &str = "use {layer=NAME} if the contents of a layer are walls, \
    {solid_property=NAME} if a property is true for walls, or {walkable_tiles=14,15} (or TILESET:ID) \
    to list the walkable tiles; or, in the editor, give tiles a property walkable, solid or cost, or \
    give objects the class wall";
