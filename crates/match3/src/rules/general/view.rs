//! What all moves of a board have in common, for the gain of each.

use std::cell::OnceCell;

use tilewright_grid::Bits;

use super::plan::{IS_BLOCK, IS_BLOCKER, NONE};
use crate::Game;
use crate::ruleset::{Block, Place};

/// What all moves of a board have in common.
pub(super) struct View<const W: usize> {
    /// Whether each move needs a trial.
    pub(super) is_hard: bool,
    /// The cells with a piece, a cover or a big block, of which an effect takes less than it has cells.
    pub(super) special: Bits<W>,
    /// The cells where it depends on the colour what a hit beside a group takes.
    pub(super) hard_beside: Bits<W>,
    /// The cells where a hit beside a group, and one of an effect, takes a layer that the goal wants.
    pub(super) beside: Bits<W>,
    pub(super) hit: Bits<W>,
    /// The cells with a ground of which a match, and an effect, takes a layer that the goal wants.
    pub(super) matched_ground: Bits<W>,
    pub(super) hit_ground: Bits<W>,
    pub(super) blocks: Bits<W>,
    /// The colours that the goal wants: how many, and their cells.
    pub(super) colors: Vec<(u32, Bits<W>)>,
    /// See [`Game::by_units`].
    pub(super) by_units: OnceCell<[Bits<W>; 3]>,
}

/// A number that a goal may still want of a kind so that one move can meet it: more than a swap
/// takes, whose two groups have 18 cells at most and as many beside them.
pub(super) const CLOSE: u32 = 24;

impl<const W: usize> Game<'_, W> {
    /// What all moves of a board have in common.
    pub(super) fn view(&self) -> View<W> {
        let (state, target) = (&self.board.general, &self.rules.target);
        let wants = |kind: usize| self.wants_kind(kind);
        // Near its end, the goal may be met by a part of what a move takes.
        let is_far = |kind: usize| {
            target.all_of[kind]
                || target.kinds[kind].saturating_sub(state.gone[kind].broken) > CLOSE
                || target.layers[kind].saturating_sub(state.gone[kind].layers) > CLOSE
        };

        let mut kinds = 0..state.gone.len();
        let wants_pieces = (0..state.made.len())
            .any(|piece| target.wants_piece(state.made[piece], piece));

        let colors: Vec<_> = (0..target.collect.len() as u32)
            .filter(|&color| self.wanted(color) > 0)
            .map(|color| (self.wanted(color), self.of_color(state.cells, color as u8)))
            .collect();

        let mut view = View {
            is_hard: wants_pieces
                || state.dropped < target.drop
                || kinds.any(|kind| wants(kind) && !is_far(kind)),
            special: state.pieces.or(state.covered).or(self.big_blocks()),
            hard_beside: Bits::EMPTY,
            beside: Bits::EMPTY,
            hit: Bits::EMPTY,
            matched_ground: Bits::EMPTY,
            hit_ground: Bits::EMPTY,
            blocks: state.with_flag(IS_BLOCK),
            colors,
            by_units: OnceCell::new(),
        };

        if view.is_hard || !(0..state.gone.len()).any(wants) {
            return view;
        }

        self.view_hits(&mut view);
        self.view_grounds(&mut view);
        view
    }

    /// Adds the cells where a hit takes a layer of a ground.
    fn view_grounds(&self, view: &mut View<W>) {
        let (plan, state) = (self.plan(), &self.board.general);
        if state.grounded.is_empty() {
            return;
        }

        let is_ground = |block: &Block| block.place == Place::Ground;
        let is_only = plan.blocks.iter().filter(|block| is_ground(block)).count() == 1;
        // The ground below a blocker is safe.
        let solid = state.fixed.or(state.with_flag(IS_BLOCKER));

        for (kind, block) in plan.blocks.iter().enumerate() {
            if !is_ground(block) || !self.wants_kind(kind) {
                continue;
            }
            let is_it = |&index: &usize| usize::from(state.ground[index]) == kind + 1;
            let cells = if is_only {
                state.grounded
            } else {
                state.grounded.indices().filter(is_it).collect()
            };

            if block.broken_by.matched {
                view.matched_ground = view.matched_ground.or(cells);
            }
            if block.broken_by.hit {
                view.hit_ground = view.hit_ground.or(cells.without(solid));
            }
        }
    }

    /// Adds the cells where a hit takes a layer of a cover or a blocker.
    fn view_hits(&self, view: &mut View<W>) {
        let (plan, state) = (self.plan(), &self.board.general);
        let wants = |kind: usize| self.wants_kind(kind);
        for index in self.touchy().indices() {
            let cover = usize::from(state.cover[index]);
            if cover != 0 {
                // A second group may hit the blocker below.
                if state.flags[index] & IS_BLOCKER != 0 {
                    view.hard_beside.insert(index);
                }
                if plan.blocks[cover - 1].broken_by.beside && wants(cover - 1) {
                    view.beside.insert(index);
                }
                continue;
            }

            let kind = self.blocker_at(index);
            let rule = &plan.blocks[kind];
            // A group beside several cells of a big block takes one layer of it.
            let is_any = plan.block_colors[kind] == NONE && !rule.is_big();

            if wants(kind) && rule.generator.is_none() {
                if rule.broken_by.beside {
                    let set =
                        if is_any { &mut view.beside } else { &mut view.hard_beside };
                    set.insert(index);
                }
                if rule.broken_by.hit {
                    view.hit.insert(index);
                }
            }
        }
    }
}
