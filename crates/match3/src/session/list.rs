//! The events of a move as a list.

use super::MOST_EVENTS;
use crate::Rules;
use crate::events::{Event, EventKind, Events, NamedEvent, Vocabulary};

/// Collects events in words, step by step, until there are too many.
pub(super) struct EventList<'a> {
    words: Vocabulary<'a>,
    events: Vec<NamedEvent>,
    /// How many events are missing, and the first step of them.
    omitted: (usize, u32),
}

impl<'a> EventList<'a> {
    pub(super) fn new(rules: &'a Rules) -> Self {
        Self { words: Vocabulary::new(rules), events: Vec::new(), omitted: (0, 0) }
    }

    /// Takes the events of a step: all of them or none, as nobody could apply half of a step.
    pub(super) fn take(&mut self, step: Events<'_>) {
        let is_full = self.events.len() + step.events.len() > MOST_EVENTS;
        if self.omitted.0 == 0 && !is_full {
            self.events.extend(self.words.events(step));
            return;
        }
        if self.omitted.0 == 0 {
            self.omitted.1 = step.events[0].step;
        }
        self.omitted.0 += step.events.len();
    }

    /// The list, which ends by saying how many events are missing.
    pub(super) fn ended(mut self) -> Vec<NamedEvent> {
        let (omitted, step) = self.omitted;
        if omitted > 0 {
            let value = i32::try_from(omitted).unwrap_or(i32::MAX);
            let last = Event { step, value, ..Event::new(EventKind::Omitted) };
            let events = Events { events: &[last], lists: &[] };
            self.events.extend(self.words.events(events));
        }
        self.events
    }
}
