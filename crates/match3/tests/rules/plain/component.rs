//! Components of pieces that are tapped.

use super::board::{Contents, Piece, Place};
use super::events::Event;
use super::game::Game;
use super::pairs::{Pair, armed_by};
use super::waves::{Firing, Wave};

/// Two or more pieces that hang together, one of them tapped.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    pub(crate) tapped: Place,
    /// In reading order.
    pub(crate) cells: Vec<Place>,
}

impl Game {
    /// All pieces of a component leave their cells: the two strongest fire in wave 0, as a pair,
    /// or, without a rule, one after the other (they join `firing`). The others are merged.
    pub(crate) fn leave_as_component(
        &mut self,
        wave: &mut Wave,
        component: &Component,
        firing: &mut Vec<Firing>,
    ) -> Option<Pair> {
        let pieces = self.by_strength(component);
        for &(piece, place) in &pieces {
            self.board.at_mut(place).contents = None;
            self.let_go(piece);
            self.leave_cell(wave, place);
        }

        let (one, other) = (pieces[0], pieces[1]);
        let mut merged = pieces[2..].to_vec();
        merged.sort_by_key(|&(_, place)| place);
        let (to, own) = (component.tapped, component.cells.clone());

        let Some(rule) = self.rules().pair(one.0.kind, other.0.kind).cloned() else {
            self.record_merged(&merged);
            for (piece, _) in [one, other] {
                firing.push(self.fire_beside_another(piece, to, &own));
            }
            return None;
        };

        self.board.at_mut(to).contents = armed_by(&rule);
        // Of two pieces of one kind, the tapped one or the first in reading order: the stronger.
        let (partner, other_piece) =
            if one.0.kind == rule.of.1 { (one.0, other.0) } else { (other.0, one.0) };
        let (stood, shot) = ([one, other], rule.fires);
        Some(Pair { to, stood, merged, own, partner, other: other_piece, shot })
    }

    /// The pieces of a component, the strongest first.
    fn by_strength(&self, component: &Component) -> Vec<(Piece, Place)> {
        let piece = |&place: &Place| Some((self.board.at(place).piece()?, place));
        let mut pieces: Vec<_> = component.cells.iter().filter_map(piece).collect();
        pieces.sort_by_key(|&(piece, place)| {
            (self.rules().strength(piece.kind), place != component.tapped, place)
        });
        pieces
    }

    /// One of two pieces without a rule, which fires from the tapped cell. The first that fires
    /// twice becomes armed there; a second one only fires.
    fn fire_beside_another(&mut self, piece: Piece, to: Place, own: &[Place]) -> Firing {
        let armed_before = self.board.at(to).contents;
        let mut firing = self.arm(to, piece);
        if armed_before.is_some() {
            self.board.at_mut(to).contents = armed_before;
            firing.token = self.token(Contents::Piece(piece));
        }
        Firing { own: own.to_vec(), ..firing }
    }

    /// Records the pieces that are merged into the two that fire.
    pub(crate) fn record_merged(&mut self, merged: &[(Piece, Place)]) {
        let token = |&(piece, place): &(Piece, Place)| {
            (self.token(Contents::Piece(piece)), place)
        };
        let merged: Vec<_> = merged.iter().map(token).collect();
        if !merged.is_empty() {
            self.record.push(Event::Merged(merged));
        }
    }
}
