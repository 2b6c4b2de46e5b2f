//! What a player feels in the games of a level with a move limit, beside how often they are won.

use serde::Serialize;
use serde_with::skip_serializing_none;
use tilewright_match3::{Level, Outcome, Trace, play_traced};

use super::super::bot_results::BotResults;
use super::super::percent::whole_percent;
use super::games::GameBatch;
use crate::{Host, HostWatch};

/// The most games that count: a share is known within 7 points.
const GAMES: u32 = 200;
/// The share of the goal that is left of a game that was nearly won.
const NEAR: f64 = 0.1;
/// The moves that games sell, and what they are worth here.
const EXTRA: u32 = 5;
/// The shares of won games that reach one, two and three stars.
const STARS: [f64; 3] = [0.8, 0.5, 0.2];

/// What a player feels.
#[skip_serializing_none]
#[derive(Debug, Serialize)]
pub(super) struct Felt {
    games: u32,
    /// The mean attempts until a game is won, and the number within which nine of ten win: every attempt of a bot is alike.
    attempts: Option<f64>,
    attempts_p90: Option<u32>,
    /// The mean moves to spare of won games.
    spare_moves: Option<f64>,
    /// The mean share of the goal that is left of lost games, and the share of lost games with at most a tenth left.
    goal_left: Option<f64>,
    near_misses: Option<f64>,
    /// The parts of the goal, and the share of lost games in which something of them was left, the most first.
    unfinished: Vec<PartShare>,
    /// The share of games that ended on a board without moves.
    dead_boards: f64,
    /// How much more is won with five moves more.
    extra_moves_worth: f64,
    /// The share of what decides a game that is not who plays it, from the novice to the expert.
    luck: Option<f64>,
    /// The scores of one, two and three stars: those that 80 %, 50 % and 20 % of the won games reach.
    stars: Option<[u64; 3]>,
}

/// A part of a goal.
#[derive(Debug, Serialize)]
struct PartShare {
    part: String,
    share: f64,
}

impl Felt {
    /// Of the first games of a batch, played on beyond the limit; none without a limit, or if stopped.
    pub(super) fn of(
        batch: &GameBatch<'_>,
        outcomes: &[Outcome],
        others: Option<&BotResults>,
        host: &dyn Host,
    ) -> Option<Self> {
        let limit = batch.rules.level().moves.filter(|&limit| limit <= batch.most)?;
        let games = GAMES.min(outcomes.len() as u32);
        let (most, watch) = (limit.saturating_add(EXTRA), &HostWatch(host));
        let traces =
            play_traced(batch.rules, &batch.bot, most, 0..games, batch.seed, watch);
        if games == 0 || traces.len() < games as usize {
            return None;
        }

        let is_won = |it: &Outcome| it.is_won && it.swaps <= limit;
        let (won, lost): (Vec<&Trace>, Vec<_>) =
            traces.iter().partition(|it| is_won(&it.outcome));
        let mean = |values: Vec<f64>| {
            let count = values.len() as f64;
            (count > 0.0).then(|| values.into_iter().sum::<f64>() / count)
        };
        let left: Vec<f64> = lost.iter().map(|it| it.share_left(limit)).collect();
        let near = left.iter().map(|&left| f64::from(u8::from(left <= NEAR)));
        let count = f64::from(games);
        let rate = outcomes.iter().filter(|it| is_won(it)).count() as f64
            / outcomes.len() as f64;
        let later = traces.iter().filter(|it| it.outcome.is_won).count() as f64;
        let is_dead = |it: &&Outcome| {
            !it.is_won && it.swaps < batch.most && !it.is_endless && !it.is_timed_out
        };
        let dead = outcomes.iter().filter(is_dead).count() as f64;

        Some(Self {
            games,
            attempts: (rate > 0.0).then(|| 1.0 / rate),
            attempts_p90: attempts_p90(rate),
            spare_moves: mean(
                won.iter().map(|it| f64::from(limit - it.outcome.swaps)).collect(),
            ),
            near_misses: mean(near.collect()),
            goal_left: mean(left),
            unfinished: unfinished(batch.rules.level(), &traces),
            dead_boards: dead / outcomes.len() as f64,
            extra_moves_worth: (later - won.len() as f64) / count,
            luck: others.and_then(BotResults::luck),
            stars: stars(&won),
        })
    }

    /// The same in lines.
    pub(super) fn lines(&self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        if let (Some(mean), Some(p90)) = (self.attempts, self.attempts_p90) {
            lines.push(format!(
                "attempts    {mean:.1} on average until won, nine of ten within {p90}, of a player like the bot"
            ));
        }
        let spare =
            self.spare_moves.map(|spare| format!("{spare:.1} {word}s to spare when won"));
        let left = self.goal_left.zip(self.near_misses).map(|(left, near)| {
            let [left, near] = [left, near].map(whole_percent);
            format!("{left} % of the goal left when lost, a tenth at most in {near} % of the losses")
        });
        let ends: Vec<_> = spare.into_iter().chain(left).collect();
        if !ends.is_empty() {
            lines.push(format!("ends        {}", ends.join("; ")));
        }
        // Where the goal has one part, it is the one that is missing.
        if self.unfinished.len() > 1 && self.goal_left.is_some() {
            let of =
                |it: &PartShare| format!("{} {} %", it.part, whole_percent(it.share));
            let parts: Vec<_> = self.unfinished.iter().map(of).collect();
            lines.push(format!("missing     {} of the losses", parts.join(", ")));
        }
        lines.push(format!(
            "5 more      {:+.0} percentage points won with 5 {word}s more",
            100.0 * self.extra_moves_worth
        ));
        if let Some(luck) = self.luck {
            lines.push(format!(
                "luck        {} % of what decides a game, the rest who plays it, novice to expert",
                whole_percent(luck)
            ));
        }
        if let Some([one, two, three]) = self.stars {
            lines.push(format!(
                "stars       {one}, {two}, {three} points for 80 %, 50 %, 20 % of the won games"
            ));
        }
        lines
    }
}

/// The attempts within which nine of ten win, if all are alike; none if too few are won.
fn attempts_p90(rate: f64) -> Option<u32> {
    let mut lost = 1.0;
    (1..=1000).find(|_| {
        lost *= 1.0 - rate;
        lost <= 0.1 + 1e-9
    })
}

/// The parts of the goal by how often something of them was left in games that were not won.
fn unfinished(level: &Level, traces: &[Trace]) -> Vec<PartShare> {
    let lost: Vec<&Trace> = traces.iter().filter(|it| !it.outcome.is_won).collect();
    let Some(first) = lost.first() else { return Vec::new() };
    let parts = first.parts.iter().enumerate().map(|(at, &(part, _))| {
        let left = lost.iter().filter(|it| it.parts[at].1 > 0).count();
        PartShare { part: level.part_words(part), share: left as f64 / lost.len() as f64 }
    });
    let mut parts: Vec<PartShare> = parts.collect();
    parts.sort_by(|a, b| b.share.total_cmp(&a.share));
    parts
}

/// The scores of the stars; none without a won game.
fn stars(won: &[&Trace]) -> Option<[u64; 3]> {
    let mut scores: Vec<u64> = won.iter().map(|it| it.outcome.score).collect();
    scores.sort_unstable_by(|a, b| b.cmp(a));
    let last = scores.len().checked_sub(1)?;
    Some(STARS.map(|share| scores[((share * scores.len() as f64) as usize).min(last)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_of_ten_win_within_as_many_attempts() {
        assert_eq!(attempts_p90(0.9), Some(1));
        assert_eq!(attempts_p90(0.5), Some(4));
        assert_eq!(attempts_p90(0.0), None);
    }
}
