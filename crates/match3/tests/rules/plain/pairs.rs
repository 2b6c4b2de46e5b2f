//! Pairs of pieces that fire together.

use super::board::{Contents, Piece, Place};
use super::effect::Effect;
use super::effects::cells_of;
use super::events::Event;
use super::game::{Below, Game};
use super::moves::Start;
use super::rules::{PairRule, PairShot};
use super::waves::{Firing, Wave};

/// A pair that fires in wave 0.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    /// Where it fires.
    pub(crate) to: Place,
    /// The two pieces, and where they stood before the move: of a swap that at `from` first, of
    /// a tap the stronger one.
    pub(crate) stood: [(Piece, Place); 2],
    /// The other pieces of a tapped component, in reading order.
    pub(crate) merged: Vec<(Piece, Place)>,
    /// The cells that the pair leaves out.
    pub(crate) own: Vec<Place>,
    /// The second of the rule's two kinds.
    pub(crate) partner: Piece,
    /// The first of them.
    pub(crate) other: Piece,
    pub(crate) shot: PairShot,
}

/// The armed piece that a pair leaves where it fires, if it fires twice.
pub(crate) const fn armed_by(rule: &PairRule) -> Option<Contents> {
    match rule.fires {
        PairShot::Effect { effect, twice: true, .. } => {
            Some(Contents::Armed { kind: rule.of.0, effect })
        }
        _ => None,
    }
}

impl Game {
    /// The pieces of a swapped pair leave their cells; perhaps one armed piece stays.
    pub(crate) fn leave_as_pair(
        &mut self,
        wave: &mut Wave,
        start: &Start,
    ) -> Option<Pair> {
        let ((from, to), (first, second)) = (start.swap?, start.pair?);
        let rule = self.rules().pair(first.kind, second.kind)?.clone();
        // Of two pieces of one kind, the one that was at `to`.
        let (partner, other) =
            if second.kind == rule.of.1 { (second, first) } else { (first, second) };
        self.let_go(second);
        self.let_go(first);
        self.board.at_mut(from).contents = None;
        self.board.at_mut(to).contents = armed_by(&rule);
        self.leave_cell(wave, from);
        self.leave_cell(wave, to);

        let (stood, own) = ([(first, from), (second, to)], vec![from, to]);
        let (merged, shot) = (Vec::new(), rule.fires);
        Some(Pair { to, stood, merged, own, partner, other, shot })
    }

    /// A pair fires.
    pub(crate) fn fire_pair(
        &mut self,
        wave: &mut Wave,
        pair: &Pair,
        below: &mut Below<'_>,
    ) {
        let [first, second] =
            pair.stood.map(|(piece, at)| (self.token(Contents::Piece(piece)), at));
        self.record.push(Event::Pair(first, second));
        self.record_merged(&pair.merged);
        self.counts.score += self.rules().piece_points;

        match pair.shot {
            // The partner counts when it fires in wave 1.
            PairShot::TurnColorInto(kind) => self.turn_color(wave, pair, kind),
            PairShot::Effect { effect, carries, .. } => {
                self.counts.score += self.rules().piece_points;
                if carries {
                    self.carry(wave, pair, effect, below);
                } else {
                    let (place, token, own) = (pair.to, String::new(), pair.own.clone());
                    let (direction, swapped_with, color) = (None, None, None);
                    let firing = Firing {
                        place,
                        token,
                        effect,
                        direction,
                        swapped_with,
                        color,
                        own,
                    };
                    self.effect(wave, &firing, below);
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
        let own = pair.own.as_slice();
        let mut done: Vec<Place> = Vec::new();
        if plus > 0 {
            done = cells_of(&self.board, Effect::Plus(plus), None, pair.to);
            self.strike_all(wave, &done, own);
        }
        let carried = self.rules().pieces[pair.partner.kind].fires;
        for _ in 0..count {
            let Some(middle) = self.choose_for_goal(wave, own, below) else {
                return;
            };
            let direction = pair.partner.direction;
            let mut cells = cells_of(&self.board, carried, direction, middle);
            // One hit for each firing, and this is one firing.
            cells.retain(|place| !done.contains(place));
            self.strike_all(wave, &cells, own);
            done.extend(cells);
        }
    }
}
