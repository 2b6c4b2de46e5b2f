//! The bot that measures the levels of a request.

use serde_json::{Value, json};
use tilewright_match3::{Goal, SkilledBot, Strategy, judge};
use tilewright_match3_design::Guide;

use crate::{Event, Host, TextValue};

/// The names of all bots.
pub(super) fn bots() -> Value {
    json!({ "Bots": Strategy::ALL.map(Strategy::key) })
}

/// The bot that plays: the one that the request asks for, else the one that the level or its template names,
/// else the [`judge`] of the goal. Every task that measures levels asks here.
pub(super) fn bot_for(
    asked: Option<TextValue<SkilledBot>>,
    named: Option<SkilledBot>,
    goal: &Goal,
) -> SkilledBot {
    asked.map(|bot| bot.0).or(named).unwrap_or_else(|| judge(goal))
}

/// Says what a search does if no built-in model was fitted to such levels and this bot.
pub(super) fn note_of_model(guide: &Guide, bot: SkilledBot, host: &dyn Host) {
    if !guide.is_exact() {
        let note = format!(
            "no built-in model knows such levels for the bot {bot}: games correct an estimate, and prove the result"
        );
        host.tell(Event::Note(&note));
    }
}
