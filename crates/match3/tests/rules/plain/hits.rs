//! What a hit does to a cell.

use super::board::{Contents, Layered, Piece, Place};
use super::game::Game;
use super::rules::{Cause, Hits, Trigger};
use super::waves::{Firing, Wave};

impl Game {
    /// Hits a cell in a wave, unless it was hit often enough; `color` is that of the group beside.
    pub(crate) fn strike(
        &mut self,
        wave: &mut Wave,
        place: Place,
        cause: Cause,
        color: Option<usize>,
    ) {
        if self.rules().hits == Hits::Wave && wave.struck.contains(&place) {
            return;
        }
        if self.take(wave, place, cause, color) {
            wave.struck.insert(place);
            match cause {
                Cause::Match => wave.matched.push(place),
                Cause::Beside => wave.beside.push(place),
                Cause::Hit => wave.hit.push(place),
            }
        }
    }

    /// The table of hits; whether the hit took, collected or set off anything.
    fn take(
        &mut self,
        wave: &mut Wave,
        place: Place,
        cause: Cause,
        color: Option<usize>,
    ) -> bool {
        let cell = self.board.at(place).clone();
        if cell.hole || cell.contents == Some(Contents::Obstacle) {
            return false;
        }

        let mut took = false;
        if let Some(cover) = cell.cover {
            let keeps = self.rules().kinds[cover.kind].keeps;
            if !self.take_cover(place, cover, cause) {
                return false;
            }
            if cause == Cause::Beside || keeps {
                return true;
            }
            took = true;
        }

        match cell.contents {
            Some(Contents::Blocker(_) | Contents::Part) => {
                return self.take_blocker(wave, place, cause, color) || took;
            }
            _ if cause == Cause::Beside => return took,
            Some(Contents::Block(color)) => {
                self.board.at_mut(place).contents = None;
                self.collect(color);
                took = true;
            }
            Some(Contents::Piece(piece)) => {
                self.set_off(wave, place, piece, cause);
                took = true;
            }
            Some(
                Contents::Armed { .. } | Contents::Ingredient(_) | Contents::Obstacle,
            )
            | None => {}
        }

        self.take_ground(place, cause) || took
    }

    /// A layer of the cover, if the hit takes one.
    fn take_cover(&mut self, place: Place, mut cover: Layered, cause: Cause) -> bool {
        let breaks = self.rules().kinds[cover.kind].broken_by.contains(&cause);
        if breaks {
            cover.layers = self.lose_layer(cover.kind, cover.layers);
            self.board.at_mut(place).cover = (cover.layers > 0).then_some(cover);
        }
        breaks
    }

    /// A layer of the blocker, if the hit takes one; a generator gives after the waves.
    fn take_blocker(
        &mut self,
        wave: &mut Wave,
        place: Place,
        cause: Cause,
        color: Option<usize>,
    ) -> bool {
        let Some(first) = self.board.first_cell(self.rules(), place) else {
            return false;
        };
        let Some(Contents::Blocker(mut blocker)) = self.board.at(first).contents else {
            return false;
        };

        let kind = self.rules().kinds[blocker.kind].clone();
        let of_group = color.map(|color| &self.rules().colors[color]);
        let breaks = kind.broken_by.contains(&cause)
            && match cause {
                Cause::Match => false,
                Cause::Hit => true,
                Cause::Beside => kind.color.is_none() || kind.color.as_ref() == of_group,
            };

        // In one wave a big block takes one hit.
        if !breaks || kind.big() && !wave.big_blocks.insert(first) {
            return false;
        }

        let cells = self.board.cells_of(self.rules(), first);
        if self.rules().hits == Hits::Wave {
            wave.struck.extend(&cells);
        }

        if kind.generator.is_some() {
            self.told.insert(first);
            return true;
        }

        blocker.layers = self.lose_layer(blocker.kind, blocker.layers);
        if blocker.layers > 0 {
            self.board.at_mut(first).contents = Some(Contents::Blocker(blocker));
        } else {
            for cell in cells {
                self.board.at_mut(cell).contents = None;
            }
        }

        true
    }

    /// A layer of the ground, if the hit takes one.
    pub(crate) fn take_ground(&mut self, place: Place, cause: Cause) -> bool {
        let Some(mut ground) = self.board.at(place).ground else {
            return false;
        };
        let breaks = self.rules().kinds[ground.kind].broken_by.contains(&cause);
        if breaks {
            ground.layers = self.lose_layer(ground.kind, ground.layers);
            self.board.at_mut(place).ground = (ground.layers > 0).then_some(ground);
        }
        breaks
    }

    /// One of `layers` goes; gives those that are left. The turns of a timer are no layers.
    fn lose_layer(&mut self, kind: usize, layers: u64) -> u64 {
        let timer = self.rules().kinds[kind].timer.is_some();
        let layers = if timer { 1 } else { layers };
        self.lost_layer[kind] = true;
        self.counts.layers[kind] += 1;
        if layers == 1 {
            self.counts.broken[kind] += 1;
        }
        layers - 1
    }

    /// Collects a block or piece of a colour.
    fn collect(&mut self, color: usize) {
        self.counts.collected[color] += 1;
        self.counts.score += self.rules().block_points * self.depth;
    }

    /// A piece leaves, and is collected if it has a colour and blocks are swapped.
    pub(crate) fn let_go(&mut self, piece: Piece) {
        let Some(color) = piece.color else { return };
        if self.rules().tapped {
            self.counts.left[color] += 1;
        } else {
            self.collect(color);
        }
    }

    /// A piece that was hit fires in the next wave, if it starts on that.
    fn set_off(&mut self, wave: &mut Wave, place: Place, piece: Piece, cause: Cause) {
        let trigger = if cause == Cause::Match { Trigger::Match } else { Trigger::Hit };
        if self.rules().pieces[piece.kind].starts.contains(&trigger) {
            let firing = self.release(place, piece);
            wave.next.push(firing);
        } else {
            self.board.at_mut(place).contents = None;
            self.let_go(piece);
        }
    }

    /// A piece leaves its cell, or becomes armed there, and is let go.
    pub(crate) fn release(&mut self, place: Place, piece: Piece) -> Firing {
        self.let_go(piece);
        self.arm(place, piece)
    }

    /// Empties the cell, or puts an armed piece there; gives the piece that fires from it.
    pub(crate) fn arm(&mut self, place: Place, piece: Piece) -> Firing {
        let kind = &self.rules().pieces[piece.kind];
        let effect = kind.fires;
        let armed = kind.twice.then_some(Contents::Armed { kind: piece.kind, effect });
        let token = self.token(armed.unwrap_or(Contents::Piece(piece)));
        self.board.at_mut(place).contents = armed;
        let direction = piece.direction;
        let color = piece.color;
        let own = vec![place];
        Firing { place, token, effect, direction, swapped_with: None, color, own }
    }
}
