//! Settling: the contents fall, spawners draw, ingredients leave.

use super::board::{Cell, Contents, Place};
use super::events::Event;
use super::game::{Below, Game};
use super::rules::Refill;

impl Game {
    /// Lets everything fall, until no ingredient leaves any more.
    pub(crate) fn settle(&mut self, below: &mut Below<'_>) {
        loop {
            self.fall_big_blocks();
            self.refill(below);
            while self.fall_big_blocks() {
                self.refill(below);
            }

            let rows = self.rows();
            self.record.push(Event::Settled(rows));
            let leaving: Vec<Place> = self
                .board
                .places()
                .into_iter()
                .filter(|place| self.level.exits.contains(place))
                .filter(|place| uncovered_ingredient(self.board.at(*place)))
                .collect();

            if leaving.is_empty() {
                return;
            }

            for &place in &leaving {
                self.board.at_mut(place).contents = None;
                self.counts.dropped += 1;
            }

            self.record.push(Event::Dropped(leaving));
        }
    }

    fn refill(&mut self, below: &mut Below<'_>) {
        match self.rules().refill {
            Refill::FillPath => self.settle_by_paths(below),
            Refill::Segment => self.settle_segments(below),
            Refill::Diagonal => self.settle_diagonally(below),
            Refill::Column => self.settle_columns(below),
        }
    }

    /// Whether a cell can be filled.
    pub(crate) fn fillable(&self, place: Place) -> bool {
        self.board.at(place).fillable(self.rules())
    }

    /// Whether a cell is closed.
    pub(crate) fn closed(&self, place: Place) -> bool {
        self.board.at(place).closed(self.rules())
    }

    /// Fills a spawner with what it owes, or with a block of a colour drawn.
    pub(crate) fn spawn(&mut self, place: Place, below: &mut Below<'_>) {
        self.spawn_from(place, place, below);
    }

    /// The same for a cell to which a spawner's contents come at once.
    pub(crate) fn spawn_from(
        &mut self,
        spawner: Place,
        place: Place,
        below: &mut Below<'_>,
    ) {
        let mut supply = self.supply.iter_mut();
        let owed =
            supply.find(|(at, _)| *at == spawner).and_then(|(_, owed)| owed.pop_front());
        let contents = owed.unwrap_or_else(|| Contents::Block(self.draw_color(below)));
        if let Some(color) = contents.color() {
            self.counts.spawned[color] += 1;
        }
        self.board.at_mut(place).contents = Some(contents);
    }

    fn draw_color(&self, below: &mut Below<'_>) -> usize {
        let all: Vec<usize> = (0..self.rules().colors.len()).collect();
        self.draw_color_of(&all, below)
    }

    /// One of these colours, by their weights. With one, only `classic` draws.
    pub(crate) fn draw_color_of(&self, colors: &[usize], below: &mut Below<'_>) -> usize {
        if colors.len() == 1 && !self.rules().classic {
            return colors[0];
        }

        let Some(weights) = &self.level.weights else {
            return colors[below(colors.len() as u64) as usize];
        };
        let sum = colors.iter().map(|&color| weights[color]).sum();
        let mut left = below(sum);

        for &color in colors {
            if left < weights[color] {
                return color;
            }
            left -= weights[color];
        }

        unreachable!("{left} is not below the sum of the weights")
    }
}

const fn uncovered_ingredient(cell: &Cell) -> bool {
    cell.cover.is_none() && matches!(cell.contents, Some(Contents::Ingredient(_)))
}
