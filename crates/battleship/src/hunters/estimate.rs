//! The fleets that agree with a hunter's shots, where they are too many to count: how many there are about, and where their
//! ships are.

use tilewright_grid::{Grid, Rng, Watch};

use super::outlook::{Outlook, ShipPlacements};
use super::particle::{Room, Scene};
use super::particles::Particles;
use super::witness::Gaps;
use crate::bits::{self, dispatch};
use crate::{Fleet, FleetCount, FleetError, Mark, Rules, Sight};

/// The placements visited by the trials: about a tenth of a second.
const VISITS: usize = 1 << 23;

/// The number of trials, at least and at most.
const TRIALS: [usize; 2] = [64, 4000];

/// The fleets of a sample: a standard error of 0.011 at most, if they are independent.
const FLEETS: usize = 2000;

/// The moves of each fleet of a sample, for each of its ships. Those of the hunters, whose samples have a history, take as
/// many (`particles.rs`). On crowded fields moves alone, from fleets built at random, are not enough: they erred by up to
/// 0.45 on the boards of `tests/advice.rs`, and with the weights of the trials by less than 0.15.
const MOVES: u32 = 50;

/// A random fleet, class by class, and its weight.
struct WeightedFleet {
    weight: f64,
    numbers: Vec<u16>,
}

/// An estimate of the number of fleets that agree with the shots, and for every cell the share of a sample of them that
/// occupy it, 1 where a shot hit; neither if no fleet was found.
///
/// Every trial puts ship after ship at one of its places, first those that cover hits: the product of the numbers of places,
/// divided by the orders of equal ships, has the number of fleets as its mean (Knuth, *Estimating the efficiency of
/// backtrack programs*, 1975). The sample is drawn from the trials in proportion to these weights, and each of its fleets is
/// moved, so that a heavy one is not many times the same. The watch is called after each trial and each fleet.
///
/// # Errors
/// When the watch stops it.
pub(crate) fn sampled(
    sight: &Sight<'_>,
    rng: &mut Rng,
    watch: &dyn Watch,
) -> Result<(FleetCount, Option<Grid<f64>>), FleetError> {
    dispatch!(sight.rules().size(), W => {
        let placements = ShipPlacements::<W>::new(sight.rules());
        let outlook = Outlook::of(sight, &placements);
        let gaps = Gaps { placements: &placements, outlook: &outlook };

        let trials = trials(sight, gaps, rng, watch)?;
        let chosen = chosen(&trials, rng);
        if chosen.is_empty() {
            return Ok((FleetCount::Unknown, None));
        }
        Ok((estimated(&trials), Some(shares(sight, gaps, &chosen, rng, watch)?)))
    })
}

/// A random fleet; of weight 0 if a ship has no place.
fn trial<const W: usize>(
    sight: &Sight<'_>,
    gaps: Gaps<'_, W>,
    rng: &mut Rng,
) -> WeightedFleet {
    let mut fleet = WeightedFleet { weight: 0.0, numbers: Vec::new() };
    let Some(mut partial) = gaps.start(sight) else { return fleet };
    let mut weight = 1.0;
    while let Some(places) = gaps.next(&partial) {
        // Of equal ships that cover no hit, each order is as likely.
        let (class, is_free) =
            (places.first().map(|ship| ship.0), partial.hits.is_empty());
        let equal = class.filter(|_| is_free).map_or(1, |class| partial.afloat[class]);
        weight *= places.len() as f64 / f64::from(equal);
        let Some(&ship) = rng.pick(&places) else { return fleet };
        fleet.numbers.push(ship.1 as u16);
        partial = gaps.with(&partial, ship);
    }
    // The placements of a class are consecutive.
    fleet.numbers.sort_unstable();
    fleet.weight = weight;
    fleet
}

/// The estimate of the number of fleets.
fn estimated(trials: &[WeightedFleet]) -> FleetCount {
    let count = trials.len() as f64;
    let mean = trials.iter().map(|fleet| fleet.weight).sum::<f64>() / count;
    let away = trials.iter().map(|fleet| (fleet.weight - mean) * (fleet.weight - mean));
    let variance = away.sum::<f64>() / (count - 1.0);
    FleetCount::Estimate { mean, error: (variance / count).sqrt() }
}

/// Fleets drawn in proportion to their weights, in one sweep with equal steps; none if there are none.
fn chosen<'t>(trials: &'t [WeightedFleet], rng: &mut Rng) -> Vec<&'t [u16]> {
    let sum: f64 = trials.iter().map(|fleet| fleet.weight).sum();
    if sum <= 0.0 {
        return Vec::new();
    }
    let step = sum / FLEETS as f64;
    let (mut chosen, mut at, mut passed) = (Vec::new(), rng.unit() * step, 0.0);
    for fleet in trials {
        passed += fleet.weight;
        while at < passed && chosen.len() < FLEETS {
            chosen.push(&fleet.numbers[..]);
            at += step;
        }
    }
    chosen
}

/// Whole fleets, nearly uniformly distributed: at most some thousands, none if none was found. The watch is called as by
/// [`sampled`].
///
/// # Errors
/// When the watch stops it.
pub(super) fn drawn(
    rules: &Rules,
    rng: &mut Rng,
    watch: &dyn Watch,
) -> Result<Vec<Fleet>, FleetError> {
    let sight = &Sight::new(rules);
    dispatch!(rules.size(), W => {
        let placements = ShipPlacements::<W>::new(rules);
        let outlook = Outlook::of(sight, &placements);
        let gaps = Gaps { placements: &placements, outlook: &outlook };
        let trials = trials(sight, gaps, rng, watch)?;
        let particles = moved(gaps, &chosen(&trials, rng), rng, watch)?;
        let ship = |&number: &u16| placements.all[usize::from(number)].ship;
        let fleet = |at| Fleet::new(particles.ships(at).iter().map(ship).collect());
        Ok((0..particles.count()).map(fleet).collect())
    })
}

/// As many trials as the visits allow.
fn trials<const W: usize>(
    sight: &Sight<'_>,
    gaps: Gaps<'_, W>,
    rng: &mut Rng,
    watch: &dyn Watch,
) -> Result<Vec<WeightedFleet>, FleetError> {
    let visits = gaps.placements.all.len() * sight.rules().roster().ships();
    let count = (VISITS / visits.max(1)).clamp(TRIALS[0], TRIALS[1]);
    let mut trials = Vec::with_capacity(count);
    for _ in 0..count {
        if watch.look().is_break() {
            return Err(FleetError::Cancelled);
        }
        trials.push(trial(sight, gaps, rng));
    }
    Ok(trials)
}

/// These fleets after their moves.
fn moved<const W: usize>(
    Gaps { placements, outlook }: Gaps<'_, W>,
    fleets: &[&[u16]],
    rng: &mut Rng,
    watch: &dyn Watch,
) -> Result<Particles<W>, FleetError> {
    let mut room = Room::default();
    room.read(outlook, placements);
    let scene = Scene { outlook, room: &room, placements, odds: None };
    let moves = MOVES * outlook.afloat.iter().sum::<u32>();
    Particles::of(fleets.iter().copied(), moves, scene, rng, watch)
}

/// For every cell the share of these fleets that occupy it after their moves.
fn shares<const W: usize>(
    sight: &Sight<'_>,
    Gaps { placements, outlook }: Gaps<'_, W>,
    fleets: &[&[u16]],
    rng: &mut Rng,
    watch: &dyn Watch,
) -> Result<Grid<f64>, FleetError> {
    let particles = moved(Gaps { placements, outlook }, fleets, rng, watch)?;
    let mut counts = vec![0_u32; 64 * W];
    for &number in &particles.ships {
        let cells = placements.all[usize::from(number)].cells;
        cells.indices().for_each(|place| counts[place] += 1);
    }
    let (size, fleets) = (placements.size, particles.count() as f64);
    Ok(Grid::from_fn(size, |cell| match sight.mark(cell) {
        Mark::Unknown => f64::from(counts[bits::place(size, cell)]) / fleets,
        Mark::Miss => 0.0,
        Mark::Hit | Mark::Sunk => 1.0,
    }))
}
