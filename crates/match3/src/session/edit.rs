//! A running game that somebody changes: its goal, or cells of its board.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, Size};
use tilewright_play::ErrorCode;

use super::Session;
use crate::events::Events;
use crate::kind::Contents;
use crate::rules::{BoardError, Simulator};
use crate::{Goal, Kind, Level, LevelError, Rules, Template};

/// What is put into a cell of a running game: a token and a colour as [`Blocks`](super::Blocks) has them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellContents {
    /// The cell.
    pub cell: Cell,
    /// The token of the cell: contents, cover and ground. `.` or `*` is a block of the colour.
    pub token: String,
    /// The colour of the block or piece, from 0; without it that of the token, or else of the block that is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<u32>,
}

/// Why a running game cannot be changed so; then nothing has changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// A goal that the level cannot have.
    #[error(transparent)]
    Goal(#[from] LevelError),
    /// A goal of a game of the articles that counts what these games do not count.
    #[error(
        "the goal counts what a game of `classic` that has begun does not count: only colours, `clear` and points"
    )]
    Uncounted,
    /// A cell outside the board.
    #[error("{0} is outside the board")]
    Outside(Cell),
    /// A token that the rules do not have, or with another colour.
    #[error("{cell}: {token:?}: {wrong}")]
    Token {
        /// The cell.
        cell: Cell,
        /// The token.
        token: String,
        /// What is wrong with it.
        wrong: String,
    },
    /// Contents that the cell cannot have: holes and obstacles stay, and under `classic` blockers and overlays have at most
    /// the layers of the level.
    #[error("{0} cannot have these contents on the board of its level")]
    Fixed(Cell),
    /// A board that is not at rest, or that no move is possible on.
    #[error("the board would have {reason}", reason = .0.0)]
    Board(BoardError),
}

impl ErrorCode for EditError {
    fn code(&self) -> &'static str {
        match self {
            Self::Goal(_) => "goal",
            Self::Uncounted => "uncounted",
            Self::Outside(_) => "outside",
            Self::Token { .. } => "token",
            Self::Fixed(_) => "fixed",
            Self::Board(_) => "board",
        }
    }
}

impl Session {
    /// Sets another goal. What the game has collected, broken and made so far counts for it, too, and a game that was won
    /// goes on if the new goal is not reached. It holds also for the boards that undo goes back to, so that undo does not take
    /// it back. There is no recording from here on. `see` gets what is left of each part, and a shuffle where a board that was
    /// won has no move.
    ///
    /// # Errors
    /// When a level with this goal would be refused.
    pub fn set_goal(
        &mut self,
        goal: &Goal,
        see: &mut dyn FnMut(Events<'_>),
    ) -> Result<(), EditError> {
        let mut level = self.rules.level().clone();
        level.goal = Some(goal.clone());
        Template::from(&level).check()?;
        let rules = super::rules_of(&level, goal);
        if rules.simulator != self.rules.simulator {
            return Err(EditError::Uncounted);
        }

        for board in &mut self.past {
            board.set_goal(&self.rules, &rules, &mut |_| ());
        }
        self.board.set_goal(&self.rules, &rules, see);
        self.rules = Arc::new(rules);
        self.record = None;
        self.is_over = self.board.is_over(&self.rules);
        Ok(())
    }

    /// Puts contents into cells, all at once, with the events for `see`: for puzzles, lessons and editors. The board must be at
    /// rest then, and have a possible move unless its goal is met. It is no move, but can be taken back like one; there is no
    /// recording from here on.
    ///
    /// # Errors
    /// When a cell cannot have its contents, or the board cannot be.
    pub fn set_cells(
        &mut self,
        contents: &[CellContents],
        see: &mut dyn FnMut(Events<'_>),
    ) -> Result<(), EditError> {
        let shown = self.board.state(&self.rules).board;
        let kinds: Vec<_> = contents
            .iter()
            .map(|one| {
                let size = self.size();
                if !size.contains(one.cell) {
                    return Err(EditError::Outside(one.cell));
                }
                let (there, color) = (shown.kinds[one.cell], shown.colors[one.cell]);
                let (index, kind) = kind_of(&self.rules, size, one, color)?;
                let is_obstacle = |kind: Kind| kind.contents() == Contents::Obstacle;
                if is_obstacle(there) != is_obstacle(kind) {
                    return Err(EditError::Fixed(one.cell));
                }
                Ok((index, kind))
            })
            .collect::<Result<_, _>>()?;

        let before = self.copied();
        self.board.put_kinds(&self.rules, &kinds, see).map_err(EditError::Board)?;
        self.keep(before);
        self.record = None;
        self.is_over = self.board.is_over(&self.rules);
        Ok(())
    }
}

/// The kind of a token on the board, where a block of this colour is.
fn kind_of(
    rules: &Rules,
    size: Size,
    one: &CellContents,
    there: Option<u32>,
) -> Result<(usize, Kind), EditError> {
    let CellContents { cell, token, color } = one;
    let refused = |wrong: &str| EditError::Token {
        cell: *cell,
        token: token.clone(),
        wrong: wrong.to_owned(),
    };
    let level = rules.level();
    if let Some(color) = color.filter(|&color| color >= level.colors()) {
        let wrong = format!("no colour {color}: the level has {}", level.colors());
        return Err(refused(&wrong));
    }

    let mut kind =
        named(level, rules.simulator, token).map_err(|wrong| refused(&wrong))?;
    let is_dealt = kind.contents() == Contents::Dealt;
    match (kind.color, color) {
        (Kind::COLORLESS, _) if is_dealt => {
            let color = color.or(there);
            kind.color = color.ok_or_else(|| refused("a block needs a colour"))? as u8;
        }
        (_, None) => {}
        (Kind::COLORLESS, Some(_)) => {
            return Err(refused("what has no colour gets none"));
        }
        (of_token, &Some(color)) if u32::from(of_token) == color => {}
        (_, Some(_)) => return Err(refused("another colour than that of the token")),
    }

    let index = size.index(*cell);
    if !rules.can_have(index, kind) {
        return Err(EditError::Fixed(*cell));
    }
    Ok((index, kind))
}

/// The kind of a token.
fn named(level: &Level, simulator: Simulator, token: &str) -> Result<Kind, String> {
    let token = if token == "*" { "." } else { token };
    if simulator == Simulator::Classic {
        let mut glyphs = token.chars();
        let kind = glyphs.next().filter(|_| glyphs.next().is_none());
        let kind = kind.and_then(Kind::from_glyph);
        return kind.ok_or_else(|| "no kind of `classic`".to_owned());
    }
    let kind = level.tokens().read(token).map_err(|error| error.wrong.into_owned())?;
    kind.ok_or_else(|| "a free cell is of templates only".to_owned())
}
