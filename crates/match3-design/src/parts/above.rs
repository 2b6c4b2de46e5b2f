//! Where ingredients stand on a board whose exits were drawn.

use std::collections::BTreeSet;

use tilewright_match3::{Quota, Template};

use super::{BoardPart, Parts, site};
use crate::Placement;

impl Parts {
    /// The placements of a request on a board that was drawn: where exits are drawn, ingredients of these kinds stand above them,
    /// unless a placement says where they stand. From elsewhere they would have to be swapped to the side, which a bot that plans
    /// nothing hardly ever gets done.
    pub fn placements_on(
        &self,
        board: &Template,
        kinds: &[Quota],
        placements: &[Placement],
    ) -> Vec<Placement> {
        let mut all = placements.to_vec();
        let has_exits = self.quotas.iter().any(|quota| quota.part == BoardPart::Exits);
        let exits = board.parts().exits.filter(|_| has_exits).unwrap_or_default();
        let columns: BTreeSet<u32> = exits.iter().map(|exit| exit.column + 1).collect();
        let places: Vec<String> =
            columns.iter().map(|column| format!("column {column}")).collect();
        // Half of those cells at least stay free of them, or a search has little choice.
        let room = exits.iter().map(|exit| exit.row).sum::<u32>() / 2;

        for (name, kind) in site::ingredients(board) {
            let quota = kinds.iter().find(|quota| quota.kind == kind);
            let is_placed = placements.iter().any(|placement| placement.is_of(&name));
            if quota.is_some_and(|quota| quota.min <= room) && !is_placed && room > 0 {
                let text = format!("{name} in {}", places.join(" or "));
                all.push(text.parse().expect("columns are places"));
            }
        }
        all
    }
}
