//! The screen of a game that a person plays, and the actions of keys and the mouse.

mod draw;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use tilewright_grid::Cell;
use tilewright_match3::picture::{letter, marks};
use tilewright_match3::{Blocks, Session, SkilledBot};
use tilewright_play::Session as _;

use super::steps::{Step, Steps};

/// An action of the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Moves the cursor by rows and columns, or swaps the selected block in that direction.
    Move(i32, i32),
    /// Selects the block under the cursor, or deselects it.
    Hold,
    /// Presses the left mouse button in a column and row of the terminal.
    Press(u16, u16),
    /// Releases the left mouse button in a column and row of the terminal.
    Release(u16, u16),
    Hint,
    Undo,
}

/// The screen.
pub(super) struct Screen {
    pub(super) session: Session,
    /// The bot that gives hints.
    bot: SkilledBot,
    cursor: Cell,
    held: Option<Cell>,
    hint: Option<[Cell; 2]>,
    /// The steps of the last swap that are not shown completely; the first one is shown now.
    steps: VecDeque<Step>,
    /// The time for which the first step has been shown, in milliseconds.
    shown: f64,
    message: String,
    has_color: bool,
    /// The columns of a cell. They grow with the texts on the board, and so never change back and forth.
    wide: u16,
}

/// The number of rows above the board.
const ABOVE: u16 = 2;

impl Screen {
    pub(super) fn new(session: Session, bot: SkilledBot, has_color: bool) -> Self {
        let mut screen = Self {
            session,
            bot,
            cursor: Cell::new(0, 0),
            held: None,
            hint: None,
            steps: VecDeque::new(),
            shown: 0.0,
            message: String::new(),
            has_color,
            wide: 3,
        };
        screen.widen();
        screen
    }

    /// Makes the cells as wide as the texts of the board and of all steps that are shown, and a mark before them.
    fn widen(&mut self) {
        let level = self.session.rules().level();
        if level.is_classic() {
            return;
        }
        let board = self.session.state().board;
        let boards = self.steps.iter().map(|step| &step.board).chain([&board]);
        let text = |board: &Blocks| marks(level, &board.kinds)[0][0].text.chars().count();
        let most = boards.map(text).max().unwrap_or(0) as u16;
        // The text of a mark ends with a blank, in which the closing mark stands.
        self.wide = self.wide.max(most + 1);
    }

    /// Does an action. Returns whether a swap was made or undone. Ends the running animation.
    pub(super) fn ask(&mut self, ask: Action) -> bool {
        // The release after a tap says nothing new: what the press has shown stays.
        if self.held.is_none() && matches!(ask, Action::Release(..)) {
            return false;
        }
        self.steps.clear();
        self.message.clear();
        match ask {
            Action::Move(rows, columns) => self.go(rows, columns),
            Action::Hold => match self.held.take() {
                Some(held) if held == self.cursor => self.tap(held),
                Some(_) => false,
                None if self.session.rules().is_tapped() => self.tap(self.cursor),
                None => {
                    self.held = Some(self.cursor);
                    false
                }
            },
            Action::Press(column, row) => self.press(column, row),
            Action::Release(column, row) => {
                match (self.held, self.cell_at(column, row)) {
                    (Some(held), Some(cell)) if cell != held => self.swap(held, cell),
                    _ => false,
                }
            }
            Action::Hint => {
                self.hint = self.session.hint(self.bot);
                self.message = match self.hint {
                    Some(cells) => self.hint_words(cells),
                    None => format!("there is no legal {}", self.move_word()),
                };
                false
            }
            Action::Undo => self.undo(),
        }
    }

    fn go(&mut self, rows: i32, columns: i32) -> bool {
        let size = self.session.rules().level().size();
        let step =
            |at: u32, by: i32, side: u32| at.saturating_add_signed(by).min(side - 1);
        let from = self.cursor;
        self.cursor = Cell::new(
            step(from.row, rows, size.rows),
            step(from.column, columns, size.columns),
        );

        match self.held {
            Some(held) if self.cursor != held => self.swap(held, self.cursor),
            _ => false,
        }
    }

    fn press(&mut self, column: u16, row: u16) -> bool {
        let Some(cell) = self.cell_at(column, row) else { return false };
        self.cursor = cell;
        if self.session.rules().is_tapped() {
            return self.tap(cell);
        }
        let is_neighbour = |held: &Cell| {
            held.row.abs_diff(cell.row) + held.column.abs_diff(cell.column) == 1
        };
        if let Some(held) = self.held.filter(is_neighbour) {
            return self.swap(held, cell);
        }
        self.held = Some(cell);
        false
    }

    /// Taps a cell that was chosen twice, if that is possible there.
    fn tap(&mut self, cell: Cell) -> bool {
        if self.session.rules().is_tapped() {
            return self.swap(cell, cell);
        }
        let can = self.session.moves().contains(&[cell, cell]);
        can && self.swap(cell, cell)
    }

    fn swap(&mut self, one: Cell, two: Cell) -> bool {
        self.held = None;
        let rules = self.session.rules().clone();
        let mut steps = Steps::new(&rules, self.session.elements());
        // A swap that makes nothing is shown, too, and taken back.
        let result = self.session.play_seen([one, two], &mut |events| steps.take(events));
        (self.steps, self.shown) = (steps.shown, 0.0);
        self.widen();
        match result {
            Ok(()) => {
                self.hint = None;
                if steps.omitted > 0 {
                    self.message = format!("{} more steps are not shown", steps.omitted);
                }
                true
            }
            Err(error) => {
                self.message = error.to_string();
                false
            }
        }
    }

    fn undo(&mut self) -> bool {
        (self.held, self.hint) = (None, None);
        let is_undone = self.session.undo();
        self.message = if is_undone {
            "undone".to_owned()
        } else {
            format!("there is no {} to undo", self.move_word())
        };
        is_undone
    }

    /// Whether an animation is running.
    pub(super) fn is_animated(&self) -> bool {
        !self.steps.is_empty()
    }

    /// Advances the animation by this time, in milliseconds.
    pub(super) fn pass(&mut self, milliseconds: f64) {
        self.shown += milliseconds;
        while let Some(step) = self.steps.front() {
            if self.shown < step.time {
                return;
            }
            self.shown -= step.time;
            self.steps.pop_front();
        }
        self.shown = 0.0;
    }

    /// The result of the game, the moves and the score.
    pub(super) fn outcome(&self) -> String {
        let state = self.session.state();
        let (count, word) = (state.moves_made, self.move_word());
        let plural = if count == 1 { "" } else { "s" };

        let how = match (state.won, state.over) {
            (true, _) => "won with",
            (false, true) => "lost after",
            (false, false) => "left after",
        };
        format!("{how} {count} {word}{plural}, score {}", state.score)
    }

    /// What a move is.
    fn move_word(&self) -> &'static str {
        self.session.rules().level().rules().move_word()
    }

    /// A hint, such as `hint: tap the blue block in row 2, column 6`.
    fn hint_words(&self, [one, two]: [Cell; 2]) -> String {
        let board = self.session.state().board;
        let at = |cell| format!("{} in {cell}", self.words(&board, cell));
        if one == two {
            format!("hint: tap {}", at(one))
        } else {
            format!("hint: swap {} with {}", at(one), at(two))
        }
    }

    /// What a cell of a board holds, as on the page; in `classic` the letter of a block.
    fn words(&self, board: &Blocks, cell: Cell) -> String {
        let level = self.session.rules().level();
        match board.colors[cell] {
            Some(color) if level.is_classic() => letter(color).to_string(),
            _ => format!("the {}", level.words(board.kinds[cell])),
        }
    }

    /// The cell in a column and row of the terminal.
    fn cell_at(&self, column: u16, row: u16) -> Option<Cell> {
        let cell =
            Cell::new(u32::from(row.checked_sub(ABOVE)?), u32::from(column / self.wide));
        self.session.rules().level().size().contains(cell).then_some(cell)
    }
}
