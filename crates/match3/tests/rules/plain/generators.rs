//! What generators give.

use super::board::{Contents, Direction, Layered, Piece, Place};
use super::effect::Effect;
use super::events::Event;
use super::game::{Below, Game};
use super::goal_effect::pick;
use super::rules::{Generator, Spot};

impl Game {
    /// Every generator that was hit in this cascade gives one thing, in reading order.
    pub(crate) fn give(&mut self, below: &mut Below<'_>) {
        let mut given = Vec::new();
        for first in self.told.clone() {
            let Some(Contents::Blocker(blocker)) = self.board.at(first).contents else {
                continue;
            };
            let Some(generator) = self.rules().kinds[blocker.kind].generator.clone()
            else {
                continue;
            };
            let free = self.free_cells(first, &generator);
            let Some(place) = pick(&free, below) else { continue };
            let thing = self.thing(&generator, below);
            given.push((self.token(thing), place));
            self.replace(place, thing);
        }

        if !given.is_empty() {
            self.record.push(Event::Given(given));
        }
    }

    /// The cells where a generator may put something, in reading order.
    fn free_cells(&self, first: Place, generator: &Generator) -> Vec<Place> {
        let mut places = if generator.anywhere {
            self.board.places()
        } else {
            self.board.step(first, (-1, 0)).into_iter().collect()
        };
        places.retain(|&place| {
            let cell = self.board.at(place);
            !self.closed(place)
                && cell.cover.is_none()
                && matches!(cell.contents, None | Some(Contents::Block(_)))
        });
        places
    }

    /// What a generator gives; a line has a direction by a draw.
    fn thing(&mut self, generator: &Generator, below: &mut Below<'_>) -> Contents {
        if let Some(kind) = self.rules().kind_named(&generator.gives) {
            self.counts.came[kind] += 1;
            let named = &self.rules().kinds[kind];
            return match named.spot {
                Spot::Ingredient => Contents::Ingredient(kind),
                _ => Contents::Blocker(Layered { kind, layers: named.full() }),
            };
        }

        let kind = self.rules().piece_named(&generator.gives).unwrap_or_default();
        let line = self.rules().pieces[kind].fires == Effect::Line;
        let direction =
            line.then(|| if below(2) == 0 { Direction::Row } else { Direction::Column });
        Contents::Piece(Piece { kind, color: None, direction })
    }
}
