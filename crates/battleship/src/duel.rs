//! Duels of two hunters.

use std::ops::Range;

use tilewright_grid::{Seed, Watch};

use crate::hunt::{CHUNK, one};
use crate::{FleetError, Hider, Hunter, Rules};

/// Plays duels of two hunters and returns the winner of each, 0 or 1, in order. Every hunter comes
/// with the placer of the fleet that it hides. The first hunter begins in games with an even
/// number, the second in the others. After a hit the same hunter shoots again.
///
/// A hunter does not see the other's progress, so a duel is two independent hunts. A turn ends
/// with a miss; therefore the hunter that begins wins if it has at most as many misses as the
/// other. The hunts of the first draw from child 0 of the seed, those of the second from child 1,
/// as in [`hunt`](crate::hunt). If the watch stops the games, the result holds only the duels
/// before the first unfinished one.
///
/// ```
/// use tilewright_battleship::{Hider, Hunter, Placer, SkilledHunter, Rules, Sequential, duels};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(10, 10)?;
/// let placer = Placer::Sequential(Sequential::new(&rules));
/// let [weak, strong]: [SkilledHunter; 2] = ["novice".parse()?, "density".parse()?];
/// let [weak, strong] = [weak, strong].map(|hunter| hunter.hunter(&rules));
/// let two: [(&dyn Hunter, &dyn Hider); 2] = [(&*weak, &placer), (&*strong, &placer)];
/// let winners = duels(&rules, two, 0..100, Seed(1), &())?;
/// assert!(winners.iter().filter(|winner| **winner == 1).count() > 50);
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
///
/// # Errors
/// As [`hunt`](crate::hunt).
pub fn duels(
    rules: &Rules,
    two: [(&dyn Hunter, &dyn Hider); 2],
    games: Range<u32>,
    seed: Seed,
    watch: &dyn Watch,
) -> Result<Vec<usize>, FleetError> {
    let [(first, first_hides), (second, second_hides)] = two;
    let winner = |hunters: &mut [Box<dyn Hunter>; 2], game: u32| {
        let [first, second] = hunters;
        let shots = one(rules, &mut **first, second_hides, game, seed.child(0), watch)?;
        let others = one(rules, &mut **second, first_hides, game, seed.child(1), watch)?;
        // Both fleets have the same number of cells, so more shots are more misses.
        let is_second = |(shots, others): (u32, u32)| {
            if game.is_multiple_of(2) { others < shots } else { others <= shots }
        };
        Ok(shots.zip(others).map(is_second).map(usize::from))
    };
    tilewright_play::all(games, CHUNK, || [first.fork(), second.fork()], winner)
}
