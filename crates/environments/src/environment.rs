//! One game that an agent plays step by step.

use serde::Serialize;
use serde::de::DeserializeOwned;
use tilewright_draw::Picture;
use tilewright_grid::Seed;

/// The shape of what an agent sees and does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// The dimensions of an observation, of bytes.
    pub shape: Vec<usize>,
    /// The largest bytes of an observation, whose smallest are 0: one for each number of a cell, or a single one. Byte `i` is at
    /// most `highs[i % highs.len()]`.
    pub highs: Vec<u8>,
    /// The number of actions, which are numbered from 0.
    pub actions: usize,
}

impl Space {
    /// The bytes of an observation.
    pub fn bytes(&self) -> usize {
        self.shape.iter().product()
    }
}

/// What came of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The reward.
    pub reward: f32,
    /// Whether the episode has ended by the rules.
    pub is_over: bool,
}

/// One game that an agent plays step by step.
pub trait Environment: Clone + Send + Sync + 'static {
    /// A game that was saved: what [`reset`](Self::reset) and [`step`](Self::step) change.
    type Saved: Serialize + DeserializeOwned;

    /// How many games a thread steps at a time; more are shared with other threads. Their steps should take
    /// longer than a thread takes to wake up, some 50 µs. Default: 1024.
    const CHUNK: usize = 1024;

    /// What an agent sees and does.
    fn space(&self) -> Space;

    /// Begins an episode; `seed` determines all random numbers in it.
    fn reset(&mut self, seed: Seed);

    /// Takes an action below [`Space::actions`].
    fn step(&mut self, action: u32) -> Outcome;

    /// Writes what the agent sees, [`Space::bytes`] bytes.
    fn observe(&self, seen: &mut [u8]);

    /// Writes a byte for each action: 1 if it is legal. None is after the end of the episode.
    fn mask(&self, legal: &mut [u8]);

    /// What the agent sees, as text.
    fn text(&self) -> String;

    /// What the agent sees, as a picture.
    fn picture(&mut self) -> Picture;

    /// What a strong player does now; none if the episode is over. Its random numbers are not those of the
    /// game, which goes on as if it had not been asked.
    fn best_action(&mut self) -> Option<u32>;

    /// The game as it stands, with the random numbers to come.
    fn save(&self) -> Self::Saved;

    /// Continues a game that one of the same settings saved; whether it is such a game. If it is not, the next
    /// [`reset`](Self::reset) begins as always.
    fn restore(&mut self, saved: Self::Saved) -> bool;
}
