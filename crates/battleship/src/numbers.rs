//! Fleets and what is known of a field as numbers, one a cell in reading order.

use tilewright_grid::{Cell, Grid, Size, groups};

use crate::{Fleet, FleetError, HuntBoard, Rules, Ship, of_cells};

impl Fleet {
    /// For every cell of a field, in reading order, the number of the ship that occupies it, counted from 1 in the order of the fleet; 0
    /// for water.
    ///
    /// ```
    /// use tilewright_battleship::Fleet;
    ///
    /// let (size, fleet) = Fleet::from_text("A.B\nA..\n")?;
    /// assert_eq!(fleet.numbers(size), [1, 0, 2, 1, 0, 0]);
    /// # Ok::<(), tilewright_battleship::FleetError>(())
    /// ```
    pub fn numbers(&self, size: Size) -> Vec<u16> {
        let number = |ship: &Option<u16>| ship.map_or(0, |ship| ship + 1);
        self.grid(size).values().iter().map(number).collect()
    }

    /// The fleet of such numbers by some rules: ship *k* has the length of the *k*-th ship of the roster. It may break the touch
    /// rule.
    ///
    /// ```
    /// use tilewright_battleship::{Fleet, Rules, Touch};
    /// use tilewright_grid::Size;
    ///
    /// let rules = Rules::new(Size::new(2, 3), "2,1".parse()?, Touch::Never)?;
    /// let fleet = Fleet::of_numbers(&rules, &[1, 0, 2, 1, 0, 0])?;
    /// assert!(rules.is_legal(&fleet));
    /// assert!(Fleet::of_numbers(&rules, &[1, 0, 2, 0, 0, 1]).is_err());
    /// # Ok::<(), tilewright_battleship::FleetError>(())
    /// ```
    ///
    /// # Errors
    /// [`FleetError::NumberCount`] unless there is a number for each cell, [`FleetError::ShipNumber`] for a number of no ship,
    /// [`FleetError::NotStraight`] when the cells of a number are no ship, [`FleetError::ShipLength`] when it has another length.
    pub fn of_numbers(rules: &Rules, numbers: &[u16]) -> Result<Self, FleetError> {
        let (size, lengths) = (rules.size(), rules.roster().lengths());
        check(size, numbers.len())?;

        let mut cells = vec![Vec::new(); lengths.len()];
        for (cell, &number) in size.cells().zip(numbers).filter(|it| *it.1 > 0) {
            let found = usize::from(number);
            let ship = cells.get_mut(found - 1);
            let ships = lengths.len();
            ship.ok_or(FleetError::ShipNumber { cell, found, ships })?.push(cell);
        }

        let ship = |((number, cells), &expected): ((usize, &Vec<Cell>), &u32)| {
            let found = cells.len();
            if found != expected as usize {
                return Err(FleetError::ShipLength { number, found, expected });
            }
            of_cells(cells)
        };
        let ships = (1..).zip(&cells).zip(lengths).map(ship);
        Ok(Self::new(ships.collect::<Result<_, _>>()?))
    }
}

impl HuntBoard {
    /// The field of numbers: 0 was not shot at, 1 is a miss, 2 a hit, and larger ones are sunk ships. Cells side by side with the same
    /// number are one ship, so that 3 does for all of them unless they touch.
    ///
    /// ```
    /// use tilewright_battleship::HuntBoard;
    /// use tilewright_grid::Size;
    ///
    /// let board = HuntBoard::of_numbers(Size::new(3, 3), &[3, 3, 0, 0, 0, 1, 2, 0, 0])?;
    /// assert_eq!(board, "AA.\n..o\nx..\n".parse()?);
    /// # Ok::<(), tilewright_battleship::FleetError>(())
    /// ```
    ///
    /// # Errors
    /// [`FleetError::NumberCount`] unless there is a number for each cell, [`FleetError::NotStraight`] when cells of the same number hang
    /// together and are no ship.
    pub fn of_numbers(size: Size, numbers: &[u16]) -> Result<Self, FleetError> {
        check(size, numbers.len())?;
        let of = |wanted: u16| {
            let cells = size.cells().zip(numbers).filter(move |it| *it.1 == wanted);
            cells.map(|(cell, _)| cell).collect::<Vec<Cell>>()
        };

        let marks = Grid::from_fn(size, |cell| numbers[size.index(cell)]);
        let mut known: Vec<u16> = numbers.iter().copied().filter(|&it| it > 2).collect();
        known.sort_unstable();
        known.dedup();
        let mut sunk: Vec<Ship> = Vec::new();
        for number in known {
            for cells in groups(size, |cell| marks[cell] == number) {
                sunk.push(of_cells(&cells)?);
            }
        }
        Ok(Self { size, misses: of(1), hits: of(2), sunk })
    }
}

/// Refuses another number of numbers than cells.
const fn check(size: Size, found: usize) -> Result<(), FleetError> {
    let expected = size.area();
    if found == expected {
        Ok(())
    } else {
        Err(FleetError::NumberCount { found, expected })
    }
}

#[cfg(test)]
mod tests {
    use tilewright_grid::Seed;

    use super::*;
    use crate::{Sequential, Touch};

    #[test]
    fn numbers_lead_back_to_their_fleet() {
        let rules = Rules::russian(10, 10).unwrap();
        let sequential = Sequential::new(&rules);
        for seed in (0..50).map(Seed) {
            let fleet = sequential.draw(&mut seed.rng()).unwrap();
            let numbers = fleet.numbers(rules.size());
            assert_eq!(Fleet::of_numbers(&rules, &numbers), Ok(fleet));
        }
    }

    #[test]
    fn what_is_no_fleet_is_refused() {
        let size = Size::new(1, 4);
        let rules = Rules::new(size, "2,1".parse().unwrap(), Touch::Free).unwrap();
        let error =
            |numbers: &[u16]| Fleet::of_numbers(&rules, numbers).unwrap_err().to_string();
        assert_eq!(error(&[1, 1, 2]), "3 numbers, expected 4: one for each cell");
        assert_eq!(
            error(&[1, 1, 3, 0]),
            "C1 has ship 3, expected 1 to 2, or 0 for water"
        );
        assert_eq!(error(&[1, 0, 2, 0]), "ship 1 has 1 cells, expected 2");
        assert!(error(&[1, 0, 1, 2]).contains("A1, C1"));
    }

    #[test]
    fn ships_that_touch_are_apart_by_their_numbers() {
        let board = HuntBoard::of_numbers(Size::new(2, 3), &[3, 3, 4, 0, 0, 4]).unwrap();
        assert_eq!(board.sunk.len(), 2);
        assert!(HuntBoard::of_numbers(Size::new(2, 3), &[3, 3, 3, 0, 0, 3]).is_err());
    }
}
