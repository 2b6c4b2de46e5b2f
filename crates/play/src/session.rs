//! A game that a person or an agent plays, move by move.

use std::error::Error;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A game under way, the same verbs in every game: how it stands, which moves there are, a move
/// and what it sets off; moves can be taken back, and the game can be saved.
///
/// States, moves and events have a form in JSON, so any door can carry them; cells are
/// `[row, column]` from 0.
///
/// ```
/// use tilewright_play::Session;
///
/// /// Plays the first move there is, to the end, and says how many moves that took.
/// fn first_moves<S: Session>(session: &mut S) -> Result<u32, S::PlayError> {
///     let mut made = 0;
///     while let Some(first) = session.moves().into_iter().next() {
///         session.play(first)?;
///         made += 1;
///     }
///     Ok(made)
/// }
/// ```
pub trait Session: Sized {
    /// How the game stands, as far as the one who plays may know.
    type State: Serialize;
    /// A move.
    type Move: Serialize + DeserializeOwned;
    /// Something that a move sets off.
    type Event: Serialize;
    /// A player that gives hints.
    type Player<'a>;
    /// Why a move cannot be made.
    type PlayError: Error + Send + Sync + 'static;
    /// Why a saved game cannot be loaded.
    type LoadError: Error + Send + Sync + 'static;

    /// How the game stands.
    fn state(&self) -> Self::State;

    /// All legal moves, always in the same order; none when the game is over.
    fn moves(&self) -> Vec<Self::Move>;

    /// Whether no move can be made any more.
    fn is_over(&self) -> bool;

    /// Makes a move. Returns what it sets off, in order.
    ///
    /// # Errors
    /// When the move is not legal; then nothing has changed.
    fn play(&mut self, made: Self::Move) -> Result<Vec<Self::Event>, Self::PlayError>;

    /// Takes the last move back, with everything that it set off. Returns whether there was one.
    /// The same move made again sets off the same.
    fn undo(&mut self) -> bool;

    /// The move that a player would make, one of [`moves`](Self::moves); none when the game is
    /// over, or the player names no legal move. A player that draws at random draws the same
    /// whenever it is asked about the same state, and its draws change nothing in the game.
    fn hint(&self, player: Self::Player<'_>) -> Option<Self::Move>;

    /// The game as a JSON document on a line of its own, from which it can be continued.
    fn save(&self) -> String;

    /// Loads what [`save`](Self::save) wrote: the game is played again, and everything that
    /// comes out is compared.
    ///
    /// # Errors
    /// When the text is not such a document, or it was damaged or altered.
    fn load(text: &str) -> Result<Self, Self::LoadError>;
}
