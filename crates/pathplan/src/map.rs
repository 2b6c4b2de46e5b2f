//! Maps: the ground, the cost and the danger of every cell.

#[cfg(feature = "formats")]
use tilewright_formats::movingai;
use tilewright_grid::{
    Cell, CellShape, Diamonds, Grid, Size, Stagger, checksum, checksum_on,
};

use crate::{MapError, MapLink};

/// The largest number of cells of a map: 4096 × 4096.
pub const MAX_CELLS: usize = 1 << 24;

/// The range of a cell's cost.
pub const COSTS: std::ops::RangeInclusive<f64> = 0.001..=1e6;

/// The ground of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Walkable: `.`, and also `G` in maps of the MovingAI benchmarks.
    Free,
    /// Walkable like free ground: `S`.
    Swamp,
    /// Can be entered only from water, and left for any walkable ground: `W`.
    Water,
    /// Not walkable: `#`, and also `@` and `O` in maps of the MovingAI benchmarks.
    Wall,
    /// Not walkable: `T`.
    Trees,
}

impl Ground {
    /// Whether a cell of this ground is not walkable.
    pub const fn is_blocked(self) -> bool {
        matches!(self, Self::Wall | Self::Trees)
    }
}

/// A tile map: the ground of every cell, the cost of a step into it, and its danger.
///
/// The text form has one character per cell: `.` free, `#` wall, `~` free with a danger of 1, `2`
/// to `9` free at that cost, and `S`, `W`, `T` and `O` as in the MovingAI benchmarks. One `S` and one
/// `G` are the start and the goal. [`text`](crate::text) reads this and other forms.
///
/// ```
/// use tilewright_grid::Cell;
/// use tilewright_pathplan::{Ground, Map};
///
/// let map: Map = "..#\n.3~\n".parse()?;
/// assert_eq!(map.ground(Cell::new(0, 2)), Some(Ground::Wall));
/// assert_eq!(map.costs(), [1.0, 1.0, 1.0, 1.0, 3.0, 1.0]);
/// assert_eq!(map.danger(), [0, 0, 0, 0, 0, 1]);
/// assert_eq!(map.to_string(), "..#\n.3~\n");
///
/// // Costs that no character stands for are set cell by cell.
/// let map = map.with_costs(vec![1.0, 1.0, 1.0, 1.0, 2.5, 1.0])?;
/// assert_eq!(map.costs()[4], 2.5);
/// # Ok::<(), tilewright_pathplan::MapError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    ground: Grid<Ground>,
    /// For every cell the factor on the length of a step into it.
    costs: Vec<f64>,
    danger: Vec<u32>,
    shape: CellShape,
    /// The start, the goal and the NPCs that the file marked.
    pub places: Places,
}

/// The cells that the file of a map marks: objects of Tiled, entities of LDtk.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Places {
    /// The start of a path.
    pub start: Option<Cell>,
    /// The goal of a path.
    pub goal: Option<Cell>,
    /// The NPCs, in the order of the file.
    pub npcs: Vec<Npc>,
    /// The links, in the order of the file.
    pub links: Vec<MapLink>,
}

/// An NPC that the file of a map marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Npc {
    /// Its cell.
    pub cell: Cell,
    /// Its name, if the file gives it one.
    pub name: Option<String>,
}

impl From<Cell> for Npc {
    fn from(cell: Cell) -> Self {
        Self { cell, name: None }
    }
}

impl Map {
    /// A map of this ground, where every cell costs 1 and has no danger.
    ///
    /// # Errors
    /// [`MapError::Size`] when it has no cells or more than [`MAX_CELLS`].
    pub fn new(ground: Grid<Ground>) -> Result<Self, MapError> {
        let size = ground.size();
        check(size)?;
        let area = size.area();
        let places = Places::default();
        let (costs, danger) = (vec![1.0; area], vec![0; area]);
        let shape = CellShape::Square;
        Ok(Self { ground, costs, danger, shape, places })
    }

    /// The map of a `.map` file of the MovingAI benchmarks.
    ///
    /// # Errors
    /// As [`Map::new`], and [`MapError::Glyph`] on an unknown character.
    #[cfg(feature = "formats")]
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

    /// The ground as a `.map` file of the MovingAI benchmarks, which cannot hold costs and danger.
    #[cfg(feature = "formats")]
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

    /// The same map with other costs, one for each cell in reading order.
    ///
    /// # Errors
    /// [`MapError::Values`] when there are too few or too many, [`MapError::Cost`] when one is
    /// outside [`COSTS`].
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

    /// The same map with other danger, one value for each cell in reading order.
    ///
    /// # Errors
    /// [`MapError::Values`] when there are too few or too many.
    pub fn with_danger(mut self, danger: Vec<u32>) -> Result<Self, MapError> {
        let expected = self.danger.len();
        if danger.len() != expected {
            return Err(MapError::Values { expected, found: danger.len() });
        }
        self.danger = danger;
        Ok(self)
    }

    /// The same map with hexagonal cells: each has six beside it, all a step of length 1 away.
    ///
    /// ```
    /// use tilewright_grid::{Cell, Stagger};
    /// use tilewright_pathplan::planners::{Astar, Planner};
    /// use tilewright_pathplan::{Graph, Map, Steps};
    ///
    /// let map: Map = "...\n...\n...\n".parse()?;
    /// let map = map.with_hexagons(Stagger::OddRows);
    /// let graph = Graph::new(&map, Steps::EIGHT); // on a hexagonal map, steps lead to all six
    /// let mut planner = Astar::new(&graph);
    /// let route = planner.plan(Cell::new(0, 0), Cell::new(2, 2), &())?.expect("no wall");
    /// assert_eq!(route.length, 3.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn with_hexagons(mut self, stagger: Stagger) -> Self {
        self.shape = CellShape::Hexagon(stagger);
        self
    }

    /// The same map with the diamonds of a staggered map: each has four beside it over its edges, a step of length 1 away, and four over
    /// its corners, a step of √2. A step over a corner passes the two cells that lie beside both its ends. Searches turn the map
    /// by 45°, as [`Diamonds`](tilewright_grid::Diamonds) says, and break ties by the order of the turned cells.
    ///
    /// ```
    /// use tilewright_grid::{Cell, Stagger};
    /// use tilewright_pathplan::planners::{Astar, Planner};
    /// use tilewright_pathplan::{Graph, Map, Steps};
    ///
    /// let map: Map = "...\n...\n...\n".parse()?;
    /// let map = map.with_diamonds(Stagger::OddRows)?;
    /// let graph = Graph::new(&map, Steps::EIGHT);
    /// let mut planner = Astar::new(&graph);
    /// // Two rows down, over a corner.
    /// let route = planner.plan(Cell::new(0, 1), Cell::new(2, 1), &())?.expect("no wall");
    /// assert_eq!((route.cells.len(), route.length), (2, f64::sqrt(2.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`MapError::Diamonds`] when the turned map has more than [`MAX_CELLS`], those included that are void.
    pub fn with_diamonds(mut self, stagger: Stagger) -> Result<Self, MapError> {
        let turned = Diamonds::new(self.size(), stagger).turned_size();
        let area = u64::from(turned.rows) * u64::from(turned.columns);
        if area > MAX_CELLS as u64 {
            let Size { rows, columns } = self.size();
            return Err(MapError::Diamonds { rows, columns });
        }
        self.shape = CellShape::Diamond(stagger);
        Ok(self)
    }

    /// The shape of its cells.
    pub const fn shape(&self) -> CellShape {
        self.shape
    }

    /// The same map where every cell costs 1.
    #[must_use]
    pub fn leveled(&self) -> Self {
        Self { costs: vec![1.0; self.costs.len()], ..self.clone() }
    }

    /// The number of rows and columns.
    pub const fn size(&self) -> Size {
        self.ground.size()
    }

    /// The ground of a cell; none outside the map.
    pub fn ground(&self, cell: Cell) -> Option<Ground> {
        self.ground.get(cell).copied()
    }

    /// The ground of every cell.
    pub const fn grounds(&self) -> &Grid<Ground> {
        &self.ground
    }

    /// For every cell, in reading order, the factor on the length of a step into it.
    pub fn costs(&self) -> &[f64] {
        &self.costs
    }

    /// The danger of every cell, in reading order.
    pub fn danger(&self) -> &[u32] {
        &self.danger
    }

    /// Sets a cell.
    pub(crate) fn put(&mut self, index: usize, ground: Ground, cost: f64, danger: u32) {
        self.ground.values_mut()[index] = ground;
        self.costs[index] = cost;
        self.danger[index] = danger;
    }

    /// A checksum of the ground, the costs and the danger of all cells.
    pub fn checksum(&self) -> u64 {
        let size = self.size();
        let mut sum = checksum(format!("{size:?}").as_bytes());
        match self.shape {
            CellShape::Square => (),
            CellShape::Hexagon(stagger) => {
                sum = checksum_on(sum, stagger.name().as_bytes());
            }
            CellShape::Diamond(stagger) => {
                sum = checksum_on(sum, stagger.name().as_bytes());
                sum = checksum_on(sum, b"diamonds");
            }
        }
        let mut bytes = Vec::new();
        for row in 0..size.rows {
            bytes.clear();
            bytes.extend(sum.to_le_bytes());
            // Row by row, each with the sum before it: the bytes of a large map would take 200 MB.
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

    /// Whether a cell lies on the map and is walkable.
    pub fn is_walkable(&self, cell: Cell) -> bool {
        self.ground(cell).is_some_and(|ground| !ground.is_blocked())
    }

    /// The number of walkable cells.
    pub fn walkable_count(&self) -> usize {
        self.ground.values().iter().filter(|ground| !ground.is_blocked()).count()
    }

    /// What is seldom meant, in words: that no cell is walkable, or that none is a wall.
    ///
    /// Readers of formats in which other things than the cells themselves say what is walkable warn of
    /// it.
    pub fn oddity(&self) -> Option<&'static str> {
        match self.walkable_count() {
            0 => Some("no cell is walkable"),
            count if count == self.size().area() => Some("no cell is a wall"),
            _ => None,
        }
    }

    /// Whether every cell costs 1.
    pub fn is_uniform(&self) -> bool {
        self.costs.iter().all(|cost| cost.to_bits() == 1.0_f64.to_bits())
    }
}

/// Refuses a map without cells or with too many.
pub(crate) fn check(size: Size) -> Result<(), MapError> {
    let Size { rows, columns } = size;
    let area = u64::from(rows) * u64::from(columns);
    if area == 0 || area > MAX_CELLS as u64 {
        return Err(MapError::Size { rows, columns });
    }
    Ok(())
}
