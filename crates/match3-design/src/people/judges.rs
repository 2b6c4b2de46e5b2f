//! Games of judges: bots of different strength, whose results on a level are the features of a model of people.

use rayon::prelude::*;
use tilewright_grid::{Seed, Watch, det};
use tilewright_match3::{Json, Level, Rules, SkilledBot, Strategy, Trace, play_traced};

/// The judges: random moves, the greedy bot, and the ladder of players.
pub const JUDGES: [Strategy; 7] = [
    Strategy::Random,
    Strategy::Greedy,
    Strategy::Novice,
    Strategy::Beginner,
    Strategy::Regular,
    Strategy::Skilled,
    Strategy::Expert,
];

/// The judges, by their places, whose best games, spare moves and missed goals are features too: those who are most like people.
const CLOSE: [usize; 3] = [3, 4, 5];
/// Those whose best 5 % of games count: the same, and the expert.
const BEST: [usize; 4] = [3, 4, 5, 6];

/// The number of features: the mean of the judges, the distance of each from it and of their mixture, the best games, the spare
/// moves and what was left of the goal.
pub(super) const FEATURES: usize = 2 + JUDGES.len() + BEST.len() + 2 * CLOSE.len();

/// The games of all judges on a level, from which the features at any move limit up to one and a half times its own follow.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgeGames {
    /// The move limit of the level.
    pub limit: u32,
    /// The rules of the level: their name, or `own`.
    pub rules: String,
    judges: Vec<Tally>,
}

/// The games of a judge.
#[derive(Clone, Debug, PartialEq)]
struct Tally {
    games: u32,
    /// The number of games that were won within 0, 1, 2 … moves.
    won: Vec<u32>,
    /// The mean share of the goal that was left after as many moves, of games not won by then; 0 if all were.
    left: Vec<f64>,
}

/// The games of a judge, where this number is asked for: an expert's take twenty times as long as those of others, and are a
/// quarter as many.
const fn games_of(judge: Strategy, games: u32) -> u32 {
    if matches!(judge, Strategy::Expert) { games.div_ceil(4) } else { games }
}

impl JudgeGames {
    /// Plays this number of games of each judge, a quarter of the expert's; none if the level has no goal or no move limit, or
    /// `watch` stops the games.
    ///
    /// ```
    /// use tilewright_grid::Seed;
    /// use tilewright_match3::{Json, Level, Strategy};
    /// use tilewright_match3_design::people::JudgeGames;
    ///
    /// let mut level: Level = ["......"; 6].join("\n").parse()?;
    /// level.goal = Some("collect:15".parse()?);
    /// level.moves = Some(14);
    /// let judges = JudgeGames::play(&level, 100, Seed(1), &()).ok_or("stopped")?;
    /// assert!(judges.win_rate(Strategy::Skilled, 14) > judges.win_rate(Strategy::Random, 14));
    /// assert!(judges.win_rate(Strategy::Skilled, 18) > judges.win_rate(Strategy::Skilled, 12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(
        level: &Level,
        games: u32,
        seed: Seed,
        watch: &dyn Watch,
    ) -> Option<Self> {
        let limit = level.moves?;
        let rules = Rules::new(level, level.goal.as_ref()?);
        let most = limit.saturating_add(limit.div_ceil(2));

        let tally = |(number, judge): (usize, &Strategy)| {
            // Boards of their own for each judge, so that the luck of one is not that of all.
            let seed = seed.child(number as u64);
            let count = games_of(*judge, games);
            let bot = SkilledBot::from(*judge);
            let traces = play_traced(&rules, &bot, most, 0..count, seed, watch);
            (traces.len() == count as usize).then(|| Tally::of(&traces, most))
        };

        let judges: Option<Vec<_>> = JUDGES.par_iter().enumerate().map(tally).collect();
        Some(Self { limit, rules: rules_of(level), judges: judges? })
    }

    /// The share of a judge's games that are won within a number of moves; 0 for a bot that is no judge.
    pub fn win_rate(&self, judge: Strategy, moves: u32) -> f64 {
        let at = JUDGES.iter().position(|&it| it == judge);
        at.map_or(0.0, |at| {
            f64::from(self.judges[at].won_within(moves))
                / f64::from(self.judges[at].games.max(1))
        })
    }

    /// The features at a move limit.
    pub(super) fn features(&self, limit: u32) -> Vec<f64> {
        let logits: Vec<f64> = self.judges.iter().map(|it| it.logit(limit)).collect();
        let mean = logits.iter().sum::<f64>() / logits.len() as f64;
        let mixture = self.judges.iter().map(|it| expit(it.logit(limit))).sum::<f64>();
        let mixture = logit(mixture / logits.len() as f64);

        let mut features = Vec::with_capacity(FEATURES);
        features.push(mean);
        features.extend(logits.iter().map(|it| it - mean));
        features.push(mixture - mean);
        let moves = f64::from(limit.max(1));
        features.extend(BEST.map(|at| det::ln(self.judges[at].best() / moves)));
        features.extend(CLOSE.map(|at| self.judges[at].spare(limit)));
        features.extend(CLOSE.map(|at| self.judges[at].left_at(limit)));
        features
    }

    /// The mean moves of a judge's games, of which those that were not won count as the longest; 1 for a bot that is no judge.
    pub(super) fn mean_moves(&self, judge: Strategy) -> f64 {
        let at = JUDGES.iter().position(|&it| it == judge);
        at.map_or(1.0, |at| {
            let Tally { games, won, .. } = &self.judges[at];
            let games = f64::from((*games).max(1));
            won.iter().map(|&won| 1.0 - f64::from(won) / games).sum::<f64>().max(1.0)
        })
    }
}

/// The name of a level's rules, or `own`.
pub(super) fn rules_of(level: &Level) -> String {
    match level.rules().document() {
        Json::String(name) => name.clone(),
        _ => "own".to_owned(),
    }
}

impl Tally {
    fn of(traces: &[Trace], most: u32) -> Self {
        let mut won = vec![0; most as usize + 1];
        let mut left = Vec::with_capacity(won.len());
        for moves in 0..=most {
            let is_won = |it: &&Trace| it.outcome.is_won && it.outcome.swaps <= moves;
            let (wins, others): (Vec<&Trace>, Vec<_>) = traces.iter().partition(is_won);
            won[moves as usize] = wins.len() as u32;
            let sum: f64 = others.iter().map(|it| it.share_left(moves)).sum();
            left.push(if others.is_empty() { 0.0 } else { sum / others.len() as f64 });
        }
        Self { games: traces.len() as u32, won, left }
    }

    fn won_within(&self, moves: u32) -> u32 {
        self.won[(moves as usize).min(self.won.len() - 1)]
    }

    /// The logit of the win rate, smoothed by half a win and half a loss.
    fn logit(&self, moves: u32) -> f64 {
        logit((f64::from(self.won_within(moves)) + 0.5) / (f64::from(self.games) + 1.0))
    }

    /// The mean moves of the best 5 % of all games; those that were not won count as the longest.
    fn best(&self) -> f64 {
        let count = self.games.div_ceil(20).max(1);
        let mut sum = 0.0;
        for (moves, pair) in self.won.windows(2).enumerate() {
            let here = pair[1].min(count) - pair[0].min(count);
            sum += f64::from(here) * (moves + 1) as f64;
        }
        let won = self.won.last().copied().unwrap_or(0).min(count);
        sum += f64::from(count - won) * self.won.len() as f64;
        (sum / f64::from(count)).max(1.0)
    }

    /// The mean share of the limit that is spare when the game is won, towards 0 where few are won.
    fn spare(&self, limit: u32) -> f64 {
        let last = (limit as usize).min(self.won.len() - 1);
        let spare: f64 = self.won[..last].iter().map(|&won| f64::from(won)).sum();
        spare / (f64::from(self.won_within(limit)) + 1.0) / f64::from(limit.max(1))
    }

    fn left_at(&self, limit: u32) -> f64 {
        self.left[(limit as usize).min(self.left.len() - 1)]
    }
}

pub(super) fn logit(share: f64) -> f64 {
    det::ln(share / (1.0 - share))
}

pub(super) fn expit(value: f64) -> f64 {
    1.0 / (1.0 + det::exp(-value))
}
