//! The look of a level: how its special cells are spread.

use std::fmt;

use serde::Serialize;
use tilewright_grid::{Cell, Size};
use tilewright_match3::{Kind, Level};

use crate::style::CellSet;

/// How the special cells of a level are spread. A cell is *special* if it is neither an ordinary cell
/// nor a hole: an obstacle, a blocker, a cover or a ground, a piece, an ingredient, a block of a given
/// colour. Neighbours are neighbours across an edge.
///
/// ```
/// use tilewright_match3::Level;
/// use tilewright_match3_design::Look;
///
/// let level: Level = "##..\n#...\n...a\n".parse()?;
/// let look = Look::of(&level);
/// assert_eq!((look.special, look.clusters, look.isolated), (4, 2, 0.25));
/// assert_eq!((look.cluster_size, look.horizontal), (2.0, 0.0));
/// # Ok::<(), tilewright_match3::LevelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Look {
    /// The number of special cells.
    pub special: u32,
    /// The share of special cells among all cells, from 0 to 1.
    pub density: f64,
    /// The share of special cells without a special neighbour, from 0 to 1; 0 without special cells.
    pub isolated: f64,
    /// The number of clusters: special cells that hang together by neighbours, of whatever kinds.
    pub clusters: u32,
    /// The mean number of cells of a cluster; 0 without special cells.
    pub cluster_size: f64,
    /// The share of special cells whose image is of the same kind, left and right exchanged, from 0 to 1; 1
    /// without special cells.
    pub horizontal: f64,
    /// The same, above and below exchanged.
    pub vertical: f64,
    /// The same, turned by 180°.
    pub rotational: f64,
}

impl Look {
    /// The look of a level.
    pub fn of(level: &Level) -> Self {
        let (size, kinds) = (level.size(), level.cells().values());
        let special = CellSet::new(size, |index| kinds[index].is_special());
        let count = special.count();
        let clusters = special.clusters(&special);

        let present = kinds.iter().filter(|kind| kind.is_present()).count() as u32;
        let share = |part: u32, all: u32| f64::from(part) / f64::from(all.max(1));
        let Size { rows, columns } = size;
        Self {
            special: count,
            density: share(count, present),
            isolated: share(special.isolated(&special), count),
            clusters,
            cluster_size: share(count, clusters),
            horizontal: mirrored(size, kinds, |cell| {
                Cell::new(cell.row, columns - 1 - cell.column)
            }),
            vertical: mirrored(size, kinds, |cell| {
                Cell::new(rows - 1 - cell.row, cell.column)
            }),
            rotational: mirrored(size, kinds, |cell| {
                Cell::new(rows - 1 - cell.row, columns - 1 - cell.column)
            }),
        }
    }
}

/// The look in a line: the special cells, the isolated ones, the clusters and the symmetries.
impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { special, clusters, cluster_size, .. } = self;
        let percent = |share: f64| (100.0 * share).round();
        let [density, isolated] = [self.density, self.isolated].map(percent);
        write!(f, "look: {special} special cells ({density} %), {isolated} % isolated")?;
        write!(f, "; clusters: {clusters} of {cluster_size:.1} cells on average")?;
        let [across, down, turned] =
            [self.horizontal, self.vertical, self.rotational].map(percent);
        write!(f, "; mirrored: {across} % left to right, {down} % top to bottom")?;
        write!(f, ", {turned} % turned by 180°")
    }
}

/// The share of special cells whose image is of the same kind; 1 without special cells.
pub(crate) fn mirrored(size: Size, kinds: &[Kind], image: impl Fn(Cell) -> Cell) -> f64 {
    let (mut special, mut mirrored) = (0_u32, 0_u32);
    for (index, kind) in kinds.iter().enumerate().filter(|(_, kind)| kind.is_special()) {
        special += 1;
        let other = kinds[size.index(image(size.cell(index)))];
        mirrored += u32::from(other == *kind);
    }
    if special == 0 { 1.0 } else { f64::from(mirrored) / f64::from(special) }
}
