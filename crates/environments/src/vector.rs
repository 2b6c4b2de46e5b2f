//! Many games of one kind, stepped in one call.

mod lanes;
mod pool_waker;

use rayon::ThreadPool;
use tilewright_draw::Picture;
use tilewright_grid::Seed;

use self::lanes::{Lane, Part, Rules, SavedGame};
use self::pool_waker::PoolWaker;
use crate::{Arrays, Environment, Space};

/// What happens after the end of an episode; the three modes of Gymnasium.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Autoreset {
    /// The next step begins an episode: its action is ignored, its reward is 0.
    #[default]
    NextStep,
    /// The same step begins an episode: it shows the first observation of that, and the last one of
    /// the old episode as [`Arrays::finals`].
    SameStep,
    /// The caller begins it, see [`Games::reset`].
    Disabled,
}

/// Why games cannot be stepped; none was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VectorError {
    /// There is not one action for each game, or not one seed.
    #[error("expected {expected} {what}, one for each game, found {found}")]
    Count {
        /// What is counted.
        what: &'static str,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// An array that is not as long as its results.
    #[error("{name}: expected {expected} entries, found {found}")]
    Length {
        /// The name of the array.
        name: &'static str,
        /// How many entries it should have.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// An action that does not exist.
    #[error("action {action} of game {game} is not from 0 to {max}")]
    Action {
        /// The game.
        game: usize,
        /// The action.
        action: i64,
        /// The largest action.
        max: usize,
    },
    /// A game whose episode has ended, while episodes begin only when the caller says so.
    #[error("the episode of game {game} has ended: reset it first")]
    Over {
        /// The game.
        game: usize,
    },
    /// No game has begun.
    #[error("no game has begun: reset first")]
    Unbegun,
    /// Bytes that are not saved games of these settings.
    #[error("the saved games are damaged, or of other settings or of another version")]
    Saved,
}

/// Many games of one kind.
///
/// Game `i` has a seed; its episode *k*, counted from 0, has the seed [`Seed::child`] *k* of that, so
/// that neither the number of games nor that of threads changes an episode.
///
/// ```
/// use tilewright_environments::{Arrays, Autoreset, Game2048, Games as _, Vector};
/// use tilewright_grid::{Seed, Size};
///
/// let game = Game2048::new(Size::new(4, 4), 0.1)?;
/// let mut games = Vector::new(vec![game; 2], Autoreset::NextStep, None);
/// let (mut observations, mut masks) = ([0; 32], [0; 8]);
/// let (mut rewards, mut terminations, mut truncations) = ([0.0; 2], [false; 2], [false; 2]);
/// let mut arrays = Arrays {
///     observations: &mut observations,
///     rewards: &mut rewards,
///     terminations: &mut terminations,
///     truncations: &mut truncations,
///     masks: &mut masks,
///     finals: &mut [],
///     final_masks: &mut [],
/// };
/// games.reset(Some(&[Seed(1), Seed(2)]), None, &mut arrays)?;
/// games.step(&[0, 3], &mut arrays)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Vector<E> {
    lanes: Vec<Lane<E>>,
    space: Space,
    autoreset: Autoreset,
    max_steps: u32,
    is_begun: bool,
    awake: PoolWaker,
}

impl<E: Environment> Vector<E> {
    /// Games that have not begun. `max_steps` is the number of steps after which an episode is cut
    /// off.
    ///
    /// # Panics
    /// If there is no game.
    pub fn new(
        environments: Vec<E>,
        autoreset: Autoreset,
        max_steps: Option<u32>,
    ) -> Self {
        let space = environments.first().expect("there is a game").space();
        let lanes = environments.into_iter().map(Lane::new).collect();
        let max_steps = max_steps.unwrap_or(u32::MAX);
        let awake = PoolWaker::default();
        Self { lanes, space, autoreset, max_steps, is_begun: false, awake }
    }

    /// A game.
    pub fn get(&self, game: usize) -> Option<&E> {
        self.lanes.get(game).map(|lane| &lane.environment)
    }

    /// How many of a number of threads help the calling one to step the games; it counts among them.
    const fn helpers(&self, threads: usize) -> usize {
        let chunks = self.lanes.len().div_ceil(E::CHUNK);
        if chunks < threads { chunks - 1 } else { threads - 1 }
    }

    /// The rules of a step and the games that it steps.
    ///
    /// # Errors
    /// As of [`Games::step`].
    fn begun(
        &mut self,
        actions: &[i64],
        arrays: &Arrays<'_>,
    ) -> Result<(Rules<'_>, &mut [Lane<E>]), VectorError> {
        self.check(actions.len(), "actions")?;
        self.check_arrays(arrays)?;
        if !self.is_begun {
            return Err(VectorError::Unbegun);
        }

        let count = self.space.actions;
        // All bits of all actions: if that is a possible action, each of them is.
        let bits = actions.iter().fold(0, |bits, action| bits | action.cast_unsigned());
        if bits >= count as u64 {
            let is_unknown = |action: &i64| action.cast_unsigned() >= count as u64;
            if let Some(game) = actions.iter().position(is_unknown) {
                let (action, max) = (actions[game], count - 1);
                return Err(VectorError::Action { game, action, max });
            }
        }

        if self.autoreset == Autoreset::Disabled
            && let Some(game) = self.lanes.iter().position(|lane| lane.is_over)
        {
            return Err(VectorError::Over { game });
        }

        let Self { lanes, space, autoreset, max_steps, .. } = self;
        let rules = Rules { space, autoreset: *autoreset, max_steps: *max_steps };
        Ok((rules, lanes))
    }

    const fn check(&self, found: usize, what: &'static str) -> Result<(), VectorError> {
        let expected = self.lanes.len();
        if found == expected {
            return Ok(());
        }
        Err(VectorError::Count { what, expected, found })
    }

    /// Refuses arrays that are not as long as their results.
    fn check_arrays(&self, arrays: &Arrays<'_>) -> Result<(), VectorError> {
        let (count, space) = (self.lanes.len(), &self.space);
        let [finals, final_masks] = match self.autoreset {
            Autoreset::SameStep => [count * space.bytes(), count * space.actions],
            Autoreset::NextStep | Autoreset::Disabled => {
                [arrays.finals.len(), arrays.final_masks.len()]
            }
        };

        let lengths = [
            ("observations", arrays.observations.len(), count * space.bytes()),
            ("rewards", arrays.rewards.len(), count),
            ("terminations", arrays.terminations.len(), count),
            ("truncations", arrays.truncations.len(), count),
            ("masks", arrays.masks.len(), count * space.actions),
            ("finals", arrays.finals.len(), finals),
            ("final_masks", arrays.final_masks.len(), final_masks),
        ];

        let is_wrong = |(_, found, expected): &(&str, usize, usize)| found != expected;
        match lengths.into_iter().find(is_wrong) {
            Some((name, found, expected)) => {
                Err(VectorError::Length { name, expected, found })
            }
            None => Ok(()),
        }
    }
}

/// Many games of any kind.
pub trait Games: Send + Sync {
    /// The shape of what an agent sees and does.
    fn space(&self) -> &Space;

    /// The number of games.
    fn count(&self) -> usize;

    /// Begins episodes: of all games, or of those that `which` names. With `seeds`, one for each game,
    /// these begin with their first episode; without, with their next one. The arrays show all games;
    /// rewards and ends are those of no step.
    ///
    /// # Errors
    /// If there is not a seed for each game, an array has another length, or there are no seeds at the
    /// very beginning.
    fn reset(
        &mut self,
        seeds: Option<&[Seed]>,
        which: Option<&[bool]>,
        arrays: &mut Arrays<'_>,
    ) -> Result<(), VectorError>;

    /// Takes an action in every game, on this thread and the others of its rayon pool if there are more games than
    /// [`Environment::CHUNK`].
    ///
    /// # Errors
    /// If an action does not exist, an array has another length, or a game is over that the caller has
    /// to begin; then no game is stepped.
    fn step(
        &mut self,
        actions: &[i64],
        arrays: &mut Arrays<'_>,
    ) -> Result<(), VectorError>;

    /// The same on this thread and those of a pool, of which it need not be one: on as many threads as the pool has.
    /// Afterwards the others wait for the next step for up to 100 µs before they sleep, and give way to any other thread.
    ///
    /// # Errors
    /// As of [`step`](Self::step).
    fn step_on(
        &mut self,
        pool: &ThreadPool,
        actions: &[i64],
        arrays: &mut Arrays<'_>,
    ) -> Result<(), VectorError>;

    /// Whether one thread steps all games.
    fn is_small(&self) -> bool;

    /// What the agent of a game sees, as text; empty if there is no such game.
    fn text(&self, game: usize) -> String;

    /// What the agent of a game sees, as a picture; none if there is no such game.
    fn picture(&mut self, game: usize) -> Option<Picture>;

    /// What a strong player does in a game; none if its episode is over. See
    /// [`Environment::best_action`].
    fn best_action(&mut self, game: usize) -> Option<u32>;

    /// The same games in the same states, for an agent that searches.
    fn copied(&self) -> Box<dyn Games>;

    /// The games as they stand, as bytes. Those that have not begun are in no episode; make them anew.
    fn saved(&self) -> Vec<u8>;

    /// Continues games that as many of the same settings saved.
    ///
    /// # Errors
    /// If the bytes are damaged, or of other games. Then the games must begin anew.
    fn restore(&mut self, saved: &[u8]) -> Result<(), VectorError>;
}

impl<E: Environment> Games for Vector<E> {
    fn space(&self) -> &Space {
        &self.space
    }

    fn count(&self) -> usize {
        self.lanes.len()
    }

    fn copied(&self) -> Box<dyn Games> {
        Box::new(self.clone())
    }

    fn saved(&self) -> Vec<u8> {
        let lanes: Vec<_> = self.lanes.iter().map(Lane::save).collect();
        postcard::to_allocvec(&(self.is_begun, lanes)).expect("games are plain numbers")
    }

    fn restore(&mut self, saved: &[u8]) -> Result<(), VectorError> {
        // A restore that fails half way leaves a vector that must be reset first.
        self.is_begun = false;
        let (is_begun, lanes): (bool, Vec<SavedGame<E::Saved>>) =
            postcard::from_bytes(saved).map_err(|_| VectorError::Saved)?;
        let is_whole = lanes.len() == self.lanes.len();
        let mut lanes = self.lanes.iter_mut().zip(lanes);
        if !is_whole || !lanes.all(|(lane, saved)| lane.restore(saved)) {
            return Err(VectorError::Saved);
        }

        self.is_begun = is_begun;
        Ok(())
    }

    fn reset(
        &mut self,
        seeds: Option<&[Seed]>,
        which: Option<&[bool]>,
        arrays: &mut Arrays<'_>,
    ) -> Result<(), VectorError> {
        self.check(seeds.map_or(self.count(), <[_]>::len), "seeds")?;
        self.check(which.map_or(self.count(), <[_]>::len), "marks")?;
        self.check_arrays(arrays)?;
        if !self.is_begun && seeds.is_none() {
            return Err(VectorError::Unbegun);
        }

        self.is_begun = true;
        for (index, lane) in self.lanes.iter_mut().enumerate() {
            if which.is_none_or(|which| which[index]) {
                if let Some(seeds) = seeds {
                    (lane.seed, lane.episode) = (seeds[index], 0);
                }
                lane.begin();
            }
        }

        arrays.rewards.fill(0.0);
        arrays.terminations.fill(false);
        arrays.truncations.fill(false);

        for (index, lane) in self.lanes.iter().enumerate() {
            arrays.show(&lane.environment, index, &self.space);
        }

        Ok(())
    }

    fn step(
        &mut self,
        actions: &[i64],
        arrays: &mut Arrays<'_>,
    ) -> Result<(), VectorError> {
        // Few games do not even ask for the threads, which would start them.
        let helpers =
            if self.is_small() { 0 } else { self.helpers(rayon::current_num_threads()) };
        let (rules, lanes) = self.begun(actions, arrays)?;
        if helpers == 0 {
            rules.step_part(lanes, actions, arrays.part());
            return Ok(());
        }
        rayon::in_place_scope(|scope| {
            rules.share(scope, helpers, Part { lanes, actions, arrays: arrays.part() });
        });
        Ok(())
    }

    fn step_on(
        &mut self,
        pool: &ThreadPool,
        actions: &[i64],
        arrays: &mut Arrays<'_>,
    ) -> Result<(), VectorError> {
        self.awake.end();
        let helpers = self.helpers(pool.current_num_threads());
        let (rules, lanes) = self.begun(actions, arrays)?;
        pool.in_place_scope(|scope| {
            rules.share(scope, helpers, Part { lanes, actions, arrays: arrays.part() });
        });
        self.awake.begin(pool, helpers);
        Ok(())
    }

    fn is_small(&self) -> bool {
        self.lanes.len() <= E::CHUNK
    }

    fn text(&self, game: usize) -> String {
        self.get(game).map(Environment::text).unwrap_or_default()
    }

    fn picture(&mut self, game: usize) -> Option<Picture> {
        Some(self.lanes.get_mut(game)?.environment.picture())
    }

    fn best_action(&mut self, game: usize) -> Option<u32> {
        self.lanes.get_mut(game)?.environment.best_action()
    }
}
