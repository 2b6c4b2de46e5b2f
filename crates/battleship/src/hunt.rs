//! Many games of a hunter against hidden fleets.

use std::ops::{ControlFlow, Range};

use serde::Serialize;
use tilewright_grid::{Cell, Estimate, Seed, Watch, moments};

use crate::hunters::shot;
use crate::placers::hidden;
use crate::{Fleet, FleetError, Hide, Hunter, Rules, Sight};

/// How many games a thread plays at a time.
pub(crate) const CHUNK: u32 = 16;

/// Plays these games on all threads and says how many shots each took.
///
/// The fleet of game *i* is drawn from `seed.child(i).child(0)`, and the hunter draws from
/// `seed.child(i).child(1)`: the games come in their order and do not depend on the number of
/// threads, and two hunters meet the same fleets.
///
/// ```
/// use tilewright_battleship::{Placer, Rules, Sequential, Strategy, hunt};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(10, 10)?;
/// let placer = Placer::Sequential(Sequential::new(&rules));
/// let hunter = Strategy::Density.hunter(&rules);
/// let shots = hunt(&rules, &*hunter, &placer, 0..50, Seed(1))?;
/// assert!(shots.iter().all(|shots| (20..=100).contains(shots)));
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
///
/// # Errors
/// When the placer finds no fleet or an illegal one, or the hunter makes an illegal shot.
pub fn hunt(
    rules: &Rules,
    hunter: &(dyn Hunter + '_),
    placer: &dyn Hide,
    games: Range<u32>,
    seed: Seed,
) -> Result<Vec<u32>, FleetError> {
    hunt_while(rules, hunter, placer, games, seed, &())
}

/// As [`hunt`], watched after every shot: of games
/// that were broken off it says those before the first that did not come to its end.
///
/// # Errors
/// As [`hunt`].
pub fn hunt_while(
    rules: &Rules,
    hunter: &(dyn Hunter + '_),
    placer: &dyn Hide,
    games: Range<u32>,
    seed: Seed,
    watch: &dyn Watch,
) -> Result<Vec<u32>, FleetError> {
    tilewright_play::all(
        games,
        CHUNK,
        || hunter.fork(),
        |hunter, game| one(rules, &mut **hunter, placer, game, seed, watch),
    )
}

/// Plays that game of a batch, watched; none if it was stopped.
pub(crate) fn one(
    rules: &Rules,
    hunter: &mut dyn Hunter,
    placer: &dyn Hide,
    game: u32,
    seed: Seed,
    watch: &dyn Watch,
) -> Result<Option<u32>, FleetError> {
    let seed = seed.child(u64::from(game));
    let fleet = hidden(placer, rules, &mut seed.child(0).rng())?;
    play_while(rules, hunter, &fleet, seed.child(1), |_, _| watch.look())
}

/// Plays one game before somebody who looks on, and says how many shots it took.
///
/// # Errors
/// [`FleetError::IllegalShot`] when the hunter shoots where it may not, which none of ours
/// does.
pub fn play(
    rules: &Rules,
    hunter: &mut dyn Hunter,
    fleet: &Fleet,
    seed: Seed,
    mut watch: impl FnMut(&Sight<'_>, Cell),
) -> Result<u32, FleetError> {
    let shots = play_while(rules, hunter, fleet, seed, |sight, cell| {
        watch(sight, cell);
        ControlFlow::Continue(())
    });
    shots.map(|shots| shots.expect("nobody breaks it off"))
}

/// As [`play`], for as long as whoever looks on says so after each shot; none of a game that
/// was broken off.
pub(crate) fn play_while(
    rules: &Rules,
    hunter: &mut dyn Hunter,
    fleet: &Fleet,
    seed: Seed,
    mut watch: impl FnMut(&Sight<'_>, Cell) -> ControlFlow<()>,
) -> Result<Option<u32>, FleetError> {
    let mut rng = seed.rng();
    let mut sight = Sight::new(rules);
    hunter.begin(&mut rng);
    while !sight.is_over() {
        let cell = shot(hunter, &sight, &mut rng)?;
        sight.shoot(fleet, cell)?;
        if watch(&sight, cell).is_break() {
            return Ok(None);
        }
    }
    Ok(Some(sight.shots()))
}

/// What many games say of a hunter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Statistics {
    /// How many games were played.
    pub games: u32,
    /// The mean shots until all ships were sunk.
    pub mean: f64,
    /// The standard error of the mean; none of a single game.
    pub standard_error: Option<f64>,
    /// The 95 % interval of the mean, as far as such a mean can be: from one shot a deck to one
    /// a cell; none of a single game, which says nothing of it.
    pub ci95: Option<[f64; 2]>,
    /// The standard deviation of the shots, with n − 1.
    pub sd: f64,
    /// The fewest shots; 0 without games.
    pub least: u32,
    /// The shots of the median game; of two the later one.
    pub median: u32,
    /// The most shots.
    pub most: u32,
    /// How many games took so many shots: from 0 shots to one a cell.
    pub histogram: Vec<u32>,
}

impl Statistics {
    /// Of the shots of games on that field.
    pub fn of(rules: &Rules, shots: &[u32]) -> Self {
        let numbers = shots.iter().map(|&shots| f64::from(shots));
        let mean = Estimate::of_mean(numbers.clone());
        let (_, sd, games) = moments(numbers);
        let mut sorted = shots.to_vec();
        sorted.sort_unstable();
        let mut histogram = vec![0; rules.size().area() + 1];
        for &shots in shots {
            histogram[shots as usize] += 1;
        }
        let possible =
            [rules.roster().decks(), rules.size().area() as u32].map(f64::from);
        let at = |place: usize| sorted.get(place).copied().unwrap_or(0);
        Self {
            games: shots.len() as u32,
            mean: mean.mean,
            standard_error: (shots.len() > 1).then(|| sd / games.sqrt()),
            ci95: (shots.len() > 1)
                .then(|| mean.ci95.map(|end| end.clamp(possible[0], possible[1]))),
            sd,
            least: at(0),
            median: at(sorted.len() / 2),
            most: at(sorted.len().saturating_sub(1)),
            histogram,
        }
    }
}
