//! Pairs of pieces that fire together.

use super::board::{Contents, Piece, Place};
use super::effect::Effect;
use super::effects::cells_of;
use super::events::Event;
use super::game::{Below, Game};
use super::moves::Start;
use super::rules::PairShot;
use super::waves::{Firing, Wave};

/// A pair that fires in wave 0.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) from: Place,
    /// Where it fires.
    pub(crate) to: Place,
    /// The piece that was at `from` before the move, and the one at `to`.
    pieces: (Piece, Piece),
    /// The second of the rule's two kinds.
    pub(crate) partner: Piece,
    shot: PairShot,
}

impl Game {
    /// The pieces of a pair leave their cells and are collected; perhaps one armed piece stays.
    pub(crate) fn leave_as_pair(
        &mut self,
        wave: &mut Wave,
        start: &Start,
    ) -> Option<Pair> {
        let ((from, to), pieces) = (start.swap?, start.pair?);
        let rule = self.rules().pair(pieces.0.kind, pieces.1.kind)?.clone();
        let shot = rule.fires;
        // Of two pieces of one kind, the one that was at `to`.
        let partner = if pieces.1.kind == rule.of.1 { pieces.1 } else { pieces.0 };
        // After the exchange.
        self.release(from, pieces.1);
        self.release(to, pieces.0);
        self.board.at_mut(from).contents = None;
        self.board.at_mut(to).contents = match shot {
            PairShot::Effect { effect, twice: true, .. } => {
                Some(Contents::Armed { kind: rule.of.0, effect })
            }
            _ => None,
        };
        self.leave_cell(wave, from);
        self.leave_cell(wave, to);
        Some(Pair { from, to, pieces, partner, shot })
    }

    /// A pair fires.
    pub(crate) fn fire_pair(
        &mut self,
        wave: &mut Wave,
        pair: &Pair,
        below: &mut Below<'_>,
    ) {
        let first = self.token(Contents::Piece(pair.pieces.0));
        let second = self.token(Contents::Piece(pair.pieces.1));
        self.record.push(Event::Pair((first, pair.from), (second, pair.to)));
        self.counts.score += self.rules().piece_points;
        let own = [pair.from, pair.to];
        match pair.shot {
            // The partner counts when it fires in wave 1.
            PairShot::TurnColorInto(kind) => self.turn_color(wave, pair, kind),
            PairShot::Effect { effect, carries, .. } => {
                self.counts.score += self.rules().piece_points;
                if carries {
                    self.carry(wave, pair, effect, below);
                } else {
                    let (place, token) = (pair.to, String::new());
                    let (direction, swapped_with) = (None, None);
                    let firing = Firing { place, token, effect, direction, swapped_with };
                    self.effect(wave, &firing, &own, below);
                }
            }
        }
    }

    /// A goal's cells are the middles of the partner's effect.
    fn carry(
        &mut self,
        wave: &mut Wave,
        pair: &Pair,
        effect: Effect,
        below: &mut Below<'_>,
    ) {
        let Effect::Goal { count, plus } = effect else { return };
        let own = [pair.from, pair.to];
        let mut done: Vec<Place> = Vec::new();
        if plus > 0 {
            done = cells_of(&self.board, Effect::Plus(plus), None, pair.to);
            self.strike_all(wave, &done, &own);
        }
        let carried = self.rules().pieces[pair.partner.kind].fires;
        for _ in 0..count {
            let Some(middle) = self.choose_for_goal(wave, &own, below) else {
                return;
            };
            let direction = pair.partner.direction;
            let mut cells = cells_of(&self.board, carried, direction, middle);
            // One hit for each firing, and this is one firing.
            cells.retain(|place| !done.contains(place));
            self.strike_all(wave, &cells, &own);
            done.extend(cells);
        }
    }
}
