//! The parts of a board beside its cells: exits, portals, conveyors and supply.

use tilewright_grid::{Cell, Grid};

use crate::bits::dispatch;
use crate::setting::{Direction, Gravity, Setting};
use crate::{Board, Game, Goal, Kind, Level, LevelError, Rules, Template, document};

/// What a board has beside its cells, as the key `cells` of a level document lists it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardParts {
    /// Where ingredients leave; none for the lowest cell of each column.
    pub exits: Option<Vec<Cell>>,
    /// The entrance and the exit of each portal.
    pub portals: Vec<[Cell; 2]>,
    /// The cells of each conveyor, in the order of motion.
    pub conveyors: Vec<Vec<Cell>>,
    /// What spawners give before blocks of random colours.
    pub supply: Vec<(Cell, Vec<Kind>)>,
}

impl BoardParts {
    fn of(setting: &Setting) -> Self {
        Self {
            exits: setting.exits.clone(),
            portals: setting.portals.clone(),
            conveyors: setting.conveyors.clone(),
            supply: setting.supply.clone(),
        }
    }
}

impl Template {
    /// The parts of the board beside its cells.
    pub fn parts(&self) -> BoardParts {
        BoardParts::of(&self.setting)
    }

    /// The same template with these parts instead of its own.
    ///
    /// ```
    /// use tilewright_grid::{Cell, Size};
    /// use tilewright_match3::{BoardParts, Template};
    ///
    /// let board = Template::open(Size::new(4, 4))?;
    /// let portal = [Cell::new(3, 0), Cell::new(2, 2)];
    /// let parts = BoardParts { portals: vec![portal], ..BoardParts::default() };
    /// assert_eq!(board.clone().with_parts(parts.clone())?.parts(), parts);
    ///
    /// let outside = BoardParts { exits: Some(vec![Cell::new(4, 0)]), ..parts };
    /// assert!(board.with_parts(outside).is_err());
    /// # Ok::<(), tilewright_match3::LevelError>(())
    /// ```
    ///
    /// # Errors
    /// When a document of a level with these parts would be refused: they are outside the board, in holes, listed twice, or unknown to
    /// the rules.
    pub fn with_parts(mut self, parts: BoardParts) -> Result<Self, LevelError> {
        let BoardParts { exits, portals, conveyors, supply } = parts;
        let setting = self.setting.as_ref().clone();
        let setting = Setting { portals, conveyors, exits, supply, ..setting };
        let board = (&self.cells, &self.spawners);
        self.setting = document::checked(setting, board, self.colors)?.shared();
        self.check_cells()?;
        Ok(self)
    }

    /// Whether blocks fall down everywhere.
    pub fn falls_down(&self) -> bool {
        self.setting.gravity == Gravity::All(Direction::Down)
    }
}

impl Level {
    /// The parts of the board beside its cells.
    pub fn parts(&self) -> BoardParts {
        BoardParts::of(&self.setting)
    }

    /// For each cell, whether it would be filled again if every block were taken at once. Blockers and covers stay, so that cells below
    /// them may not be reached until they are gone.
    ///
    /// ```
    /// use tilewright_grid::Cell;
    /// use tilewright_match3::Level;
    ///
    /// let level: Level = "...\n##.\n#..\n".parse()?;
    /// let refilled = level.refilled_cells();
    /// assert!(refilled[Cell::new(2, 1)] && !refilled[Cell::new(2, 0)]);
    /// # Ok::<(), tilewright_match3::LevelError>(())
    /// ```
    pub fn refilled_cells(&self) -> Grid<bool> {
        let goal = Goal::Score { score: u32::MAX };
        let rules = Rules::new(self, &goal).by_any_rules();
        dispatch!(rules.words(), W => {
            let mut board = Board::<W>::new(&rules);
            Game::new(&rules, &mut board).filled_cells()
        })
    }
}
