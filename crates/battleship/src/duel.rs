//! One against another: both hide a fleet, both shoot, who hits shoots again.

use std::ops::Range;

use tilewright_grid::{Seed, Watch};

use crate::hunt::{CHUNK, one};
use crate::{FleetError, Hide, Hunter, Rules};

/// Plays duels of two that hunt by themselves and says who won each, 0 or 1, in their order.
/// Each is a hunter and the placer of the fleet that it hides. The first begins in games of an
/// even number, the second in the others; who hits shoots again.
///
/// Neither sees how far the other is, so a duel is two hunts. A turn ends with a miss: who
/// begins wins if it misses no more often than the other until all is sunk. The hunts of the
/// first draw from child 0 of the seed, those of the second from child 1, as
/// [`hunt`](crate::hunt) does. Of duels that were broken off it says those before the first that
/// did not come to its end.
///
/// ```
/// use tilewright_battleship::{Hide, Hunter, Placer, Player, Rules, Sequential, duels};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(10, 10)?;
/// let placer = Placer::Sequential(Sequential::new(&rules));
/// let [weak, strong]: [Player; 2] = ["novice".parse()?, "density".parse()?];
/// let [weak, strong] = [weak, strong].map(|player| player.hunter(&rules));
/// let two: [(&dyn Hunter, &dyn Hide); 2] = [(&*weak, &placer), (&*strong, &placer)];
/// let winners = duels(&rules, two, 0..100, Seed(1), &())?;
/// assert!(winners.iter().filter(|winner| **winner == 1).count() > 50);
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
///
/// # Errors
/// As [`hunt`](crate::hunt).
pub fn duels(
    rules: &Rules,
    two: [(&dyn Hunter, &dyn Hide); 2],
    games: Range<u32>,
    seed: Seed,
    watch: &dyn Watch,
) -> Result<Vec<usize>, FleetError> {
    let [(first, first_hides), (second, second_hides)] = two;
    let winner = |hunters: &mut [Box<dyn Hunter>; 2], game: u32| {
        let [first, second] = hunters;
        let shots = one(rules, &mut **first, second_hides, game, seed.child(0), watch)?;
        let others = one(rules, &mut **second, first_hides, game, seed.child(1), watch)?;
        // Both fleets have as many decks, so more misses are more shots.
        let is_second = |(shots, others): (u32, u32)| {
            if game.is_multiple_of(2) { others < shots } else { others <= shots }
        };
        Ok(shots.zip(others).map(is_second).map(usize::from))
    };
    tilewright_play::all(games, CHUNK, || [first.fork(), second.fork()], winner)
}
