//! The events of a move as a list.

use super::MOST_EVENTS;
use crate::events::{Event, EventKind, Events};

/// The events of a move, collected step by step: at most [`MOST_EVENTS`] and one that says how many are missing. It keeps its memory for the
/// next move.
///
/// ```
/// use tilewright_grid::Seed;
/// use tilewright_match3::{EventList, Goal, Level, Session};
/// use tilewright_play::Session as _;
///
/// let level: Level = "......\n......\n......\n......\n".parse()?;
/// let mut session = Session::new(&level, &Goal::Score { score: 100 }, Seed(1), 0)?;
/// let mut list = EventList::default();
/// let first = session.moves()[0];
/// session.play_seen(first, &mut |step| list.take(step))?;
/// list.end();
/// assert!(list.events().iter().all(|event| list.events().list(event).len() <= 24));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct EventList {
    events: Vec<Event>,
    lists: Vec<u32>,
    /// How many events are missing, and the first step of them.
    omitted: (usize, u32),
}

impl EventList {
    /// Takes the events of a step: all of them or none, as nobody could apply half of a step.
    pub fn take(&mut self, step: Events<'_>) {
        let is_full = self.events.len() + step.events.len() > MOST_EVENTS;
        if self.omitted.0 == 0 && !is_full {
            let shift = self.lists.len() as u32;
            self.lists.extend_from_slice(step.lists);
            let shifted = |event: &Event| match event.list_length {
                0 => *event,
                _ => Event { list_start: event.list_start + shift, ..*event },
            };
            self.events.extend(step.events.iter().map(shifted));
            return;
        }
        if self.omitted.0 == 0 {
            self.omitted.1 = step.events[0].step;
        }
        self.omitted.0 += step.events.len();
    }

    /// Ends the list by an event that says how many are missing, if some are.
    pub fn end(&mut self) {
        let (omitted, step) = std::mem::take(&mut self.omitted);
        if omitted > 0 {
            let value = i32::try_from(omitted).unwrap_or(i32::MAX);
            self.events.push(Event { step, value, ..Event::new(EventKind::Omitted) });
        }
    }

    /// The events so far.
    pub fn events(&self) -> Events<'_> {
        Events { events: &self.events, lists: &self.lists }
    }

    /// Begins again with an empty list.
    pub fn clear(&mut self) {
        let Self { events, lists, omitted } = self;
        events.clear();
        lists.clear();
        *omitted = (0, 0);
    }
}
