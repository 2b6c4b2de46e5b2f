//! The ways of ingredients to the exits.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::plan::{self, LEAVES, NOWHERE, Plan};
use super::terrain::Terrain;
use crate::kind::Contents;
use crate::ruleset::{Moves, Refill};
use crate::{Game, Level, Ruleset};

/// The steps of a fall by one cell, and of a swap to the side. A fall comes with any match below, a
/// swap needs a match of its own: more than one, and two is the least. Chosen; `tilewright match3
/// play --bot greedy --goal drop:2` shows the swaps.
const FALL: u16 = 1;
const SWAP: u16 = 2;

/// For each cell, the shortest way of an ingredient from there to an exit: through all that can break or move.
/// A fall along gravity or through a portal is one step; a swap to the side is two, since it needs a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways {
    /// The steps from each cell; none if no way leads to an exit.
    steps: Vec<Option<u16>>,
    /// The next cell on the way from each cell, or [`NOWHERE`].
    next: Vec<u16>,
}

impl Ways {
    /// The ways of a level.
    pub fn of(level: &Level) -> Self {
        Self::new(&Terrain::new(level), level.rules())
    }

    pub(super) fn new(terrain: &Terrain, rules: &Ruleset) -> Self {
        let area = terrain.start.len();
        // The cells from which an ingredient comes to each cell, with the steps.
        let mut sources = vec![Vec::new(); area];

        for from in 0..area {
            for (to, steps) in moves(terrain, rules, from) {
                sources[to].push((from, steps));
            }
        }

        let mut ways = Self { steps: vec![None; area], next: vec![NOWHERE; area] };

        // Dijkstra's search from the exits, backwards: a fall and a swap differ in length.
        let mut open = BinaryHeap::new();
        for &exit in &terrain.exits {
            if is_passable(terrain, usize::from(exit)) {
                ways.steps[usize::from(exit)] = Some(0);
                open.push(Reverse((0, exit)));
            }
        }

        while let Some(Reverse((steps, cell))) = open.pop() {
            let at = usize::from(cell);
            if ways.steps[at] != Some(steps) {
                continue;
            }
            for &(from, more) in &sources[at] {
                let longer = steps + more;
                if ways.steps[from].is_none_or(|known| longer < known) {
                    (ways.steps[from], ways.next[from]) = (Some(longer), cell);
                    open.push(Reverse((longer, from as u16)));
                }
            }
        }
        ways
    }

    /// The cells on the way from a cell, without it.
    pub(super) fn from(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let next = |&at: &usize| {
            let next = self.next[at];
            (next != NOWHERE).then_some(usize::from(next))
        };
        std::iter::successors(Some(index), next).skip(1)
    }

    /// The steps from a cell; none if no way leads to an exit.
    pub fn steps(&self, index: usize) -> Option<u16> {
        self.steps[index]
    }
}

/// Whether an ingredient can ever be in a cell: nothing breaks an obstacle, nor a generator.
fn is_passable(terrain: &Terrain, index: usize) -> bool {
    let kind = terrain.start[index];
    match kind.contents() {
        Contents::Hole | Contents::Obstacle => false,
        Contents::Blocker => kind.layers > 0,
        _ => true,
    }
}

/// The cells to which an ingredient can come from a cell, with the steps.
fn moves(terrain: &Terrain, rules: &Ruleset, from: usize) -> Vec<(usize, u16)> {
    let mut moves = Vec::new();

    let mut add = |to: u16, steps| {
        if to != NOWHERE && is_passable(terrain, usize::from(to)) {
            moves.push((usize::from(to), steps));
        }
    };

    if !is_passable(terrain, from) {
        return moves;
    }

    let [ahead, left, right] = terrain.ahead[from];
    let exit = terrain.exit_of[from];
    add(if exit == NOWHERE { ahead } else { exit }, FALL);

    for side in [left, right] {
        // Where groups are tapped, nothing goes to the side.
        if rules.moves == Moves::Swap {
            add(side, SWAP);
        }
        let is_closed = side != NOWHERE && !is_passable(terrain, usize::from(side));
        if rules.refill == Refill::Diagonal && is_closed {
            add(terrain.ahead[usize::from(side)][0], FALL);
        }
    }
    moves
}

impl<const W: usize> Game<'_, W> {
    /// How far the ingredients that the goal still wants are from the exits, the nearest ones: the steps that are
    /// not free yet, and the layers of what is in the way.
    pub(super) fn way_left(&self) -> u32 {
        let wanted = self.rules.target.drop.saturating_sub(self.board.general.dropped);
        let Some(ways) = self.rules.ways.as_ref().filter(|_| wanted > 0) else {
            return 0;
        };
        let ingredients = self.board.general.with_flag(LEAVES).indices();
        let mut left: Vec<u32> =
            ingredients.filter_map(|index| self.way_from(index, ways)).collect();
        left.sort_unstable();
        left.iter().take(wanted as usize).sum()
    }

    /// The way that is left to an ingredient; none if it leads nowhere.
    fn way_from(&self, index: usize, ways: &Ways) -> Option<u32> {
        let mut steps = ways.steps[index]?;
        let (mut left, mut at) = (self.in_the_way(index), index);
        while ways.next[at] != NOWHERE {
            at = usize::from(ways.next[at]);
            let here = steps - ways.steps[at]?;
            steps -= here;
            let is_vacant =
                self.board.general.what[at] == plan::EMPTY && self.board.open.has(at);
            left += if is_vacant { 0 } else { u32::from(here) } + self.in_the_way(at);
        }
        Some(left)
    }

    /// The layers that keep an ingredient from a cell, or in it.
    fn in_the_way(&self, index: usize) -> u32 {
        let (plan, state): (&Plan, _) = (self.plan(), &self.board.general);
        let cover = usize::from(state.cover[index]);
        let holds = cover != 0 && plan.blocks[cover - 1].holds;
        let is_timer = holds && plan.blocks[cover - 1].timer.is_some();
        let of_cover = match holds {
            true if is_timer => 1,
            true => state.cover_layers[index],
            false => 0,
        };
        let is_fixed =
            state.flags[index] & plan::IS_BLOCKER != 0 && state.fixed.has(index);
        let of_blocker = if is_fixed { self.layers_at(index) } else { 0 };
        u32::from(of_cover) + u32::from(of_blocker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps from each cell of a board under the rules `royal`, whose exits, gravity or portals are given.
    fn steps(rows: &[&str], cells: &str) -> Vec<Option<u16>> {
        let rows = rows.iter().map(|row| row.split(' ').collect::<Vec<_>>());
        let layout = serde_json::to_string(&rows.collect::<Vec<_>>()).unwrap();
        let text = format!(
            r#"{{"schema": "tilewright/level/2", "rules": "royal", "layout": {layout}, "cells": {{{cells}}}}}"#
        );
        let level: Level = text.parse().unwrap();
        let ways = Ways::of(&level);
        (0..level.size().area()).map(|index| ways.steps(index)).collect()
    }

    #[test]
    fn an_ingredient_falls_to_the_exit_below() {
        assert_eq!(steps(&[". .", ". .", ". ."], ""), [2, 2, 1, 1, 0, 0].map(Some));
    }

    #[test]
    fn a_swap_to_the_side_is_two_steps() {
        let found = steps(&[". . .", ". . ."], r#""exits": [[1, 0]]"#);
        assert_eq!(found, [1, 3, 5, 0, 2, 4].map(Some));
    }

    #[test]
    fn what_lies_beside_an_obstacle_slides_below_it() {
        let found = steps(&[". #", ". .", "_ _"], r#""exits": [[1, 1]]"#);
        assert_eq!(found, [Some(1), None, Some(2), Some(0), None, None]);
    }

    #[test]
    fn gravity_may_point_up() {
        assert_eq!(steps(&[". .", ". ."], r#""gravity": "up""#), [0, 0, 1, 1].map(Some));
    }

    #[test]
    fn a_portal_is_a_way() {
        let cells = r#""portals": [[[0, 0], [2, 1]]], "exits": [[2, 1]]"#;
        let found = steps(&[". .", "# .", "# ."], cells);
        assert_eq!(found[0], Some(1));
    }
}
