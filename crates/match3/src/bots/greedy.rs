//! The swap with the greatest immediate progress.

use tilewright_grid::{Bits, Rng};

use super::{Bot, best};
use crate::bits::{keep_greatest, sum};
use crate::rules::{Lengths, Simulator};
use crate::{Game, Move};

/// Makes the move with the greatest immediate progress towards the goal: needed blocks that it
/// matches, hits to blockers and layers of overlays that the goal counts, and steps by which ingredients
/// come nearer to the exits; a piece that it makes counts half, or where groups are tapped decides ties. Ties are broken by the number of matched
/// blocks, then at random.
#[derive(Clone, Copy, Debug, Default)]
pub struct GreedyBot;

impl Bot for GreedyBot {
    #[inline]
    fn choose<const W: usize>(&self, game: &Game<'_, W>, rng: &mut Rng) -> Move {
        if game.rules().simulator == Simulator::General {
            let most = game.best_by_gain(rng);
            return most.expect("a bot is asked where there is a move");
        }
        if game.wants_blocks_only() {
            return most_blocks(game, rng);
        }
        let most = best(game, rng, |swap| game.gain(swap).worth());
        most.expect("a bot is asked where there is a swap").0
    }
}

/// The same for goals of blocks alone: all swaps are evaluated at once on bit boards.
#[inline]
fn most_blocks<const W: usize>(game: &Game<'_, W>, rng: &mut Rng) -> Move {
    let mut sets = *game.swap_sets();

    let [east, south] = game.arrival_lengths();
    keep_greatest(&mut sets, &[blocks(east), blocks(south)]);
    Game::any_of(&sets, rng).expect("a bot is asked where there is a swap")
}

/// For each swap in one direction a number of eight bits: the wanted cells are its higher half, the matched ones decide ties.
#[inline]
fn blocks<const W: usize>(
    [(first, wanted_1), (second, wanted_2)]: [(Lengths<W>, Bits<W>); 2],
) -> [Bits<W>; 8] {
    // Not by `map`, which the compiler calls as a function here: 4 % of the instructions of a game.
    let only =
        |[a, b, c]: Lengths<W>, wanted| [a.and(wanted), b.and(wanted), c.and(wanted)];
    let [m0, m1, m2, m3] = sum(&first, &second);
    let [w0, w1, w2, w3] = sum(&only(first, wanted_1), &only(second, wanted_2));
    [m0, m1, m2, m3, w0, w1, w2, w3]
}
