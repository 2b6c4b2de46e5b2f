//! The rules: moves and new tiles.

use tilewright_grid::{Heading, Rng};

use crate::line::slide_line;
use crate::{Board, MAX_SIDE};

/// The probability in the original game that a new tile is a 4 instead of a 2.
pub const FOUR_PROBABILITY: f64 = 0.1;

/// The result of a move, before the new tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The board after the move (the *afterstate*).
    pub board: Board,
    /// The score of the move: the sum of the tiles made by merging.
    pub gain: u64,
}

/// The rows or columns along which tiles slide in a move, each from the wall to which they slide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes {
    columns: usize,
    is_along_rows: bool,
    is_reversed: bool,
    /// The number of lines.
    pub(crate) count: usize,
    /// The number of cells of each line.
    pub(crate) length: usize,
}

impl Lanes {
    pub(crate) const fn new(board: Board, heading: Heading) -> Self {
        let (rows, columns) = (board.size().rows as usize, board.size().columns as usize);
        let is_along_rows = matches!(heading, Heading::East | Heading::West);
        let is_reversed = matches!(heading, Heading::East | Heading::South);
        let (count, length) =
            if is_along_rows { (rows, columns) } else { (columns, rows) };
        Self { columns, is_along_rows, is_reversed, count, length }
    }

    /// The cell of a line at that distance from the wall.
    pub(crate) const fn cell(&self, lane: usize, step: usize) -> usize {
        let step = if self.is_reversed { self.length - 1 - step } else { step };
        let (row, column) = if self.is_along_rows { (lane, step) } else { (step, lane) };
        row * self.columns + column
    }
}

impl Board {
    /// The result of a move; `None` if the move changes nothing and so is illegal.
    ///
    /// ```
    /// use tilewright_2048::Board;
    /// use tilewright_grid::Heading;
    ///
    /// let board: Board = "2 2 0\n4 0 0".parse()?;
    /// let slide = board.slide(Heading::East).expect("tiles move");
    /// assert_eq!(slide.board.tiles(), [[0, 0, 4], [0, 0, 4]]);
    /// assert_eq!(slide.gain, 4);
    /// assert_eq!(board.slide(Heading::North), None);
    /// # Ok::<(), tilewright_2048::BoardError>(())
    /// ```
    pub fn slide(self, heading: Heading) -> Option<Slide> {
        let slide = match self.bits().filter(|bits| bits.is_exact()) {
            Some(bits) => Slide {
                board: bits.slide(heading).into(),
                gain: u64::from(bits.gain(heading)),
            },
            None => self.slide_lines(heading),
        };
        (slide.board != self).then_some(slide)
    }

    /// The result of a move line by line, for boards of any size and any tiles.
    fn slide_lines(self, heading: Heading) -> Slide {
        let lanes = Lanes::new(self, heading);
        let mut slide = Slide { board: self, gain: 0 };
        for lane in 0..lanes.count {
            let mut cells = [0; MAX_SIDE as usize];
            let cells = &mut cells[..lanes.length];
            for (step, cell) in cells.iter_mut().enumerate() {
                *cell = self.code(lanes.cell(lane, step));
            }

            // 31 is the largest code of a board of any size.
            slide.gain += slide_line(cells, 31);
            for (step, &cell) in cells.iter().enumerate() {
                slide.board = slide.board.with_code(lanes.cell(lane, step), cell);
            }
        }
        slide
    }

    /// The legal moves with their results, in the order up, right, down, left.
    pub fn slides(self) -> impl Iterator<Item = (Heading, Slide)> {
        Heading::ALL.into_iter().filter_map(move |to| Some((to, self.slide(to)?)))
    }

    /// Whether some move is legal.
    pub fn has_move(self) -> bool {
        self.slides().next().is_some()
    }

    /// Adds a new tile in a random empty cell: a 4 with probability `four_probability`, else a 2.
    /// A full board stays as it is.
    #[must_use]
    pub fn spawn(self, four_probability: f64, rng: &mut Rng) -> Self {
        let count = self.empty_count() as u32;
        if count == 0 {
            return self;
        }
        let nth = rng.below(count) as usize;
        let index =
            self.empty_cells().nth(nth).expect("nth is below the number of empty cells");
        self.with_code(index, 1 + u8::from(rng.chance(four_probability)))
    }
}

/// The name of a move: `up`, `right`, `down` or `left`.
pub const fn move_name(heading: Heading) -> &'static str {
    match heading {
        Heading::North => "up",
        Heading::East => "right",
        Heading::South => "down",
        Heading::West => "left",
    }
}
