//! Keys of a terminal game, and the end of its screen.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEvent, KeyEventKind};

/// The keys that are pressed, read by a thread of its own: on a terminal that was closed reading
/// may never come to an end, and the game must.
pub(crate) struct Keys(Receiver<io::Result<Event>>);

impl Keys {
    /// Reads keys from now on, to the end of the program.
    pub(crate) fn new() -> Self {
        let (sender, receiver) = channel();
        thread::spawn(move || {
            loop {
                let read = event::read();
                let is_broken = read.is_err();
                if sender.send(read).is_err() || is_broken {
                    break;
                }
            }
        });
        Self(receiver)
    }

    /// The next key, waited for no longer than that; none where nothing came but the time, or a
    /// new size of the terminal.
    pub(crate) fn next(&mut self, rest: Duration) -> io::Result<Option<KeyEvent>> {
        Ok(match self.next_event(rest)? {
            Some(Event::Key(key)) if key.kind != KeyEventKind::Release => Some(key),
            _ => None,
        })
    }

    /// The next key, movement of the mouse or the like, waited for no longer than that.
    pub(crate) fn next_event(&mut self, rest: Duration) -> io::Result<Option<Event>> {
        match self.0.recv_timeout(rest) {
            Ok(Ok(event)) => Ok(Some(event)),
            Ok(Err(error)) => Err(error),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                "the terminal was closed",
            )),
        }
    }
}

/// Gives the terminal back as it was.
pub(crate) fn give_back(mut terminal: DefaultTerminal) -> io::Result<()> {
    if terminal.show_cursor().is_err() {
        // It was closed, and its end would complain to where nobody can hear.
        std::mem::forget(terminal);
    }
    ratatui::try_restore()
}
