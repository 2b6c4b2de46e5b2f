//! One against another: both hide a fleet, both shoot, who hits shoots again.

use std::ops::Range;

use tilewright_grid::{Cell, Rng, Seed, Watch};

use crate::hunt::{CHUNK, one};
use crate::hunters::shot;
use crate::{Answer, Battle, Fleet, FleetError, Hide, Hunter, Rules, Sight};

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

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The person.
    Person,
    /// The hunter.
    Hunter,
}

/// A shot of a duel and what it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who shot.
    pub side: Side,
    /// Where.
    pub cell: Cell,
    /// What it did.
    pub answer: Answer,
}

/// A duel under way. The person begins; who hits shoots again, as in the game on squared
/// paper; who sinks the other's last ship wins.
///
/// ```
/// use tilewright_battleship::{Duel, Rules, Sequential, Strategy};
/// use tilewright_grid::{Cell, Seed};
///
/// let rules = Rules::russian(10, 10)?;
/// let place = |seed| Sequential::new(&rules).draw(&mut Seed(seed).rng());
/// let hunter = Strategy::Density.hunter(&rules);
/// let mut duel = Duel::new(&rules, place(1)?, place(2)?, hunter, Seed(3));
/// let turns = duel.shoot(Cell::new(0, 0))?;
/// assert_eq!(turns[0].cell, Cell::new(0, 0));
/// assert_eq!(duel.winner(), None);
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
pub struct Duel<'a> {
    person: Fleet,
    hidden: Fleet,
    /// What the person knows of the hunter's fleet.
    sight: Sight<'a>,
    /// What the hunter knows of the person's.
    other: Sight<'a>,
    hunter: Box<dyn Hunter>,
    rng: Rng,
    battle: Battle,
}

impl<'a> Duel<'a> {
    /// A duel before its first shot: the person's fleet and the hunter's, both legal. The
    /// hunter draws from child 2 of the seed; it is written down with the shots.
    pub fn new(
        rules: &'a Rules,
        person: Fleet,
        hidden: Fleet,
        mut hunter: Box<dyn Hunter>,
        seed: Seed,
    ) -> Self {
        let mut rng = seed.child(2).rng();
        hunter.begin(&mut rng);
        Self {
            battle: Battle::new(rules, "person", &hidden, 0, seed),
            person,
            hidden,
            sight: Sight::new(rules),
            other: Sight::new(rules),
            hunter,
            rng,
        }
    }

    /// The person shoots; where that misses, the hunter does until it misses. All shots, in
    /// their order.
    ///
    /// # Errors
    /// When the cell lies outside or was shot at before, or the duel is over; then nothing
    /// happened. When the hunter makes an illegal shot; then the person's shot stands.
    pub fn shoot(&mut self, cell: Cell) -> Result<Vec<Turn>, FleetError> {
        if self.winner().is_some() {
            return Err(FleetError::Over);
        }
        let answer = self.sight.shoot(&self.hidden, cell)?;
        self.battle.note(&self.sight, cell);
        let mut turns = vec![Turn { side: Side::Person, cell, answer }];
        while turns.last().is_some_and(|turn| self.is_hunters(turn)) {
            let cell = shot(&mut *self.hunter, &self.other, &mut self.rng)?;
            let answer = self.other.shoot(&self.person, cell)?;
            turns.push(Turn { side: Side::Hunter, cell, answer });
        }
        Ok(turns)
    }

    /// Whether the hunter shoots after that turn.
    fn is_hunters(&self, turn: &Turn) -> bool {
        let is_miss = turn.answer == Answer::Miss;
        self.winner().is_none() && (turn.side == Side::Person) == is_miss
    }

    /// Who has won, if it is over.
    pub const fn winner(&self) -> Option<Side> {
        if self.sight.is_over() {
            Some(Side::Person)
        } else if self.other.is_over() {
            Some(Side::Hunter)
        } else {
            None
        }
    }

    /// What the person knows of the hunter's fleet.
    pub const fn sight(&self) -> &Sight<'a> {
        &self.sight
    }

    /// What the hunter knows of the person's fleet.
    pub const fn other(&self) -> &Sight<'a> {
        &self.other
    }

    /// The person's fleet.
    pub const fn person(&self) -> &Fleet {
        &self.person
    }

    /// The hunter's fleet, to be shown when it is over.
    pub const fn hidden(&self) -> &Fleet {
        &self.hidden
    }

    /// The person's shots, written down.
    pub const fn battle(&self) -> &Battle {
        &self.battle
    }
}
