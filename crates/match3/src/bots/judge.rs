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

/// The bots whose results beside those of a bot show how much a level asks of its player: random swaps, and the
/// greedy bot, each unless it is that bot's own strategy. The planner is left out, since it is a hundred times
/// slower.
pub fn comparisons(bot: SkilledBot) -> impl Iterator<Item = SkilledBot> {
    let others = [Strategy::Random, Strategy::Greedy].into_iter();
    others.filter(move |&other| other != bot.strategy()).map(SkilledBot::from)
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
            comparisons(bot).map(|other| other.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(others("article"), ["random", "greedy"]);
        assert_eq!(others("greedy:0.7"), ["random"]);
        assert_eq!(others("random"), ["greedy"]);
        assert_eq!(others("planner"), ["random", "greedy"]);
    }
}
