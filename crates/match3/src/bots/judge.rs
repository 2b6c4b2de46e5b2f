//! The bot that measures a level where nobody names one.

use super::{SkilledBot, Strategy};
use crate::Goal;

/// The bot that measures the levels of a goal where neither a request nor a level names one: the
/// article's bot if the goal is of blocks of one colour, as the article's is, else the greedy one.
///
/// The article's bot sees nothing but the colours that a goal needs: where a goal asks for anything else, it
/// plays at random, and a measure by it says nothing of a player.
///
/// ```
/// use tilewright_match3::{Strategy, judge};
///
/// assert_eq!(judge(&"collect:30".parse()?).strategy(), Strategy::Article);
/// assert_eq!(judge(&"kind:box:all".parse()?).strategy(), Strategy::Greedy);
/// # Ok::<(), tilewright_match3::UnknownGoal>(())
/// ```
pub fn judge(goal: &Goal) -> SkilledBot {
    let is_seen = colors(goal) == Some(1);
    if is_seen { Strategy::Article.into() } else { Strategy::Greedy.into() }
}

/// A bot whose results beside those of another show how much a level asks of its player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The bot.
    pub bot: SkilledBot,
    /// The most games.
    most: u32,
}

impl Comparison {
    /// The games beside this number of games of the other bot: no more than these, and of a player of the ladder but the
    /// expert a quarter, so that where several levels are measured all take less than 1.3 times as long as with `random` and `greedy`
    /// alone. All together take about as long as 1,600 games of `greedy`, or less.
    pub fn games(self, own: u32) -> u32 {
        let is_player = self.bot.strategy().player().is_some() && !self.is_slow();
        let share = if is_player { own.div_ceil(4) } else { own };
        share.min(self.most)
    }

    /// Whether a game takes more than ten times as long as one of `greedy`: where several levels are measured, such a bot
    /// is left out.
    pub const fn is_slow(self) -> bool {
        matches!(self.bot.strategy, Strategy::Planner | Strategy::Expert)
    }
}

/// The bots that are compared with a bot: random swaps, the greedy bot and the planner, then the [ladder](super::Player), each unless
/// it is that bot's own strategy. A win rate is known to 7 percentage points by 200 games, to 14 by 50, to 35 by 8: the
/// planner is a hundred times slower than `greedy`, and the expert twenty times.
pub fn comparisons(bot: SkilledBot) -> impl Iterator<Item = Comparison> {
    let all = [
        (Strategy::Random, 200),
        (Strategy::Greedy, 200),
        (Strategy::Planner, 8),
        (Strategy::Novice, 50),
        (Strategy::Beginner, 50),
        (Strategy::Regular, 50),
        (Strategy::Skilled, 50),
        (Strategy::Expert, 20),
    ];
    let others = all.into_iter().filter(move |&(other, _)| other != bot.strategy());
    others.map(|(other, most)| Comparison { bot: other.into(), most })
}

/// The number of colours of which a goal collects blocks; none if it asks for anything else.
fn colors(goal: &Goal) -> Option<u32> {
    match goal {
        Goal::Collect { of_colors, .. } => Some(*of_colors),
        Goal::CollectColor { .. } => Some(1),
        Goal::All { all } => all.iter().map(colors).sum(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(words: &[&str]) -> String {
        let goals = words.iter().map(|word| word.parse().unwrap());
        judge(&Goal::All { all: goals.collect() }).to_string()
    }

    #[test]
    fn the_articles_bot_judges_goals_of_one_colour_alone() {
        for word in ["collect:30", "collect:8:1", "color:red:20"] {
            assert_eq!(judged(&[word]), "article", "{word}");
            assert_eq!(judge(&word.parse().unwrap()), Strategy::Article.into());
        }

        for word in [
            "collect:8:3",
            "clear:specials",
            "clear:blockers",
            "clear:overlays",
            "score:5000",
            "kind:box:12",
            "kind:box:all",
            "layers:ice:12",
            "drop:3",
            "make:rocket:4",
        ] {
            assert_eq!(judged(&[word]), "greedy", "{word}");
            assert_eq!(judged(&["collect:30", word]), "greedy", "collect:30 and {word}");
        }

        assert_eq!(judged(&["color:red:9", "color:blue:9"]), "greedy");
    }

    #[test]
    fn a_bot_is_compared_with_others_than_itself() {
        let others = |name: &str| {
            let bot = name.parse().unwrap();
            comparisons(bot).map(|other| other.bot.to_string()).collect::<Vec<_>>()
        };
        let ladder = ["novice", "beginner", "regular", "skilled", "expert"];
        assert_eq!(others("article")[..3], ["random", "greedy", "planner"]);
        assert_eq!(others("article")[3..], ladder);
        assert_eq!(others("greedy:0.7")[..2], ["random", "planner"]);
        assert_eq!(others("random")[..2], ["greedy", "planner"]);
        assert_eq!(others("planner")[..2], ["random", "greedy"]);
        assert_eq!(others("regular").len(), 7);
    }

    #[test]
    fn slow_bots_play_few_games() {
        let games = |own: u32| {
            let all = comparisons(Strategy::Article.into());
            all.map(|other| other.games(own)).collect::<Vec<_>>()
        };
        assert_eq!(games(1_000_000), [200, 200, 8, 50, 50, 50, 50, 20]);
        assert_eq!(games(2000), [200, 200, 8, 50, 50, 50, 50, 20]);
        assert_eq!(games(100), [100, 100, 8, 25, 25, 25, 25, 20]);
        assert_eq!(games(1), [1; 8]);
        assert_eq!(games(0), [0; 8]);
    }
}
