//! Interactive games: played swap by swap, with undo, hints and saved games.

mod position;
mod state;
#[cfg(test)]
mod tests;

use tilewright_grid::{Cell, Seed, Size};

use crate::replay::Recorder;
use crate::rules::{Observer, Simulator};
use crate::{Goal, Level, Move, Replay, ReplayError, Rules, SkilledBot};
use position::{AnyGame, Position, Steps};
pub use state::{Blocks, BoardEvent, State, Step};

/// An interactive game of a level, by the verbs of [`tilewright_play::Session`]. The board and all refills
/// come from the seed and the number of the game, as in a batch of [`play`](crate::play()).
///
/// A session stores its swaps and replays them. So a swap that is taken back and made again has the
/// same result.
///
/// ```
/// use tilewright_grid::Seed;
/// use tilewright_match3::{Goal, Level, Session};
/// use tilewright_play::Session as _;
///
/// let level: Level = "......\n..1...\n......\n......\n".parse()?;
/// let mut session = Session::new(&level, &Goal::Score { score: 100 }, Seed(1), 0);
/// let swap = session.moves()[0];
/// let steps = session.play(swap)?;
/// assert!(steps.iter().any(|step| !step.matched.is_empty()));
/// let again = Session::load(&session.save())?;
/// assert_eq!(again.state(), session.state());
/// assert!(session.undo() && session.state().moves_made == 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    rules: Rules,
    seed: Seed,
    number: u32,
    swaps: Vec<Move>,
    state: State,
}

/// The reason why a swap is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SwapError {
    /// The cells are not neighbours on the board.
    #[error("{one} and {two} are not neighbours on the board")]
    NotNeighbors {
        /// The first cell.
        one: Cell,
        /// The second cell.
        two: Cell,
    },
    /// The swap completes no line.
    #[error("swapping {one} and {two} completes no line of three")]
    NoLine {
        /// The first cell.
        one: Cell,
        /// The second cell.
        two: Cell,
    },
    /// The move is not possible under the rules of the level.
    #[error("the move from {one} to {two} makes no group and starts no piece")]
    Impossible {
        /// The first cell.
        one: Cell,
        /// The second cell; of a tap the same.
        two: Cell,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
}

impl Session {
    /// Starts the game of this number.
    pub fn new(level: &Level, goal: &Goal, seed: Seed, number: u32) -> Self {
        let rules = Rules::new(level, goal);
        let swaps = Vec::new();
        let game = Position { rules: &rules, seed, number, swaps: &swaps };
        let state = game.replayed(&mut (), |game| game.state());
        Self { rules, seed, number, swaps, state }
    }

    /// Continues a recorded game after its last swap.
    ///
    /// # Errors
    /// When the recording is wrong; see [`Replay::check`].
    pub fn from_replay(replay: &Replay) -> Result<Self, ReplayError> {
        replay.check()?;
        let Replay { level, seed, game, swaps, .. } = replay;
        let goal = level.goal.as_ref().ok_or(ReplayError::NoGoal)?;
        let mut session = Self::new(level, goal, *seed, *game);
        let swap = |&cells: &[Cell; 2]| session.rules.move_of(cells);
        session.swaps = swaps.iter().filter_map(swap).collect();
        session.state = session.replayed(&mut (), |game| game.state());
        Ok(session)
    }

    /// The recording of the game so far.
    pub fn replay(&self) -> Replay {
        let mut recorder = Recorder::default();

        self.replayed(&mut recorder, |_| ());
        let mut level = self.rules.level().clone();
        level.goal = Some(self.rules.goal().clone());
        let size = level.size();

        Replay {
            seed: self.seed,
            game: self.number,
            bot: None,
            swaps: self.swaps.iter().map(|swap| swap.cells(size)).collect(),
            boards: recorder.boards,
            is_won: self.state.won,
            level,
        }
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    const fn size(&self) -> Size {
        self.rules.level().size()
    }

    /// Replays all swaps; `see` observes them, and `ask` queries the resulting board.
    fn replayed<T: Observer, R>(
        &self,
        see: &mut T,
        ask: impl FnOnce(&dyn AnyGame) -> R,
    ) -> R {
        let Self { rules, seed, number, swaps, .. } = self;
        Position { rules, seed: *seed, number: *number, swaps }.replayed(see, ask)
    }
}

impl tilewright_play::Session for Session {
    type State = State;
    type Move = [Cell; 2];
    type Event = Step;
    type Player<'a> = SkilledBot;
    type PlayError = SwapError;
    type LoadError = ReplayError;

    fn state(&self) -> State {
        self.state.clone()
    }

    /// The possible moves; of a tap both cells are the same.
    fn moves(&self) -> Vec<[Cell; 2]> {
        if self.state.over {
            return Vec::new();
        }
        let size = self.size();
        let swaps = self.replayed(&mut (), |game| game.all());
        swaps.into_iter().map(|swap| swap.cells(size)).collect()
    }

    fn is_over(&self) -> bool {
        self.state.over
    }

    /// Swaps the contents of two neighbouring cells, in either order, or taps a cell that is given twice.
    /// Returns the steps that follow.
    fn play(&mut self, [one, two]: [Cell; 2]) -> Result<Vec<Step>, SwapError> {
        if self.state.over {
            return Err(SwapError::Over);
        }

        let swap = self.rules.move_of([one, two]);
        let swap = swap.ok_or(SwapError::NotNeighbors { one, two })?;

        if !self.replayed(&mut (), |game| game.allows(swap)) {
            return Err(if self.rules.simulator == Simulator::General {
                SwapError::Impossible { one, two }
            } else {
                SwapError::NoLine { one, two }
            });
        }

        self.swaps.push(swap);
        let mut steps = Steps { after: self.swaps.len() as u32, steps: Vec::new() };
        self.state = self.replayed(&mut steps, |game| game.state());
        Ok(steps.steps)
    }

    fn undo(&mut self) -> bool {
        let is_undone = self.swaps.pop().is_some();
        if is_undone {
            self.state = self.replayed(&mut (), |game| game.state());
        }
        is_undone
    }

    /// The choice of a bot, with random numbers from child 2 of the seed of the game.
    fn hint(&self, bot: SkilledBot) -> Option<[Cell; 2]> {
        if self.state.over {
            return None;
        }
        let of_game = self.seed.child(u64::from(self.number));
        let mut rng = of_game.child(2).child(self.swaps.len() as u64).rng();
        let swap = self.replayed(&mut (), |game| game.chosen(bot, &mut rng));
        Some(swap.cells(self.size()))
    }

    fn save(&self) -> String {
        self.replay().to_json() + "\n"
    }

    fn load(text: &str) -> Result<Self, ReplayError> {
        Self::from_replay(&Replay::from_json(text)?)
    }
}
