//! Levels whose look generated levels take on.

mod change;
mod critic;
mod learned;
mod likeness;
mod pattern;

use std::collections::BTreeSet;

pub(super) use change::{Part, clusters, moved, one_of, stretched};
pub(crate) use learned::LearnedLook;
pub use likeness::Likeness;
use pattern::is_placed;
use tilewright_grid::Size;
use tilewright_match3::{Block, Contents, Kind, Level, Template};

use crate::{Look, Symmetry};

/// The least number of levels: with fewer, most of a new level could only come from one of them. Chosen.
const LEAST: usize = 4;
/// The most levels that a look is learnt from, and the most cells of them all: twice as many as were measured. What is learnt has
/// ten copies of them, and the critic a row of 150 numbers for each.
const MOST: (usize, usize) = (400, 1 << 16);
/// The least share of the special cells of a level that differ from each given level and its mirror images: with less it
/// would be taken for a copy. Chosen.
const DIFFERS: f64 = 0.2;
/// The share of special cells with an equal mirror image from which on a level counts as symmetric. People break a symmetry on
/// purpose in a few cells, and no level without one comes near it. Chosen.
const SYMMETRIC: f64 = 0.8;

/// The levels of a studio, from which generation learns a look: the patterns of 3 × 3 cells and where on the
/// board they are, how many special cells there are, shapes and symmetries.
///
/// ```
/// use std::sync::Arc;
///
/// use tilewright_grid::Seed;
/// use tilewright_match3::Level;
/// use tilewright_match3_design::{Examples, LevelRequest, Style};
///
/// let texts = ["##...\n##...\n.....\n.....\n", "...##\n...##\n.....\n.....\n", ".....\n##...\n##...\n.....\n", ".....\n...##\n...##\n.....\n", ".....\n.##..\n.##..\n.....\n"];
/// let levels = texts.iter().map(|text| text.parse()).collect::<Result<Vec<Level>, _>>()?;
/// let examples = Arc::new(Examples::new(levels)?);
/// let request = LevelRequest::new(150)
///     .with_tolerance(50)
///     .with_template(examples.shape(0))
///     .with_style(Style::Like(examples.clone()));
/// let made = request.generate(Seed(1))?.level;
/// assert!(examples.likeness(&made).differs >= 0.2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Examples {
    levels: Vec<Level>,
    symmetries: Vec<Symmetry>,
}

/// Why levels cannot be examples.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExamplesError {
    /// Too few levels.
    #[error("a look is learnt from {LEAST} levels at least, and there are {0}")]
    Few(usize),
    /// Levels of different rules. The number is the index of a level whose rules are not those of the first one.
    #[error("level {} has other rules than level 1", .0 + 1)]
    Rules(usize),
    /// No level has a special cell.
    #[error("the levels have no special cells")]
    Plain,
}

impl Examples {
    /// Examples; levels whose cells are those of an earlier one are left out. Of more than 400 levels, or 2<sup>16</sup> cells, every
    /// second, third, … is an example.
    ///
    /// # Errors
    /// When there are fewer than four, they have different rules, or none has a special cell.
    pub fn new(levels: Vec<Level>) -> Result<Self, ExamplesError> {
        let mut seen = BTreeSet::new();
        let mut different: Vec<Level> = Vec::new();
        for (index, level) in levels.into_iter().enumerate() {
            if different.first().is_some_and(|first| first.rules() != level.rules()) {
                return Err(ExamplesError::Rules(index));
            }
            if seen.insert((level.size().rows, level.cells().values().to_vec())) {
                different.push(level);
            }
        }
        if different.len() < LEAST {
            return Err(ExamplesError::Few(different.len()));
        }
        let different = spread(different);
        let examples = Self {
            symmetries: different.iter().map(symmetry).collect(),
            levels: different,
        };
        if examples.kinds().is_empty() {
            return Err(ExamplesError::Plain);
        }
        Ok(examples)
    }

    /// The levels, each once.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The kinds of their special cells that can be placed one by one, in the order in which they come up.
    pub fn kinds(&self) -> Vec<Kind> {
        let mut seen = BTreeSet::new();
        let mut kinds = Vec::new();
        for level in &self.levels {
            let cells = level.cells().values().iter().copied();
            let special =
                cells.filter(|&kind| kind.is_special() && is_single(level, kind));
            kinds.extend(special.filter(|kind| seen.insert(*kind)));
        }
        kinds
    }

    /// A level as a template: its holes, big blocks, entrances, exits, rules, goal and moves; all other cells are free.
    ///
    /// # Panics
    /// If there is no level of this index.
    pub fn shape(&self, index: usize) -> Template {
        Self::shape_of(&self.levels[index])
    }

    /// The same of any level: of one that was made on the shape of an example it is that shape again.
    pub fn shape_of(level: &Level) -> Template {
        let mut template = Template::from(level);
        for cell in level.size().cells() {
            let kind = level.cells()[cell];
            if kind.is_present() && is_single(level, kind) {
                template.set(cell, None);
            }
        }
        template.missed = None;
        template
    }

    /// The symmetry that four in five special cells of a level keep.
    ///
    /// # Panics
    /// If there is no level of this index.
    pub fn symmetry(&self, index: usize) -> Symmetry {
        self.symmetries[index]
    }
}

/// As many of some levels as a look is learnt from, spread evenly, as folders are often in the order of the game.
fn spread(levels: Vec<Level>) -> Vec<Level> {
    let cells: usize = levels.iter().map(|level| level.size().area()).sum();
    let most = (MOST.1 * levels.len() / cells.max(1)).clamp(LEAST, MOST.0);
    if levels.len() <= most {
        return levels;
    }
    (0..most).map(|at| levels[at * levels.len() / most].clone()).collect()
}

/// Whether a kind fills one cell, and can be placed by itself.
fn is_single(level: &Level, kind: Kind) -> bool {
    match kind.filling() {
        (Contents::Part, ..) => false,
        (Contents::Blocker, id, _) => {
            !level.rules().blocks().get(usize::from(id)).is_some_and(Block::is_big)
        }
        _ => true,
    }
}

/// The symmetry that a level has, or nearly has; what stays fixed in its shape has all of it.
fn symmetry(level: &Level) -> Symmetry {
    let look = Look::of(level);
    let is_near =
        [look.horizontal, look.vertical, look.rotational].map(|share| share >= SYMMETRIC);
    let near = match is_near {
        _ if look.special == 0 => Symmetry::None,
        [true, true, _] => Symmetry::Both,
        [true, ..] => Symmetry::Horizontal,
        [_, true, _] => Symmetry::Vertical,
        [.., true] => Symmetry::Rotational,
        _ => Symmetry::None,
    };

    let fixed = |cell| {
        let kind = level.cells()[cell];
        Some(kind).filter(|&kind| !kind.is_present() || !is_single(level, kind))
    };
    let size = level.size();
    let has_all = size.cells().all(|cell| {
        near.orbit(size, cell).into_iter().all(|image| fixed(image) == fixed(cell))
    });
    if has_all { near } else { Symmetry::None }
}

/// A level and its mirror images.
fn images(size: Size, cells: &[u8]) -> [Vec<u8>; 4] {
    let (rows, columns) = (size.rows as usize, size.columns as usize);
    [(false, false), (false, true), (true, false), (true, true)].map(
        |(is_down, is_across)| {
            let image = |index: usize| {
                let (row, column) = (index / columns, index % columns);
                let row = if is_down { rows - 1 - row } else { row };
                let column = if is_across { columns - 1 - column } else { column };
                cells[row * columns + column]
            };
            (0..rows * columns).map(image).collect()
        },
    )
}

/// The number of special cells that two levels of one size share.
fn shared(one: &[u8], two: &[u8]) -> u32 {
    let is_shared = |(a, b): (&u8, &u8)| u32::from(a == b && is_placed(*a));
    one.iter().zip(two).map(is_shared).sum()
}
