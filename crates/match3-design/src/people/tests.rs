//! The fit on made-up logs whose truth is known.

use tilewright_grid::{Rng, Seed, det};

use super::fit::{Places, Posterior, Task};
use super::judges::expit;
use super::sample::{Cell, Person, Sample, Trial};

/// What a log is made with.
struct Truth {
    levels: usize,
    people: usize,
    skill: f64,
    pull: f64,
    learning: f64,
    /// The chance of giving up after a failure, of a person of mean skill.
    leaving: f64,
}

const TRUTH: Truth = Truth {
    levels: 60,
    people: 600,
    skill: 0.9,
    pull: 0.4,
    learning: 0.3,
    leaving: 0.25,
};

fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0
}

/// A log: the sample, the features of its cells, the logits of the levels, and the share of passed first attempts.
struct SyntheticLog {
    sample: Sample,
    features: Vec<Vec<f64>>,
    logits: Vec<f64>,
    naive: Vec<f64>,
}

fn made(truth: &Truth, seed: u64) -> SyntheticLog {
    let mut rng = Seed(seed).rng();
    let shown: Vec<f64> = (0..truth.levels).map(|_| 1.2 * normal(&mut rng)).collect();
    let logits: Vec<f64> =
        shown.iter().map(|mean| 0.3 + mean + truth.pull * normal(&mut rng)).collect();

    let mut sample = Sample::default();
    let attempts = 12;
    for level in 0..truth.levels as u32 {
        for attempt in 1..=attempts {
            sample.cells.push(Cell { level, cohort: 0, attempt, limit: 20, boosters: 0 });
        }
    }
    let mut first = vec![(0.0, 0.0); truth.levels];
    for _ in 0..truth.people {
        let skill = truth.skill * normal(&mut rng);
        let mut trials = Vec::new();
        'levels: for level in 0..truth.levels {
            for attempt in 1..=attempts {
                let learnt = truth.learning * det::ln(f64::from(attempt));
                let is_passed = rng.chance(expit(logits[level] + skill + learnt));
                let cell = level as u32 * attempts + attempt - 1;
                let passes = f64::from(u8::from(is_passed));
                trials.push(Trial { cell, passes, fails: 1.0 - passes });
                if attempt == 1 {
                    first[level].0 += passes;
                    first[level].1 += 1.0;
                }
                if is_passed {
                    break;
                }
                if rng.chance(truth.leaving * 0.2) {
                    break 'levels;
                }
            }
        }
        sample.people.push(Person { cohort: 0, count: 1.0, trials });
    }
    let features =
        sample.cells.iter().map(|cell| vec![shown[cell.level as usize]]).collect();
    SyntheticLog {
        sample,
        features,
        logits,
        naive: first.iter().map(|(passes, all)| passes / all).collect(),
    }
}

fn places(truth: &Truth) -> Places {
    Places { cohorts: 1, features: 1, levels: truth.levels }
}

fn fitted(truth: &Truth, made: &SyntheticLog) -> Posterior {
    let (sample, features) = (&made.sample, &made.features[..]);
    let task = Task { sample, features, places: places(truth), has_mean: true };
    task.fit(&()).unwrap()
}

#[test]
fn what_a_log_was_made_with_is_found() {
    let mut sums = [0.0; 4];
    for seed in 1..=4 {
        let made = made(&TRUTH, seed);
        let fit = fitted(&TRUTH, &made);
        let places = places(&TRUTH);
        sums[0] += fit.values[places.slope(0)] / 4.0;
        sums[1] += fit.values[places.skill(0)] / 4.0;
        sums[2] += fit.variances.pull.sqrt() / 4.0;
        sums[3] += fit.values[places.learning()] / 4.0;
    }
    let [slope, skill, pull, learning] = sums;
    assert!((slope - 1.0).abs() < 0.15, "slope {slope}");
    assert!((skill - TRUTH.skill).abs() < 0.12, "skill {skill}");
    assert!((pull - TRUTH.pull).abs() < 0.1, "pull {pull}");
    assert!((learning - TRUTH.learning).abs() < 0.15, "learning {learning}");
}

/// Those who play the last levels are those who did not give up: their rates are higher than those of all people.
#[test]
fn rates_are_of_all_people_and_not_of_those_who_stayed() {
    let truth = Truth { leaving: 1.0, people: 3000, levels: 20, ..TRUTH };
    let (mut naive, mut fitted_off) = (0.0, 0.0);
    for seed in 1..=3 {
        let made = made(&truth, seed);
        let fit = fitted(&truth, &made);
        let places = places(&truth);
        for level in truth.levels / 2..truth.levels {
            let real = super::check::rate(made.logits[level], truth.skill);
            let middle = fit.values[0]
                + fit.values[1]
                + fit.values[places.slope(0)] * made.features[level * 12][0]
                + fit.values[places.pull(level)];
            naive += made.naive[level] - real;
            fitted_off += super::check::rate(middle, fit.values[places.skill(0)]) - real;
        }
    }
    let count = 3.0 * truth.levels as f64 / 2.0;
    let (naive, fitted_off) = (100.0 * naive / count, 100.0 * fitted_off / count);
    assert!(naive > 6.0, "{naive} points");
    assert!(fitted_off.abs() < 3.0, "{fitted_off} points beside {naive}");
}
