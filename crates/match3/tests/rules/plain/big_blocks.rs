//! Big blocks: where they are, and how they fall.

use super::board::{Board, Contents, Place};
use super::game::Game;
use super::json::Read;
use super::rules::Rules;

impl Board {
    /// All cells of the blocker whose first cell this is: one, or those of a big block.
    pub(crate) fn cells_of(&self, rules: &Rules, first: Place) -> Vec<Place> {
        let size = match self.at(first).contents {
            Some(Contents::Blocker(blocker)) => rules.kinds[blocker.kind].size,
            _ => (1, 1),
        };
        let row = |row| (0..size.1).map(move |column| (first.0 + row, first.1 + column));
        (0..size.0).flat_map(row).collect()
    }

    /// The first cell of the blocker that fills a cell, if one does.
    pub(crate) fn first_cell(&self, rules: &Rules, place: Place) -> Option<Place> {
        self.places().into_iter().find(|&first| {
            matches!(self.at(first).contents, Some(Contents::Blocker(_)))
                && self.cells_of(rules, first).contains(&place)
        })
    }

    /// Whether a big block fills a cell.
    pub(crate) fn is_big(&self, rules: &Rules, place: Place) -> bool {
        let first = self.first_cell(rules, place);
        first.is_some_and(|first| self.cells_of(rules, first).len() > 1)
    }

    /// Whether every big block has its cells, and every such cell one big block.
    pub(crate) fn check_big_blocks(&self, rules: &Rules) -> Read<()> {
        let mut parts: Vec<Place> = self.places();
        parts.retain(|&place| self.at(place).contents == Some(Contents::Part));

        for first in self.places() {
            for &place in self.cells_of(rules, first).iter().skip(1) {
                let Some(at) = parts.iter().position(|&part| part == place) else {
                    return Err(format!(
                        "layout{} is not \"=\" of layout{}",
                        cell(place),
                        cell(first)
                    ));
                };
                parts.remove(at);
            }
        }

        match parts.first() {
            None => Ok(()),
            Some(&place) => Err(format!("layout{} is \"=\" of nothing", cell(place))),
        }
    }
}

/// Refuses these keys, if they are used and some kind is big and moves.
pub(crate) fn check_falling(rules: &Rules, used: &[(&str, bool)]) -> Read<()> {
    let falls = rules.kinds.iter().any(|kind| kind.big() && kind.moves);
    match used.iter().find(|(_, used)| falls && *used) {
        None => Ok(()),
        Some((key, _)) => Err(format!("{key}: not with big blocks that fall")),
    }
}

fn cell(place: Place) -> String {
    format!("[{}][{}]", place.0, place.1)
}

impl Game {
    /// Big blocks that move fall, until none can; whether any fell.
    pub(crate) fn fall_big_blocks(&mut self) -> bool {
        let mut any = false;
        while self.visit_big_blocks() {
            any = true;
        }
        any
    }

    /// Each falls as far as it can, from the last to the first.
    fn visit_big_blocks(&mut self) -> bool {
        let mut any = false;
        let mut places = self.board.places();
        places.reverse();
        for place in places {
            let mut first = place;
            while self.can_fall(first) {
                first = self.fall_by_a_row(first);
                any = true;
            }
        }
        any
    }

    /// Whether a big block that moves is here, above free cells.
    fn can_fall(&self, first: Place) -> bool {
        let Some(Contents::Blocker(blocker)) = self.board.at(first).contents else {
            return false;
        };
        let kind = &self.rules().kinds[blocker.kind];
        let row = first.0 + kind.size.0;
        let free = |column: usize| {
            self.board.has((row, column))
                && self.fillable((row, column))
                && self.board.at((row, column)).cover.is_none()
        };
        kind.big() && kind.moves && (first.1..first.1 + kind.size.1).all(free)
    }

    /// Moves a big block; gives its new first cell.
    fn fall_by_a_row(&mut self, first: Place) -> Place {
        let mut cells = self.board.cells_of(self.rules(), first);
        cells.reverse();
        for cell in cells {
            self.board.exchange(cell, (cell.0 + 1, cell.1));
        }
        (first.0 + 1, first.1)
    }
}
