//! Boards of games under any rules as data.

use super::plan::{self, Plan};
use super::{End, GeneralState, NONE};
use crate::rules::saved::{BoardError, SavedBoard, bytes, hex};
use crate::ruleset::{Effect, Place};
use crate::{Game, Kind};

impl<const W: usize> GeneralState<W> {
    /// What fills each of the cells, its layers, its cover and its ground with theirs.
    pub(in crate::rules) fn saved_layers(&self, area: usize) -> Vec<String> {
        let layers = [
            &self.what,
            &self.layers,
            &self.cover,
            &self.cover_layers,
            &self.ground,
            &self.ground_layers,
        ];
        layers.map(|layer| hex(&layer.bytes()[..area])).to_vec()
    }
}

impl<const W: usize> Game<'_, W> {
    /// Puts what was saved into the cells, each checked for itself.
    pub(in crate::rules) fn restore_general(
        &mut self,
        saved: &SavedBoard,
    ) -> Result<(), BoardError> {
        let area = self.board.colors.len();
        let [what, layers, cover, cover_layers, ground, ground_layers] =
            &saved.layers[..]
        else {
            return Err(BoardError("other layers than its rules"));
        };
        let [what, layers] = [bytes(what, area)?, bytes(layers, area)?];
        let covers = [bytes(cover, area)?, bytes(cover_layers, area)?];
        let grounds = [bytes(ground, area)?, bytes(ground_layers, area)?];
        let colors = self.board.colors.clone();

        self.clear_board();
        // Those on the board are counted anew below, cell by cell.
        for (gone, &[broken, layers]) in
            self.board.general.gone.iter_mut().zip(&saved.gone)
        {
            (gone.present, gone.broken, gone.layers) = (0, broken, layers);
        }
        self.board.general.made.clone_from(&saved.made);
        self.board.general.supplied.clone_from(&saved.supplied);
        self.board.general.dropped = saved.dropped;
        self.board.general.end = saved.end;

        for index in 0..area {
            let code = plan::Code {
                what: what[index],
                color: colors[index],
                layers: layers[index],
            };
            let cover = covers.each_ref().map(|cells| cells[index]);
            let ground = grounds.each_ref().map(|cells| cells[index]);
            self.restore_cell(index, code, cover, ground)?;
        }
        self.join_big_blocks()?;
        self.board.general.has_steps = false;
        self.pack_board();
        Ok(())
    }

    /// Checks a board that was filled as a whole, and whether it has ended so.
    pub(in crate::rules) fn check_end(
        &mut self,
        end: Option<End>,
    ) -> Result<(), BoardError> {
        let is_ended = end.is_some();
        if end != Some(End::TimedOut) && self.has_spent_timer() {
            return Err(BoardError("a timer without turns"));
        }
        if !is_ended && !self.find_matched().is_empty() {
            return Err(BoardError("a group that is not cleared"));
        }
        if is_ended {
            self.forget_moves();
        } else if !self.find_moves() {
            return Err(BoardError("no possible move, and has not ended"));
        }
        if (end == Some(End::Won)) != self.is_goal_met() {
            return Err(BoardError("another end than its goal"));
        }
        Ok(())
    }

    /// Checks a board that somebody has set, which has ended only if its goal is met.
    pub(in crate::rules) fn judge_edited(&mut self) -> Result<(), BoardError> {
        if self.has_spent_timer() {
            return Err(BoardError("a timer without turns"));
        }
        if !self.find_matched().is_empty() {
            return Err(BoardError("a group that is not cleared"));
        }
        self.board.general.end = None;
        if self.is_goal_met() {
            self.board.general.end = Some(End::Won);
            self.forget_moves();
        } else if !self.find_moves() {
            return Err(BoardError("no possible move"));
        }
        Ok(())
    }
}

impl<const W: usize> Game<'_, W> {
    /// Fills a cell; a cover and a ground have their number plus 1, and their layers.
    fn restore_cell(
        &mut self,
        index: usize,
        code: plan::Code,
        [cover, cover_layers]: [u8; 2],
        [ground, ground_layers]: [u8; 2],
    ) -> Result<(), BoardError> {
        let plan = self.plan();
        if !plan.can_hold(index, code) {
            return Err(BoardError("contents of a cell that its rules do not have"));
        }
        if !plan.can_lie(cover, cover_layers, Place::Cover)
            || !plan.can_lie(ground, ground_layers, Place::Ground)
        {
            return Err(BoardError("a cover or ground that its rules do not have"));
        }

        self.put(index, code);
        self.count_block(code);
        let state = &mut self.board.general;
        (state.cover[index], state.cover_layers[index]) = (cover, cover_layers);
        (state.ground[index], state.ground_layers[index]) = (ground, ground_layers);
        if ground != 0 {
            state.gone[usize::from(ground) - 1].present += 1;
            state.grounded.insert(index);
        }
        if cover != 0 {
            self.cover_cell(index);
        }
        self.close_or_open(index);
        Ok(())
    }
}

impl Plan {
    /// What a saved board has of a cell of this kind beside its colour, in the order of its layers.
    pub(in crate::rules) const fn saved_layers(&self, kind: Kind) -> [u8; 6] {
        let plan::Code { what, layers, .. } = self.code(kind);
        let Kind { cover, cover_layers, ground, ground_layers, .. } = kind;
        [what, layers, cover, cover_layers, ground, ground_layers]
    }

    /// Whether a cell can have this kind in a running game, where every block has a colour.
    pub(in crate::rules) fn can_have(&self, index: usize, kind: Kind) -> bool {
        self.can_hold(index, self.code(kind))
            && self.can_lie(kind.cover, kind.cover_layers, Place::Cover)
            && self.can_lie(kind.ground, kind.ground_layers, Place::Ground)
    }

    /// Whether a cell can hold this.
    fn can_hold(&self, index: usize, code: plan::Code) -> bool {
        let start = self.code(self.terrain.start[index]).what;
        if code.what == plan::PART {
            // Whether it is part of something is seen on the whole board.
            return self.has_big_blocks
                && !matches!(start, plan::HOLE | plan::OBSTACLE)
                && code.color == NONE;
        }
        let is_wall = |what: u8| matches!(what, plan::HOLE | plan::OBSTACLE);
        // Walls stay where they are, but for the obstacles that conveyors carry.
        let is_conveyed = self.terrain.is_conveyed[index];
        if is_wall(code.what) || (is_wall(start) && !is_conveyed) {
            let is_carried = is_conveyed && code.what == plan::OBSTACLE;
            return (start == code.what || is_carried) && code.color == NONE;
        }

        let has_color = u32::from(code.color) < self.colors;
        match code.what {
            plan::EMPTY => code.color == NONE,
            plan::BLOCK => has_color,
            what if what < self.armed() => {
                let piece = &self.pieces[Self::piece_of(what)];
                if piece.has_color { has_color } else { code.color == NONE }
            }
            what if what < self.first_block() => {
                let effect = Effect::from_code(code.layers);
                code.color == NONE && effect.code() == code.layers
            }
            what => {
                let kind = self.blocks.get(usize::from(what - self.first_block()));
                let is_fine = |kind: &crate::Block| match kind.place {
                    Place::Blocker => kind.can_have(code.layers),
                    Place::Ingredient => true,
                    Place::Cover | Place::Ground => false,
                };
                code.color == NONE && kind.is_some_and(is_fine)
            }
        }
    }

    /// Whether a cell can have this cover or ground, by its number plus 1, with these layers.
    fn can_lie(&self, number: u8, layers: u8, place: Place) -> bool {
        let Some(number) = number.checked_sub(1) else { return layers == 0 };
        let kind = self.blocks.get(usize::from(number));
        kind.is_some_and(|kind| kind.place == place && kind.can_have(layers))
    }
}
