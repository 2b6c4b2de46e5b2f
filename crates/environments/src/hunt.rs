//! Battleship, from the hunter's side, as an environment.

use tilewright_battleship::heatmap::sight;
use tilewright_battleship::picture::tile_for;
use tilewright_battleship::{Fleet, FleetError, Rules, Sequential, Sight, Strategy};
use tilewright_draw::Picture;
use tilewright_grid::{Cell, Rng, Seed, Size};

use crate::{Environment, Outcome, Space};

/// What an observation shows of a cell.
const UNKNOWN: u8 = 0;
const MISS: u8 = 1;
const HIT: u8 = 2;
const SUNK: u8 = 3;

/// The mark of a cell without a ship.
const WATER: u16 = u16::MAX;

/// A hunt for a hidden fleet, whose ships are put one after the other at random places where they fit.
///
/// The action is a cell, row by row. Each shot has the reward −1, also one at a cell that was shot at
/// before, which changes nothing: the return is minus the number of shots. The episode ends when all
/// ships are sunk. The observation has a byte for each cell: 0 unknown, 1 water, 2 a hit ship, 3 a
/// sunk ship.
///
/// ```
/// use tilewright_battleship::Rules;
/// use tilewright_environments::{Environment, Hunt};
/// use tilewright_grid::Seed;
///
/// let mut hunt = Hunt::new(Rules::russian(10, 10)?)?;
/// hunt.reset(Seed(1));
/// let shots = (0..100).take_while(|cell| !hunt.step(*cell).is_over).count() + 1;
/// assert!((20..=100).contains(&shots));
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hunt {
    rules: Rules,
    placer: Sequential,
    fleet: Fleet,
    /// The ship in each cell.
    ships: Vec<u16>,
    /// The cells of each ship that are not hit.
    left: Vec<u32>,
    /// The ship cells that are not hit.
    unhit: u32,
    marks: Vec<u8>,
    choices: Rng,
}

impl Hunt {
    /// A hunt under these rules.
    ///
    /// # Errors
    /// If the placer finds no fleet: the field is too crowded.
    pub fn new(rules: Rules) -> Result<Self, FleetError> {
        let placer = Sequential::new(&rules);
        let fleet = placer.draw(&mut Seed(0).rng())?;
        let area = rules.size().area();
        let mut hunt = Self {
            placer,
            fleet,
            ships: vec![WATER; area],
            left: Vec::new(),
            unhit: 0,
            marks: vec![UNKNOWN; area],
            choices: Seed(0).rng(),
            rules,
        };

        hunt.hide();
        Ok(hunt)
    }

    /// What a hunter knows.
    fn sight(&self) -> Sight<'_> {
        let (size, mut sight) = (self.rules.size(), Sight::new(&self.rules));
        for (index, mark) in self.marks.iter().enumerate() {
            if *mark != UNKNOWN {
                let shot = sight.shoot(&self.fleet, size.cell(index));
                shot.expect("each cell is shot at once, the last one at the end");
            }
        }
        sight
    }

    /// Forgets all shots and lets the fleet lie where it is now.
    fn hide(&mut self) {
        let size = self.rules.size();
        self.ships.fill(WATER);
        self.marks.fill(UNKNOWN);
        self.left.clear();
        for (number, ship) in (0_u16..).zip(&self.fleet.ships) {
            self.left.push(ship.length);
            ship.cells().for_each(|cell| self.ships[size.index(cell)] = number);
        }
        self.unhit = self.left.iter().sum();
    }
}

impl Environment for Hunt {
    /// The fleet, the cells that were shot at, and the stream of the best player.
    type Saved = (Fleet, Vec<bool>, Rng);

    fn space(&self) -> Space {
        let size = self.rules.size();
        let shape = vec![size.rows as usize, size.columns as usize];
        Space { shape, highs: vec![SUNK], actions: size.area() }
    }

    fn reset(&mut self, seed: Seed) {
        let mut rng = seed.rng();
        self.choices = seed.child(1).rng();
        // A fleet was found when the hunt was made, so one is found again sooner or later.
        while self.placer.draw_into(&mut self.fleet, &mut rng).is_err() {}
        self.hide();
    }

    fn step(&mut self, action: u32) -> Outcome {
        let cell = action as usize;
        if self.marks[cell] == UNKNOWN && self.unhit > 0 {
            let ship = self.ships[cell];
            if ship == WATER {
                self.marks[cell] = MISS;
            } else {
                self.marks[cell] = HIT;
                self.unhit -= 1;
                let left = &mut self.left[usize::from(ship)];
                *left -= 1;

                if *left == 0 {
                    let size = self.rules.size();
                    let cells = self.fleet.ships[usize::from(ship)].cells();
                    cells.for_each(|cell: Cell| self.marks[size.index(cell)] = SUNK);
                }
            }
        }

        Outcome { reward: -1.0, is_over: self.unhit == 0 }
    }

    fn observe(&self, seen: &mut [u8]) {
        seen.copy_from_slice(&self.marks);
    }

    fn mask(&self, legal: &mut [u8]) {
        for (legal, mark) in legal.iter_mut().zip(&self.marks) {
            *legal = u8::from(*mark == UNKNOWN && self.unhit > 0);
        }
    }

    /// Each line is a row: `.` unknown, `o` water, `x` a hit ship, `#` a sunk one.
    fn text(&self) -> String {
        let Size { columns, .. } = self.rules.size();
        let letter = |mark: &u8| ['.', 'o', 'x', '#'][usize::from(*mark)];
        let rows = self.marks.chunks(columns as usize);
        let row = |row: &[u8]| row.iter().map(letter).collect::<String>();
        rows.map(row).collect::<Vec<_>>().join("\n")
    }

    fn picture(&mut self) -> Picture {
        sight(&self.sight(), None, None, tile_for(self.rules.size()))
    }

    /// The choice of [`Strategy::Density`].
    fn best_action(&mut self) -> Option<u32> {
        if self.unhit == 0 {
            return None;
        }
        let mut hunter = Strategy::Density.hunter(&self.rules);
        let mut choices = self.choices.clone();
        let cell = hunter.aim(&self.sight(), &mut choices);
        self.choices = choices;
        Some(self.rules.size().index(cell) as u32)
    }

    fn save(&self) -> Self::Saved {
        let shots = self.marks.iter().map(|mark| *mark != UNKNOWN).collect();
        (self.fleet.clone(), shots, self.choices.clone())
    }

    fn restore(&mut self, (fleet, shots, choices): Self::Saved) -> bool {
        if shots.len() != self.marks.len() || !self.rules.is_legal(&fleet) {
            return false;
        }
        self.fleet = fleet;
        self.hide();
        // In any order they leave the same marks.
        for (cell, _) in (0..).zip(&shots).filter(|(_, is_shot)| **is_shot) {
            self.step(cell);
        }
        self.choices = choices;
        true
    }
}

#[cfg(test)]
mod tests {
    use tilewright_battleship::{Mark, Sight};

    use super::*;

    #[test]
    fn a_hunt_shows_what_a_hunter_knows() {
        for (seed, rules) in
            [Rules::russian(10, 10), Rules::russian(8, 9)].into_iter().enumerate()
        {
            let rules = rules.unwrap();
            let mut hunt = Hunt::new(rules.clone()).unwrap();
            hunt.reset(Seed(seed as u64));
            let fleet = hunt.fleet.clone();
            assert!(rules.clashes(&fleet).is_empty());

            let mut sight = Sight::new(&rules);
            let mut rng = Seed(5).rng();
            let (mut shots, area) = (0, rules.size().area());
            loop {
                let cell = rules.size().cell(rng.index(area));
                let is_new = sight.shoot(&fleet, cell).is_ok();
                shots += u32::from(is_new);
                let outcome = hunt.step(rules.size().index(cell) as u32);
                assert_eq!(outcome, Outcome { reward: -1.0, is_over: sight.is_over() });
                let (mut seen, mut legal) = (vec![9; area], vec![9; area]);
                hunt.observe(&mut seen);
                hunt.mask(&mut legal);

                for (index, mark) in sight.marks().values().iter().enumerate() {
                    let (code, is_legal) = match mark {
                        Mark::Unknown => (UNKNOWN, u8::from(!sight.is_over())),
                        Mark::Miss => (MISS, 0),
                        Mark::Hit => (HIT, 0),
                        Mark::Sunk => (SUNK, 0),
                    };

                    let found = (seen[index], legal[index]);
                    assert_eq!(found, (code, is_legal), "cell {index}");
                }

                if outcome.is_over {
                    break;
                }
            }

            assert_eq!(shots, sight.shots());
        }
    }
}
