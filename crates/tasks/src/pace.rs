//! How often passing events go out.

use crate::Event;

/// The shortest time between two events of progress, and between two scenes, in nanoseconds.
const PROGRESS: u64 = 50_000_000;
const SCENE: u64 = 100_000_000;

/// When passing events went out last, for a door that passes on only a few a second.
#[derive(Debug, Default)]
pub struct Pace {
    reached: Option<u64>,
    status: Option<u64>,
    scene: Option<u64>,
}

impl Pace {
    /// Whether an event goes out now, at a time in nanoseconds: always, except for progress within
    /// 50 ms and scenes within 100 ms of the one before in the same step, and [`Event::Look`].
    pub fn is_due(&mut self, event: &Event<'_>, now: u64) -> bool {
        let (last, pause) = match event {
            Event::Reached(_) => (&mut self.reached, PROGRESS),
            Event::Status(_) => (&mut self.status, PROGRESS),
            Event::Scene(_) => (&mut self.scene, SCENE),
            Event::Look => return false,
            Event::Begun { .. } => {
                *self = Self::default();
                return true;
            }
            _ => return true,
        };
        let is_due = last.is_none_or(|last| now.saturating_sub(last) >= pause);
        if is_due {
            *last = Some(now);
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::{PROGRESS, Pace};
    use crate::Event;

    #[test]
    fn progress_is_rare_and_notes_are_not() {
        let mut pace = Pace::default();
        let reached = Event::Reached(1);
        assert!(pace.is_due(&reached, 7) && !pace.is_due(&reached, 8));
        assert!(pace.is_due(&reached, 7 + PROGRESS));
        assert!(pace.is_due(&Event::Note("a"), 8) && pace.is_due(&Event::Note("b"), 8));
        let begun = Event::Begun { doing: "playing", steps: None };
        assert!(pace.is_due(&begun, 8) && pace.is_due(&reached, 8));
    }
}
