//! Cells chosen for the goal.

use super::board::{Contents, Layered, Place};
use super::game::{Below, Game};
use super::rules::Cause;
use super::waves::Wave;

impl Game {
    /// The next cell that an effect `goal` chooses, if any.
    pub(crate) fn choose_for_goal(
        &self,
        wave: &mut Wave,
        own: &[Place],
        below: &mut Below<'_>,
    ) -> Option<Place> {
        let places: Vec<_> = self
            .board
            .places()
            .into_iter()
            .filter(|place| !wave.struck.contains(place) && !own.contains(place))
            .collect();

        let most = places.iter().map(|&place| self.units(wave, place)).max()?;
        let candidate = |place: &Place| {
            if most > 0 {
                self.units(wave, *place) == most
            } else {
                self.board.at(*place).uncovered_block().is_some()
            }
        };

        let candidates: Vec<_> = places.into_iter().filter(candidate).collect();
        let chosen = pick(&candidates, below)?;
        wave.chosen.push(chosen);

        Some(chosen)
    }

    /// How many things that an unmet goal wants one hit would take from a cell.
    fn units(&self, wave: &Wave, place: Place) -> usize {
        // A cell of a big block has the units of the whole, until that was hit.
        let first = self.board.first_cell(self.rules(), place);
        if first.is_some_and(|first| wave.big_blocks.contains(&first)) {
            return 0;
        }

        let cell = self.board.at(first.unwrap_or(place));
        if cell.hole || cell.contents == Some(Contents::Obstacle) {
            return 0;
        }

        let mut units = 0;
        if let Some(cover) = cell.cover {
            if !self.breaks(cover) {
                return 0;
            }
            units += self.wanted(cover);
            if self.rules().kinds[cover.kind].keeps {
                return units;
            }
        }

        if let Some(Contents::Blocker(blocker)) = cell.contents {
            return units + if self.breaks(blocker) { self.wanted(blocker) } else { 0 };
        }

        let collected = match cell.contents {
            Some(Contents::Piece(_)) if self.rules().tapped => None,
            contents => contents.and_then(|contents| contents.color()),
        };
        if let Some(color) = collected {
            let goals = &self.level.goals;
            let wanted = goals.iter().any(|goal| goal.wants_color(color, &self.counts));
            units += usize::from(wanted);
        }

        units
            + cell
                .ground
                .filter(|ground| self.breaks(*ground))
                .map_or(0, |it| self.wanted(it))
    }

    /// Whether a hit takes a layer.
    fn breaks(&self, layered: Layered) -> bool {
        let kind = &self.rules().kinds[layered.kind];
        kind.generator.is_none() && kind.broken_by.contains(&Cause::Hit)
    }

    /// 1 if a goal wants layers of the kind, else 0.
    fn wanted(&self, layered: Layered) -> usize {
        let wants = |goal: &super::goals::Goal| {
            goal.wants_kind(layered.kind, &self.counts, self.rules())
        };
        usize::from(self.level.goals.iter().any(wants))
    }
}

/// One of the candidates, by a draw if there is more than one.
pub(crate) fn pick(candidates: &[Place], below: &mut Below<'_>) -> Option<Place> {
    match candidates {
        [] => None,
        [only] => Some(*only),
        many => Some(many[below(many.len() as u64) as usize]),
    }
}
