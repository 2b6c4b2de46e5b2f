//! The steps of a move as boards, for pages and screens: what the events tell, and nothing else.

use super::state::{Blocks, BoardEvent, Step};
use crate::Rules;
use crate::events::{Event, EventKind, Events, Manner, Mirror};

/// The most steps that are kept of one move: a turn whose cascades hardly end would be thousands of boards. The last one
/// takes all others together, and says how many.
const MOST: usize = 400;

/// Collects the steps of a move.
pub(super) struct Steps<'a> {
    rules: &'a Rules,
    mirror: Mirror,
    pub(super) shown: Vec<Step>,
}

impl<'a> Steps<'a> {
    /// `mirror` shows the board before the move.
    pub(super) const fn new(rules: &'a Rules, mirror: Mirror) -> Self {
        Self { rules, mirror, shown: Vec::new() }
    }

    /// Takes the events of a step.
    pub(super) fn take(&mut self, events: Events<'_>) {
        let size = self.rules.level().size();
        let cells = |wanted: fn(&Event) -> bool| {
            let events = events.iter().filter(move |event| wanted(event));
            events.filter_map(|event| event.from.cell(size))
        };

        let Some(event) = event_of(events) else { return };
        let mut push = |event, matched, moved, mirror: &Mirror| {
            let board = Blocks::shown(mirror, self.rules);
            let step = Step { event, matched, moved, steps: 1, board };
            if self.shown.len() < MOST {
                self.shown.push(step);
            } else if let Some(last) = self.shown.last_mut() {
                *last = Step { steps: last.steps + 1, ..step };
            }
        };

        if event == BoardEvent::Cleared {
            // What is about to be cleared is shown before.
            let is_cleared = |event: &Event| {
                event.kind == EventKind::Leave
                    && matches!(event.manner, Manner::Matched | Manner::Fired)
            };
            let matched: Vec<_> = cells(is_cleared).collect();
            if !matched.is_empty() {
                push(BoardEvent::Matched, matched, Vec::new(), &self.mirror);
            }
        }

        self.mirror.apply(events).expect("the events of a game follow each other");
        let mut moved = Vec::new();
        if event == BoardEvent::Fallen {
            moved.extend(events.iter().filter_map(|event| match event.kind {
                EventKind::Move => Some((event.from.cell(size), event.to.cell(size)?)),
                EventKind::Appear => Some((None, event.to.cell(size)?)),
                _ => None,
            }));
        }
        push(event, Vec::new(), moved, &self.mirror);
    }
}

/// What a step is for a screen: none if it changes nothing.
fn event_of(events: Events<'_>) -> Option<BoardEvent> {
    events.iter().find_map(|event| {
        Some(match (event.kind, event.manner) {
            (EventKind::Swap | EventKind::Tap, _) => BoardEvent::Swapped,
            (EventKind::Spread, _) => BoardEvent::Spread,
            (EventKind::Move, Manner::Conveyor) => BoardEvent::Conveyed,
            (_, Manner::Fall | Manner::Slide | Manner::Portal | Manner::Refilled) => {
                BoardEvent::Fallen
            }
            (EventKind::Reshuffle | EventKind::Move, _)
            | (_, Manner::Dealt | Manner::Restored) => BoardEvent::Shuffled,
            (kind, _)
                if kind.is_change()
                    || kind == EventKind::Group
                    || kind == EventKind::Fire =>
            {
                BoardEvent::Cleared
            }
            _ => return None,
        })
    })
}
