//! Fleets that agree with what a hunter knows, each about as likely as any other: a sample
//! that is sifted after every shot, filled up from what is left, and stirred.
//!
//! (Particle filter with moves: Gilks and Berzuini, *Following a moving target*, 2001. Moves
//! by Metropolis and Hastings: a ship goes anywhere it fits, or two ships change the hits that
//! they cover.)

use tilewright_grid::{Bits, Rng};

use super::outlook::{Berths, Outlook};
use crate::{Rules, Sequential, Ship, Sight};

/// A sample of fleets; ships that are sunk are no longer in it.
#[derive(Clone, Debug)]
pub(super) struct Particles<const W: usize> {
    /// For every particle the berths of its ships, class by class.
    pub(super) ships: Vec<u16>,
    /// The cells of its ships.
    decks: Vec<Bits<W>>,
    /// The class of every ship of a particle.
    classes: Vec<u16>,
    /// The ships that were taken out when they were sunk.
    sunk: Vec<Ship>,
}

/// Where the ships afloat can lie: for every class the berths that cover no hit, and those
/// that cover one.
#[derive(Clone, Debug, Default)]
pub(super) struct Room {
    free: Vec<Vec<u16>>,
    hit: Vec<Vec<u16>>,
}

impl Room {
    pub(super) fn read<const W: usize>(
        &mut self,
        outlook: &Outlook<W>,
        berths: &Berths<W>,
    ) {
        self.free.resize(berths.classes.len(), Vec::new());
        self.hit.resize(berths.classes.len(), Vec::new());
        for class in 0..berths.classes.len() {
            self.free[class].clear();
            self.hit[class].clear();
            if outlook.afloat[class] == 0 {
                continue;
            }
            for number in berths.of_class(class) {
                let berth = &berths.all[number];
                if outlook.allows(berth) {
                    let side = if berth.cells.meets(outlook.hits) {
                        &mut self.hit[class]
                    } else {
                        &mut self.free[class]
                    };
                    side.push(number as u16);
                }
            }
        }
    }
}

impl<const W: usize> Particles<W> {
    /// So many fleets of the full roster, stirred long enough to be about even.
    pub(super) fn new(
        rules: &Rules,
        berths: &Berths<W>,
        count: usize,
        rng: &mut Rng,
    ) -> Self {
        let mut classes = Vec::new();
        for (class, &(_, ships)) in berths.classes.iter().enumerate() {
            classes.extend(std::iter::repeat_n(class as u16, ships as usize));
        }
        let mut particles =
            Self { ships: Vec::new(), decks: Vec::new(), classes, sunk: Vec::new() };
        let outlook = Outlook::of(&Sight::new(rules), berths);
        let mut room = Room::default();
        room.read(&outlook, berths);
        let sequential = Sequential::new(rules);
        for _ in 0..count {
            let Ok(fleet) = sequential.draw(rng) else { break };
            let mut ships = fleet.ships;
            ships.sort_by_key(|ship| std::cmp::Reverse(ship.length));
            let numbers = ships.iter().filter_map(|&ship| berths.number(ship));
            particles.push(numbers.map(|number| number as u16), berths);
            let last = particles.count() - 1;
            let moves = 50 * particles.width() as u32;
            particles.stir(last, moves, &outlook, &room, berths, rng);
        }
        particles
    }

    fn push(&mut self, numbers: impl Iterator<Item = u16>, berths: &Berths<W>) {
        let from = self.ships.len();
        self.ships.extend(numbers);
        let cells = self.ships[from..]
            .iter()
            .map(|&number| berths.all[usize::from(number)].cells);
        self.decks.push(cells.fold(Bits::EMPTY, Bits::or));
    }

    /// How many fleets there are.
    pub(super) const fn count(&self) -> usize {
        self.decks.len()
    }

    /// How many ships each has.
    const fn width(&self) -> usize {
        self.classes.len()
    }

    /// The berths of the ships of a particle.
    pub(super) fn ships(&self, particle: usize) -> &[u16] {
        &self.ships[particle * self.width()..(particle + 1) * self.width()]
    }

    /// Begins a game with some of the fleets of a bank.
    pub(super) fn draw_from(&mut self, bank: &Self, count: usize, rng: &mut Rng) {
        self.classes.clone_from(&bank.classes);
        self.ships.clear();
        self.decks.clear();
        self.sunk.clear();
        if bank.count() == 0 {
            return;
        }
        for _ in 0..count {
            let particle = rng.index(bank.count());
            self.ships.extend_from_slice(bank.ships(particle));
            self.decks.push(bank.decks[particle]);
        }
    }

    /// Keeps the fleets that agree with what is known.
    pub(super) fn sift(
        &mut self,
        sight: &Sight<'_>,
        outlook: &Outlook<W>,
        berths: &Berths<W>,
    ) {
        for at in self.sunk.len()..sight.sunk().len() {
            self.take_out(sight.sunk()[at], berths);
        }
        let possible = outlook.open.or(outlook.hits);
        let agrees = |this: &Self, particle: usize| {
            this.decks[particle].without(possible).is_empty()
                && outlook.hits.without(this.decks[particle]).is_empty()
                && (outlook.hits.is_empty()
                    || this.ships(particle).iter().all(|&number| {
                        let cells = berths.all[usize::from(number)].cells;
                        !cells.without(outlook.hits).is_empty()
                    }))
        };
        let mut kept = 0;
        for particle in 0..self.count() {
            if agrees(self, particle) {
                self.copy(particle, kept);
                kept += 1;
            }
        }
        self.truncate(kept);
    }

    /// Takes a sunk ship out of every fleet that has it, and all others away.
    fn take_out(&mut self, ship: Ship, berths: &Berths<W>) {
        self.sunk.push(ship);
        let Some(number) = berths.number(ship) else { return };
        let Some(class) = berths.class_of(ship.length) else { return };
        let width = self.width();
        let Some(first) = self.classes.iter().position(|&it| usize::from(it) == class)
        else {
            return;
        };
        let mut ships = Vec::with_capacity(self.ships.len());
        let mut decks = Vec::with_capacity(self.decks.len());
        for particle in 0..self.count() {
            let own = self.ships(particle);
            let Some(at) = own.iter().position(|&it| usize::from(it) == number) else {
                continue;
            };
            let from = ships.len();
            ships.extend_from_slice(own);
            // Ships of one class stand side by side, so the first takes the place of the sunk.
            ships.swap(from + at, from + first);
            ships.remove(from + first);
            decks.push(self.decks[particle].without(berths.all[number].cells));
        }
        self.classes.remove(first);
        debug_assert_eq!(ships.len(), decks.len() * (width - 1));
        (self.ships, self.decks) = (ships, decks);
    }

    fn copy(&mut self, from: usize, to: usize) {
        if from != to {
            let width = self.width();
            self.ships.copy_within(from * width..(from + 1) * width, to * width);
            self.decks[to] = self.decks[from];
        }
    }

    fn truncate(&mut self, count: usize) {
        self.ships.truncate(count * self.width());
        self.decks.truncate(count);
    }

    /// Fills up to so many fleets by copies of those there are, which are stirred more than
    /// the others.
    pub(super) fn fill(
        &mut self,
        count: usize,
        stirs: [u32; 2],
        outlook: &Outlook<W>,
        room: &Room,
        berths: &Berths<W>,
        rng: &mut Rng,
    ) {
        let kept = self.count();
        if kept == 0 {
            return;
        }
        for particle in 0..count.max(kept) {
            if particle >= kept {
                let from = rng.index(kept);
                let width = self.width();
                self.ships.extend_from_within(from * width..(from + 1) * width);
                self.decks.push(self.decks[from]);
            }
            let moves = stirs[usize::from(particle >= kept)];
            self.stir(particle, moves, outlook, room, berths, rng);
        }
    }

    /// Makes so many attempts to move a ship of a fleet.
    fn stir(
        &mut self,
        particle: usize,
        moves: u32,
        outlook: &Outlook<W>,
        room: &Room,
        berths: &Berths<W>,
        rng: &mut Rng,
    ) {
        let width = self.width();
        if width == 0 {
            return;
        }
        let ships = &mut self.ships[particle * width..(particle + 1) * width];
        let decks = &mut self.decks[particle];
        let hunted = !outlook.hits.is_empty();
        for _ in 0..moves {
            let at = rng.index(width);
            let class = usize::from(self.classes[at]);
            let old = berths.all[usize::from(ships[at])].cells;
            let covers = hunted && old.meets(outlook.hits);
            if covers && width > 1 && rng.below(2) == 0 {
                let other = rng.index(width);
                exchange(
                    ships,
                    decks,
                    &self.classes,
                    [at, other],
                    outlook,
                    room,
                    berths,
                    rng,
                );
                continue;
            }
            let side = if covers { &room.hit[class] } else { &room.free[class] };
            let Some(&number) = rng.pick(side) else { continue };
            let berth = &berths.all[usize::from(number)];
            let others = decks.without(old);
            let after = others.or(berth.cells);
            if !berth.grown.meets(others)
                && (!covers || outlook.hits.without(after).is_empty())
            {
                ships[at] = number;
                *decks = after;
            }
        }
    }

    /// Makes up to so many fleets from nothing that agree with what is known.
    pub(super) fn rebuild(
        &mut self,
        count: usize,
        outlook: &Outlook<W>,
        room: &Room,
        berths: &Berths<W>,
        rng: &mut Rng,
    ) {
        self.truncate(0);
        for _ in 0..20 * count {
            if let Some(numbers) = self.attempt(outlook, room, berths, rng) {
                self.push(numbers.into_iter(), berths);
                if self.count() == count {
                    break;
                }
            }
        }
    }

    /// Covers the hits first, then places the other ships, the longest first.
    fn attempt(
        &self,
        outlook: &Outlook<W>,
        room: &Room,
        berths: &Berths<W>,
        rng: &mut Rng,
    ) -> Option<Vec<u16>> {
        let mut numbers = vec![u16::MAX; self.width()];
        let mut decks = Bits::<W>::EMPTY;
        let mut fitting = Vec::new();
        loop {
            let left = outlook.hits.without(decks);
            let is_hit = !left.is_empty();
            fitting.clear();
            for (at, &class) in self.classes.iter().enumerate() {
                let is_first = at == 0
                    || self.classes[at - 1] != class
                    || numbers[at - 1] != u16::MAX;
                if numbers[at] != u16::MAX || !is_first {
                    continue;
                }
                let class = usize::from(class);
                let side = if is_hit { &room.hit[class] } else { &room.free[class] };
                for &number in side {
                    let berth = &berths.all[usize::from(number)];
                    let covers = !is_hit || berth.cells.meets(left);
                    if covers && !berth.grown.meets(decks) {
                        fitting.push((at, number));
                    }
                }
                if !is_hit {
                    break;
                }
            }
            if !is_hit && numbers.iter().all(|&number| number != u16::MAX) {
                return Some(numbers);
            }
            let &(at, number) = rng.pick(&fitting)?;
            numbers[at] = number;
            decks = decks.or(berths.all[usize::from(number)].cells);
        }
    }
}

/// Lets two ships change their parts: the one that covers a hit goes anywhere, the other one
/// covers the hit.
#[expect(clippy::too_many_arguments, reason = "they are the parts of one particle")]
fn exchange<const W: usize>(
    ships: &mut [u16],
    decks: &mut Bits<W>,
    classes: &[u16],
    [at, other]: [usize; 2],
    outlook: &Outlook<W>,
    room: &Room,
    berths: &Berths<W>,
    rng: &mut Rng,
) {
    let cells = |number: u16| berths.all[usize::from(number)].cells;
    if at == other
        || classes[at] == classes[other]
        || cells(ships[other]).meets(outlook.hits)
    {
        return;
    }
    let [class, next] = [at, other].map(|at| usize::from(classes[at]));
    let pair = rng.pick(&room.free[class]).zip(rng.pick(&room.hit[next]));
    let Some((&away, &there)) = pair else { return };
    let others = decks.without(cells(ships[at])).without(cells(ships[other]));
    let [away_berth, there_berth] = [away, there].map(|it| &berths.all[usize::from(it)]);
    let after = others.or(away_berth.cells).or(there_berth.cells);
    let fits = !away_berth.grown.meets(others.or(there_berth.cells))
        && !there_berth.grown.meets(others)
        && outlook.hits.without(after).is_empty();
    if !fits {
        return;
    }
    // The ways to go, over the ways to come back.
    let size = |side: &[Vec<u16>], class: usize| side[class].len() as f64;
    let there_and_back = size(&room.free, class) * size(&room.hit, next)
        / (size(&room.free, next) * size(&room.hit, class));
    if rng.chance(there_and_back) {
        ships[at] = away;
        ships[other] = there;
        *decks = after;
    }
}
