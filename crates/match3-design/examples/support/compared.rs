//! What was asked for beside what many games say.

use tilewright_match3::Statistics;
use tilewright_match3_design::Difficulty;

/// The error, in percent or in points, and whether it is within the tolerance.
pub(crate) fn compare(wanted: Difficulty, played: &Statistics) -> (f64, bool) {
    let [low, high] = wanted.range();
    let (off, value) = match wanted {
        Difficulty::Swaps(swaps) => {
            let mean = played.mean_swaps().unwrap_or(f64::INFINITY);
            (mean / swaps - 1.0, mean)
        }
        Difficulty::WinRate { rate, moves } => {
            let won = played.within(moves).win_rate.mean;
            (won - rate, won)
        }
    };
    (100.0 * off, (low..=high).contains(&value))
}

/// The difficulty in a few words.
pub(crate) fn words(wanted: Difficulty) -> String {
    match wanted {
        Difficulty::Swaps(swaps) => format!("{swaps:.1} swaps"),
        Difficulty::WinRate { rate, moves } => {
            format!("{:.0} % within {moves}", 100.0 * rate)
        }
    }
}
