//! A map: what every cell is, what it costs, how dangerous it is.

use std::fmt;
use std::str::FromStr;

use tilewright_formats::movingai;
use tilewright_grid::{Cell, Grid, Size, checksum};

use crate::MapError;

/// The most cells that a map may have: 4096 × 4096.
pub const MAX_CELLS: usize = 1 << 24;

/// The costs that a cell may have.
pub const COSTS: std::ops::RangeInclusive<f64> = 0.001..=1e6;

/// What a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Nothing in the way: `.`, in maps of the MovingAI benchmarks `G` too.
    Free,
    /// Walkable like free ground: `S`.
    Swamp,
    /// Reachable only from water: `W`.
    Water,
    /// In the way: `#`, in maps of the MovingAI benchmarks `@` and `O`.
    Wall,
    /// In the way: `T`.
    Trees,
}

impl Ground {
    /// Whether nobody can be there.
    pub const fn is_blocked(self) -> bool {
        matches!(self, Self::Wall | Self::Trees)
    }
}

/// A map: what every cell is, what a step into it costs, how dangerous it is.
///
/// Its text form is a character a cell: `.` free, `#` a wall, `~` free with a danger of 1,
/// `2` to `9` free at that cost; besides these `G`, `S`, `W`, `T`, `@` and `O` as in the maps
/// of the MovingAI benchmarks.
///
/// ```
/// use tilewright_pathplan::{Ground, Map};
///
/// let map: Map = "..#\n.3~\n".parse()?;
/// let wall = tilewright_grid::Cell::new(0, 2);
/// assert_eq!(map.ground(wall), Some(Ground::Wall));
/// assert_eq!(map.to_string(), "..#\n.3~\n");
/// # Ok::<(), tilewright_pathplan::MapError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    ground: Grid<Ground>,
    /// By how much a step into each cell is multiplied.
    costs: Vec<f64>,
    danger: Vec<u32>,
    /// Where a walk starts and ends, and who walks, where the map says so.
    pub places: Places,
}

/// The places that a map names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Where a walk starts.
    pub start: Option<Cell>,
    /// Where it ends.
    pub goal: Option<Cell>,
    /// Where others stand, in the order of the file.
    pub npcs: Vec<Cell>,
}

impl Map {
    /// A map of such ground, of equal cost and without danger.
    ///
    /// # Errors
    /// When it has no cell or more than [`MAX_CELLS`].
    pub fn new(ground: Grid<Ground>) -> Result<Self, MapError> {
        let size = ground.size();
        check(size)?;
        let area = size.area();
        let places = Places::default();
        Ok(Self { ground, costs: vec![1.0; area], danger: vec![0; area], places })
    }

    /// The map of a file of the MovingAI benchmarks.
    ///
    /// # Errors
    /// As [`Map::new`], and on a character that no such map has.
    pub fn from_movingai(map: &movingai::Map) -> Result<Self, MapError> {
        let size = map.cells.size();
        check(size)?;
        let mut ground = Vec::with_capacity(size.area());
        for (index, &glyph) in map.cells.values().iter().enumerate() {
            let of_movingai = match glyph {
                b'.' | b'G' => Ground::Free,
                b'S' => Ground::Swamp,
                b'W' => Ground::Water,
                b'@' | b'O' => Ground::Wall,
                b'T' => Ground::Trees,
                _ => {
                    let Cell { row, column } = size.cell(index);
                    let (line, column) = (row as usize + 5, column as usize + 1);
                    return Err(MapError::Glyph {
                        line,
                        column,
                        found: char::from(glyph),
                    });
                }
            };
            ground.push(of_movingai);
        }
        Self::new(Grid::from_values(size, ground).expect("a value for every cell"))
    }

    /// The same ground as a file of the MovingAI benchmarks; costs and danger have no place
    /// in it.
    pub fn to_movingai(&self) -> movingai::Map {
        let glyph = |ground: &Ground| match ground {
            Ground::Free => b'.',
            Ground::Swamp => b'S',
            Ground::Water => b'W',
            Ground::Wall => b'@',
            Ground::Trees => b'T',
        };
        movingai::Map { kind: "octile".to_owned(), cells: self.ground.map(glyph) }
    }

    /// The same map with these costs, one a cell in reading order.
    ///
    /// # Errors
    /// When their number is wrong, or one is not among [`COSTS`].
    pub fn with_costs(mut self, costs: Vec<f64>) -> Result<Self, MapError> {
        let expected = self.costs.len();
        if costs.len() != expected {
            return Err(MapError::Values { expected, found: costs.len() });
        }
        if let Some(&found) = costs.iter().find(|cost| !COSTS.contains(cost)) {
            return Err(MapError::Cost { found });
        }
        self.costs = costs;
        Ok(self)
    }

    /// The same map with this danger, one a cell in reading order.
    ///
    /// # Errors
    /// When their number is wrong.
    pub fn with_danger(mut self, danger: Vec<u32>) -> Result<Self, MapError> {
        let expected = self.danger.len();
        if danger.len() != expected {
            return Err(MapError::Values { expected, found: danger.len() });
        }
        self.danger = danger;
        Ok(self)
    }

    /// The same map where every step costs its length.
    #[must_use]
    pub fn leveled(&self) -> Self {
        Self { costs: vec![1.0; self.costs.len()], ..self.clone() }
    }

    /// Its size.
    pub const fn size(&self) -> Size {
        self.ground.size()
    }

    /// What a cell is; none outside the map.
    pub fn ground(&self, cell: Cell) -> Option<Ground> {
        self.ground.get(cell).copied()
    }

    /// What every cell is.
    pub const fn grounds(&self) -> &Grid<Ground> {
        &self.ground
    }

    /// By how much a step into each cell is multiplied, in reading order.
    pub fn costs(&self) -> &[f64] {
        &self.costs
    }

    /// How dangerous each cell is, in reading order.
    pub fn danger(&self) -> &[u32] {
        &self.danger
    }

    /// A checksum of what every cell is, costs and holds of danger.
    pub fn checksum(&self) -> u64 {
        let size = self.size();
        let mut sum = checksum(format!("{size:?}").as_bytes());
        let mut bytes = Vec::new();
        for row in 0..size.rows {
            bytes.clear();
            bytes.extend(sum.to_le_bytes());
            let first = size.index(Cell::new(row, 0));
            for index in first..first + size.columns as usize {
                bytes.push(self.grounds().values()[index] as u8);
                bytes.extend(self.costs()[index].to_bits().to_le_bytes());
                bytes.extend(self.danger[index].to_le_bytes());
            }
            sum = checksum(&bytes);
        }
        sum
    }

    /// Whether somebody can be in a cell.
    pub fn is_walkable(&self, cell: Cell) -> bool {
        self.ground(cell).is_some_and(|ground| !ground.is_blocked())
    }

    /// How many cells are walkable.
    pub fn walkable_count(&self) -> usize {
        self.ground.values().iter().filter(|ground| !ground.is_blocked()).count()
    }

    /// Whether every step costs the same.
    pub fn is_uniform(&self) -> bool {
        self.costs.iter().all(|cost| cost.to_bits() == 1.0_f64.to_bits())
    }
}

fn check(size: Size) -> Result<(), MapError> {
    let Size { rows, columns } = size;
    let area = u64::from(rows) * u64::from(columns);
    if area == 0 || area > MAX_CELLS as u64 {
        return Err(MapError::Size { rows, columns });
    }
    Ok(())
}

impl FromStr for Map {
    type Err = MapError;

    fn from_str(text: &str) -> Result<Self, MapError> {
        let rows: Vec<&str> = text.lines().map(str::trim_end).collect();
        let last = rows.iter().rposition(|row| !row.is_empty());
        let rows = &rows[..last.map_or(0, |last| last + 1)];
        let columns = rows.first().map_or(0, |row| row.chars().count());
        let size = Size::new(
            u32::try_from(rows.len()).unwrap_or(u32::MAX),
            u32::try_from(columns).unwrap_or(u32::MAX),
        );
        check(size)?;
        let area = size.area();
        let mut map = Self::new(Grid::filled(size, Ground::Free))?;
        for (row, text) in rows.iter().enumerate() {
            let line = row + 1;
            let found = text.chars().count();
            if found != columns {
                return Err(MapError::Width { line, expected: columns, found });
            }
            for (column, glyph) in text.chars().enumerate() {
                let index = row * columns + column;
                debug_assert!(index < area);
                if !map.put(index, glyph) {
                    return Err(MapError::Glyph {
                        line,
                        column: column + 1,
                        found: glyph,
                    });
                }
            }
        }
        Ok(map)
    }
}

impl Map {
    /// Puts what a character says into a cell; not when it says nothing.
    fn put(&mut self, index: usize, glyph: char) -> bool {
        let ground = match glyph {
            '.' | 'G' | '~' | '2'..='9' => Ground::Free,
            'S' => Ground::Swamp,
            'W' => Ground::Water,
            '#' | '@' | 'O' => Ground::Wall,
            'T' => Ground::Trees,
            _ => return false,
        };
        self.ground.values_mut()[index] = ground;
        self.danger[index] = u32::from(glyph == '~');
        self.costs[index] = glyph.to_digit(10).map_or(1.0, f64::from);
        true
    }

    /// The character of a cell: its cost where that is a digit, else its danger, else its
    /// ground.
    fn glyph(&self, index: usize) -> char {
        let cost = self.costs[index];
        match self.ground.values()[index] {
            Ground::Wall => '#',
            Ground::Trees => 'T',
            Ground::Water => 'W',
            _ if (2.0..=9.0).contains(&cost) => char::from(b'0' + cost.round() as u8),
            _ if self.danger[index] > 0 => '~',
            Ground::Swamp => 'S',
            Ground::Free => '.',
        }
    }
}

impl fmt::Display for Map {
    /// Writes the text form. Costs are rounded to a digit; a danger shows where the cost is 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.size().columns as usize;
        for row in 0..self.size().rows as usize {
            let row: String =
                (0..columns).map(|column| self.glyph(row * columns + column)).collect();
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}
