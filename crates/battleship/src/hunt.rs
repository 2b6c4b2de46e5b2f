//! Hunts: games of a hunter against hidden fleets, and their statistics.

use std::ops::{ControlFlow, Range};

use serde::Serialize;
use tilewright_grid::{Cell, Seed, Watch};
use tilewright_play::Summary;

use crate::hunters::shot;
use crate::placers::hidden;
use crate::{Fleet, FleetError, Hider, Hunter, Rules, Sight};

/// The number of games that a thread plays at a time: some hundred shots at least, so that threads
/// seldom fetch more, and few enough that 1000 games keep 16 threads busy nearly to the end.
pub(crate) const CHUNK: u32 = 16;

/// Plays a range of games on all threads and returns the number of shots of each, in order.
///
/// The fleet of game *i* is drawn from `seed.child(i).child(0)`, and the hunter draws from
/// `seed.child(i).child(1)`. Therefore the result does not depend on the number of threads, and
/// every hunter meets the same fleets. The watch is called after every shot and may stop the games: then
/// the result holds only the games before the first unfinished one.
///
/// ```
/// use tilewright_battleship::{Placer, Rules, Sequential, Strategy, hunt};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(10, 10)?;
/// let placer = Placer::Sequential(Sequential::new(&rules));
/// let hunter = Strategy::Density.hunter(&rules);
/// let shots = hunt(&rules, &*hunter, &placer, 0..50, Seed(1), &())?;
/// assert!(shots.iter().all(|shots| (20..=100).contains(shots)));
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
///
/// # Errors
/// When the placer finds no fleet or an illegal one, or the hunter makes an illegal shot.
pub fn hunt(
    rules: &Rules,
    hunter: &(dyn Hunter + '_),
    placer: &dyn Hider,
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

/// Plays a game of a batch and returns its number of shots; none if the watch stopped it.
pub(crate) fn one(
    rules: &Rules,
    hunter: &mut dyn Hunter,
    placer: &dyn Hider,
    game: u32,
    seed: Seed,
    watch: &dyn Watch,
) -> Result<Option<u32>, FleetError> {
    let seed = seed.child(u64::from(game));
    let fleet = hidden(placer, rules, &mut seed.child(0).rng())?;
    play_while(rules, hunter, &fleet, seed.child(1), |_, _| watch.look())
}

/// Plays one game and returns its number of shots. `watch` is called after every shot with the
/// hunter's knowledge and the cell of the shot.
///
/// ```
/// use tilewright_battleship::{Rules, Sequential, Strategy, play};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(10, 10)?;
/// let fleet = Sequential::new(&rules).draw(&mut Seed(1).rng())?;
/// let mut hunter = Strategy::Density.hunter(&rules);
/// let mut cells = Vec::new();
/// let shots = play(&rules, &mut *hunter, &fleet, Seed(2), |_, cell| cells.push(cell))?;
/// assert_eq!(shots as usize, cells.len());
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
///
/// # Errors
/// [`FleetError::IllegalShot`] when the hunter makes an illegal shot. The hunters of this crate
/// never do.
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
    shots.map(|shots| shots.expect("the game is never cancelled"))
}

/// As [`play`], until `watch` returns `Break`; none if it does.
///
/// # Errors
/// As [`play`].
pub fn play_while(
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

/// Statistics of the numbers of shots of many games.
///
/// ```
/// use tilewright_battleship::{Rules, Statistics};
///
/// let rules = Rules::russian(10, 10)?;
/// let statistics = Statistics::of(&rules, &[50, 60, 58]).expect("there are games");
/// assert_eq!(statistics.shots.mean, 56.0);
/// assert_eq!(statistics.histogram[58], 1);
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Statistics {
    /// The number of shots until all ships were sunk. The confidence interval of the mean is
    /// limited to possible values: from the number of ship cells to the number of cells.
    pub shots: Summary,
    /// The number of games with each number of shots, from 0 to the number of cells.
    pub histogram: Vec<u32>,
}

impl Statistics {
    /// The statistics of games by these rules; none without games.
    pub fn of(rules: &Rules, shots: &[u32]) -> Option<Self> {
        let mut summary = Summary::of(shots.iter().map(|&shots| u64::from(shots)))?;
        let min = f64::from(rules.roster().cells());
        let max = rules.size().area() as f64;
        summary.ci95 = summary.ci95.map(|ends| ends.map(|end| end.clamp(min, max)));
        let mut histogram = vec![0; rules.size().area() + 1];
        for &shots in shots {
            histogram[shots as usize] += 1;
        }
        Some(Self { shots: summary, histogram })
    }
}
