//! Many games of a hunter against hidden fleets.

use std::ops::{ControlFlow, Range};

use serde::Serialize;
use tilewright_grid::{Cell, Seed, Watch};
use tilewright_play::Summary;

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
    /// The shots until all ships were sunk. The interval of the mean reaches no further than such
    /// a mean can: from one shot a deck to one a cell.
    pub shots: Summary,
    /// How many games took each number of shots: from 0 to one a cell.
    pub histogram: Vec<u32>,
}

impl Statistics {
    /// Of the shots of games on that field; none of no game.
    pub fn of(rules: &Rules, shots: &[u32]) -> Option<Self> {
        let mut summary = Summary::of(shots.iter().map(|&shots| u64::from(shots)))?;
        let least = f64::from(rules.roster().decks());
        let most = rules.size().area() as f64;
        summary.ci95 = summary.ci95.map(|ends| ends.map(|end| end.clamp(least, most)));
        let mut histogram = vec![0; rules.size().area() + 1];
        for &shots in shots {
            histogram[shots as usize] += 1;
        }
        Some(Self { shots: summary, histogram })
    }
}
