//! The hunters that judge the placer that was found, by fresh games.

use crate::{SkilledHunter, Strategy, WorstCase};

/// The number of fresh games of a step. Chosen: few enough that a search can be stopped within seconds, and many enough that
/// making the placer takes no time beside them.
pub(super) const FRESH: u32 = 256;

/// The hunters that play fresh games against the placer that was found, and against uniform fleets: whether each knows the placer.
pub(super) const JUDGES: [(Strategy, bool); 3] =
    [(Strategy::Veteran, true), (Strategy::Posterior, true), (Strategy::Density, false)];

/// The judges of two placers.
pub(super) const MOST_FRESH: usize = 2 * JUDGES.len();

/// The least mean shots of the judges in fresh games.
pub(super) fn worst(fresh: &[Vec<u32>]) -> WorstCase {
    let of = |((strategy, knows), shots): (&(Strategy, bool), &Vec<u32>)| {
        let count = shots.len() as f64;
        let mean = shots.iter().map(|it| f64::from(*it)).sum::<f64>() / count;
        let square = |it: &u32| (f64::from(*it) - mean) * (f64::from(*it) - mean);
        let variance = shots.iter().map(square).sum::<f64>() / (count - 1.0).max(1.0);
        WorstCase {
            shots: mean,
            error: (variance / count).sqrt(),
            games: shots.len() as u32,
            hunter: SkilledHunter::from(*strategy),
            knows: *knows,
        }
    };
    let all = JUDGES.iter().zip(fresh).map(of);
    all.min_by(|a, b| a.shots.total_cmp(&b.shots)).expect("there are judges")
}
