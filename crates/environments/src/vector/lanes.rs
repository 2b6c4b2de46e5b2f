//! The games of a vector, and how threads share them in a step.

use std::sync::{Arc, Mutex};

use rayon::Scope;
use serde::{Deserialize, Serialize};
use tilewright_grid::{Seed, locked};

use super::Autoreset;
use crate::{Arrays, Environment, Outcome, Space};

/// A game with its place in its episodes.
#[derive(Clone, Debug)]
pub(super) struct Lane<E> {
    pub(super) environment: E,
    pub(super) seed: Seed,
    /// The number of the next episode.
    pub(super) episode: u64,
    steps: u32,
    pub(super) is_over: bool,
}

/// A game with its place in its episodes that was saved.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedGame<T> {
    seed: Seed,
    episode: u64,
    steps: u32,
    is_over: bool,
    game: T,
}

impl<E: Environment> Lane<E> {
    /// A game that has not begun.
    pub(super) const fn new(environment: E) -> Self {
        Self { environment, seed: Seed(0), episode: 0, steps: 0, is_over: false }
    }

    /// The game as it stands.
    pub(super) fn save(&self) -> SavedGame<E::Saved> {
        let Self { environment, seed, episode, steps, is_over } = self;
        SavedGame {
            seed: *seed,
            episode: *episode,
            steps: *steps,
            is_over: *is_over,
            game: environment.save(),
        }
    }

    /// Continues a saved game; whether it is one.
    pub(super) fn restore(&mut self, saved: SavedGame<E::Saved>) -> bool {
        let SavedGame { seed, episode, steps, is_over, game } = saved;
        (self.seed, self.episode, self.steps) = (seed, episode, steps);
        self.is_over = is_over;
        self.environment.restore(game)
    }

    /// Begins its next episode.
    pub(super) fn begin(&mut self) {
        self.environment.reset(self.seed.child(self.episode));
        self.episode += 1;
        (self.steps, self.is_over) = (0, false);
    }
}

/// What is the same for all games of a call.
#[derive(Clone, Copy)]
pub(super) struct Rules<'a> {
    pub(super) space: &'a Space,
    pub(super) autoreset: Autoreset,
    pub(super) max_steps: u32,
}

/// Games that are still to be stepped, with their actions and where they are shown.
pub(super) struct Part<'a, E> {
    pub(super) lanes: &'a mut [Lane<E>],
    pub(super) actions: &'a [i64],
    pub(super) arrays: Arrays<'a>,
}

impl<E: Environment> Part<'_, E> {
    /// The first games and the others.
    fn split_at(self, count: usize, space: &Space) -> (Self, Self) {
        let (lanes, other_lanes) = self.lanes.split_at_mut(count);
        let (actions, other_actions) = self.actions.split_at(count);
        let (arrays, other_arrays) = self.arrays.split_at(count, space);
        let others =
            Part { lanes: other_lanes, actions: other_actions, arrays: other_arrays };
        (Part { lanes, actions, arrays }, others)
    }
}

impl<'a> Rules<'a> {
    /// Steps games on this thread and on others, as they have time: this one takes the first games that are left,
    /// the others the last ones, so that each sees much the same games in every call.
    pub(super) fn share<E: Environment>(
        self,
        scope: &Scope<'a>,
        helpers: usize,
        all: Part<'a, E>,
    ) {
        let left = Arc::new(Mutex::new(Some(all)));
        for _ in 0..helpers {
            let left = Arc::clone(&left);
            scope.spawn(move |_| self.work(&left, false));
        }
        self.work(&left, true);
    }

    /// Steps the first games that are left, or the last ones, until none are.
    fn work<E: Environment>(self, left: &Mutex<Option<Part<'a, E>>>, is_first: bool) {
        loop {
            let mut place = locked(left);
            let Some(all) = place.take() else { return };

            let count = all.lanes.len();
            let part = if count <= E::CHUNK {
                all
            } else if is_first {
                let (first, others) = all.split_at(E::CHUNK, self.space);
                *place = Some(others);
                first
            } else {
                let (others, last) = all.split_at(count - E::CHUNK, self.space);
                *place = Some(others);
                last
            };

            drop(place);
            self.step_part(part.lanes, part.actions, part.arrays);
        }
    }

    /// Steps games on this thread.
    pub(super) fn step_part<E: Environment>(
        self,
        lanes: &mut [Lane<E>],
        actions: &[i64],
        mut arrays: Arrays<'_>,
    ) {
        for (index, (lane, &action)) in lanes.iter_mut().zip(actions).enumerate() {
            self.step(lane, action as u32, index, &mut arrays);
        }
    }

    #[inline]
    fn step<E: Environment>(
        self,
        lane: &mut Lane<E>,
        action: u32,
        index: usize,
        arrays: &mut Arrays<'_>,
    ) {
        let mut outcome = Outcome::default();
        let mut is_cut = false;
        if lane.is_over {
            lane.begin();
        } else {
            outcome = lane.environment.step(action);
            lane.steps += 1;
            is_cut = lane.steps >= self.max_steps && !outcome.is_over;
            lane.is_over = outcome.is_over || is_cut;

            if lane.is_over && self.autoreset == Autoreset::SameStep {
                arrays.show_final(&lane.environment, index, self.space);
                lane.begin();
            }
        }

        arrays.rewards[index] = outcome.reward;
        arrays.terminations[index] = outcome.is_over;
        arrays.truncations[index] = is_cut;
        arrays.show(&lane.environment, index, self.space);
    }
}
