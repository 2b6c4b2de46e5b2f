//! Interactive games: played move by move, with undo, hints and saved games.

mod edit;
mod error;
mod hints;
mod list;
mod live;
mod save;
mod state;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::sync::Arc;

use tilewright_grid::{Cell, DocumentError, Seed, Size};

use crate::events::{Element, Events, NamedEvent, Vocabulary};
use crate::rules::Simulator;
use crate::{
    Booster, BoosterError, Goal, Level, LevelError, Move, Part, Replay, ReplayError,
    Rules, SkilledBot, Template,
};
pub use edit::{CellContents, EditError};
pub use error::SwapError;
pub use hints::Reason;
pub use list::EventList;
use live::LiveBoard;
use save::Record;
pub use save::SaveError;
pub use state::{Blocks, PartLeft, State};

/// An interactive game of a level, by the verbs of [`tilewright_play::Session`]. The board and all refills
/// come from the seed and the number of the game, as in a batch of [`play`](crate::play()).
///
/// A session holds its board and those of the last moves, so that every call takes the same time however long the game
/// is. A swap that is taken back and made again has the same result.
///
/// ```
/// use tilewright_grid::Seed;
/// use tilewright_match3::{EventKind, Goal, Level, Session};
/// use tilewright_play::Session as _;
///
/// let level: Level = "......\n..1...\n......\n......\n".parse()?;
/// let mut session = Session::new(&level, &Goal::Score { score: 100 }, Seed(1), 0)?;
/// let swap = session.moves()[0];
/// let events = session.play(swap)?;
/// assert!(events.iter().any(|event| event.event == EventKind::Group));
/// let again = Session::load(&session.save())?;
/// assert_eq!(again.state(), session.state());
/// assert!(session.undo() && session.state().moves_made == 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    rules: Arc<Rules>,
    seed: Seed,
    number: u32,
    board: Box<dyn LiveBoard>,
    /// The boards before the last moves, the last one at the back.
    past: VecDeque<Box<dyn LiveBoard>>,
    depth: usize,
    /// A board that is of no use any more but for its memory, which the next copy takes.
    spare: Option<Box<dyn LiveBoard>>,
    is_over: bool,
    /// All moves; none of a game that was loaded without them.
    record: Option<Record>,
}

/// The number of moves that can be taken back, unless [`Session::set_undo_depth`] says otherwise: as many as a level
/// has moves.
pub const UNDO_DEPTH: usize = 64;

/// The most events that a list holds: some hundred times those of an ordinary move, and few enough for the memory of a page.
/// With two colours on a large board a single move can have millions.
pub const MOST_EVENTS: usize = 20_000;

/// The rules of a session: all is counted that another goal may ask for.
fn rules_of(level: &Level, goal: &Goal) -> Rules {
    Rules::new(level, goal).with_all_counted()
}

impl Session {
    /// Starts a game of a level with a goal, and the move limit of the level if it has one. A seed has many games: those of
    /// another number have other boards.
    ///
    /// # Errors
    /// When a level with this goal would be refused.
    pub fn new(
        level: &Level,
        goal: &Goal,
        seed: Seed,
        number: u32,
    ) -> Result<Self, LevelError> {
        let mut whole = level.clone();
        whole.goal = Some(goal.clone());
        Template::from(&whole).check()?;
        Ok(Self::begun(level, goal, seed, number))
    }

    /// The same of a level with a goal that was checked.
    fn begun(level: &Level, goal: &Goal, seed: Seed, number: u32) -> Self {
        let rules = Arc::new(rules_of(level, goal));
        let of_game = seed.child(u64::from(number));
        let mut board = live::dealt(&rules, of_game.child(0));
        let boards = vec![board.fingerprint(&rules)];
        let record = Some(Record { moves: Vec::new(), boards });
        let is_over = board.is_over(&rules);
        let (past, depth) = (VecDeque::new(), UNDO_DEPTH);
        Self { rules, seed, number, board, past, depth, spare: None, is_over, record }
    }

    /// Continues a recorded game after its last swap.
    ///
    /// # Errors
    /// When the recording is wrong; see [`Replay::check`].
    pub fn from_replay(replay: &Replay) -> Result<Self, ReplayError> {
        replay.check()?;
        let goal = replay.level.goal.as_ref().ok_or(ReplayError::NoGoal)?;
        let mut session = Self::begun(&replay.level, goal, replay.seed, replay.game);
        // All of it can be taken back.
        session.depth = session.depth.max(replay.swaps.len());
        for &cells in &replay.swaps {
            if let Some(made) = session.rules.move_of(cells) {
                session.make(made, &mut |_| ());
            }
        }
        Ok(session)
    }

    /// The recording of the game so far, which proves every board; none of a game that was loaded from its state.
    pub fn replay(&self) -> Option<Replay> {
        let Record { moves, boards } = self.record.clone()?;
        let mut level = self.rules.level().clone();
        level.goal = Some(self.rules.goal().clone());
        Some(Replay {
            seed: self.seed,
            game: self.number,
            bot: None,
            swaps: moves,
            boards,
            is_won: self.board.state(&self.rules).won,
            level,
        })
    }

    /// The board with what is left of the goal.
    #[cfg(feature = "pictures")]
    pub fn picture(&self) -> tilewright_draw::Picture {
        let foot = format!("seed {}, game {}", self.seed.0, self.number);
        self.board.picture(&self.rules, &foot)
    }

    /// Sets how many moves can be taken back; of those that were made, as many as are still known. Each takes the memory of
    /// a board.
    pub fn set_undo_depth(&mut self, depth: usize) {
        self.depth = depth;
        while self.past.len() > depth {
            self.past.pop_front();
        }
    }

    /// The elements on the board, cell by cell in reading order: what a program has to know before it follows the events.
    pub fn elements(&self) -> Vec<Element> {
        self.board.elements(&self.rules)
    }

    /// As `play`, with the events of each step for `see`, and without memory of its own for them. A swap that makes nothing
    /// is shown and taken back, and is an error.
    ///
    /// # Errors
    /// As `play`.
    pub fn play_seen(
        &mut self,
        cells: [Cell; 2],
        see: &mut dyn FnMut(Events<'_>),
    ) -> Result<(), SwapError> {
        match self.checked(cells) {
            Ok(made) => self.make(made, see),
            Err(error) => {
                let is_refused = matches!(
                    error,
                    SwapError::NoLine { .. } | SwapError::Impossible { .. }
                );
                if let Some(swap) = self.rules.move_of(cells).filter(|_| is_refused) {
                    self.board.refuse(&self.rules, swap, see);
                }
                return Err(error);
            }
        }
        Ok(())
    }

    /// What a call tells to its `see`, as a list in words of [`MOST_EVENTS`] at most: `session.told(|session, see|
    /// session.boost(&booster, see))`. Returns what the call returns, too.
    pub fn told<T>(
        &mut self,
        call: impl FnOnce(&mut Self, &mut dyn FnMut(Events<'_>)) -> T,
    ) -> (T, Vec<NamedEvent>) {
        // A goal that the call sets has no other words than the one before.
        let rules = Arc::clone(&self.rules);
        let mut list = EventList::default();
        let returned = call(self, &mut |events| list.take(events));
        list.end();
        (returned, Vocabulary::new(&rules).events(list.events()).collect())
    }

    /// Uses a booster, with the events of each step for `see`. It is no move, but can be taken back like one. The recording
    /// of a game has moves alone, so that there is none from here on.
    ///
    /// # Errors
    /// If it has no effect; then nothing has changed.
    pub fn boost(
        &mut self,
        booster: &Booster,
        see: &mut dyn FnMut(Events<'_>),
    ) -> Result<(), BoosterError> {
        let before = self.copied();
        if let Err(error) = self.board.boost(&self.rules, booster, see) {
            self.go_back_to(before);
            return Err(error);
        }
        self.keep(before);
        self.record = None;
        self.is_over = self.board.is_over(&self.rules);
        Ok(())
    }

    /// Adds moves to those of the level, also after the last one was made; without a limit nothing changes. Undo does not take
    /// them back. As after a booster, there is no recording from here on.
    pub fn add_moves(&mut self, moves: u32) {
        for board in self.past.iter_mut().chain([&mut self.board]) {
            board.add_moves(&self.rules, moves);
        }
        self.record = None;
        self.is_over = self.board.is_over(&self.rules);
    }

    /// The parts of the goal, and what is left of each; events name them by their places here.
    pub fn parts(&self) -> Vec<(Part, u64)> {
        self.board.parts(&self.rules)
    }

    /// A copy of the board.
    fn copied(&mut self) -> Box<dyn LiveBoard> {
        match self.spare.take() {
            Some(mut spare) => {
                spare.copy_from(&*self.board);
                spare
            }
            None => self.board.copy(),
        }
    }

    /// Keeps a board for undo; the one that undo reaches no more lends its memory.
    fn keep(&mut self, board: Box<dyn LiveBoard>) {
        self.past.push_back(board);
        if self.past.len() > self.depth {
            self.spare = self.past.pop_front();
        }
    }

    fn go_back_to(&mut self, board: Box<dyn LiveBoard>) {
        self.spare = Some(std::mem::replace(&mut self.board, board));
    }

    /// The move of two cells, if it can be made.
    fn checked(&mut self, [one, two]: [Cell; 2]) -> Result<Move, SwapError> {
        if self.is_over {
            return Err(SwapError::Over);
        }

        let size = self.size();
        if let Some(&cell) = [one, two].iter().find(|&&cell| !size.contains(cell)) {
            return Err(SwapError::Outside(cell));
        }
        let made = self.rules.move_of([one, two]);
        let made = made.ok_or(SwapError::NotNeighbors { one, two })?;
        if !self.board.allows(&self.rules, made) {
            return Err(match self.rules.simulator {
                _ if one == two => SwapError::NoTap(one),
                _ if self.rules.is_tapped() => SwapError::OnlyTaps,
                Simulator::General => SwapError::Impossible { one, two },
                Simulator::Classic => SwapError::NoLine { one, two },
            });
        }
        Ok(made)
    }

    fn make(&mut self, made: Move, see: &mut dyn FnMut(Events<'_>)) {
        let before = self.copied();
        self.keep(before);
        self.board.play(&self.rules, made, see);
        if let Some(record) = &mut self.record {
            record.moves.push(made.cells(self.rules.level().size()));
            record.boards.push(self.board.fingerprint(&self.rules));
        }
        self.is_over = self.board.is_over(&self.rules);
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    fn size(&self) -> Size {
        self.rules.level().size()
    }
}

impl tilewright_play::Session for Session {
    type State = State;
    type Move = [Cell; 2];
    type Event = NamedEvent;
    type Player<'a> = SkilledBot;
    type PlayError = SwapError;
    type LoadError = SaveError;

    fn state(&self) -> State {
        self.board.state(&self.rules)
    }

    /// The possible moves; of a tap both cells are the same.
    fn moves(&self) -> Vec<[Cell; 2]> {
        if self.is_over {
            return Vec::new();
        }
        let (size, moves) = (self.size(), self.board.moves(&self.rules));
        moves.into_iter().map(|made| made.cells(size)).collect()
    }

    fn is_over(&self) -> bool {
        self.is_over
    }

    /// Swaps the contents of two neighbouring cells, in either order, or taps a cell that is given twice.
    /// Returns the events that follow, of which a list holds [`MOST_EVENTS`] at most.
    fn play(&mut self, cells: [Cell; 2]) -> Result<Vec<NamedEvent>, SwapError> {
        let made = self.checked(cells)?;
        Ok(self.told(|session, see| session.make(made, see)).1)
    }

    /// Goes back to the board before the last move, if it is still known.
    fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop_back() else { return false };
        self.go_back_to(before);
        if let Some(record) = &mut self.record {
            record.moves.pop();
            record.boards.pop();
        }
        // A goal that was set since may be met on a board of the past.
        self.is_over = self.board.is_over(&self.rules);
        true
    }

    /// The choice of a bot, with random numbers from child 2 of the seed of the game.
    fn hint(&self, bot: SkilledBot) -> Option<[Cell; 2]> {
        self.hint_within(bot, u64::MAX)
    }

    /// The board and those for undo. It takes the same time at any move; [`Session::replay`] has all moves.
    fn save(&self) -> String {
        self.written() + "\n"
    }

    /// Loads a saved game, or a recording that is played again.
    fn load(text: &str) -> Result<Self, SaveError> {
        match save::SCHEMA.check(text) {
            // A recording is loaded too.
            Err(error @ DocumentError::Schema { .. }) => {
                match crate::replay::SCHEMA.check(text) {
                    Err(DocumentError::Schema { .. }) => Err(error.into()),
                    _ => Ok(Self::from_replay(&Replay::from_json(text)?)?),
                }
            }
            _ => Self::read(text),
        }
    }
}
