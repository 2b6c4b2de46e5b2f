//! A game with undo, hints, saving and a best score.

use std::collections::VecDeque;
use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, Heading};

use crate::board::tile;
use crate::{Board, BoardError, Game, MoveError, Player, SavedError, Setup, move_name};

/// A game with undo, hints and saving, which take the same time at every move. A setup has many games; the game with number *i* has the
/// same tiles as game *i* of [`play`](crate::play()).
///
/// ```
/// use tilewright_2048::{GreedyPlayer, Session, Setup};
/// use tilewright_grid::{Seed, Size};
/// use tilewright_play::Session as _;
///
/// let setup = Setup::new(Size::new(4, 4), Seed(1));
/// let mut session = Session::new(setup, 0)?;
/// let start = session.state();
/// let hint = session.hint(&mut GreedyPlayer).expect("the game has just begun");
/// assert!(session.moves().contains(&hint));
/// let events = session.play(hint)?;
/// assert!(!events.is_empty());
/// let again = Session::load(&session.save())?;
/// assert_eq!(again.state(), session.state());
/// assert!(session.undo());
/// assert_eq!(session.state(), start);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    setup: Setup,
    number: u32,
    game: Game,
    /// The games before the last moves, the last one at the back.
    past: VecDeque<(Game, Heading)>,
    depth: usize,
    best: u64,
}

/// The number of moves that can be taken back, unless [`Session::set_undo_depth`] says otherwise.
pub const UNDO_DEPTH: usize = 64;

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The board.
    pub board: Board,
    /// The score: the sum of all tiles made by merging.
    pub score: u64,
    /// The number of moves made.
    pub moves_made: u32,
    /// The largest tile.
    pub largest: u32,
    /// Whether the game is over: no move is legal.
    pub over: bool,
}

/// A move: the direction in which all tiles slide. As text and in JSON it is `up`, `right`, `down`
/// or `left`.
///
/// ```
/// use tilewright_2048::Move;
/// use tilewright_grid::Heading;
///
/// assert_eq!("left".parse(), Ok(Move(Heading::West)));
/// assert_eq!(Move(Heading::North).to_string(), "up");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "&str", try_from = "String")]
pub struct Move(pub Heading);

/// A text that is not the name of a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected up, right, down or left, found {0:?}")]
pub struct UnknownMove(pub String);

/// A part of what a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// A tile slid to another cell.
    Slid {
        /// The tile.
        tile: u32,
        /// The cell in which it was.
        from: Cell,
        /// The cell to which it slid.
        to: Cell,
    },
    /// Two equal tiles merged into one, which scores its value.
    Joined {
        /// The merged tile.
        tile: u32,
        /// Its cell.
        cell: Cell,
    },
    /// A new tile appeared.
    Spawned {
        /// The tile.
        tile: u32,
        /// Its cell.
        cell: Cell,
    },
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(move_name(self.0))
    }
}

impl FromStr for Move {
    type Err = UnknownMove;

    fn from_str(text: &str) -> Result<Self, UnknownMove> {
        let found = Heading::ALL.into_iter().find(|&heading| move_name(heading) == text);
        found.map(Self).ok_or_else(|| UnknownMove(text.to_owned()))
    }
}

impl From<Move> for &'static str {
    fn from(made: Move) -> Self {
        move_name(made.0)
    }
}

impl TryFrom<String> for Move {
    type Error = UnknownMove;

    fn try_from(text: String) -> Result<Self, UnknownMove> {
        text.parse()
    }
}

impl Session {
    /// Starts the game with that number.
    ///
    /// # Errors
    /// If the setup's board size is not supported.
    pub fn new(setup: Setup, number: u32) -> Result<Self, BoardError> {
        let seed = setup.seed.child(u64::from(number)).child(0);
        let game = Game::new(&setup, seed)?;
        Ok(Self::at(setup, number, game))
    }

    /// A game that stands so, without moves to take back.
    pub(crate) const fn at(setup: Setup, number: u32, game: Game) -> Self {
        Self { setup, number, game, past: VecDeque::new(), depth: UNDO_DEPTH, best: 0 }
    }

    /// Sets how many moves can be taken back; of those that were made, as many as are still known. `usize::MAX` keeps
    /// them all, and saves them: such a document proves the game from its first tile, and grows by a byte a move.
    pub fn set_undo_depth(&mut self, depth: usize) {
        self.depth = depth;
        self.forget();
    }

    /// How many moves can be taken back at most.
    pub const fn undo_depth(&self) -> usize {
        self.depth
    }

    /// Forgets the moves that can be taken back no more.
    fn forget(&mut self) {
        let more = self.past.len().saturating_sub(self.depth);
        self.past.drain(..more);
    }

    /// Raises the best score to that of earlier games, if it is higher.
    #[must_use]
    pub fn with_best(mut self, best: u64) -> Self {
        self.best = self.best.max(best);
        self
    }

    /// The setup of the games.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The number of the game.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The current state of the game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The highest score of this game and of those before, including moves that were undone.
    pub const fn best(&self) -> u64 {
        self.best
    }

    /// The moves that can be taken back: the game before the move, the move, and the game after it.
    pub fn turns(&self) -> impl ExactSizeIterator<Item = (&Game, Heading, &Game)> {
        self.past.iter().enumerate().map(|(index, (before, heading))| {
            let after = self.past.get(index + 1).map_or(&self.game, |(game, _)| game);
            (before, *heading, after)
        })
    }

    /// Starts the next game of the setup.
    pub fn begin_next(&mut self) {
        let next = Self::new(self.setup, self.number.wrapping_add(1));
        let next = next.expect("the size was checked").with_best(self.best);
        *self = Self { depth: self.depth, ..next };
    }

    /// Makes a move and returns whether it is legal.
    pub(crate) fn slide(&mut self, heading: Heading) -> bool {
        let before = self.game.clone();
        let is_legal = self.game.play(heading).is_some();
        if is_legal {
            self.past.push_back((before, heading));
            self.forget();
            self.best = self.best.max(self.game.score());
        }
        is_legal
    }
}

impl tilewright_play::Session for Session {
    type State = State;
    type Move = Move;
    type Event = Event;
    type Player<'a> = &'a mut (dyn Player + 'a);
    type PlayError = MoveError;
    type LoadError = SavedError;

    fn state(&self) -> State {
        let board = self.game.board();
        State {
            board,
            score: self.game.score(),
            moves_made: self.game.moves(),
            largest: board.largest(),
            over: self.is_over(),
        }
    }

    /// The legal moves in the order up, right, down, left.
    fn moves(&self) -> Vec<Move> {
        self.game.board().slides().map(|(heading, _)| Move(heading)).collect()
    }

    fn is_over(&self) -> bool {
        !self.game.board().has_move()
    }

    /// Slides all tiles and adds a new one.
    fn play(&mut self, made: Move) -> Result<Vec<Event>, MoveError> {
        let before = self.game.board();
        if self.slide(made.0) {
            return Ok(events(before, made.0, self.game.board()));
        }
        Err(if self.is_over() { MoveError::Over } else { MoveError::Illegal(made) })
    }

    fn undo(&mut self) -> bool {
        let Some((before, _)) = self.past.pop_back() else { return false };
        self.game = before;
        true
    }

    /// The move that a player makes on this board. The player uses child 2 of the game's seed, so
    /// that hints do not change the tiles of the game.
    fn hint(&self, player: &mut (dyn Player + '_)) -> Option<Move> {
        let board = self.game.board();
        let seed = self.setup.seed.child(u64::from(self.number)).child(2);
        player.begin();
        let choice =
            player.choose(board, &mut seed.child(u64::from(self.game.moves())).rng());
        choice.filter(|&heading| board.slide(heading).is_some()).map(Move)
    }

    /// The game and the moves that can be taken back.
    fn save(&self) -> String {
        self.to_json()
    }

    fn load(text: &str) -> Result<Self, SavedError> {
        Self::from_json(text)
    }
}

/// The events of a move: tiles that slid, merged tiles, and the new tile.
fn events(before: Board, heading: Heading, after: Board) -> Vec<Event> {
    let (size, glides) = (before.size(), before.glides(heading));
    let slid = glides.iter().filter(|glide| glide.from != glide.to);
    let mut events: Vec<Event> = slid
        .map(|glide| Event::Slid {
            tile: tile(glide.code),
            from: size.cell(glide.from),
            to: size.cell(glide.to),
        })
        .collect();

    // Two tiles that merge follow each other; one of them stands for both.
    let joined = glides.iter().filter(|glide| glide.merges).step_by(2);
    events.extend(joined.map(|glide| Event::Joined {
        tile: tile(glide.code + 1),
        cell: size.cell(glide.to),
    }));

    let new =
        |cell: usize| Event::Spawned { tile: after.tile(cell), cell: size.cell(cell) };
    events.extend(after.spawned(&glides).map(new));

    events
}
