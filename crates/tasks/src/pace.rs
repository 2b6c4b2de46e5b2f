//! How often passing events go out.

use serde_json::Value;

use crate::{Event, Head, events};

/// The shortest time between two events of progress, and between two scenes, in nanoseconds: a bar that moves twenty
/// times a second is smooth, and a picture takes longer to draw and to send.
const PROGRESS: u64 = 50_000_000;
const SCENE: u64 = 100_000_000;

/// The kinds of passing events: when one went out last, and the newest since then.
#[derive(Debug, Default)]
pub(crate) struct Pace([PassingEvent; 4]);

#[derive(Debug, Default)]
struct PassingEvent {
    last: Option<u64>,
    missed: Option<Value>,
}

impl Pace {
    /// The documents that go out now, at a time in nanoseconds. Of passing events only a few a second do, and the last
    /// one before any other event; scenes are not kept for that, as the answer is drawn.
    pub(crate) fn due(
        &mut self,
        event: &Event<'_>,
        head: &Head,
        now: u64,
    ) -> serde_json::Result<Vec<Value>> {
        let (at, pause) = match event {
            Event::Reached(_) => (0, PROGRESS),
            Event::Status(_) => (1, PROGRESS),
            Event::Values { .. } => (2, PROGRESS),
            Event::Scene(_) => (3, SCENE),
            _ => {
                let mut due = self.rest();
                due.push(events::document(event, head)?);
                // The first progress of the next stage is shown at once.
                if matches!(event, Event::Begun { .. }) {
                    *self = Self::default();
                }
                return Ok(due);
            }
        };

        let passing = &mut self.0[at];
        if passing.last.is_none_or(|last| now.saturating_sub(last) >= pause) {
            *passing = PassingEvent { last: Some(now), missed: None };
            return Ok(vec![events::document(event, head)?]);
        }

        if !matches!(event, Event::Scene(_)) {
            passing.missed = Some(events::document(event, head)?);
        }

        Ok(Vec::new())
    }

    /// The passing events that have not gone out.
    pub(crate) fn rest(&mut self) -> Vec<Value> {
        self.0.iter_mut().filter_map(|passing| passing.missed.take()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{PROGRESS, Pace};
    use crate::{Event, Head};

    /// The kinds of the events that go out.
    fn due(pace: &mut Pace, event: Event<'_>, now: u64) -> Vec<String> {
        let due = pace.due(&event, &Head::default(), now).unwrap();
        due.iter().map(|event| event["event"].as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn progress_is_rare_and_notes_are_not() {
        let mut pace = Pace::default();
        let values = Event::Values { step: 1, values: &[("best", 2.0)] };
        for event in [Event::Reached(1), Event::Status("one"), values] {
            assert_eq!(due(&mut pace, event, 7).len(), 1);
            assert!(due(&mut pace, event, 8).is_empty());
            assert_eq!(due(&mut pace, event, 7 + PROGRESS).len(), 1);
        }

        assert_eq!(due(&mut pace, Event::Note("a"), 8), ["note"]);
        assert_eq!(due(&mut pace, Event::Note("b"), 8), ["note"]);
        let begun = Event::Begun { doing: "playing", steps: None };
        assert_eq!(due(&mut pace, begun, 8), ["begun"]);
        assert_eq!(due(&mut pace, Event::Reached(1), 8), ["reached"]);
    }

    #[test]
    fn the_last_progress_goes_out_before_what_follows() {
        let mut pace = Pace::default();
        for step in 1..4 {
            due(&mut pace, Event::Reached(step), 7);
        }
        assert_eq!(due(&mut pace, Event::Ended, 8), ["reached", "ended"]);
        due(&mut pace, Event::Reached(4), 9);
        assert_eq!(pace.rest()[0]["done"], 4);
        assert!(pace.rest().is_empty());
    }
}
