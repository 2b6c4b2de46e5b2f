//! What a piece that fires alone takes, told without a trial.

use tilewright_grid::Bits;

use super::plan::{IS_BLOCKER, PIECES, Plan};
use super::view::{CLOSE, View};
use crate::rules::board::NONE;
use crate::ruleset::{Effect, Hits, Piece};
use crate::{Gain, Game, Move, rules::Way};

/// The effect of the first wave of a piece, swapped with a colour, if that wave shows it whole: not of pieces with
/// a colour, that fire twice, or that choose one.
#[inline]
const fn known_effect(rule: &Piece, color: u8) -> Option<Effect> {
    if rule.has_color || rule.is_twice {
        return None;
    }
    match rule.fires {
        Effect::Color if color == NONE => None,
        Effect::Goal { count: 1, plus } if plus > 0 => Some(Effect::Plus(plus)),
        Effect::Goal { .. } => None,
        effect => Some(effect),
    }
}

impl<const W: usize> View<W> {
    /// Whether an effect on these cells takes what it shows, and no more.
    #[inline]
    fn tells(&self, cells: Bits<W>) -> bool {
        // Another piece or a cover would be set off too; near its end, the goal might be met by a part.
        !cells.meets(self.special)
            && cells.and(self.hit.or(self.hit_ground)).count() <= CLOSE - 3
    }
}

impl<const W: usize> Game<'_, W> {
    /// Whether a swap makes a group, on the board at rest.
    pub(super) fn makes_group(&self, made: Move) -> bool {
        let forward = made.forward(self.columns());
        let (way, first) =
            (usize::from(forward.way == Way::Down), usize::from(forward.first));
        let arrivals = &self.board.general.arrivals[way];
        arrivals.iter().any(|arrival| arrival.lines().has(first))
            || self.board.general.squares[way].has(first)
    }

    /// The gain of a piece that moves from a cell to another, or is tapped, and fires alone.
    pub(super) fn piece_gain(
        &self,
        from: usize,
        to: usize,
        view: &View<W>,
    ) -> Option<Gain> {
        let what = self.board.general.what[from];

        let rule = &self.plan().pieces[Plan::piece_of(what)];
        let color = if from == to { NONE } else { self.board.colors[to] };
        let effect = known_effect(rule, color)?;

        let is_down = (what - PIECES) % 2 == 1;
        let mut cells = self.cells_of(effect, to, is_down, color);
        let around = cells;
        // What was at `to` is at `from` now.
        if effect == Effect::Color {
            cells.remove(to);
            cells.insert(from);
        }

        let is_other_hit = from != to && cells.has(from);
        cells.remove(to);
        cells.remove(from);
        if !view.tells(cells) || is_other_hit && !view.blocks.has(to) {
            return None;
        }

        let blocks = cells.and(view.blocks);
        let matched = 1 + blocks.count() + u32::from(is_other_hit);
        let mut gain = Gain { matched, ..Gain::default() };

        for &(wanted, of_color) in &view.colors {
            let other = u32::from(is_other_hit && of_color.has(to));
            gain.wanted += (blocks.and(of_color).count() + other).min(wanted);
        }

        gain.wanted += cells.and(view.hit).count() + cells.and(view.hit_ground).count();
        gain.wanted += u32::from(view.hit_ground.has(to));
        gain.wanted += u32::from(is_other_hit && view.hit_ground.has(from));

        if let Effect::Goal { .. } = rule.fires {
            self.add_chosen(around, view, &mut gain)?;
        }

        let [block, piece] = self.plan().points;
        gain.score = block * u64::from(gain.matched - 1) + piece;
        Some(gain)
    }

    /// Adds what a piece takes in the cell that it chooses for the goal, outside the cells around it.
    fn add_chosen(&self, around: Bits<W>, view: &View<W>, gain: &mut Gain) -> Option<()> {
        let is_near = |&(wanted, _): &(u32, Bits<W>)| wanted <= around.count();
        if self.plan().hits != Hits::Wave || view.colors.iter().any(is_near) {
            return None;
        }

        let mut chosen = (0, None);
        for (units, cells) in (1..).zip(self.by_units(view)) {
            if let Some(cell) = cells.without(around).first() {
                chosen = (units, Some(cell));
            }
        }

        if chosen.1.is_none() {
            let blocks = view.blocks.without(self.board.general.covered);
            chosen.1 = blocks.without(around).first();
        }

        if let (units, Some(cell)) = chosen {
            if view.special.has(cell) {
                return None;
            }
            gain.wanted += units;
            gain.matched += u32::from(view.blocks.has(cell));
        }
        Some(())
    }

    /// The cells where a hit takes at least one, two and three things that the goal wants.
    fn by_units(&self, view: &View<W>) -> [Bits<W>; 3] {
        *view.by_units.get_or_init(|| {
            let state = &self.board.general;
            let special = state.covered.or(state.grounded);
            let special = special.or(state.with_flag(IS_BLOCKER));
            let colors = view.colors.iter().map(|&(_, cells)| cells);
            let wanted = colors.fold(Bits::EMPTY, Bits::or).without(special);

            let mut sets = [wanted, Bits::EMPTY, Bits::EMPTY];

            for index in special.indices() {
                let units = self.units(index) as usize;
                sets[..units].iter_mut().for_each(|set| set.insert(index));
            }
            sets
        })
    }
}
