//! A search as the terminal shows it while it goes on.

use std::io;
use std::time::Duration;

use anyhow::anyhow;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use ratatui::widgets::Paragraph;
use tilewright_battleship::{Rules, Story};

use crate::context::Context;
use crate::failure::{Failure, Hint as _};
use crate::keys::{self, Keys};

/// How long a generation stands at least.
const BEAT: Duration = Duration::from_millis(100);

/// How long the last one stands.
const LAST: Duration = Duration::from_secs(2);

/// The screen that shows a search, until somebody has seen enough.
pub(super) struct Watch<'a> {
    screen: Option<(DefaultTerminal, Keys)>,
    context: &'a Context,
}

impl<'a> Watch<'a> {
    /// A screen, if one is asked for.
    pub(super) fn begin(is_asked: bool, context: &'a Context) -> Result<Self, Failure> {
        if is_asked && !context.is_terminal {
            return Err(anyhow!("a search can be watched in a terminal only"))
                .hint("--picture search.gif draws it in motion");
        }
        let screen =
            if is_asked { Some((ratatui::try_init()?, Keys::new())) } else { None };
        Ok(Self { screen, context })
    }

    /// Shows how the search stands; q ends the show, Ctrl-C the search.
    pub(super) fn show(&mut self, rules: &Rules, story: &Story) {
        if self.rest(rules, story, BEAT).is_err() {
            // Nobody can see it any more.
            self.end();
        }
    }

    /// Shows how the search ended, and gives the terminal back.
    pub(super) fn close(&mut self, rules: &Rules, story: &Story) {
        let _ = self.rest(rules, story, LAST);
        self.end();
    }

    fn end(&mut self) {
        if let Some((terminal, _)) = self.screen.take() {
            // A terminal that was closed needs nothing back.
            let _ = keys::give_back(terminal);
        }
    }

    fn rest(&mut self, rules: &Rules, story: &Story, rest: Duration) -> io::Result<()> {
        let Some((terminal, keys)) = &mut self.screen else { return Ok(()) };
        let text = story.scene(rules).to_text(false) + "\nq ends the show";
        terminal.draw(|frame| frame.render_widget(Paragraph::new(text), frame.area()))?;
        let Some(key) = keys.next(rest)? else { return Ok(()) };
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let is_interrupt = key.code == KeyCode::Char('c') && is_control;
        if is_interrupt {
            self.context.interrupt();
        }
        if is_interrupt || matches!(key.code, KeyCode::Char('q') | KeyCode::Esc) {
            self.end();
        }
        Ok(())
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        self.end();
    }
}
