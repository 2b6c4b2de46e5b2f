//! Whether a fleet is legal, and if not, why.

use std::fmt;

use serde::Serialize;
use tilewright_grid::Cell;

use crate::{Fleet, FleetError, Rules, Ship, cell_name};

/// A violation of the rules by a fleet. Ships are numbered from 0 in the order of the fleet; the
/// text of [`Display`](fmt::Display) counts them from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Clash {
    /// A ship leaves the field.
    Outside {
        /// The number of the ship.
        ship: usize,
    },
    /// Two ships occupy the same cell.
    Overlap {
        /// The numbers of the ships, the smaller one first.
        ships: [usize; 2],
        /// The first cell that both occupy.
        cell: Cell,
    },
    /// Two ships lie closer than the touch rule allows.
    Touch {
        /// The numbers of the ships, the smaller one first.
        ships: [usize; 2],
        /// One cell of each; they are neighbours, side by side or diagonally.
        cells: [Cell; 2],
    },
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside { ship } => write!(f, "ship {} leaves the field", ship + 1),
            Self::Overlap { ships: [a, b], cell } => {
                write!(f, "ships {} and {} overlap at {}", a + 1, b + 1, cell_name(*cell))
            }
            Self::Touch { ships: [a, b], cells: [one, other] } => {
                let (one, other) = (cell_name(*one), cell_name(*other));
                write!(f, "ships {} and {} touch at {one} and {other}", a + 1, b + 1)
            }
        }
    }
}

impl Rules {
    /// All violations of a fleet: first the ships that leave the field, then the pairs that
    /// clash, in the order of the fleet. The lengths of the ships are not checked.
    ///
    /// ```
    /// use tilewright_battleship::{Fleet, Rules, Touch};
    ///
    /// let (size, fleet) = Fleet::from_text("AA.\n..B\n")?;
    /// let rules = Rules::new(size, "2,1".parse()?, Touch::Never)?;
    /// let clashes = rules.clashes(&fleet);
    /// let first = clashes[0].to_string();
    /// assert_eq!(first, "ships 1 and 2 touch at B1 and C2");
    /// # Ok::<(), tilewright_battleship::FleetError>(())
    /// ```
    pub fn clashes(&self, fleet: &Fleet) -> Vec<Clash> {
        let ships = &fleet.ships;
        let outside = (0..ships.len()).filter(|&at| !ships[at].is_inside(self.size()));
        let mut clashes: Vec<Clash> =
            outside.map(|ship| Clash::Outside { ship }).collect();

        // Every pair once, in the order of the second ship.
        for (second, other) in ships.iter().enumerate() {
            for (first, ship) in ships[..second].iter().enumerate() {
                if ship.clashes(*other, self.touch()) {
                    clashes.push(clash([first, second], *ship, *other));
                }
            }
        }
        clashes
    }

    /// Whether the fleet has the ships of the roster, in any order, and breaks no rule.
    pub fn is_legal(&self, fleet: &Fleet) -> bool {
        self.has_ships(fleet) && self.are_apart(&fleet.ships)
    }

    /// Checks that a fleet is legal. `number` is its number in its file, counted from 1, for the
    /// error.
    ///
    /// # Errors
    /// [`FleetError::OtherShips`] when it has other ships than the roster, and
    /// [`FleetError::Illegal`] with its first violation.
    pub fn check(&self, fleet: &Fleet, number: usize) -> Result<(), FleetError> {
        if !self.has_ships(fleet) {
            let mut expected = self.roster().lengths().to_vec();
            expected.sort_unstable_by(|a, b| b.cmp(a));
            let expected: Vec<String> = expected.iter().map(u32::to_string).collect();
            let (found, expected) = (fleet.lengths(), expected.join(","));
            return Err(FleetError::OtherShips { fleet: number, found, expected });
        }

        match self.clashes(fleet).first() {
            Some(clash) => {
                Err(FleetError::Illegal { fleet: number, clash: clash.to_string() })
            }
            None => Ok(()),
        }
    }

    /// Whether all ships lie inside the field and no two clash.
    pub(crate) fn are_apart(&self, ships: &[Ship]) -> bool {
        let size = self.size();
        ships.iter().enumerate().all(|(second, other)| {
            other.is_inside(size)
                && ships[..second].iter().all(|ship| !ship.clashes(*other, self.touch()))
        })
    }

    fn has_ships(&self, fleet: &Fleet) -> bool {
        let mut found: Vec<u32> = fleet.ships.iter().map(|ship| ship.length).collect();
        let mut expected = self.roster().lengths().to_vec();
        found.sort_unstable();
        expected.sort_unstable();
        found == expected
    }
}

/// The violation of two ships that clash.
fn clash(ships: [usize; 2], one: Ship, other: Ship) -> Clash {
    if one.overlaps(other) {
        let cell = one.cells().find(|&cell| other.covers(cell));
        let cell = cell.expect("ships that overlap have a cell in common");
        return Clash::Overlap { ships, cell };
    }
    let apart = |a: Cell, b: Cell| a.row.abs_diff(b.row) + a.column.abs_diff(b.column);
    let pairs = one.cells().flat_map(|a| other.cells().map(move |b| (a, b)));
    let closest = pairs.min_by_key(|&(a, b)| apart(a, b));
    let (a, b) = closest.expect("a ship has a cell at least");
    Clash::Touch { ships, cells: [a, b] }
}
