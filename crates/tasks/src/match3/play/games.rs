//! The games of a level, which are kept when they are finished.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use tilewright_grid::{Estimate, Seed, checksum};
use tilewright_match3::{Chance, Outcome, Replay, Rules, SkilledBot, Statistics, play};
use tilewright_match3_design::Difficulty;

use super::super::bot_results::{BotResults, Breadth};
use super::super::difficulty;
use super::request::PlayRequest;
use crate::items::Items;
use crate::{Event, Host, HostWatch, Refusal};

/// The number of games between two checks of the precision: a batch is played in vain at most, and
/// each check is another chance to end by luck.
const BATCH: u32 = 256;

/// The games of a request.
pub(super) struct GameBatch<'a> {
    pub(super) request: &'a PlayRequest,
    pub(super) rules: &'a Rules,
    pub(super) bot: SkilledBot,
    /// The swaps after which a game ends.
    pub(super) most: u32,
    pub(super) seed: Seed,
}

/// The kept outcome of a game: swaps, whether it was won, reshuffles, cascades, score, whether its cascades did
/// not end, whether a timer ended it.
#[derive(Serialize, Deserialize)]
struct GameOutcome(u32, bool, u32, u32, u64, bool, bool);

impl From<&Outcome> for GameOutcome {
    fn from(outcome: &Outcome) -> Self {
        let Outcome { swaps, is_won, reshuffles, cascades, score, .. } = *outcome;
        let ends = [outcome.is_endless, outcome.is_timed_out];
        Self(swaps, is_won, reshuffles, cascades, score, ends[0], ends[1])
    }
}

impl From<&GameOutcome> for Outcome {
    fn from(row: &GameOutcome) -> Self {
        let &GameOutcome(swaps, is_won, reshuffles, cascades, score, ..) = row;
        let (is_endless, is_timed_out) = (row.5, row.6);
        Self { swaps, is_won, reshuffles, cascades, score, is_endless, is_timed_out }
    }
}

impl GameBatch<'_> {
    /// The game that is recorded or drawn as an animation.
    pub(super) fn record(&self, host: &dyn Host) -> Option<Replay> {
        if host.extension("record").is_none() && !host.draws_animation() {
            return None;
        }
        host.tell(Event::Begun { doing: "recording the game", steps: None });
        let (bot, game) = (self.bot, self.request.game.get());
        let (rules, watch) = (self.rules, &HostWatch(host));
        let (replay, _) = Replay::record(rules, bot, self.most, game, self.seed, watch);
        host.tell(Event::Ended);
        Some(replay)
    }

    /// The games of other bots beside this number of games.
    pub(super) fn others(&self, games: u32, host: &dyn Host) -> Option<BotResults> {
        let bot = (self.bot, Breadth::One);
        BotResults::of(self.rules, bot, (self.most, games), self.seed, host)
    }

    /// Plays the games. Returns the outcomes, and whether none is missing.
    pub(super) fn play(&self, host: &dyn Host) -> Result<(Vec<Outcome>, bool), Refusal> {
        let games = self.request.games();
        let inputs = checksum(self.rules.level().to_json().as_bytes());
        let is_possible = |_, row: &GameOutcome| row.0 <= self.most;
        let mut items = Items::open(host, inputs, games.into(), is_possible)?;
        let steps = Some(games.into());
        host.tell(Event::Begun { doing: "playing", steps });
        let enough = self.fill(&mut items, host)?.unwrap_or(games);
        host.tell(Event::Ended);
        let outcomes = known(&items, enough);
        let is_whole = outcomes.len() == enough as usize;
        Ok((outcomes, is_whole))
    }

    /// Plays the missing games, batch by batch. Returns the number of games that are enough; none if
    /// stopped.
    fn fill(
        &self,
        items: &mut Items<'_, GameOutcome>,
        host: &dyn Host,
    ) -> Result<Option<u32>, Refusal> {
        let (games, missing) = (self.request.games(), items.missing());
        let (mut played, mut due) = (0, BATCH);
        while played < games {
            let batch = played..games.min(played.saturating_add(BATCH));
            played = batch.end;
            for range in missing.iter().filter_map(|range| overlap(range, &batch)) {
                let (first, count) = (u64::from(range.start), range.len());
                let Self { rules, bot, most, seed, .. } = *self;
                let found = play(rules, &bot, most, range, seed, &HostWatch(host));
                let flow = items.add(first, found.iter().map(GameOutcome::from))?;
                if flow.is_break() || found.len() < count {
                    return Ok(None);
                }
            }

            if played >= due && self.request.precision.is_some() {
                // The next check follows after a quarter more games.
                due = played + played / 4;
                if self.is_known(&known(items, played)) {
                    break;
                }
            }
        }

        Ok(Some(played))
    }

    /// The move limit with which no game is lost, by fresh games.
    pub(super) fn limit_without_loss(
        &self,
        played: &Statistics,
        host: &dyn Host,
    ) -> Option<Chance> {
        let Self { rules, bot, most, seed, .. } = *self;
        let moves = difficulty::limit_without_loss(rules, played, bot, most, seed, host)?;
        let games = u64::from(Difficulty::GAMES_WITHOUT_LOSS);
        Some(Chance { moves, win_rate: Estimate::of_share(games, games) })
    }

    /// Whether the precision is reached: of the win rate if there is a move limit, else of the mean swaps.
    fn is_known(&self, outcomes: &[Outcome]) -> bool {
        let statistics = Statistics::of(outcomes, self.most);
        let width = if self.rules.level().moves.is_some() {
            statistics.win_rate.half_width()
        } else {
            statistics.uncertainty()
        };
        self.request.precision.is_some_and(|share| width <= share.get())
    }
}

/// The known outcomes of the first games.
fn known(items: &Items<'_, GameOutcome>, games: u32) -> Vec<Outcome> {
    items.of(0..games.into()).map(|(_, row)| row.into()).collect()
}

/// The intersection of a batch and a range.
fn overlap(range: &Range<u64>, batch: &Range<u32>) -> Option<Range<u32>> {
    let start = range.start.max(batch.start.into()) as u32;
    let end = range.end.min(batch.end.into()) as u32;
    (start < end).then_some(start..end)
}
