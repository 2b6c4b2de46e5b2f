//! A hunt against people: shots whose outcomes the other side says, checked against each other.

use tilewright_grid::{Cell, Watch};

use crate::hunters::search;
use crate::{Answer, FleetError, Mark, Rules, Ship, Sight};

/// Whether a legal fleet agrees with what is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// One was found.
    Found,
    /// The search ended before it found one, or proved that there is none.
    Undecided,
}

impl<'a> Sight<'a> {
    /// Notes a shot and the outcome that the other side said, as in a game against a person. It may be any cell that was not
    /// shot at; the same outcome may be noted again, also when the ship is sunk by then, and changes nothing. After an error
    /// nothing has changed either.
    ///
    /// At the end it searches for a legal fleet that agrees with all outcomes, see [`fit`](Self::fit).
    ///
    /// ```
    /// use tilewright_battleship::{Answer, Fit, FleetError, Rules, Sight, Touch};
    /// use tilewright_grid::{Cell, Size};
    ///
    /// let rules = Rules::new(Size::new(2, 3), "2".parse()?, Touch::Never)?;
    /// let mut sight = Sight::new(&rules);
    /// let (here, beside) = (Cell::new(0, 0), Cell::new(0, 1));
    /// assert_eq!(sight.note(here, Answer::Hit, 1000, &())?, Fit::Found);
    /// assert_eq!(sight.note(beside, Answer::Miss, 1000, &())?, Fit::Found);
    /// // The ship must continue downwards.
    /// let refused = sight.note(Cell::new(1, 0), Answer::Miss, 1000, &());
    /// assert_eq!(refused, Err(FleetError::NoFleet));
    /// # Ok::<(), FleetError>(())
    /// ```
    ///
    /// # Errors
    /// [`FleetError::ShotOutside`], [`FleetError::Over`]; [`FleetError::OtherAnswer`] when the cell was noted with another
    /// outcome; when a ship is said to be sunk, [`FleetError::NotShot`] if the shot is not at it, [`FleetError::NotHit`] if
    /// another of its cells was not hit, and [`FleetError::NoSuchShip`] if the fleet has no such ship afloat; and as
    /// [`fit`](Self::fit).
    pub fn note(
        &mut self,
        cell: Cell,
        answer: Answer,
        nodes: u64,
        watch: &dyn Watch,
    ) -> Result<Fit, FleetError> {
        let size = self.rules().size();
        if !size.contains(cell) {
            return Err(FleetError::ShotOutside { cell, size });
        }

        if let Some(noted) = self.answer(cell) {
            if noted != answer {
                let (noted, found) = (noted.key(), answer.key());
                return Err(FleetError::OtherAnswer { cell, noted, found });
            }
            return self.fit(nodes, watch);
        }

        self.check(cell)?;
        if let Answer::Sunk(ship) = answer {
            self.check_sunk(ship, cell)?;
        }

        let mut next = self.clone();
        next.record(cell, answer);
        let fit = next.fit(nodes, watch)?;
        *self = next;
        Ok(fit)
    }

    /// What is known from lists of cells instead of single shots: misses, hits of ships that are afloat, and sunk ships in
    /// the order in which they were sunk. That of the shots is not known, so the last cell of each sunk ship counts as the
    /// one that sank it. Whether a fleet agrees is not searched for.
    ///
    /// # Errors
    /// As [`note`](Self::note), and [`FleetError::ShotTwice`] when a cell is in two of the lists, or twice in one.
    pub fn of_cells(
        rules: &'a Rules,
        misses: &[Cell],
        hits: &[Cell],
        sunk: &[Ship],
    ) -> Result<Self, FleetError> {
        let mut sight = Self::new(rules);
        for &cell in misses {
            sight.check_new(cell)?;
            sight.record(cell, Answer::Miss);
        }

        for &ship in sunk {
            for cell in ship.cells() {
                sight.check_new(cell)?;
                if cell != ship.last() {
                    sight.check_room()?;
                    sight.record(cell, Answer::Hit);
                }
            }
            sight.check_sunk(ship, ship.last())?;
            sight.record(ship.last(), Answer::Sunk(ship));
        }

        for &cell in hits {
            sight.check_new(cell)?;
            sight.check_room()?;
            sight.record(cell, Answer::Hit);
        }
        Ok(sight)
    }

    /// Searches for a legal fleet that agrees with all that is known: it has the sunk ships, covers all hits and no miss, and
    /// no other ship of which every cell was hit. The search is cut off after a number of nodes: each is a ship put at one
    /// of its places, or a step of the count that follows where ships alone decide nothing. The watch is called every few
    /// milliseconds at least.
    ///
    /// # Errors
    /// [`FleetError::NoFleet`] when it is proved that there is none, and [`FleetError::Cancelled`] when the watch stops it.
    pub fn fit(&self, nodes: u64, watch: &dyn Watch) -> Result<Fit, FleetError> {
        search(self, nodes, watch)
    }

    /// Checks that a cell lies on the field and has no outcome yet.
    fn check_new(&self, cell: Cell) -> Result<(), FleetError> {
        let size = self.rules().size();
        if !size.contains(cell) {
            return Err(FleetError::ShotOutside { cell, size });
        }
        match self.mark(cell) {
            Mark::Unknown => Ok(()),
            _ => Err(FleetError::ShotTwice(cell)),
        }
    }

    /// Checks that the fleet has a cell that was not hit.
    fn check_room(&self) -> Result<(), FleetError> {
        if self.is_over() { Err(FleetError::NoFleet) } else { Ok(()) }
    }

    /// Checks that a shot can have sunk a ship.
    fn check_sunk(&self, ship: Ship, cell: Cell) -> Result<(), FleetError> {
        let size = self.rules().size();
        if !size.contains(ship.last()) {
            return Err(FleetError::ShotOutside { cell: ship.last(), size });
        }
        if !ship.covers(cell) {
            return Err(FleetError::NotShot { ship, cell });
        }

        let unhit = |at: &Cell| *at != cell && self.mark(*at) != Mark::Hit;
        if let Some(cell) = ship.cells().find(unhit) {
            return Err(FleetError::NotHit { ship, cell });
        }

        let afloat = self.afloat();
        if afloat.iter().all(|&(length, _)| length != ship.length) {
            return Err(FleetError::NoSuchShip { ship });
        }
        Ok(())
    }
}
