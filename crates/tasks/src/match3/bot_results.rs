//! What other bots reach in a level that a bot has measured.

use serde::Serialize;
use serde_with::skip_serializing_none;
use tilewright_grid::{Estimate, Seed};
use tilewright_match3::{
    Level, MAX_SWAPS, Rules, SkilledBot, Statistics, Summary, comparisons, play,
};

use crate::answer::counted;
use crate::{Host, HostWatch};

/// The most cells of a board on which slow bots play too: on larger ones a single choice of theirs can take
/// longer than work may before it stops.
const MOST_CELLS: usize = 400;

/// What is said behind the results of the ladder.
const PROGRAMS: &str = "all of them programs, not people";

/// The child of a seed from which the boards of levels are dealt that were made by a search with this seed.
const BOARDS: u64 = u32::MAX as u64 - 1;

/// How many levels are measured: of several, slow bots play none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Breadth {
    One,
    Several,
}

/// What the bots reach that a bot is [compared](comparisons) with: first the strip from random swaps to the planner, then
/// the ladder of players.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub(super) struct BotResults(Vec<BotResult>);

/// What a bot reaches.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize)]
struct BotResult {
    bot: SkilledBot,
    games: u32,
    finished: u32,
    /// Of the finished games.
    swaps: Option<Summary>,
    win_rate: Estimate,
    /// The move limit of the win rate, or the maximum number of swaps of a game.
    limit: u32,
    #[serde(skip)]
    is_limited: bool,
    /// What a move is.
    #[serde(skip)]
    word: &'static str,
}

impl BotResults {
    /// The games of the other bots beside this number of games, on the same boards; none if the host stops them.
    /// A game ends at this number of swaps, or at the move limit of the level.
    pub(super) fn of(
        rules: &Rules,
        (bot, breadth): (SkilledBot, Breadth),
        (most, games): (u32, u32),
        seed: Seed,
        host: &dyn Host,
    ) -> Option<Self> {
        let moves = rules.level().moves;
        let limit = most.min(moves.unwrap_or(u32::MAX));
        let plays_slow =
            breadth == Breadth::One && rules.level().size().area() <= MOST_CELLS;
        let others = comparisons(bot).filter(|other| plays_slow || !other.is_slow());
        let played = others.map(|other| {
            let (bot, asked, watch) = (other.bot, other.games(games), &HostWatch(host));
            let outcomes = play(rules, &bot, limit, 0..asked, seed, watch);
            let played = Statistics::of(&outcomes, limit);
            let Statistics { games, finished, swaps, win_rate, .. } = played;
            let is_limited = moves.is_some();

            (games == asked).then_some(BotResult {
                bot,
                games,
                finished,
                swaps,
                win_rate,
                limit,
                is_limited,
                word: rules.level().rules().move_word(),
            })
        });

        // The iterator is lazy: the games are played as it is collected.
        if games == 0 {
            Some(Self::default())
        } else {
            played.collect::<Option<_>>().map(Self)
        }
    }

    /// The games of the other bots in a level with its goal, beside those that a bot has played.
    pub(super) fn beside(
        played: &Statistics,
        level: &Level,
        bot: (SkilledBot, Breadth),
        seed: Seed,
        host: &dyn Host,
    ) -> Option<Self> {
        let rules = Rules::new(level, level.goal.as_ref()?);
        Self::of(&rules, bot, (MAX_SWAPS, played.games), seed.child(BOARDS), host)
    }

    /// What the bots but the ladder reach, such as `random 8.0 % (95 %: 5.0 to 12.6 %, 200 games)`.
    pub(super) fn described(&self) -> String {
        let (others, _) = self.divided();
        others.iter().map(|it| it.described()).collect::<Vec<_>>().join(", ")
    }

    /// What the ladder reaches, such as `novice 10 %, expert 90 % (50 and 20 games; all of them programs, not people)`.
    pub(super) fn ladder(&self) -> String {
        let (_, ladder) = self.divided();
        let words: Vec<_> = ladder.iter().map(|it| it.brief()).collect();
        let mut games: Vec<_> = ladder.iter().map(|it| it.games).collect();
        games.dedup();
        let last = games.pop().map(|last| counted(u64::from(last), "game"));
        let games: Vec<_> = games.iter().map(ToString::to_string).chain(last).collect();
        let games = games.join(" and ");
        format!("{} ({games}; {PROGRAMS})", words.join(", "))
    }

    /// Those but the ladder, and the ladder.
    fn divided(&self) -> (Vec<&BotResult>, Vec<&BotResult>) {
        self.0.iter().partition(|it| it.bot.strategy().player().is_none())
    }

    /// The share of what decides a game that is not who of the ladder plays it: 1 less the variance of the win rates over the players as a
    /// share of the variance of a game, without what their few games add. None without a move limit or a ladder.
    pub(super) fn luck(&self) -> Option<f64> {
        let (_, ladder) = self.divided();
        let rates: Vec<(f64, f64)> = ladder
            .iter()
            .filter(|it| it.is_limited && it.games > 1)
            .map(|it| (it.win_rate.mean, f64::from(it.games)))
            .collect();
        let count = rates.len() as f64;
        let mean = rates.iter().map(|it| it.0).sum::<f64>() / count;
        let whole = mean * (1.0 - mean);
        if rates.len() < 3 || whole <= 0.0 {
            return None;
        }
        let spread = rates.iter().map(|it| (it.0 - mean).powi(2)).sum::<f64>() / count;
        let noise = rates.iter().map(|(rate, games)| rate * (1.0 - rate) / (games - 1.0));
        let noise = noise.sum::<f64>() / count;
        Some((1.0 - (spread - noise).max(0.0) / whole).clamp(0.0, 1.0))
    }

    /// Whether no game was played.
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The same behind a measure; nothing if there are none.
    pub(super) fn noted(&self) -> String {
        if self.0.is_empty() {
            return String::new();
        }
        format!("; other bots: {}; ladder: {}", self.described(), self.ladder())
    }

    /// The same in a few words, such as `random 8 %, greedy 81 %`.
    pub(super) fn brief(&self) -> String {
        self.0.iter().map(BotResult::brief).collect::<Vec<_>>().join(", ")
    }
}

impl BotResult {
    fn described(&self) -> String {
        let Self { bot, games, finished, swaps, win_rate, is_limited, word, .. } = self;
        let all = counted(u64::from(*games), "game");
        if *is_limited {
            let [low, high] = win_rate.ci95.map(|end| 100.0 * end);
            let mean = 100.0 * win_rate.mean;
            return format!("{bot} {mean:.1} % (95 %: {low:.1} to {high:.1} %, {all})");
        }

        let Some(swaps) = swaps else {
            return format!("{bot} none of {all}");
        };

        let sure = swaps.ci95.map_or_else(String::new, |[low, high]| {
            format!("95 %: {low:.1} to {high:.1}, ")
        });
        let games = if finished < games { format!("{finished} of {all}") } else { all };

        format!("{bot} {:.1} {word}s ({sure}{games})", swaps.mean)
    }

    fn brief(&self) -> String {
        let Self { bot, swaps, win_rate, is_limited, word, .. } = self;
        match swaps {
            _ if *is_limited => format!("{bot} {:.0} %", 100.0 * win_rate.mean),
            Some(swaps) => format!("{bot} {:.1} {word}s", swaps.mean),
            None => format!("{bot} never"),
        }
    }
}
