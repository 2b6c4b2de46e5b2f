//! The hunts from which win rates are measured: their fleets, their shots and their time.

use tilewright_grid::{Seed, Watch};

use super::estimate::drawn;
use crate::bits;
use crate::hunt::{CHUNK, play_while};
use crate::{
    Fleet, FleetError, Limits, Placements, Rules, Sight, SkilledHunter, Strategy,
};

/// The seed of all measurements.
pub(super) const SEED: Seed = Seed(42);

/// What counting all fleets may take, so that they are drawn without bias: about a second. It holds the standard game, where fleets
/// that are put one after another would be wrong: the hunter that wins 23 % against uniform fleets wins 31 % against those.
const COUNTING: Limits = Limits { memory: 1 << 30, nodes: 2_000_000 };

/// About the nanoseconds of a shot on one core, from games on 6 × 6 to 26 × 26 cells. It only bounds the work: half or twice
/// of it is as right.
pub(super) fn shot_time(hunter: SkilledHunter, rules: &Rules) -> f64 {
    let cells = rules.size().area() as f64;
    let classes = rules.roster().classes().len() as f64;
    let words = bits::words(rules.size()) as f64;
    let places = cells * classes * (2.0 + words);
    let sample = |fleets: f64| 2.0 * places + 250.0 * fleets;
    match hunter.strategy() {
        Strategy::Random => 10.0 * cells,
        Strategy::HuntAndTarget | Strategy::Lattice | Strategy::Density => places,
        Strategy::Casual => places + 30.0 * cells,
        Strategy::Scout => sample(80.0),
        Strategy::Posterior => sample(240.0),
        Strategy::Veteran => sample(800.0),
        Strategy::Exact | Strategy::Perfect => 2e7,
    }
}

/// Fleets that are drawn uniformly, or nearly so where they are too many to count.
pub(super) fn fleets(
    rules: &Rules,
    count: usize,
    watch: &dyn Watch,
) -> Result<Vec<Fleet>, FleetError> {
    let mut rng = SEED.child(0).rng();
    match Placements::given(&Sight::new(rules), COUNTING, watch) {
        Ok(all) if all.total() == 0 => return Err(FleetError::CannotFit),
        Ok(all) => return Ok((0..count).filter_map(|_| all.draw(&mut rng)).collect()),
        Err(FleetError::Cancelled) => return Err(FleetError::Cancelled),
        Err(_) => {}
    }

    let fleets = drawn(rules, &mut rng, watch)?;
    if fleets.is_empty() {
        return Err(FleetError::NotFound(1));
    }
    Ok((0..count).map(|at| fleets[at % fleets.len()].clone()).collect())
}

/// The number of shots of a hunter for each of these fleets.
pub(super) fn hunted(
    rules: &Rules,
    hunter: SkilledHunter,
    fleets: &[Fleet],
    watch: &dyn Watch,
) -> Result<Vec<u32>, FleetError> {
    let (hunter, seed, count) =
        (hunter.prepared(rules, watch)?, SEED.child(1), fleets.len() as u32);
    let shots = tilewright_play::all(
        0..count,
        CHUNK,
        || hunter.fork(),
        |hunter, number| {
            let draws = seed.child(u64::from(number));
            let fleet = &fleets[number as usize];
            play_while(rules, &mut **hunter, fleet, draws, |_, _| watch.look())
        },
    )?;
    if shots.len() < fleets.len() { Err(FleetError::Cancelled) } else { Ok(shots) }
}

/// For every number of shots the share of duels that it wins against these: who begins wins a tie, and each begins in half
/// of the duels.
pub(super) fn wins(rules: &Rules, shots: &[u32]) -> Vec<f64> {
    let mut counts = vec![0_u32; rules.size().area() + 1];
    for &shots in shots {
        counts[shots as usize] += 1;
    }
    let mut more = f64::from(shots.len() as u32);
    let share = |&count: &u32| {
        more -= f64::from(count);
        (more + 0.5 * f64::from(count)) / f64::from(shots.len() as u32)
    };
    counts.iter().map(share).collect()
}
