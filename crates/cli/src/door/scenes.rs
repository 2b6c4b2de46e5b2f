//! The live view of a search in the terminal.

use std::io;
use std::time::Duration;

use anyhow::anyhow;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::widgets::Paragraph;
use tilewright_draw::Picture;

use crate::context::Context;
use crate::failure::{Failure, Hint as _};
use crate::keys::{self, Keys};

/// The shortest time for which a picture is shown.
const BEAT: Duration = Duration::from_millis(100);

/// How long the last picture is shown.
const LAST: Duration = Duration::from_secs(2);

/// The screen that shows a search until the user presses q.
#[derive(Default)]
pub(super) struct SearchScreen {
    terminal: Option<(DefaultTerminal, Keys)>,
    /// Whether the screen was opened before; it opens only once.
    is_used: bool,
}

impl SearchScreen {
    /// Shows a picture; q closes the screen, Ctrl-C also stops the search.
    pub(super) fn show(
        &mut self,
        scene: &dyn Fn() -> Picture,
        context: &Context,
    ) -> Result<(), Failure> {
        if !self.is_used {
            if !context.is_terminal {
                return Err(anyhow!("--watch needs a terminal"))
                    .hint("--picture search.gif draws the search as an animation");
            }
            self.terminal = Some((ratatui::try_init()?, Keys::new(context)));
            self.is_used = true;
        }
        if self.draw(scene).and_then(|()| self.rest(BEAT, context)).is_err() {
            // The terminal was closed.
            self.end();
        }
        Ok(())
    }

    /// Shows the last picture for a while, then restores the terminal.
    pub(super) fn close(&mut self, context: &Context) {
        let _ = self.rest(LAST, context);
        self.end();
    }

    fn draw(&mut self, scene: &dyn Fn() -> Picture) -> io::Result<()> {
        let Some((terminal, _)) = &mut self.terminal else { return Ok(()) };
        let text = scene().to_text(false) + "\nq closes this view";
        terminal.draw(|frame| frame.render_widget(Paragraph::new(text), frame.area()))?;
        Ok(())
    }

    fn rest(&mut self, rest: Duration, context: &Context) -> io::Result<()> {
        let Some((_, keys)) = &mut self.terminal else { return Ok(()) };
        let key = keys.next(rest)?;
        let closes =
            |key: KeyEvent| matches!(key.code, KeyCode::Char('q') | KeyCode::Esc);
        if context.is_cancelled() || key.is_some_and(closes) {
            self.end();
        }
        Ok(())
    }

    fn end(&mut self) {
        if let Some((terminal, _)) = self.terminal.take() {
            // A closed terminal needs no restoring.
            let _ = keys::give_back(terminal);
        }
    }
}

impl Drop for SearchScreen {
    fn drop(&mut self) {
        self.end();
    }
}
