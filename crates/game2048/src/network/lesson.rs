//! Games of a learner, and what it learns from them.

use std::sync::atomic::{AtomicI16, AtomicU32, Ordering};

use tilewright_grid::Rng;

use super::choice::{Places, best_choice};
use super::features::{Features, MOST, with_features};
use super::position::Position;
use super::record::{Record, Rounded};
use super::view::View;
use super::weight::{NEAR, prefetch, prefetch_weights};
use super::{Episode, Settings};
use crate::rows::rows;
use crate::{BitBoard, Board};

/// A game with no more moves than this is not played again from its middle.
const SHORT: usize = 10;

/// How many games are played from each late board that learning comes to.
const TIMES: usize = 8;

/// In so many games at the beginning one of those games is played by the network that knows
/// nothing of late boards: it comes to a 32,768 where chance hardly would.
const GUIDED: u64 = 5000;

/// So many weights are read and changed side by side.
const LANES: usize = 4;

/// A move on a board as the network sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// Where it led, before a tile came.
    pub(super) board: BitBoard,
    /// What it gained.
    pub(super) gain: u32,
    /// Whether the game went on from another board, since other tiles were halved: what came
    /// then says nothing of this one.
    pub(super) is_cut: bool,
}

/// A game that was played on from a board.
#[derive(Clone, Copy)]
struct Played {
    score: u64,
    largest: u32,
    /// What it is worth where it was left, with what the last move gained; 0 where it ended.
    beyond: f32,
}

/// What several threads may learn at, if the records allow it.
pub(super) struct Shared<'a, R> {
    pub(super) settings: &'a Settings,
    pub(super) rate: f32,
    /// Where late boards are learned, the weights of the others in the units of those.
    pub(super) early: Option<&'a [AtomicI16]>,
    /// The weights that are learned, as games are played by them.
    pub(super) rounded: Rounded<'a>,
    /// The same as they are, and what is known of them.
    pub(super) records: &'a [R],
    /// The bits of the size of the largest weight that was learned.
    pub(super) largest: AtomicU32,
}

impl<R: Record> Shared<'_, R> {
    /// Plays the game of that number and learns from it.
    pub(super) fn play(&self, game: u64, path: &mut Vec<Step>) -> Episode {
        let (rng, fours) =
            (&mut self.settings.seed.child(game).rng(), self.settings.fours);
        let board = BitBoard::default().spawn(fours, rng).spawn(fours, rng);
        with_features!(&self.settings.shape, features => {
            let Some(early) = self.early else {
                return self.play_from(features, game, &self.view(), board, rng, path);
            };
            let before = View::plain(early, self.rounded.unit, true);
            let board = match first_late(features, &before, board, fours, rng) {
                Ok(board) => board,
                Err(largest) => return Episode { score: 0, moves: 0, largest },
            };
            let games = std::array::from_fn::<_, TIMES, _>(|time| {
                let is_guided = time == TIMES - 1 && game < GUIDED;
                let guide = if is_guided { &before } else { &self.view() };
                self.play_from(features, game, guide, board, rng, path)
            });
            Episode { moves: games.iter().map(|game| game.moves).sum(), ..games[0] }
        })
    }

    /// The size of the largest weight that was learned.
    pub(super) fn largest(&self) -> f32 {
        f32::from_bits(self.largest.load(Ordering::Relaxed))
    }

    /// How what is learned sees a game.
    const fn view(&self) -> View<'_, AtomicI16> {
        let Rounded { weights, unit } = self.rounded;
        match self.early {
            Some(early) => View::late(early, weights, unit),
            None => View::plain(weights, unit, self.settings.halve),
        }
    }

    /// Plays from a board on as a view has it and learns from it, and from halves that are
    /// played again.
    fn play_from<F: Features>(
        &self,
        features: F,
        game: u64,
        guide: &View<'_, AtomicI16>,
        board: BitBoard,
        rng: &mut Rng,
        path: &mut Vec<Step>,
    ) -> Episode {
        let Played { score, largest, beyond } =
            self.play_on(features, guide, board, rng, path);
        let mut episode = Episode { score, moves: path.len() as u64, largest };
        self.learn(features, path, beyond);
        let mut halves = match *self.settings {
            Settings { restart: Some(first), .. } if game < first => 0,
            Settings { restart: None, .. } => 0,
            Settings { halve: true, .. } => path.len().max(1).ilog2(),
            Settings { halve: false, .. } => u32::MAX,
        };
        while halves > 0 && path.len() > SHORT {
            let board = path[path.len() / 2].board.spawn(self.settings.fours, rng);
            let Played { beyond, .. } = self.play_on(features, guide, board, rng, path);
            episode.moves += path.len() as u64;
            self.learn(features, path, beyond);
            halves -= 1;
        }
        episode
    }

    /// Plays on from a board as a view has it and writes the moves down, up to the first board
    /// that is none of those that are learned.
    fn play_on<F: Features>(
        &self,
        features: F,
        guide: &View<'_, AtomicI16>,
        board: BitBoard,
        rng: &mut Rng,
        path: &mut Vec<Step>,
    ) -> Played {
        let (rows, view, fours) = (rows(), self.view(), self.settings.fours);
        path.clear();
        let (mut position, mut score) = (Position::new(board, view.halves()), 0);
        let mut places: Places = [[0; MOST]; 4];
        while let Some(choice) =
            best_choice(rows, features, guide, position.seen(), &mut places)
        {
            let (_, seen) = view.see(choice.board);
            if view.is_past(choice.board) {
                let beyond = choice.gain as f32 + view.value(features, choice.board);
                let largest = Board::from(choice.board).largest();
                return Played { score: score + u64::from(choice.gain), largest, beyond };
            }
            let (step, gain) = position.follow(choice, seen, fours, rng);
            score += gain;
            path.push(step);
        }
        Played { score, largest: position.board().largest(), beyond: 0.0 }
    }

    /// Learns from the game written down, from its end on, after which came what is given.
    ///
    /// All that a step needs is read before anything of it is written, and what it changes the
    /// value by does not wait for the changes: so the reads of many steps run at once. A weight
    /// that a board touches twice changes twice, at the rate that it had before the first.
    pub(super) fn learn<F: Features>(&self, features: F, path: &[Step], beyond: f32) {
        let (mut places, mut ahead) = (&mut [0; MOST], &mut [0; MOST]);
        let mut coherences = [[0.0_f32; LANES]; MOST / LANES];
        let count = features.count();
        let coherences = &mut coherences[..count / LANES];
        let (mut target, mut largest) = (beyond, 0.0_f32);
        for (index, step) in path.iter().enumerate().rev() {
            // What the step before needs is on its way while this one is learned from.
            std::mem::swap(&mut places, &mut ahead);
            if index + 1 == path.len() {
                features.indices(step.board, places);
            }
            if index > 0 {
                features.indices(path[index - 1].board, ahead);
                let far = if self.records.len() > NEAR { &ahead[..count] } else { &[] };
                for &place in far {
                    prefetch(&self.records[place as usize]);
                }
                prefetch_weights(self.rounded.weights, far);
            }
            let places = places[..count].as_chunks().0;
            let [value, coherence] = self.look(places, coherences);
            if step.is_cut {
                target = step.gain as f32 + value;
                continue;
            }
            let error = target - value;
            let share = error * self.rate / count as f32;
            for (places, coherences) in places.iter().zip(&*coherences) {
                let changed = self.change(places, coherences.map(|it| share * it), error);
                largest = changed.into_iter().map(f32::abs).fold(largest, f32::max);
            }
            let expected = value + share * coherence;
            target =
                step.gain as f32 + expected + self.settings.lambda * (target - expected);
        }
        self.largest.fetch_max(largest.to_bits(), Ordering::Relaxed);
    }

    /// Reads the coherences of the weights at these places: the sums of the weights and of
    /// those.
    #[inline]
    fn look(&self, places: &[[u32; LANES]], coherences: &mut [[f32; LANES]]) -> [f32; 2] {
        let mut totals = [[0.0; LANES]; 2];
        for (coherences, places) in coherences.iter_mut().zip(places) {
            let known = places.map(|place| self.records[place as usize].get());
            let weights = known.map(|known| known[0]);
            let sums = known.map(|known| known[1]);
            let sizes = known.map(|known| known[2]);
            for lane in 0..LANES {
                let (sum, size) = (sums[lane], sizes[lane]);
                coherences[lane] = if size > 0.0 { sum.abs() / size } else { 1.0 };
                totals[0][lane] += weights[lane];
                totals[1][lane] += coherences[lane];
            }
        }
        totals.map(|lanes| lanes.into_iter().sum())
    }

    /// Changes the weights at these places and writes the error down: what they then are.
    #[inline]
    fn change(
        &self,
        places: &[u32; LANES],
        shares: [f32; LANES],
        error: f32,
    ) -> [f32; LANES] {
        let mut weights = [0.0; LANES];
        for ((weight, &place), share) in weights.iter_mut().zip(places).zip(shares) {
            let record = &self.records[place as usize];
            *weight = record.add([share, error, error.abs(), 0.0]);
        }
        self.rounded.set(places, weights);
        weights
    }
}

/// Plays on as that view has it to the first board that grows late, and yields what it grows to;
/// else the largest tile.
fn first_late<F: Features>(
    features: F,
    view: &View<'_, AtomicI16>,
    board: BitBoard,
    fours: f64,
    rng: &mut Rng,
) -> Result<BitBoard, u32> {
    let (rows, mut places): (_, Places) = (rows(), [[0; MOST]; 4]);
    let mut position = Position::new(board, view.halves());
    while let Some(choice) =
        best_choice(rows, features, view, position.seen(), &mut places)
    {
        let (_, seen) = view.see(choice.board);
        position.follow(choice, seen, fours, rng);
        if let Some(late) = position.seen().grown_late() {
            return Ok(late);
        }
    }
    Err(position.board().largest())
}
