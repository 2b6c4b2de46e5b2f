//! Goals of several parts and kinds that suit them, under the rules `classic`.

use tilewright_grid::Rng;
use tilewright_match3::Goal;

/// Goals of several parts.
pub(crate) const MIXED_GOALS: [&[&str]; 9] = [
    &["collect:16", "clear:overlays"],
    &["collect:20", "clear:overlays"],
    &["collect:15", "clear:blockers"],
    &["collect:30", "clear:blockers"],
    &["collect:25", "clear:specials"],
    &["collect:10:2", "clear:overlays"],
    &["score:2000", "clear:blockers"],
    &["collect:12", "score:1500"],
    &["collect:20", "score:1800", "clear:overlays"],
];
/// Sets of kinds.
pub(crate) const KINDS: [&str; 4] = [
    "obstacle",
    "obstacle,blocked1,overlay2",
    "blocked2,overlay2",
    "obstacle,blocked1,blocked2,blocked3,blocked4,overlay1,overlay2,overlay3,overlay4",
];

/// A goal of several parts and kinds that suit it.
pub(crate) fn mixed(
    rng: &mut Rng,
) -> Result<(Goal, &'static str), Box<dyn std::error::Error>> {
    let kinds = KINDS[1 + rng.index(KINDS.len() - 1)];
    let words = MIXED_GOALS[rng.index(MIXED_GOALS.len())];
    let all = words.iter().map(|word| word.parse()).collect::<Result<_, _>>()?;
    Ok((Goal::All { all }, kinds))
}
