//! The steps of a move as the terminal shows them: what the events tell, and nothing else.

use std::collections::VecDeque;

use tilewright_grid::Cell;
use tilewright_match3::events::{Event, EventKind, Events, Manner};
use tilewright_match3::{Blocks, Element, Mirror, Rules};

/// The most steps of one move that are kept, each with a board: half a minute of them. A turn whose cascades hardly end would
/// be thousands.
const MOST: usize = 400;

/// A board that is shown for some time.
pub(super) struct Step {
    pub(super) board: Blocks,
    /// The cells that are about to be cleared.
    pub(super) matched: Vec<Cell>,
    /// In milliseconds.
    pub(super) time: f64,
}

/// Collects the steps of a move.
pub(super) struct Steps<'a> {
    rules: &'a Rules,
    mirror: Mirror,
    pub(super) shown: VecDeque<Step>,
    /// The number of steps that are not kept.
    pub(super) omitted: usize,
}

impl<'a> Steps<'a> {
    /// `elements` are those of the board before the move.
    pub(super) fn new(rules: &'a Rules, elements: Vec<Element>) -> Self {
        let mirror = Mirror::new(rules.level().size(), elements);
        Self { rules, mirror, shown: VecDeque::new(), omitted: 0 }
    }

    /// Takes the events of a step.
    pub(super) fn take(&mut self, events: Events<'_>) {
        let Some(time) = time_of(events) else { return };
        let size = self.rules.level().size();
        // What is about to be cleared is shown before.
        let goes = |event: &&Event| {
            event.kind == EventKind::Leave
                && matches!(event.manner, Manner::Matched | Manner::Fired)
        };
        let matched = events.iter().filter(goes);
        let matched: Vec<_> = matched.filter_map(|event| event.from.cell(size)).collect();
        if !matched.is_empty() {
            self.push(matched, MATCHED);
        }

        self.mirror.apply(events).expect("the events of a game follow each other");
        self.push(Vec::new(), time);
    }

    fn push(&mut self, matched: Vec<Cell>, time: f64) {
        if self.shown.len() == MOST {
            self.omitted += 1;
            return;
        }
        let board = Blocks::shown(&self.mirror, self.rules);
        self.shown.push_back(Step { board, matched, time });
    }
}

/// For how long what is about to be cleared is shown, in milliseconds.
const MATCHED: f64 = 300.0;

/// For how long the board after a step is shown, in milliseconds; none of a step that changes nothing.
fn time_of(events: Events<'_>) -> Option<f64> {
    let time = |event: &Event| match (event.kind, event.manner) {
        (EventKind::Swap | EventKind::Tap | EventKind::Refused, _) => Some(200.0),
        (EventKind::Reshuffle, _) | (_, Manner::Shuffle | Manner::Dealt) => Some(400.0),
        (_, Manner::Fall | Manner::Slide | Manner::Portal | Manner::Refilled) => {
            Some(70.0)
        }
        (kind, _) if kind.is_change() => Some(120.0),
        _ => None,
    };
    events.iter().find_map(time)
}
