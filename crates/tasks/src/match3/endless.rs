//! Cascades that do not end, which make games meaningless.

use tilewright_grid::Seed;
use tilewright_match3::{Goal, Level, Rules, Strategy, play};

/// The hint for such levels.
pub(super) const CALMER: &str = "use more {colors}";

/// The games and swaps that tell whether the cascades of a level end. With two colours nearly every swap of a
/// larger board begins cascades without end, with three no swap of 10,000 does.
const GAMES: u32 = 4;
const SWAPS: u32 = 8;

/// What is said of games of which this number had a swap whose cascades did not end.
pub(super) fn words(endless: u32, games: u32) -> Option<String> {
    (endless > 0).then(|| {
        format!(
            "the cascades do not end: in {endless} of {games} games a move had more than 1,000 of them, so that \
             luck decides"
        )
    })
}

/// What is said of a level that nobody has played, if its cascades do not end.
pub(super) fn of_level(level: &Level) -> Option<&'static str> {
    let rules = Rules::new(level, &Goal::Score { score: u32::MAX });
    let games = play(&rules, &Strategy::Random.into(), SWAPS, 0..GAMES, Seed(1), &());
    let is_endless = games.iter().any(|game| game.is_endless);
    is_endless.then_some("the cascades do not end: a move can have more than 1,000 of them, so that luck decides")
}
