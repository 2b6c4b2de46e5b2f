//! Recorded games, in the forms in which people have them.

use serde_json::Value;
use tilewright_grid::{DocumentError, Heading};

use crate::{Board, BoardError, FOUR_PROBABILITY, Move, SavedError, Session};

/// The maximum number of positions of a record. No game on a 4 × 4 board has more, as every move adds at least 2 to a sum below 2¹⁸;
/// on larger boards nobody plays as long.
pub const MAX_POSITIONS: usize = 1 << 17;

/// The maximum score of a position: above that of any board, and far from where sums overflow.
const MAX_SCORE: u64 = 1 << 48;

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The board.
    pub board: Board,
    /// The score before the move.
    pub score: u64,
    /// The move that was made, if it is known.
    pub made: Option<Heading>,
}

/// A game as it was recorded: its positions in their order, on boards of one size.
///
/// [`Record::read`] takes
/// - a saved game of [`Session`], with the moves that can be taken back;
/// - the saved game of the original 2048, `{"grid": …}`: one position;
/// - boards as text, with an empty line after each and the move made on it in a line below it, if it is known; rows may
///   have bars between the cells;
/// - boards as JSON: one, a list, one on each line, or `{"positions": […]}`; each may be `{"board": …, "move": …, "score": …}`.
///
/// A move that is not given is found if a move and a new tile lead to the next board; of several such moves it is the first of
/// up, right, down, left. A score that is not given is that of the position before and its move; else what the tiles on
/// the board have scored if as many of the new ones were 4s as is usual.
///
/// ```
/// use tilewright_2048::Record;
/// use tilewright_grid::Heading;
///
/// let record = Record::read("2 2 0\n0 0 0\n\n4 0 0\n0 0 2")?;
/// assert_eq!(record.positions[0].made, Some(Heading::West));
/// assert_eq!(record.positions[1].score, 4);
/// assert!(record.is_whole());
/// # Ok::<(), tilewright_2048::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The positions, at least one.
    pub positions: Vec<Position>,
    /// The probability of a 4, if the record says it.
    pub four_probability: Option<f64>,
    /// The positions that do not follow from the one before by its move and a new tile, by their numbers from 0.
    pub gaps: Vec<usize>,
}

/// Why a text is not a recorded game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// Something that is not a board.
    #[error("board {number}")]
    Board {
        /// The number of the board, from 1.
        number: usize,
        /// What is wrong with it.
        source: BoardError,
    },
    /// Something that is not a move, or a move that is not legal on its board.
    #[error("board {number}: {what}")]
    Move {
        /// The number of the board, from 1.
        number: usize,
        /// What is wrong.
        what: String,
    },
    /// Boards of two sizes.
    #[error("board {number} is {found}, board 1 is {expected}")]
    Size {
        /// The number of the board, from 1.
        number: usize,
        /// Its size.
        found: String,
        /// The size of the first.
        expected: String,
    },
    /// A line of text that is neither a row nor a move.
    #[error(
        "line {line}: expected a row of tiles or up, right, down or left; found {found:?}"
    )]
    Line {
        /// The line, from 1.
        line: usize,
        /// Its text.
        found: String,
    },
    /// A score that no board can have.
    #[error("board {number}: expected a score from 0 to {MAX_SCORE}, found {found}")]
    Score {
        /// The number of the board, from 1.
        number: usize,
        /// The value found.
        found: String,
    },
    /// More boards than are analyzed.
    #[error("a record has at most {MAX_POSITIONS} boards")]
    TooMany,
    /// A text within a text.
    #[error("expected boards as the value of `text`, found another `text`")]
    Nested,
    /// No board.
    #[error("found no board")]
    Empty,
    /// A saved game that is not valid.
    #[error(transparent)]
    Saved(#[from] SavedError),
    /// Text that is not JSON.
    #[error(transparent)]
    Document(#[from] DocumentError),
}

impl Record {
    /// Reads a recorded game.
    ///
    /// # Errors
    /// If the text has none of the forms, a board or a move is not valid, or there are more boards than a game can have.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        Self::read_within(text, false)
    }

    /// Reads a game, `is_inner` if the text stood in a document.
    fn read_within(text: &str, is_inner: bool) -> Result<Self, RecordError> {
        let mut entries = Entries::default();
        if !text.trim_start().starts_with(['{', '[']) {
            entries.take_text(text)?;
            return entries.record();
        }
        for value in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
            let value = value.map_err(DocumentError::from)?;
            if let Some(inner) = value.get("text").and_then(Value::as_str) {
                // Once only: documents within documents could be nested thousands deep.
                if is_inner {
                    return Err(RecordError::Nested);
                }
                return Self::read_within(inner, true);
            }
            if value.get("schema").is_some() && value.get("seed").is_some() {
                let session = Session::from_json(text)?;
                // One position more than moves.
                let is_short = session.turns().len() < MAX_POSITIONS;
                return if is_short {
                    Ok(Self::of(&session))
                } else {
                    Err(RecordError::TooMany)
                };
            }
            entries.take(value)?;
        }
        entries.record()
    }

    /// The moves of a game that can be taken back.
    pub fn of(session: &Session) -> Self {
        let turns = session.turns();
        let mut positions: Vec<Position> = turns
            .map(|(game, made, _)| Position {
                board: game.board(),
                score: game.score(),
                made: Some(made),
            })
            .collect();
        let game = session.game();
        positions.push(Position { board: game.board(), score: game.score(), made: None });
        let four_probability = Some(session.setup().four_probability);
        Self { positions, four_probability, gaps: Vec::new() }
    }
}

/// A board and what is said of it.
struct RecordEntry {
    board: Board,
    score: Option<u64>,
    made: Option<Heading>,
}

#[derive(Default)]
struct Entries(Vec<RecordEntry>);

impl Entries {
    /// Takes a board, or a list of them.
    fn take(&mut self, mut value: Value) -> Result<(), RecordError> {
        if let Some(positions) = value.get_mut("positions") {
            value = positions.take();
        }
        let is_board = |rows: &[Value]| {
            rows.first()
                .and_then(Value::as_array)
                .is_none_or(|row| row.first().is_none_or(|cell| !cell.is_array()))
        };
        match value {
            Value::Array(items)
                if !is_board(&items) || items.iter().any(Value::is_object) =>
            {
                items.into_iter().try_for_each(|item| self.take_one(item))
            }
            value => self.take_one(value),
        }
    }

    fn take_one(&mut self, mut value: Value) -> Result<(), RecordError> {
        let number = self.0.len() + 1;
        if let Some(grid) = value.get_mut("grid") {
            let rows = original(grid.take());
            value["board"] = rows;
        }
        let score = value.get("score").filter(|score| !score.is_null());
        let score = score.map(|score| {
            let within = score.as_u64().filter(|&score| score <= MAX_SCORE);
            within.ok_or_else(|| RecordError::Score { number, found: shown(score) })
        });
        let score = score.transpose()?;
        let made = match value.get("move") {
            None | Some(Value::Null) => None,
            Some(made) => {
                let text = made.as_str().map_or_else(|| shown(made), str::to_owned);
                let text: String = text.chars().take(SHOWN).collect();
                let heading = heading(&text).ok_or_else(|| RecordError::Move {
                    number,
                    what: crate::UnknownMove(text).to_string(),
                })?;
                Some(heading)
            }
        };
        let board = Board::from_value(value);
        let board = board.map_err(|source| RecordError::Board { number, source })?;
        self.push(RecordEntry { board, score, made })
    }

    fn push(&mut self, entry: RecordEntry) -> Result<(), RecordError> {
        if self.0.len() == MAX_POSITIONS {
            return Err(RecordError::TooMany);
        }
        self.0.push(entry);
        Ok(())
    }

    /// Takes boards as rows of text.
    fn take_text(&mut self, text: &str) -> Result<(), RecordError> {
        let mut rows: Vec<String> = Vec::new();
        for (line, number) in text.lines().zip(1..) {
            let line = line.trim();
            if !line.is_empty() && is_rule(line) {
                continue;
            }
            if let Some(row) = row(line) {
                rows.push(row);
                // Rows beyond any board are refused with it, without reading a large file to its end.
                if rows.len() > MAX_POSITIONS {
                    return Err(RecordError::TooMany);
                }
                continue;
            }
            self.take_rows(&mut rows)?;
            if line.is_empty() {
                continue;
            }
            let made = heading(line).ok_or_else(|| RecordError::Line {
                line: number,
                found: line.chars().take(SHOWN).collect(),
            })?;
            match self.0.last_mut() {
                Some(RecordEntry { made: it @ None, .. }) => *it = Some(made),
                Some(_) => {
                    let what = "two moves stand below it".to_owned();
                    return Err(RecordError::Move { number: self.0.len(), what });
                }
                None => {
                    let what = "a move stands above it".to_owned();
                    return Err(RecordError::Move { number: 1, what });
                }
            }
        }
        self.take_rows(&mut rows)
    }

    /// Takes the rows of a board; of several square boards where no board has as many rows.
    fn take_rows(&mut self, rows: &mut Vec<String>) -> Result<(), RecordError> {
        let all = std::mem::take(rows);
        let Some(first) = all.first() else { return Ok(()) };
        let width = first.split_whitespace().count();
        let is_one = all.len() <= crate::MAX_SIDE as usize;
        let height = if is_one { all.len() } else { width.max(1) };
        for rows in all.chunks(height) {
            let number = self.0.len() + 1;
            let board = rows.join("\n").parse();
            let board = board.map_err(|source| RecordError::Board { number, source })?;
            self.push(RecordEntry { board, score: None, made: None })?;
        }
        Ok(())
    }

    /// Finds the moves and the scores that are not given.
    fn record(self) -> Result<Record, RecordError> {
        let Self(entries) = self;
        let first = entries.first().ok_or(RecordError::Empty)?.board.size();
        let mut positions: Vec<Position> = Vec::with_capacity(entries.len());
        let mut gaps = Vec::new();
        let mut due = None;
        for (index, entry) in entries.iter().enumerate() {
            let RecordEntry { board, score, made } = *entry;
            let number = index + 1;
            if board.size() != first {
                let [found, expected] = [board.size(), first]
                    .map(|size| format!("{} × {}", size.rows, size.columns));
                return Err(RecordError::Size { number, found, expected });
            }
            let next = entries.get(index + 1).map(|next| next.board);
            let made = made.or_else(|| move_between(board, next?));
            let slide = made.map(|made| {
                board.slide(made).ok_or_else(|| RecordError::Move {
                    number,
                    what: format!("the move {} is not legal on it", Move(made)),
                })
            });
            let slide = slide.transpose()?;
            let score = score.or(due).unwrap_or_else(|| usual_score(board));
            let follows =
                slide.zip(next).filter(|(slide, next)| leads(slide.board, *next));
            if next.is_some() && follows.is_none() {
                gaps.push(index + 1);
            }
            due = follows.map(|(slide, _)| score + slide.gain);
            positions.push(Position { board, score, made });
        }
        Ok(Record { positions, four_probability: None, gaps })
    }
}

/// The rows and columns that are read of a grid: one more than a board may have.
const MOST_LINES: usize = crate::MAX_SIDE as usize + 1;

/// The characters of a wrong value that an error shows.
const SHOWN: usize = 40;

/// A value as text, shortened if it is long.
fn shown(value: &Value) -> String {
    value.to_string().chars().take(SHOWN).collect()
}

/// The rows of the original game's grid, which it writes column by column.
fn original(mut grid: Value) -> Value {
    let columns = grid.get_mut("cells").map(Value::take).unwrap_or_default();
    let Value::Array(mut columns) = columns else { return Value::Null };
    // More than any board has are refused as such a board, whatever the text says.
    columns.truncate(MOST_LINES);
    let height = columns.first().and_then(Value::as_array).map_or(0, Vec::len);
    let tile = |column: &Value, row: usize| match column.get(row) {
        Some(Value::Null) => Value::from(0),
        Some(cell) => cell.get("value").cloned().unwrap_or_default(),
        None => Value::Null,
    };
    let rows = (0..height.min(MOST_LINES)).map(|row| {
        Value::Array(columns.iter().map(|column| tile(column, row)).collect())
    });
    Value::Array(rows.collect())
}

/// A row of a board: numbers and `.`, or cells between bars, of which blank ones are empty.
fn row(line: &str) -> Option<String> {
    if line.contains('|') {
        let inner = line.strip_prefix('|').unwrap_or(line);
        let inner = inner.strip_suffix('|').unwrap_or(inner);
        let cells = inner.split('|').map(str::trim);
        let cells = cells.map(|cell| if cell.is_empty() { "0" } else { cell });
        return Some(cells.collect::<Vec<_>>().join(" "));
    }
    let is_row = line.starts_with(|it: char| it.is_ascii_digit() || it == '.');
    is_row.then(|| line.replace(',', " "))
}

/// Whether a line only rules off rows.
fn is_rule(line: &str) -> bool {
    line.chars().all(|it| matches!(it, '-' | '+' | '=' | '|' | ':' | ' '))
}

/// A move by its name, its first letter, or an arrow.
fn heading(text: &str) -> Option<Heading> {
    Some(match text.trim().to_ascii_lowercase().as_str() {
        "up" | "u" | "↑" => Heading::North,
        "right" | "r" | "→" => Heading::East,
        "down" | "d" | "↓" => Heading::South,
        "left" | "l" | "←" => Heading::West,
        _ => return None,
    })
}

/// Whether a new tile on the board after a move gives that board.
fn leads(after: Board, next: Board) -> bool {
    let mut changed =
        after.codes().zip(next.codes()).filter(|(before, now)| before != now);
    matches!(changed.next(), Some((0, 1 | 2))) && changed.next().is_none()
}

/// The first move that leads to the next board.
fn move_between(board: Board, next: Board) -> Option<Heading> {
    let mut slides = board.slides();
    slides.find(|(_, slide)| leads(slide.board, next)).map(|(heading, _)| heading)
}

/// What the tiles of a board have scored, if the usual share of new tiles were 4s.
fn usual_score(board: Board) -> u64 {
    // A tile 2ᵏ made of twos has scored (k − 1) × 2ᵏ, and each four that came whole 4 less.
    let of_twos: u64 =
        board.codes().map(|code| u64::from(code.saturating_sub(1)) << code).sum();
    let fours = FOUR_PROBABILITY * board.sum() as f64 / (2.0 + 2.0 * FOUR_PROBABILITY);
    of_twos.saturating_sub(4 * fours.round() as u64)
}
