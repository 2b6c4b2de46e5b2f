//! Hints for maps that do not say which cells are walkable.

use tilewright_pathplan::tiled::Proposal;

use super::{Convert, Walkability};
use crate::input::DASH;
use crate::{Hint, Input};

/// A proposal as a request that shows its result.
pub(super) fn hint(proposal: &Proposal, map: &Input, walkability: &Walkability) -> Hint {
    let why = &proposal.why;
    let request = Hint::request(&Convert {
        map: Some(match map {
            Input::Name(name) => Input::Name(name.clone()),
            Input::Document(_) => Input::Name(DASH.to_owned()),
        }),
        show: true,
        walkability: walkability.proposing(&proposal.options),
    });
    let request = request.unwrap_or_default();
    format!(
        "{why}. To see the result:\n  {request}\nAll tasks that read maps take the same keys. {OTHERS}"
    )
    .into()
}

/// Other ways to say which cells are walkable.
pub(super) const OTHERS: &str = "Otherwise use {layer=NAME} if the tiles of a layer are walls, \
    {walkable_tiles=14,15} (or TILESET:ID) to list the walkable tiles, or {walkability=shapes} if \
    the collision shapes of tiles are walls; or, in the editor, give tiles a property walkable, \
    solid or cost, or give objects the class wall";
