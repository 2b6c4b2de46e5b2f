//! Games that are played move by move, as documents: what a door needs to let a person play.
//!
//! [`open`] starts a game from its settings, [`load`] continues a saved one. A [`PlayedGame`] is a
//! [`Session`] of any game: moves come in and states go out as JSON.

mod battleship;
mod game2048;
mod match3;

use anyhow::anyhow;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tilewright_draw::{Animation, Format, Picture, export};
use tilewright_grid::{Seed, Watch, in_plain_words};
use tilewright_play::Session;

use crate::read::nearest;
use crate::{Hint, Host, Refusal, Refuse as _};

pub use battleship::BattleshipSettings;
pub use game2048::TilesSettings;

/// The games that can be played, in the order in which help lists them.
pub const PLAYED: [&str; 3] = ["match3", "2048", "battleship"];

/// The largest saved game that is read, in bytes: 64 MiB.
pub const MAX_SAVED: usize = 1 << 26;

/// A game that somebody plays.
pub trait PlayedGame: Send {
    /// Where the game stands.
    ///
    /// # Errors
    /// If a number is not finite.
    fn position(&self) -> serde_json::Result<Position>;

    /// Makes a move, and returns its events in their order.
    ///
    /// # Errors
    /// If the move is not legal; then nothing has changed.
    fn play(&mut self, made: Value) -> Result<Vec<Value>, Refusal>;

    /// Takes the last move back. Returns whether there was one.
    fn undo(&mut self) -> bool;

    /// The move that a player would make; without a name, the usual player of the game. `None` if
    /// the game is over. The host receives the progress, and can stop the player.
    ///
    /// # Errors
    /// If there is no such player.
    fn hint(
        &self,
        player: Option<&str>,
        host: &dyn Host,
    ) -> Result<Option<Value>, Refusal>;

    /// What the person may know beyond the position: in Battleship, for every cell the probability
    /// that a ship occupies it. `None` for games without such knowledge, or if the host stopped it.
    ///
    /// # Errors
    /// If a number is not finite.
    fn outlook(&mut self, host: &dyn Host) -> Result<Option<Value>, Refusal> {
        let _ = host;
        Ok(None)
    }

    /// The game as a JSON document in one line, which [`load`] reads.
    fn save(&self) -> String;

    /// The position as a picture.
    ///
    /// # Errors
    /// If it cannot be drawn.
    fn picture(&self) -> anyhow::Result<Picture>;

    /// The game from its beginning as an animation; of a long one a part, as its command shows it.
    /// The watch can stop the drawing.
    ///
    /// # Errors
    /// If it cannot be drawn, or the watch stops it.
    fn animation(&self, watch: &dyn Watch) -> anyhow::Result<Animation>;

    /// The position in a few words, such as `score 1,204, largest tile 128`.
    fn headline(&self) -> String;
}

/// A game in a format of pictures, `svg`, `png`, `gif` or `apng`: the position, or the game as an
/// animation.
///
/// # Errors
/// If there is no such format, it cannot be drawn, or the watch stops it.
pub fn draw(
    played: &dyn PlayedGame,
    format: &str,
    watch: &dyn Watch,
) -> Result<Vec<u8>, Refusal> {
    let format = Format::from_path(format!("game.{format}").as_ref())?;
    let moving = matches!(format, Format::Gif | Format::Apng);
    let moving = moving.then(|| played.animation(watch)).transpose()?;
    Ok(export(&played.picture()?, moving.as_ref(), format, watch)?)
}

/// Where a game stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// The state, as far as the person may know it.
    pub state: Value,
    /// All legal moves; none if the game is over.
    pub moves: Vec<Value>,
    /// The number of moves made.
    pub made: u32,
    /// Whether the game is over.
    pub over: bool,
}

/// A game as a page sees it.
#[derive(Clone, Debug, Serialize)]
pub struct PositionView {
    /// Where it stands.
    #[serde(flatten)]
    pub position: Position,
    /// That in a few words.
    pub headline: String,
    /// The events of the move that led there, if one was made now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events: Option<Vec<Value>>,
}

impl PositionView {
    /// A game, after a move with its events.
    ///
    /// # Errors
    /// If a number is not finite.
    pub fn of(
        played: &dyn PlayedGame,
        events: Option<Vec<Value>>,
    ) -> serde_json::Result<Self> {
        Ok(Self { position: played.position()?, headline: played.headline(), events })
    }
}

/// Begins the game that a page asks for: the one that its settings have as text under `saved`, else a new one, with
/// this seed if they have none.
///
/// # Errors
/// As [`load`] and [`open`].
pub fn begin(
    game: &str,
    mut settings: Map<String, Value>,
    seed: Seed,
    host: &dyn Host,
) -> Result<Box<dyn PlayedGame>, Refusal> {
    match settings.remove("saved") {
        Some(Value::String(saved)) => load(game, &saved),
        Some(_) => Err(anyhow!("`saved` is not a text").into()),
        None => {
            settings.entry("seed").or_insert_with(|| seed.0.into());
            open(game, settings, host)
        }
    }
}

/// Starts a game. The settings are those of [`TilesSettings`], [`BattleshipSettings`], or for match-3
/// the request of [`match3::PlayRequest`](crate::match3::PlayRequest). A seed that is missing is 0: a door chooses
/// one before.
///
/// ```
/// use serde_json::{Map, json};
/// use tilewright_tasks::{Host, sessions};
///
/// struct Quiet;
/// impl Host for Quiet {}
///
/// let mut game = sessions::open("2048", Map::new(), &Quiet).ok().unwrap();
/// let hint = game.hint(Some("greedy"), &Quiet).ok().flatten().unwrap();
/// assert!(game.position().unwrap().moves.contains(&hint));
/// let events = game.play(hint).ok().unwrap();
/// assert_eq!(events.last().unwrap()["event"], "spawned");
/// let again = sessions::load("2048", &game.save()).ok().unwrap();
/// assert_eq!(again.position().unwrap(), game.position().unwrap());
/// assert!(game.play(json!("sideways")).is_err());
/// ```
///
/// # Errors
/// If there is no such game, or the settings are invalid.
pub fn open(
    game: &str,
    settings: Map<String, Value>,
    host: &dyn Host,
) -> Result<Box<dyn PlayedGame>, Refusal> {
    match game {
        "match3" => match3::open(settings, host),
        "2048" => game2048::open(settings),
        "battleship" => battleship::open(settings, host),
        _ => Err(unknown(game)),
    }
}

/// Continues a game that [`PlayedGame::save`] wrote.
///
/// # Errors
/// If there is no such game, or the text is damaged or of another game.
pub fn load(game: &str, saved: &str) -> Result<Box<dyn PlayedGame>, Refusal> {
    if saved.len() > MAX_SAVED {
        let error = anyhow!("the saved game is larger than {MAX_SAVED} bytes, the limit");
        return Err(error.into());
    }
    match game {
        "match3" => match3::load(saved),
        "2048" => game2048::load(saved),
        "battleship" => battleship::load(saved),
        _ => Err(unknown(game)),
    }
}

fn unknown(game: &str) -> Refusal {
    let hint = nearest(game, PLAYED.into_iter()).map_or_else(
        || format!("games: {}", PLAYED.join(", ")),
        |it| format!("did you mean `{it}`?"),
    );
    let error = anyhow!("unknown game `{game}`");
    Refusal { error, hint: Some(Hint(hint)), key: None }
}

/// The position of a session.
fn position<S: Session>(session: &S, made: u32) -> serde_json::Result<Position> {
    let moves = session.moves();
    Ok(Position {
        state: serde_json::to_value(session.state())?,
        moves: moves.iter().map(serde_json::to_value).collect::<Result<_, _>>()?,
        made,
        over: session.is_over(),
    })
}

/// Makes a move that comes as JSON.
fn play<S: Session>(session: &mut S, made: Value) -> Result<Vec<Value>, Refusal> {
    let made: S::Move = serde_json::from_value(made)
        .map_err(|error| anyhow!("this is not a move: {}", in_plain_words(&error)))
        .hint("the position lists the legal moves")?;
    let events = session.play(made)?;
    Ok(events.iter().map(serde_json::to_value).collect::<Result<_, _>>()?)
}

/// A value by its name, such as a player.
fn named<T: std::str::FromStr<Err: std::fmt::Display>>(word: &str) -> Result<T, Refusal> {
    word.parse().map_err(|error: T::Err| Refusal::at("player", anyhow!("{error}")))
}

#[cfg(test)]
mod tests;
