//! How fast games are played.

use crate::{Event, Host};

/// The seconds since `begun`, a time in microseconds, if the host has a clock.
pub(super) fn seconds_since(begun: Option<u64>, host: &dyn Host) -> Option<f64> {
    let (begun, now) = begun.zip(host.micros())?;
    Some((now - begun) as f64 / 1e6)
}

/// Reports how many moves per second were made since `begun`, if the host has a clock; without moves, where an earlier
/// run made them all, and below a microsecond the time alone.
pub(super) fn tell_speed(host: &dyn Host, begun: Option<u64>, moves: u64) {
    let Some(seconds) = seconds_since(begun, host) else { return };
    let speed = ("moves_per_second", moves as f64 / seconds);
    let times = &[("seconds", seconds), speed];
    let is_known = moves > 0 && seconds > 0.0;
    host.tell(Event::Timing {
        of: "",
        times: if is_known { times } else { &times[..1] },
    });
}
