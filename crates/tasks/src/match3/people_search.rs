//! The search for a level that people find as hard as wanted: by the win rate of a bot, corrected by what a model of people says.

use tilewright_match3::{MissedTarget, SkilledBot};
use tilewright_match3_design::people::PeopleModel;
use tilewright_match3_design::{Difficulty, VerifiedLevel};

use super::people::{ForPeople, LimitRate, MET, RateCorrection};
use super::percent::short_percent;
use crate::{Event, Host, Refusal};

/// The searches, each for another win rate of the bot. The second is as a rule close enough.
const ROUNDS: u64 = 6;

/// What people are to do in a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PeopleTarget {
    /// The share that passes at the first attempt.
    PassRate(f64),
    /// The mean attempts until they pass.
    Attempts(f64),
}

impl PeopleTarget {
    /// The wanted value.
    pub(super) const fn value(self) -> f64 {
        match self {
            Self::PassRate(value) | Self::Attempts(value) => value,
        }
    }

    /// What the people of a level reach of it, and the 90 % interval.
    pub(super) const fn reached(self, people: &ForPeople) -> (f64, [f64; 2]) {
        match self {
            Self::PassRate(_) => {
                let it = people.pass_rate();
                (it.rate, it.ci90)
            }
            Self::Attempts(_) => {
                let it = people.attempts();
                (it.mean, it.ci90)
            }
        }
    }

    /// A value as a rate from 0 to 1: who needs three attempts on average passes about every third.
    fn rate_of(self, value: f64) -> f64 {
        match self {
            Self::PassRate(_) => value,
            Self::Attempts(_) => 1.0 / value.max(1.0),
        }
    }

    /// How far people are from it, as a difference of rates.
    pub(super) fn off(self, people: &ForPeople) -> f64 {
        let (reached, _) = self.reached(people);
        (self.rate_of(reached) - self.rate_of(self.value())).abs()
    }

    /// Of the move limits at most this far from one, the one that people come closest to it with; the least change of equals.
    pub(super) fn closest_limit(
        self,
        people: &ForPeople,
        limit: u32,
        most: u32,
    ) -> Option<u32> {
        let reached = |it: &LimitRate| match self {
            Self::PassRate(_) => it.pass_rate.rate,
            Self::Attempts(_) => it.attempts,
        };
        let off = |it: &LimitRate| {
            (self.rate_of(reached(it)) - self.rate_of(self.value())).abs()
        };
        let change = |it: &LimitRate| it.moves.abs_diff(limit);
        let order = |a: &&LimitRate, b: &&LimitRate| {
            off(a).total_cmp(&off(b)).then(change(a).cmp(&change(b)))
        };
        people.limits_near(limit, most).min_by(order).map(|it| it.moves)
    }

    /// The values that count as met.
    pub(super) fn range(self, precision: f64) -> [f64; 2] {
        let (rate, met) = (self.rate_of(self.value()), MET * precision);
        match self {
            Self::PassRate(_) => [(rate - met).max(0.0), (rate + met).min(1.0)],
            Self::Attempts(_) => {
                [1.0 / (rate + met).min(1.0), 1.0 / (rate - met).max(0.01)]
            }
        }
    }

    /// A value in words.
    pub(super) fn words(self, value: f64) -> String {
        match self {
            Self::PassRate(_) => {
                format!("{} % of people pass at first", short_percent(value))
            }
            Self::Attempts(_) => {
                format!("people need {value:.2} attempts on average")
            }
        }
    }

    /// The note of a level that people find easier or harder than wanted.
    pub(super) fn missed(self, people: &ForPeople) -> MissedTarget {
        let (reached, _) = self.reached(people);
        MissedTarget::new(self.words(self.value()), self.words(reached))
    }
}

/// A level with what people do in it.
pub(super) struct Candidate {
    pub(super) verified: VerifiedLevel,
    /// What the bot was asked for.
    pub(super) difficulty: Difficulty,
    pub(super) people: ForPeople,
    /// Whether people do what was wanted.
    pub(super) is_met: bool,
}

/// A search for people.
pub(super) struct PeopleSearch<'a> {
    pub(super) model: &'a PeopleModel,
    pub(super) wanted: PeopleTarget,
    /// How far a level may be off, as a share of [`MET`].
    pub(super) precision: f64,
    pub(super) moves: u32,
    pub(super) bot: SkilledBot,
    pub(super) host: &'a dyn Host,
}

impl PeopleSearch<'_> {
    /// Searches a level for a win rate of the bot, asks the model, and corrects the win rate, until people do as wanted; none if
    /// it was stopped before the first one was known. `search` gets the number of the round.
    pub(super) fn run(
        &self,
        mut search: impl FnMut(Difficulty, u64) -> Result<VerifiedLevel, Refusal>,
    ) -> Result<Option<Candidate>, Refusal> {
        let Self { model, wanted, moves, host, .. } = *self;
        let mut best: Option<Candidate> = None;
        let mut steering = RateCorrection::towards(wanted.rate_of(wanted.value()));
        for round in 0..ROUNDS {
            let rate = steering.win_rate();
            let difficulty = Difficulty::WinRate { rate, moves };
            let verified = search(difficulty, round)?;
            let people = ForPeople::of(&verified.level, model, host)?;
            let Some(people) = people else { break };
            let won = verified.played.within(moves).win_rate.mean;
            host.tell(Event::Note(&format!(
                "searched for {} % won by {}, found {} %: {}",
                short_percent(rate),
                self.bot,
                short_percent(won),
                people.brief()
            )));
            steering.learn(won, wanted.rate_of(wanted.reached(&people).0));

            let is_met = wanted.off(&people) <= MET * self.precision && verified.is_found;
            let tried = Candidate { verified, difficulty, people, is_met };
            if best.as_ref().is_none_or(|best| tried.is_closer(best, wanted)) {
                best = Some(tried);
            }
            if is_met || host.look().is_break() {
                break;
            }
        }
        Ok(best)
    }
}

impl Candidate {
    fn is_closer(&self, other: &Self, wanted: PeopleTarget) -> bool {
        self.is_met || wanted.off(&self.people) < wanted.off(&other.people)
    }
}
