//! A log as a fit needs it: people, each with all that they tried.

use std::collections::BTreeMap;

use super::PlayLog;
use super::log::Key;

/// What several attempts have in common, so that they have the same chance for the same skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell {
    pub(super) level: u32,
    pub(super) cohort: u32,
    pub(super) attempt: u32,
    pub(super) limit: u32,
    pub(super) boosters: u32,
}

/// Attempts of a person with a chance in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Trial {
    pub(super) cell: u32,
    pub(super) passes: f64,
    pub(super) fails: f64,
}

/// A person, or several of whom the same is known.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Person {
    pub(super) cohort: u32,
    /// How many they are.
    pub(super) count: f64,
    pub(super) trials: Vec<Trial>,
}

/// All people of a log.
#[derive(Clone, Debug, Default)]
pub(super) struct Sample {
    pub(super) cells: Vec<Cell>,
    pub(super) people: Vec<Person>,
    known: BTreeMap<Cell, u32>,
}

impl Sample {
    /// The people of a log. Where it has no players, they follow from the numbers of attempts of a level: those who make the next
    /// attempt are among those who have failed, and the others have given up.
    pub(super) fn of(log: &PlayLog) -> Self {
        let mut sample = Self::default();
        let (known, nameless): (Vec<_>, Vec<_>) =
            log.rows.iter().partition(|(key, _)| key.player > 0);

        for rows in
            known.chunk_by(|(a, _), (b, _)| (a.player, a.cohort) == (b.player, b.cohort))
        {
            let trials =
                rows.iter().map(|(key, count)| sample.trial(key, **count)).collect();
            sample.people.push(Person { cohort: rows[0].0.cohort, count: 1.0, trials });
        }

        for cohort in 0..log.cohorts.len() as u32 {
            for (level, logged) in (0..).zip(&log.levels) {
                let own = logged.level.moves.unwrap_or(u32::MAX);
                let rows = nameless
                    .iter()
                    .filter(|(key, _)| (key.cohort, key.level) == (cohort, level));
                let rows: Vec<(Key, u32)> =
                    rows.map(|&(key, count)| (*key, *count)).collect();
                if !rows.is_empty() {
                    sample.add_nameless(&rows, own);
                }
            }
        }
        sample
    }

    /// Adds the people of one cohort who played one level with this move limit.
    fn add_nameless(&mut self, rows: &[(Key, u32)], own: u32) {
        let mut failed: Vec<Trial> = Vec::new();
        let tries = |attempt: u32| -> u32 {
            rows.iter()
                .filter(|(key, _)| key.attempt == attempt)
                .map(|(_, count)| count)
                .sum()
        };
        let longest = rows.iter().map(|(key, _)| key.attempt).max().unwrap_or(0);

        for attempt in 1..=longest {
            let mut here: Vec<_> =
                rows.iter().filter(|(key, _)| key.attempt == attempt).collect();
            // Who stopped in the middle of an attempt is the first to have given up.
            here.sort_by_key(|(key, _)| key.limit);
            let lost = here
                .iter()
                .filter(|(key, _)| !key.is_passed)
                .map(|(_, count)| count)
                .sum();
            let mut gone = u32::saturating_sub(lost, tries(attempt + 1));
            for (key, count) in here {
                let count = if key.is_passed {
                    *count
                } else {
                    let leaving = (*count).min(gone);
                    gone -= leaving;
                    leaving
                };
                if count == 0 {
                    continue;
                }
                let mut trials = failed.clone();
                trials.push(self.trial(key, 1));
                self.people.push(Person {
                    cohort: key.cohort,
                    count: f64::from(count),
                    trials,
                });
            }
            let key =
                Key { attempt, limit: own, boosters: 0, is_passed: false, ..rows[0].0 };
            failed.push(self.trial(&key, 1));
        }
    }

    fn trial(&mut self, key: &Key, count: u32) -> Trial {
        let &Key { level, cohort, attempt, limit, boosters, .. } = key;
        let cell = Cell { level, cohort, attempt, limit, boosters };
        let next = self.cells.len() as u32;
        let number = *self.known.entry(cell).or_insert(next);
        if number == next {
            self.cells.push(cell);
        }
        let count = f64::from(count);
        let (passes, fails) = if key.is_passed { (count, 0.0) } else { (0.0, count) };
        Trial { cell: number, passes, fails }
    }

    /// The number of people of each cohort.
    pub(super) fn counts(&self, cohorts: usize) -> Vec<f64> {
        let mut counts = vec![0.0; cohorts];
        for person in &self.people {
            counts[person.cohort as usize] += person.count;
        }
        counts
    }
}
