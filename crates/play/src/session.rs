//! A game that a person or an agent plays move by move.

use std::error::Error;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// An error with a word for programs: they look at the [code](ErrorCode::code), and people read the message.
pub trait ErrorCode: Error + Send + Sync + 'static {
    /// The reason in lower case with hyphens, such as `not-neighbors`; that of an error that says more by its data stays the
    /// same.
    fn code(&self) -> &'static str;
}

/// A game in progress. Every game has the same methods: state, legal moves, play, undo, hint,
/// save and load. States, moves and events can be written as JSON; cells are `[row, column]`
/// from 0.
///
/// A function for any session:
///
/// ```
/// use tilewright_play::Session;
///
/// /// Always plays the first legal move. Returns the number of moves until the game is over.
/// fn play_first_moves<S: Session>(session: &mut S) -> Result<u32, S::PlayError> {
///     let mut made = 0;
///     while let Some(first) = session.moves().into_iter().next() {
///         session.play(first)?;
///         made += 1;
///     }
///     Ok(made)
/// }
/// ```
///
/// A session of a game of your own: take one to three stones; taking the last one wins.
///
/// ```
/// use std::fmt;
/// use tilewright_play::{ErrorCode, Session};
///
/// #[derive(Default)]
/// struct Nim {
///     taken: Vec<u32>,
/// }
///
/// #[derive(Debug)]
/// struct Illegal;
/// impl fmt::Display for Illegal {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         f.write_str("expected 1 to 3 stones, and no more than there are")
///     }
/// }
/// impl std::error::Error for Illegal {}
/// impl ErrorCode for Illegal {
///     fn code(&self) -> &'static str {
///         "illegal"
///     }
/// }
///
/// impl Session for Nim {
///     type State = u32;
///     type Move = u32;
///     type Event = String;
///     type Player<'a> = fn(u32) -> u32;
///     type PlayError = Illegal;
///     type LoadError = Illegal;
///
///     fn state(&self) -> u32 {
///         21 - self.taken.iter().sum::<u32>()
///     }
///     fn moves(&self) -> Vec<u32> {
///         (1..=self.state().min(3)).collect()
///     }
///     fn is_over(&self) -> bool {
///         self.state() == 0
///     }
///     fn play(&mut self, taken: u32) -> Result<Vec<String>, Illegal> {
///         if !self.moves().contains(&taken) {
///             return Err(Illegal);
///         }
///         self.taken.push(taken);
///         Ok(vec![format!("{} stones are left", self.state())])
///     }
///     fn undo(&mut self) -> bool {
///         self.taken.pop().is_some()
///     }
///     fn hint(&self, player: fn(u32) -> u32) -> Option<u32> {
///         Some(player(self.state())).filter(|taken| self.moves().contains(taken))
///     }
///     fn save(&self) -> String {
///         serde_json::to_string(&self.taken).expect("numbers can be written")
///     }
///     fn load(text: &str) -> Result<Self, Illegal> {
///         let mut nim = Self::default();
///         let taken: Vec<u32> = serde_json::from_str(text).map_err(|_| Illegal)?;
///         for taken in taken {
///             nim.play(taken)?;
///         }
///         Ok(nim)
///     }
/// }
///
/// let mut nim = Nim::default();
/// assert_eq!(nim.play(2)?, ["19 stones are left"]);
/// // Leave a multiple of four, and you win.
/// assert_eq!(nim.hint(|stones| stones % 4), Some(3));
/// assert_eq!(Nim::load(&nim.save()).map(|nim| nim.state()).ok(), Some(19));
/// assert!(nim.undo() && !nim.undo());
/// # Ok::<(), Illegal>(())
/// ```
pub trait Session: Sized {
    /// The state of the game, as far as the player may know it.
    type State: Serialize;
    /// A move.
    type Move: Serialize + DeserializeOwned;
    /// An effect of a move.
    type Event: Serialize;
    /// A player that gives hints.
    type Player<'a>;
    /// Why a move cannot be made.
    type PlayError: ErrorCode;
    /// Why a saved game cannot be loaded.
    type LoadError: Error + Send + Sync + 'static;

    /// The current state.
    fn state(&self) -> Self::State;

    /// All legal moves, in an order that depends on the state only; none if the game is over.
    fn moves(&self) -> Vec<Self::Move>;

    /// Whether the game is over.
    fn is_over(&self) -> bool;

    /// Makes a move. Returns its effects in order.
    ///
    /// # Errors
    /// If the move is not legal; then nothing has changed.
    fn play(&mut self, made: Self::Move) -> Result<Vec<Self::Event>, Self::PlayError>;

    /// Undoes the last move with all its effects. Returns whether there was one. The same move
    /// made again has the same effects.
    fn undo(&mut self) -> bool;

    /// The move that a player would make, one of [`moves`](Self::moves). `None` if the game is
    /// over or the player chooses no legal move. A player that draws random numbers gives the
    /// same hint in the same state, and asking it does not change the game.
    fn hint(&self, player: Self::Player<'_>) -> Option<Self::Move>;

    /// The game as a JSON document in one line, which [`load`](Self::load) reads.
    fn save(&self) -> String;

    /// Loads a game that [`save`](Self::save) wrote, and checks it like any input.
    ///
    /// # Errors
    /// If the text is not such a document, or it was damaged or changed.
    fn load(text: &str) -> Result<Self, Self::LoadError>;
}
