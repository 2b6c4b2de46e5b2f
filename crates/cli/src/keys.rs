//! The keyboard of terminal games, and how their screen is closed.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
};

use crate::context::Context;

/// The keys that are pressed, read by a thread of their own: reading from a terminal that was
/// closed may block forever, and the game must end.
pub(crate) struct Keys(Receiver<io::Result<Event>>);

impl Keys {
    /// Reads keys from now on until the program ends. Ctrl-C, which is a key like any other here,
    /// acts at once, even while a player still searches and nobody asks for the next key; it is not
    /// among the keys.
    pub(crate) fn new(context: &Context) -> Self {
        let (sender, receiver) = channel();
        let context = context.clone();
        thread::spawn(move || {
            loop {
                let read = event::read();
                if read.as_ref().is_ok_and(is_interrupt) {
                    context.interrupt();
                }

                let is_broken = read.is_err();
                if sender.send(read).is_err() || is_broken {
                    break;
                }
            }
        });

        Self(receiver)
    }

    /// The next key, if one is pressed within `rest`. `None` also for other events, such as a new
    /// size of the terminal.
    pub(crate) fn next(&mut self, rest: Duration) -> io::Result<Option<KeyEvent>> {
        Ok(match self.next_event(rest)? {
            Some(Event::Key(key)) if key.kind != KeyEventKind::Release => Some(key),
            _ => None,
        })
    }

    /// The next event of keyboard, mouse or terminal, if one comes within `rest`.
    pub(crate) fn next_event(&mut self, rest: Duration) -> io::Result<Option<Event>> {
        match self.0.recv_timeout(rest) {
            Ok(Ok(event)) => Ok(Some(event).filter(|event| !is_interrupt(event))),
            Ok(Err(error)) => Err(error),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                "the terminal was closed",
            )),
        }
    }
}

/// Whether an event is Ctrl-C.
fn is_interrupt(event: &Event) -> bool {
    event.as_key_press_event().is_some_and(|key| {
        key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
    })
}

/// Restores the terminal.
pub(crate) fn give_back(mut terminal: DefaultTerminal) -> io::Result<()> {
    if terminal.show_cursor().is_err() {
        // The terminal was closed; dropping the value would print an error to it.
        std::mem::forget(terminal);
    }
    ratatui::try_restore()
}
