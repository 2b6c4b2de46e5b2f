//! One fleet of a sample, and the random moves of its ships.

use tilewright_grid::{Bits, Rng};

use super::outlook::{Outlook, ShipPlacements};

/// The possible placements of the ships afloat: for every class those that cover no hit, and those
/// that cover at least one.
#[derive(Clone, Debug, Default)]
pub(super) struct Room {
    pub(super) free: Vec<Vec<u16>>,
    pub(super) hit: Vec<Vec<u16>>,
}

impl Room {
    pub(super) fn read<const W: usize>(
        &mut self,
        outlook: &Outlook<W>,
        placements: &ShipPlacements<W>,
    ) {
        self.free.resize(placements.classes.len(), Vec::new());
        self.hit.resize(placements.classes.len(), Vec::new());

        for class in 0..placements.classes.len() {
            // Reserved whole, so that no later shot takes memory.
            let most = placements.of_class(class).len();
            for side in [&mut self.free, &mut self.hit] {
                side[class].clear();
                side[class].reserve(most);
            }
            if outlook.afloat[class] == 0 {
                continue;
            }

            for number in placements.of_class(class) {
                let placement = &placements.all[number];
                if outlook.allows(placement) {
                    let is_hit = placement.cells.meets(outlook.hits);
                    let side = if is_hit { &mut self.hit } else { &mut self.free };
                    side[class].push(number as u16);
                }
            }
        }
    }
}

/// What a hunter knows, and where the ships afloat may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene<'a, const W: usize> {
    pub(super) outlook: &'a Outlook<W>,
    pub(super) room: &'a Room,
    pub(super) placements: &'a ShipPlacements<W>,
}

/// A fleet of a sample, without its sunk ships.
#[derive(Debug)]
pub(super) struct Particle<'a, const W: usize> {
    /// The indices of the placements of its ships, class by class.
    pub(super) ships: &'a mut [u16],
    /// The cells of its ships.
    pub(super) occupied: &'a mut Bits<W>,
    /// The class of every ship.
    pub(super) classes: &'a [u16],
}

impl<const W: usize> Particle<'_, W> {
    /// Proposes a move of one of its ships, of which there must be one.
    #[inline]
    pub(super) fn stir(&mut self, scene: Scene<'_, W>, rng: &mut Rng) {
        let Scene { outlook, room, placements } = scene;
        let width = self.ships.len();
        let at = rng.index(width);
        let class = usize::from(self.classes[at]);

        let old = placements.all[usize::from(self.ships[at])].cells;
        let covers = old.meets(outlook.hits);

        // Half of the moves of ships with a hit exchange roles. A single ship could never give
        // up the only hit that it covers.
        if covers && width > 1 && rng.below(2) == 0 {
            let other = rng.index(width);
            self.exchange(at, other, scene, rng);
            return;
        }

        let side = if covers { &room.hit[class] } else { &room.free[class] };
        let Some(&number) = rng.pick(side) else { return };

        // A ship that covers a hit may move only if all hits stay covered.
        let placement = &placements.all[usize::from(number)];
        let others = self.occupied.without(old);
        let after = others.or(placement.cells);

        if !placement.grown.meets(others)
            && (!covers || outlook.hits.without(after).is_empty())
        {
            self.ships[at] = number;
            *self.occupied = after;
        }
    }

    /// Proposes to exchange the roles of two ships: the one that covers a hit moves to a placement
    /// without hits, and the other one covers the hit instead.
    fn exchange(&mut self, at: usize, other: usize, scene: Scene<'_, W>, rng: &mut Rng) {
        let Scene { outlook, room, placements } = scene;
        let [class, next] = [at, other].map(|at| usize::from(self.classes[at]));
        let [old, other_old] =
            [at, other].map(|at| placements.all[usize::from(self.ships[at])].cells);
        if class == next || other_old.meets(outlook.hits) {
            return;
        }

        let pair = rng.pick(&room.free[class]).zip(rng.pick(&room.hit[next]));
        let Some((&away, &there)) = pair else { return };

        let others = self.occupied.without(old).without(other_old);
        let [away_placement, there_placement] =
            [away, there].map(|it| &placements.all[usize::from(it)]);
        let after = others.or(away_placement.cells).or(there_placement.cells);
        let fits = !away_placement.grown.meets(others.or(there_placement.cells))
            && !there_placement.grown.meets(others)
            && outlook.hits.without(after).is_empty();
        if !fits {
            return;
        }

        // The Metropolis–Hastings ratio: the number of proposals over that of the reverse ones.
        let size = |side: &[Vec<u16>], class: usize| side[class].len() as f64;
        let there_and_back = size(&room.free, class) * size(&room.hit, next)
            / (size(&room.free, next) * size(&room.hit, class));
        if rng.chance(there_and_back) {
            self.ships[at] = away;
            self.ships[other] = there;
            *self.occupied = after;
        }
    }
}
