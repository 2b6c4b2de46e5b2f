//! Times of the processor, and what many of them come to.

use std::hint::black_box;
use std::sync::OnceLock;

use cpu_time::ThreadTime;

/// The CPU time that this thread needs for some work, in microseconds, less what looking at the clock takes.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    static LOOK: OnceLock<f64> = OnceLock::new();
    let look = *LOOK.get_or_init(|| {
        let mut looks: Times = (0..2000).map(|_| raw(|| ()).1).collect();
        looks.percentile(50)
    });
    let (made, micros) = raw(work);
    (made, (micros - look).max(0.0))
}

fn raw<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begun = ThreadTime::now();
    let made = black_box(work());
    (made, begun.elapsed().as_secs_f64() * 1e6)
}

/// The times of one kind of work, in microseconds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Times(Vec<f64>);

impl Times {
    pub(crate) fn push(&mut self, micros: f64) {
        self.0.push(micros);
    }

    pub(crate) fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// Does some work and notes how long it took.
    pub(crate) fn take<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let (made, micros) = timed(work);
        self.push(micros);
        made
    }

    /// The time that this share of them does not exceed; 0 without any.
    pub(crate) fn percentile(&mut self, percent: usize) -> f64 {
        self.0.sort_by(f64::total_cmp);
        let last = self.0.len().saturating_sub(1);
        self.0.get(last * percent / 100).copied().unwrap_or_default()
    }
}

impl FromIterator<f64> for Times {
    fn from_iter<I: IntoIterator<Item = f64>>(times: I) -> Self {
        Self(times.into_iter().collect())
    }
}

/// A time as tables show it: three figures.
pub(crate) fn shown(micros: f64) -> String {
    if micros < 10.0 {
        format!("{micros:.2}")
    } else if micros < 100.0 {
        format!("{micros:.1}")
    } else {
        let digits = format!("{micros:.0}").len() as i32;
        let unit = 10_f64.powi(digits - 3);
        let text = format!("{:.0}", (micros / unit).round() * unit);
        grouped(&text)
    }
}

/// Digits in groups of three.
fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
