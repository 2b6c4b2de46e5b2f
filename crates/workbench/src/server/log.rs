//! The events of a run, kept so that a page can read them again after a break.

use std::collections::VecDeque;
use std::sync::Arc;

use serde_json::Value;

/// The most bytes of lasting events that are kept of a run: 16 MiB.
const MOST: usize = 1 << 24;

/// Events of which only the newest matters.
const PASSING: [&str; 3] = ["reached", "status", "scene"];

/// One event with its number.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The number; it grows over all runs, also from one start of the server to the next.
    pub(crate) number: u64,
    /// The document.
    pub(crate) text: Arc<str>,
}

/// The events of one run: all that last, and the newest of each passing kind.
#[derive(Debug, Default)]
pub(crate) struct Log {
    lasting: VecDeque<Line>,
    bytes: usize,
    passing: [Option<Line>; PASSING.len()],
}

impl Log {
    /// Adds an event.
    pub(crate) fn push(&mut self, number: u64, document: &Value) {
        let line = Line { number, text: document.to_string().into() };
        let kind = document["event"].as_str().unwrap_or_default();

        // Of a passing event only the newest matters.
        if let Some(at) = PASSING.iter().position(|passing| *passing == kind) {
            self.passing[at] = Some(line);
            return;
        }

        self.bytes += line.text.len();
        self.lasting.push_back(line);
        // The last one always stays, however large.
        while self.bytes > MOST && self.lasting.len() > 1 {
            let first = self.lasting.pop_front();
            self.bytes -= first.map_or(0, |first| first.text.len());
        }
    }

    /// The events after a number, in their order.
    pub(crate) fn after(&self, number: u64) -> Vec<Line> {
        let kept = self.lasting.iter().rev().take_while(|line| line.number > number);
        let passing = self.passing.iter().flatten().filter(|line| line.number > number);
        let mut lines: Vec<Line> = kept.chain(passing).cloned().collect();
        lines.sort_by_key(|line| line.number);
        lines
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Log, MOST};

    fn texts(log: &Log, after: u64) -> Vec<String> {
        log.after(after).iter().map(|line| line.text.to_string()).collect()
    }

    #[test]
    fn only_the_newest_of_passing_events_is_kept() {
        let mut log = Log::default();
        log.push(1, &json!({ "event": "begun" }));
        log.push(2, &json!({ "event": "reached", "done": 1 }));
        log.push(3, &json!({ "event": "item" }));
        log.push(4, &json!({ "event": "reached", "done": 2 }));
        let all = [
            r#"{"event":"begun"}"#,
            r#"{"event":"item"}"#,
            r#"{"event":"reached","done":2}"#,
        ];

        assert_eq!(texts(&log, 0), all);
        assert_eq!(texts(&log, 1), all[1..]);
        assert_eq!(texts(&log, 3), all[2..]);
        assert!(texts(&log, 4).is_empty());
    }

    #[test]
    fn the_memory_of_a_log_is_bounded() {
        let mut log = Log::default();
        let text = "x".repeat(MOST / 4);
        for number in 1..=6 {
            log.push(number, &json!({ "event": "item", "item": text }));
        }
        assert_eq!(log.after(0).len(), 3);
        assert_eq!(log.after(0)[0].number, 4);
    }
}
