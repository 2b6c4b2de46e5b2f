//! Work as the terminal shows it while it goes on.

use std::io;
use std::time::Duration;

use anyhow::anyhow;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use ratatui::widgets::Paragraph;
use tilewright_tasks::Scene;

use crate::context::Context;
use crate::failure::{Failure, Hint as _};
use crate::keys::{self, Keys};

/// How long a scene stands at least.
const BEAT: Duration = Duration::from_millis(100);

/// How long the last one stands.
const LAST: Duration = Duration::from_secs(2);

/// The screen that shows scenes, until the user has seen enough.
#[derive(Default)]
pub(super) struct Screen {
    terminal: Option<(DefaultTerminal, Keys)>,
    /// Whether there was a scene; the screen opens once.
    is_used: bool,
}

impl Screen {
    /// Shows a scene; q ends the show, Ctrl-C the work.
    pub(super) fn show(
        &mut self,
        scene: &dyn Scene,
        context: &Context,
    ) -> Result<(), Failure> {
        if !self.is_used {
            if !context.is_terminal {
                return Err(anyhow!("a search can be watched in a terminal only"))
                    .hint("--picture search.gif draws it in motion");
            }
            self.terminal = Some((ratatui::try_init()?, Keys::new()));
            self.is_used = true;
        }
        if self.draw(scene).and_then(|()| self.rest(BEAT, context)).is_err() {
            // Nobody can see it any more.
            self.end();
        }
        Ok(())
    }

    /// Gives the terminal back, once the last scene has stood for a while.
    pub(super) fn close(&mut self, context: &Context) {
        let _ = self.rest(LAST, context);
        self.end();
    }

    fn draw(&mut self, scene: &dyn Scene) -> io::Result<()> {
        let Some((terminal, _)) = &mut self.terminal else { return Ok(()) };
        let text = scene.picture().to_text(false) + "\nq ends the show";
        terminal.draw(|frame| frame.render_widget(Paragraph::new(text), frame.area()))?;
        Ok(())
    }

    fn rest(&mut self, rest: Duration, context: &Context) -> io::Result<()> {
        let Some((_, keys)) = &mut self.terminal else { return Ok(()) };
        let Some(key) = keys.next(rest)? else { return Ok(()) };
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let is_interrupt = key.code == KeyCode::Char('c') && is_control;
        if is_interrupt {
            context.interrupt();
        }
        if is_interrupt || matches!(key.code, KeyCode::Char('q') | KeyCode::Esc) {
            self.end();
        }
        Ok(())
    }

    fn end(&mut self) {
        if let Some((terminal, _)) = self.terminal.take() {
            // A terminal that was closed needs nothing back.
            let _ = keys::give_back(terminal);
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.end();
    }
}
