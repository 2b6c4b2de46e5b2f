//! Games that are played: calls and answers are JSON.

use serde_json::{Map, Value, json};
use tilewright_grid::Seed;
use tilewright_tasks::Host;
use tilewright_tasks::sessions::{self, PlayedGame};

use crate::status::Failure;

/// A game, and its last answer, which a caller whose buffer was too short reads again.
pub(crate) struct HeldGame {
    played: Box<dyn PlayedGame>,
    pub(crate) said: Vec<u8>,
}

/// A host without files: a game's level stands in its settings.
struct QuietHost;

impl Host for QuietHost {}

impl HeldGame {
    /// Begins the game of a name with its settings, a JSON object; empty for the usual ones.
    pub(crate) fn open(game: &str, settings: &str) -> Result<Self, Failure> {
        let settings: Map<String, Value> = if settings.is_empty() {
            Map::new()
        } else {
            serde_json::from_str(settings)
                .map_err(|error| Failure::argument(format!("settings: {error}")))?
        };
        let played = sessions::begin(game, settings, Seed(0), &QuietHost)?;
        Ok(Self { played, said: Vec::new() })
    }

    /// Answers a call: a verb, and its argument as JSON, which may be empty.
    pub(crate) fn ask(&mut self, verb: &str, argument: &str) -> Result<(), Failure> {
        let given = match argument {
            "" => Value::Null,
            text => serde_json::from_str(text)
                .map_err(|error| Failure::argument(format!("argument: {error}")))?,
        };
        let played = &mut self.played;
        let document = match verb {
            "position" => json!(played.position().map_err(wrong)?),
            "play" => json!(played.play(given)?),
            "undo" => json!(played.undo()),
            "hint" => json!(played.hint(given.as_str(), &QuietHost)?),
            "outlook" => json!(played.outlook(&QuietHost)?),
            "save" => {
                self.said = played.save().into_bytes();
                return Ok(());
            }
            _ => {
                return Err(Failure::argument(format!(
                    "verb is `{verb}`, expected position, play, undo, hint, outlook or save"
                )));
            }
        };
        self.said = document.to_string().into_bytes();
        Ok(())
    }
}

fn wrong(error: serde_json::Error) -> Failure {
    Failure::from(tilewright_tasks::Refusal::from(error))
}
