//! What a move would take at once, for bots.

use crate::{Gain, Game, Move};

impl<const W: usize> Game<'_, W> {
    /// The immediate effect of a move: what its first cascade takes before anything falls. Where chance
    /// decides which cell a piece chooses for the goal, it is the first one.
    pub(in crate::rules) fn trial_gain(&self, made: Move, trial: &mut Self) -> Gain {
        trial.try_from(self);
        trial.start(made, &mut ());
        trial.play_waves(1);
        trial.make_pieces();
        let [wanted, matched] = trial.general.gain;
        let score = trial.score - self.score;
        Gain { matched, wanted, hits: 0, score }
    }

    /// Becomes a copy of another game in which one move is tried.
    fn try_from(&mut self, other: &Self) {
        self.colors.clone_from(&other.colors);
        (self.planes, self.filled, self.open) = (other.planes, other.filled, other.open);
        self.collected.clone_from(&other.collected);
        self.score = other.score;
        self.general.copy_board(&other.general);
        self.general.is_trial = true;
        self.general.gain = [0; 2];
    }

    /// Becomes a copy of the state of another game.
    pub(in crate::rules) fn copy_general(&mut self, other: &Self) {
        let (state, from) = (&mut self.general, &other.general);
        state.copy_board(from);
        (state.pieces, state.drag, state.taps) = (from.pieces, from.drag, from.taps);
        state.steps.clone_from(&from.steps);
        state.has_steps = from.has_steps;
        state.supplied.clone_from(&from.supplied);
        state.end = from.end;
        state.is_trial = false;
    }
}

impl<const W: usize> super::State<W> {
    /// Copies the board and the counts.
    fn copy_board(&mut self, from: &Self) {
        self.what.clone_from(&from.what);
        self.flags.clone_from(&from.flags);
        self.layers.clone_from(&from.layers);
        self.cover.clone_from(&from.cover);
        self.cover_layers.clone_from(&from.cover_layers);
        self.ground.clone_from(&from.ground);
        self.ground_layers.clone_from(&from.ground_layers);
        (self.cells, self.covered, self.muted) = (from.cells, from.covered, from.muted);
        self.fixed = from.fixed;
        self.present.clone_from(&from.present);
        self.broken.clone_from(&from.broken);
        self.is_struck.clone_from(&from.is_struck);
        self.made.clone_from(&from.made);
        self.dropped = from.dropped;
        self.groups.clear();
        self.firing.clear();
        self.next.clear();
    }
}
