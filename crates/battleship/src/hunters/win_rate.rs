//! Casual hunters that win a wanted share of their duels by the rules at hand.

use tilewright_grid::Watch;

use super::casual::{CasualHunter, focus};
use super::polynomial::{crossing, fitted, mean, value};
use super::rate_hunts::{SEED, fleets, hunted, shot_time, wins};
use crate::bits::dispatch;
use crate::hunt::{CHUNK, play_while};
use crate::{Fleet, FleetError, Rules, SkilledHunter, Strategy};

/// The work of a measurement in nanoseconds of CPU time, by [`shot_time`], so that it is the same on every machine.
const WORK: f64 = 3e9;

/// The hunts of the opponent and of the casual hunters, at most. With them a win rate has a standard error of 0.3 points.
const HUNTS: [f64; 2] = [8192.0, 16_384.0];

/// The fewest hunts of the opponent with which a win rate is worth something: a standard error of some four points.
const FEWEST: f64 = 64.0;

/// The half width of the range of skills around the wanted one in which the second half of the hunts is played. In so
/// narrow a range the win rate is nearly a straight line.
const NEAR: f64 = 0.12;

/// How far outside the range of the win rates a wanted one may lie, since its ends are measured too.
const SLACK: f64 = 0.01;

/// The win rates of casual hunters in duels with another hunter, by some rules: fleets are uniform, and the hunters begin in
/// turn. Measured from hunts with fixed seeds, so that the same question always has the same answer.
///
/// ```
/// use tilewright_battleship::{Rules, Strategy, Touch, WinRates};
/// use tilewright_grid::Size;
///
/// let rules = Rules::new(Size::new(5, 5), "3,2".parse()?, Touch::Never)?;
/// let rates = WinRates::new(&rules, Strategy::Density.into(), &())?;
/// let [low, high] = rates.range();
/// let casual = rates.casual(0.4, &())?;
/// assert!(low < 0.4 && 0.4 < high && (casual.win_rate - 0.4).abs() < 0.01);
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Debug)]
pub struct WinRates {
    rules: Rules,
    opponent: SkilledHunter,
    /// The fleets of casual hunts.
    fleets: Vec<Fleet>,
    /// For every number of shots the share of duels that it wins.
    wins: Vec<f64>,
    /// The number of hunts that this is from.
    hunts: f64,
    /// The number of casual hunts for one hunter.
    casual: u32,
    /// Skills and the shares that hunts with them win.
    known: Vec<(f64, f64)>,
    range: [f64; 2],
}

/// A casual hunter and its win rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CalibratedHunter {
    /// The hunter.
    pub hunter: SkilledHunter,
    /// The share of duels that it wins, 0 to 1.
    pub win_rate: f64,
    /// The standard error of that share.
    pub error: f64,
}

impl WinRates {
    /// Measures the win rates against a hunter. The watch is called after every shot.
    ///
    /// # Errors
    /// [`FleetError::SlowDuels`] when so few hunts can be played in some seconds that they measure nothing,
    /// [`FleetError::NotFound`] when no fleet is found, and [`FleetError::Cancelled`] when the watch stops it.
    pub fn new(
        rules: &Rules,
        opponent: SkilledHunter,
        watch: &dyn Watch,
    ) -> Result<Self, FleetError> {
        let affordable = |hunter: SkilledHunter, share: f64| {
            // Games end after three quarters of the field or earlier.
            let shots = 0.75 * rules.size().area() as f64;
            share * WORK / (shot_time(hunter, rules) * shots)
        };
        let hunts = affordable(opponent, 0.3).min(HUNTS[0]).floor();
        let casual = affordable(Strategy::Casual.into(), 0.7).min(HUNTS[1]).floor();
        if hunts < FEWEST || casual < 2.0 * FEWEST {
            return Err(FleetError::SlowDuels { hunter: opponent });
        }

        let count = hunts.max(casual / 4.0) as usize;
        let fleets = fleets(rules, 2 * count, watch)?;
        let (own, hidden) = fleets.split_at(count);
        let shots = hunted(rules, opponent, &hidden[..hunts as usize], watch)?;
        let mut rates = Self {
            rules: rules.clone(),
            opponent,
            fleets: own.to_vec(),
            wins: wins(rules, &shots),
            hunts,
            casual: casual as u32,
            known: Vec::new(),
            range: [0.0; 2],
        };

        // A quarter of the first half at each end, and a half of it between.
        let skills = |number: u32, count: u32| match number % 4 {
            0 => 0.0,
            1 => 1.0,
            _ => f64::from(number) / f64::from(count),
        };
        rates.known = rates.played(rates.casual / 2, 0, &skills, watch)?;
        let end = |skill: f64| {
            mean(rates.known.iter().filter(|it| (it.0 - skill).abs() < 1e-9))
        };
        // Where all cells are alike, skill makes no difference and either end may be the larger one.
        let ends = [end(0.0), end(1.0)];
        rates.range = [ends[0].min(ends[1]), ends[0].max(ends[1])];
        Ok(rates)
    }

    /// The hunter in whose duels they are measured.
    pub const fn opponent(&self) -> SkilledHunter {
        self.opponent
    }

    /// The smallest and the largest win rate of a casual hunter.
    pub const fn range(&self) -> [f64; 2] {
        self.range
    }

    /// The casual hunter that wins this share of its duels, 0 to 1.
    ///
    /// # Errors
    /// [`FleetError::WinRate`] when no casual hunter does, and [`FleetError::Cancelled`] when the watch stops it.
    pub fn casual(
        &self,
        win_rate: f64,
        watch: &dyn Watch,
    ) -> Result<CalibratedHunter, FleetError> {
        let [low, high] = self.range;
        if !(low - SLACK..=high + SLACK).contains(&win_rate) {
            let against = self.opponent;
            return Err(FleetError::WinRate { found: win_rate, low, high, against });
        }

        let about = crossing(&fitted::<4>(&self.known), [0.0, 1.0], win_rate);
        let near = [about - NEAR, about + NEAR].map(|skill| skill.clamp(0.0, 1.0));
        let skills = |number: u32, count: u32| {
            near[0] + (near[1] - near[0]) * f64::from(number) / f64::from(count)
        };
        let played = self.played(self.casual / 2, 1, &skills, watch)?;
        let line = fitted::<2>(&played);

        // Written with four digits, the hunter is the same when it is read.
        let skill = (1e4 * crossing(&line, near, win_rate)).round() / 1e4;
        let count = played.len() as f64;
        let variance = |it: &(f64, f64)| (it.1 - value(&line, it.0)).powi(2);
        let variance = played.iter().map(variance).sum::<f64>() / count;
        let error = (variance * (1.0 / count + 1.0 / self.hunts)).sqrt();
        let hunter = SkilledHunter::new(Strategy::Casual, skill);
        let hunter = hunter.expect("the skill is from 0 to 1");
        Ok(CalibratedHunter { hunter, win_rate: value(&line, skill), error })
    }

    /// Plays casual hunts of the skills that the numbers of the hunts have; returns each skill with the share of duels
    /// that its shots win.
    fn played(
        &self,
        count: u32,
        child: u64,
        skills: &(dyn Fn(u32, u32) -> f64 + Sync),
        watch: &dyn Watch,
    ) -> Result<Vec<(f64, f64)>, FleetError> {
        let rules = &self.rules;
        let seed = SEED.child(2).child(child);
        let played = dispatch!(rules.size(), W => {
            let base = CasualHunter::<W>::with_focus(rules, 0.0);
            tilewright_play::all(0..count, CHUNK, || base.clone(), |hunter, number| {
                let skill = skills(number, count);
                hunter.set_focus(focus(skill));
                let fleet = &self.fleets[number as usize % self.fleets.len()];
                let draws = seed.child(u64::from(number));
                let shots = play_while(rules, hunter, fleet, draws, |_, _| watch.look())?;
                Ok::<_, FleetError>(shots.map(|shots| (skill, self.wins[shots as usize])))
            })
        })?;
        if played.len() < count as usize {
            return Err(FleetError::Cancelled);
        }
        Ok(played)
    }
}
