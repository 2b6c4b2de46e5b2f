//! The race of a generation.

use serde::{Deserialize, Serialize};

use super::{Ledger, Noise};
use crate::state::is_count;

/// The race of a generation: who takes part, and who plays how many games now.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Race {
    /// The entries of the new genomes, which are the last ones of the ledger, and their places among the offspring.
    pub(crate) fresh: u32,
    pub(crate) places: Vec<u32>,
    /// The entries of those who stay and play again.
    pub(crate) staying: Vec<u32>,
    /// The rung at which those are who play, or have played.
    rung: u32,
    /// Those of the rung: the entries of those who were raised to it.
    raised: Vec<u32>,
    /// Who plays now, and how many games each.
    pub(crate) playing: Vec<u32>,
    pub(crate) games: u32,
    /// How many times games were asked for in this generation.
    pub(crate) number: u32,
    /// Whether those who stay still have to play.
    owes: bool,
    /// The games of this generation so far.
    pub(crate) played: u64,
}

impl Race {
    /// The race of new genomes and those who stay. New genomes play first, and at the same time those who stay if
    /// all play the same number.
    pub(crate) fn new(
        fresh: u32,
        places: Vec<u32>,
        staying: Vec<u32>,
        noise: &Noise,
    ) -> Self {
        let new = fresh..fresh + places.len() as u32;
        let raised: Vec<u32> = new.clone().chain(staying.iter().copied()).collect();
        let mut race = Self { fresh, places, staying, raised, ..Self::default() };
        race.games = noise.games[0];
        race.owes = !race.staying.is_empty();
        race.playing = new.collect();
        if race.owes && (race.games == noise.again || race.playing.is_empty()) {
            race.playing.extend_from_slice(&race.staying);
            race.games = noise.again;
            race.owes = false;
        }
        race
    }

    /// The games that this race takes at most.
    pub(crate) fn most(&self, noise: &Noise) -> u64 {
        let times = |count: usize, games: u32| count as u64 * u64::from(games);
        let mut most = times(self.places.len(), noise.games[0])
            + times(self.staying.len(), noise.again);
        let mut count = self.places.len() + self.staying.len();
        for pair in noise.games.windows(2) {
            count = noise.raised(count);
            most += times(count, pair[1] - pair[0]);
        }
        most
    }

    /// Goes on after games were played, to the next ones. `best` sorts entries, the best one first. Returns whether
    /// the race is over.
    pub(crate) fn advance<G, const M: usize>(
        &mut self,
        noise: &Noise,
        ledger: &Ledger<G, M>,
        mut best: impl FnMut(&mut Vec<u32>),
    ) -> bool {
        self.number += 1;
        if self.owes {
            self.owes = false;
            self.playing.clone_from(&self.staying);
            self.games = noise.again;
            return false;
        }
        while let Some(&next) = noise.games.get(self.rung as usize + 1) {
            let before = noise.games[self.rung as usize];
            self.rung += 1;
            best(&mut self.raised);
            self.raised.truncate(noise.raised(self.raised.len()));
            // Those who stay may have played enough.
            let lacks = |&&entry: &&u32| ledger.games[entry as usize] < next;
            self.playing = self.raised.iter().filter(lacks).copied().collect();
            self.playing.sort_unstable();
            self.games = next - before;
            if !self.playing.is_empty() {
                return false;
            }
        }
        true
    }

    /// Whether a race from a checkpoint is one of these entries.
    pub(crate) fn is_sound<G, const M: usize>(
        &self,
        noise: &Noise,
        ledger: &Ledger<G, M>,
    ) -> bool {
        let (entries, fresh) = (ledger.len(), self.fresh as usize);
        let is_list = |list: &&Vec<u32>| {
            list.len() <= entries && list.iter().all(|&entry| (entry as usize) < entries)
        };
        let most = noise.games[noise.games.len() - 1].max(noise.again);
        // All new genomes play first.
        let begins = self.playing.len() >= self.places.len()
            && self
                .playing
                .iter()
                .zip(self.fresh..)
                .take(self.places.len())
                .all(|(a, b)| *a == b);
        let has_begun = || ledger.games[fresh..].iter().all(|&games| games > 0);
        fresh + self.places.len() == entries
            && [&self.staying, &self.raised, &self.playing].iter().all(is_list)
            && self.raised.len() >= self.playing.len().min(1)
            && (self.rung as usize) < noise.games.len()
            && (1..=most).contains(&self.games)
            && self.number <= 64
            && if self.number == 0 { begins } else { has_begun() }
            && is_count(self.played)
    }
}
