//! One fleet of a sample, and the random moves of its ships.

use tilewright_grid::{Bits, Rng};

use super::energy::FleetOdds;
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
    /// How fleets are weighed; without it all are equally likely.
    pub(super) odds: Option<FleetOdds<'a, W>>,
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
    /// The component of the mixture that it was drawn from.
    pub(super) component: u8,
}

impl<const W: usize> Particle<'_, W> {
    /// Proposes a move of its ships, of which there must be one.
    #[inline]
    pub(super) fn step(&mut self, scene: Scene<'_, W>, rng: &mut Rng) {
        let is_whole = scene.odds.is_some() && rng.below(2) == 0;
        if !is_whole || !self.rearrange(scene, rng) {
            self.stir(scene, rng);
        }
    }

    /// Proposes a move of one of its ships, of which there must be one.
    #[inline]
    fn stir(&mut self, scene: Scene<'_, W>, rng: &mut Rng) {
        let Scene { outlook, room, placements, .. } = scene;
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
            && (scene.odds.is_none() || self.accepts(1.0, [(at, number)], scene, rng))
        {
            self.ships[at] = number;
            *self.occupied = after;
        }
    }

    /// Proposes to exchange the roles of two ships: the one that covers a hit moves to a placement
    /// without hits, and the other one covers the hit instead.
    fn exchange(&mut self, at: usize, other: usize, scene: Scene<'_, W>, rng: &mut Rng) {
        let Scene { outlook, room, placements, .. } = scene;
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
        if self.accepts(there_and_back, [(at, away), (other, there)], scene, rng) {
            self.ships[at] = away;
            self.ships[other] = there;
            *self.occupied = after;
        }
    }

    /// Whether a move is accepted, with the Metropolis–Hastings probability. `back` is the probability of proposing the
    /// reverse move over that of proposing this one; a change is the index of a ship and its new placement.
    #[inline]
    fn accepts<const N: usize>(
        &self,
        back: f64,
        changes: [(usize, u16); N],
        scene: Scene<'_, W>,
        rng: &mut Rng,
    ) -> bool {
        let Some(odds) = scene.odds else { return rng.chance(back) };
        let moved = self.ships.iter().enumerate().map(|(at, &number)| {
            changes.iter().find(|change| change.0 == at).map_or(number, |it| it.1)
        });
        let before = self.ships.iter().copied();
        rng.chance(back * odds.ratio(self.component, moved, before))
    }

    /// Proposes to move a ship and to place all ships of one cell anew, one after another. They would otherwise bar most
    /// of the moves of the others: with weights that pull the long ships together, fleets reach in 500 such moves what
    /// takes thousands of moves of single ships.
    ///
    /// Neither the ship nor those of one cell may cover a hit. False if the fleet has no such ships.
    fn rearrange(&mut self, scene: Scene<'_, W>, rng: &mut Rng) -> bool {
        let Scene { outlook, room, placements, odds } = scene;
        let Some((odds, smallest)) = odds.zip(placements.single()) else {
            return false;
        };
        let (longer, short) = (self.longer(smallest), self.ships.len());
        let all = |number: u16| &placements.all[usize::from(number)];
        let drawn = &mut [0; MAX_DRAWN][..];
        if longer == 0 || short - longer > drawn.len() {
            return false;
        }

        let at = rng.index(longer);
        let old = all(self.ships[at]);
        let free = &room.free[usize::from(self.classes[at])];
        let Some(&number) = rng.pick(free).filter(|_| !old.cells.meets(outlook.hits))
        else {
            return true;
        };

        let placement = all(number);
        let (mut others, mut closed) = (Bits::<W>::EMPTY, Bits::<W>::EMPTY);
        for (_, &it) in self.ships[..longer].iter().enumerate().filter(|it| it.0 != at) {
            others = others.or(all(it).cells);
            closed = closed.or(all(it).grown);
        }
        if placement.grown.meets(others) {
            return true;
        }

        // The probability of drawing these cells is 1 over the product of the numbers of open cells; so it is of drawing
        // the old ones again.
        let (mut closed_before, mut closed) =
            (closed.or(old.grown), closed.or(placement.grown));
        let mut back = 1.0;
        for (it, drawn) in self.ships[longer..].iter().zip(&mut *drawn) {
            let open = outlook.open.without(closed);
            let Some(place) = super::outlook::any_of(open, rng) else { return true };
            *drawn = placements.single_at(smallest, place);
            let before = outlook.open.without(closed_before).count();
            back *= f64::from(open.count()) / f64::from(before);
            closed_before = closed_before.or(all(*it).grown);
            closed = closed.or(all(*drawn).grown);
        }

        let drawn = &drawn[..short - longer];
        let same = self.ships[..longer].iter().enumerate();
        let moved = same.map(|(other, &it)| if other == at { number } else { it });
        let moved = moved.chain(drawn.iter().copied());
        let before = self.ships.iter().copied();
        if rng.chance(back * odds.ratio(self.component, moved, before)) {
            self.ships[at] = number;
            self.ships[longer..].copy_from_slice(drawn);
            let cells = self.ships.iter().map(|&it| all(it).cells);
            *self.occupied = cells.fold(Bits::EMPTY, Bits::or);
        }
        true
    }

    /// The number of ships before those of the smallest class.
    fn longer(&self, smallest: usize) -> usize {
        self.classes.partition_point(|&class| usize::from(class) < smallest)
    }
}

/// The largest number of ships of one cell that are placed anew at once. Of more than some few nearly every proposal would
/// be rejected.
const MAX_DRAWN: usize = 16;
