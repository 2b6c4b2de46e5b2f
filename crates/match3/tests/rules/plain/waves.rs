//! The waves of a cascade.

use std::collections::BTreeSet;

use super::board::{Cell, Contents, Direction, Place};
use super::effect::Effect;
use super::events::Event;
use super::game::{Below, Game};
use super::groups::{Group, find_groups};
use super::made::making;
use super::moves::Start;
use super::rules::{Cause, Hits};
use super::text::contents_text;

/// A piece that fires in a wave.
#[derive(Clone, Debug)]
pub(crate) struct Firing {
    pub(crate) place: Place,
    /// Its token.
    pub(crate) token: String,
    pub(crate) effect: Effect,
    /// Of an effect `line`.
    pub(crate) direction: Option<Direction>,
    /// The colour of what it was swapped with, if it fires by that swap.
    pub(crate) swapped_with: Option<usize>,
    /// Its own colour.
    pub(crate) color: Option<usize>,
    /// The cells that its effect leaves out: its own, or those of all that fire together.
    pub(crate) own: Vec<Place>,
}

/// What has happened in a wave so far.
#[derive(Clone, Default, Debug)]
pub(crate) struct Wave {
    /// Cells that were hit.
    pub(crate) struck: BTreeSet<Place>,
    /// Big blocks that were hit, by their first cells.
    pub(crate) big_blocks: BTreeSet<Place>,
    /// Pieces that fire in the next wave.
    pub(crate) next: Vec<Firing>,
    pub(crate) matched: Vec<Place>,
    pub(crate) beside: Vec<Place>,
    pub(crate) hit: Vec<Place>,
    pub(crate) chosen: Vec<Place>,
    pub(crate) turned: Vec<(String, Place)>,
}

impl Game {
    /// One cascade: its waves, then the made pieces, then what generators give.
    pub(crate) fn cascade(&mut self, start: &Start, below: &mut Below<'_>) {
        self.told.clear();
        let groups = self.groups_of(start);
        let swap = start.swap;
        let mut makings: Vec<_> =
            groups.iter().filter_map(|group| making(group, self.rules(), swap)).collect();

        for group in &groups {
            let color = self.rules().colors[group.color].clone();
            self.record.push(Event::Group(color, group.cells.clone()));
        }

        self.record.push(Event::Wave(0));
        let mut wave = Wave::default();
        let mut firing = Vec::new();
        let mut pieces = start.pieces.clone();
        pieces.sort_unstable();

        for (place, swapped_with) in pieces {
            firing.extend(self.leave_to_fire(&mut wave, place, swapped_with));
        }

        let pair = match &start.component {
            Some(component) => self.leave_as_component(&mut wave, component, &mut firing),
            None => self.leave_as_pair(&mut wave, start),
        };
        self.strike_groups(&mut wave, &groups);

        if let Some(pair) = &pair {
            self.fire_pair(&mut wave, pair, below);
        }

        let mut number = 0;
        loop {
            for piece in &firing {
                self.fire(&mut wave, piece, below);
            }
            firing = self.finish(std::mem::take(&mut wave));
            if firing.is_empty() {
                break;
            }
            number += 1;
            self.record.push(Event::Wave(number));
        }

        if let Some((group, tapped)) = &start.group {
            makings.extend(self.making_of_tap(group, *tapped, below));
        }
        self.make(makings);
        self.give(below);
    }

    /// The groups of wave 0.
    fn groups_of(&self, start: &Start) -> Vec<Group> {
        if self.rules().tapped {
            return start.group.iter().map(|(group, _)| group.clone()).collect();
        }
        if start.pair.is_some() {
            return Vec::new();
        }
        let fired_by_swap = |&(place, swapped_with): &(Place, Option<usize>)| {
            let piece = self.board.at(place).piece()?;
            let fires = self.rules().pieces[piece.kind].fires;
            swapped_with.filter(|_| fires == Effect::Color)
        };
        let without: Vec<_> = start.pieces.iter().filter_map(fired_by_swap).collect();
        find_groups(&self.board, self.rules(), &without)
    }

    /// A piece that fires in wave 0 leaves its cell, or becomes armed.
    fn leave_to_fire(
        &mut self,
        wave: &mut Wave,
        place: Place,
        swapped_with: Option<usize>,
    ) -> Option<Firing> {
        let contents = self.board.at(place).contents?;
        let firing = match contents {
            Contents::Armed { effect, .. } => {
                self.board.at_mut(place).contents = None;
                let token = contents_text(&contents, self.rules());
                let (direction, swapped_with, color) = (None, None, None);
                let own = vec![place];
                Some(Firing { place, token, effect, direction, swapped_with, color, own })
            }
            Contents::Piece(piece) => {
                let firing = self.release(place, piece);
                Some(Firing { swapped_with, ..firing })
            }
            _ => None,
        };

        self.leave_cell(wave, place);
        firing
    }

    /// The cell of a piece that fires in wave 0: its ground loses a layer, and it counts as hit.
    pub(crate) fn leave_cell(&mut self, wave: &mut Wave, place: Place) {
        if self.take_ground(place, Cause::Hit) {
            wave.hit.push(place);
            wave.struck.insert(place);
        }
        if self.rules().hits == Hits::Wave {
            wave.struck.insert(place);
        }
    }

    /// A piece fires.
    fn fire(&mut self, wave: &mut Wave, piece: &Firing, below: &mut Below<'_>) {
        self.record.push(Event::Fires(piece.token.clone(), piece.place));
        self.counts.score += self.rules().piece_points;
        self.effect(wave, piece, below);
    }

    /// Records what a wave did, and gives the pieces that fire in the next one, in order.
    fn finish(&mut self, wave: Wave) -> Vec<Firing> {
        let Wave { mut matched, mut beside, mut hit, chosen, turned, mut next, .. } =
            wave;
        for cells in [&mut matched, &mut beside, &mut hit] {
            cells.sort_unstable();
        }

        let lines = [
            (matched.is_empty(), Event::Match(matched)),
            (beside.is_empty(), Event::Beside(beside)),
            (hit.is_empty(), Event::Hit(hit)),
            (chosen.is_empty(), Event::Chosen(chosen)),
            (turned.is_empty(), Event::Turned(turned)),
        ];

        let happened = lines.into_iter().filter(|(empty, _)| !empty);
        self.record.extend(happened.map(|(_, event)| event));
        next.sort_by_key(|piece| piece.place);

        next
    }

    /// The groups take effect: their cells, then the cells beside them.
    fn strike_groups(&mut self, wave: &mut Wave, groups: &[Group]) {
        if self.rules().hits == Hits::Group {
            for group in groups {
                self.strike_together(wave, std::slice::from_ref(group));
            }
        } else {
            self.strike_together(wave, groups);
        }
    }

    fn strike_together(&mut self, wave: &mut Wave, groups: &[Group]) {
        let mut cells: Vec<_> =
            groups.iter().flat_map(|group| group.cells.clone()).collect();
        cells.sort_unstable();

        for place in cells {
            self.strike(wave, place, Cause::Match, None);
        }

        for group in groups {
            let mut beside: Vec<_> = group
                .cells
                .iter()
                .flat_map(|&cell| self.board.neighbours(cell))
                .filter(|place| !group.cells.contains(place))
                .collect();
            beside.sort_unstable();
            if self.rules().hits != Hits::Cell {
                beside.dedup();
            }
            for place in beside {
                self.strike(wave, place, Cause::Beside, Some(group.color));
            }
        }
    }

    /// The token of contents without cover and ground.
    pub(crate) fn token(&self, contents: Contents) -> String {
        let bare = Cell { contents: Some(contents), ..Cell::default() };
        super::text::cell_text(&bare, self.rules())
    }
}
