//! The bot that measures the levels of a request.

use tilewright_match3::{Goal, SkilledBot, judge};

use crate::Worded;

/// The bot that plays: the one that the request asks for, else the one that the level or its template names,
/// else the [`judge`] of the goal. Every task that measures levels asks here.
pub(super) fn bot_for(
    asked: Option<Worded<SkilledBot>>,
    named: Option<SkilledBot>,
    goal: &Goal,
) -> SkilledBot {
    asked.map(|bot| bot.0).or(named).unwrap_or_else(|| judge(goal))
}
