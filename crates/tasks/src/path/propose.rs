//! What to try where nothing says which cells of a map are walkable.

use tilewright_pathplan::tiled::Proposal;

use super::{Convert, Walkability};
use crate::input::DASH;
use crate::{Hint, Input};

/// A proposal as a request that shows what comes of it.
pub(super) fn hint(proposal: &Proposal, map: &Input, walkability: &Walkability) -> Hint {
    let why = &proposal.why;
    let request = Hint::request(&Convert {
        map: Some(match map {
            Input::Name(name) => Input::Name(name.clone()),
            Input::Document(_) => Input::Name(DASH.to_owned()),
        }),
        show: true,
        walkability: walkability.proposing(&proposal.wishes),
    });
    let request = request.unwrap_or_default();
    format!(
        "{why}. To see it:\n  {request}\nEverything that reads maps takes the same. {OTHERS}"
    )
    .into()
}

/// How else one can say what is walkable.
pub(super) const OTHERS: &str = "Otherwise {layer=NAME} takes the tiles of a layer for walls, \
    {walkable_tiles=14,15} or TILESET:ID names the tiles that are walkable, {walkability=shapes} \
    takes the collision figures of tiles; or give tiles a property walkable, solid or cost, or \
    objects the class wall";
