//! The names of hunters in requests, and the casual hunters of a wanted win rate.

use std::fmt;
use std::str::FromStr;

use anyhow::anyhow;
use serde_json::{Value, json};
use tilewright_battleship::{
    CalibratedHunter, FleetError, PerfectPolicy, Rules, SkilledHunter, Strategy, WinRates,
};

use super::placers::NOT_FOUND;
use super::refusal::{AnswerError, refused, undecided};
use crate::{Event, Host, HostWatch, Input, Refusal, Refuse as _, Share, TextValue};

/// A value, with the word of the request that names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedValue<T> {
    pub(super) word: String,
    /// The value itself.
    pub value: T,
}

impl<T: FromStr> FromStr for NamedValue<T> {
    type Err = T::Err;

    fn from_str(word: &str) -> Result<Self, T::Err> {
        Ok(Self { word: word.to_owned(), value: word.parse()? })
    }
}

impl<T> fmt::Display for NamedValue<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.word)
    }
}

/// A hunter as requests name it.
pub type Hunter = NamedValue<WantedHunter>;

/// A hunter by its level or strategy, or the casual hunter that wins a share of its duels by the rules of the request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WantedHunter {
    /// A level or a strategy.
    Skilled(SkilledHunter),
    /// The share of duels won.
    WinRate(Share),
}

impl FromStr for WantedHunter {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        if word.ends_with('%') {
            return word.parse().map(Self::WinRate);
        }
        let skilled = word.parse().map(Self::Skilled);
        skilled.map_err(|error: FleetError| format!("{error}, or a win rate such as 45%"))
    }
}

/// The names of all hunters.
pub(super) fn hunter_names() -> Value {
    let levels = SkilledHunter::LEVELS.map(|(name, _)| name);
    json!({ "Levels": levels, "Strategies": Strategy::ALL.map(Strategy::key) })
}

/// The hunters with these names.
pub(super) fn named<const N: usize>(words: [&str; N]) -> Vec<TextValue<Hunter>> {
    words
        .map(|word| TextValue(word.parse().expect("it is the name of a hunter")))
        .to_vec()
}

/// The hunters without their words.
pub(super) fn wanted(hunters: &[TextValue<Hunter>]) -> Vec<WantedHunter> {
    hunters.iter().map(|hunter| hunter.0.value).collect()
}

/// Refuses a hunter for win rates where none is asked for.
pub(super) fn check_against(
    wanted: &[WantedHunter],
    is_named: bool,
) -> Result<(), Refusal> {
    let is_wanted = |hunter: &WantedHunter| matches!(hunter, WantedHunter::WinRate(_));
    if !is_named || wanted.iter().any(is_wanted) {
        return Ok(());
    }
    Err(anyhow!("`against` has no effect without a win rate"))
        .hint("ask for one with {win_rate=45%}")
}

/// Refuses placers to be known where no hunter can know one: one placer for all hunters, or one for each.
///
/// # Errors
/// When a placer teaches nothing, or the hunters that should know it do not sample; when there is neither one nor one for each.
pub fn check_knows(wanted: &[WantedHunter], knows: &[Input]) -> Result<(), Refusal> {
    let is_uniform = |placer: &Input| placer.name() == "uniform";
    let (hunters, count) = (wanted.len(), knows.len());
    if count > 1 && count != hunters {
        return Err(anyhow!(
            "{count} placers are known, and there are {hunters} hunters"
        ))
        .hint("write one for each hunter, such as {knows=adversarial,uniform}, or one for all");
    }
    let teaches = |placer: &Input| placer.name() != "sequential" && !is_uniform(placer);
    let idle = knows.iter().find(|placer| !teaches(placer));
    // Beside others uniform says that a hunter knows none of them.
    if let Some(placer) =
        idle.filter(|it| !is_uniform(it) || knows.iter().all(is_uniform))
    {
        return Err(anyhow!("hunters learn nothing of the placer {placer}")).hint(
            "name two-columns, adversarial or a file; uniform fleets are expected anyway",
        );
    }

    let samples = |hunter: &WantedHunter| match hunter {
        WantedHunter::Skilled(hunter) => hunter.strategy().samples(),
        WantedHunter::WinRate(_) => false,
    };
    let is_known = match knows {
        [] => true,
        [_] => wanted.iter().any(samples),
        each => each
            .iter()
            .zip(wanted)
            .all(|(placer, hunter)| is_uniform(placer) || samples(hunter)),
    };
    if is_known {
        return Ok(());
    }
    Err(anyhow!("`knows` has no effect: none of these hunters can know a placer"))
        .hint("scout, posterior and veteran (the level expert) can: {hunter=posterior}")
}

/// The placer that the hunter with this number knows, if it can know one.
pub(super) fn known(
    knows: &[Input],
    number: usize,
    hunter: SkilledHunter,
) -> Option<String> {
    let placer = knows.get(number).or_else(|| knows.last())?;
    let is_known = hunter.strategy().samples() && placer.name() != "uniform";
    is_known.then(|| placer.to_string())
}

/// The hunters by these rules. Those of a win rate are found by measuring, in some seconds, what casual hunters win in duels
/// with `against`; a note says what was found.
///
/// # Errors
/// If no casual hunter has that win rate, or measuring it takes too long or was stopped.
pub fn skilled(
    wanted: &[WantedHunter],
    against: Option<SkilledHunter>,
    rules: &Rules,
    host: &dyn Host,
) -> Result<Vec<SkilledHunter>, AnswerError> {
    let against = against.unwrap_or_else(|| Strategy::Density.into());
    let mut rates: Option<WinRates> = None;
    let mut skilled = Vec::new();
    for hunter in wanted {
        skilled.push(match hunter {
            WantedHunter::Skilled(hunter) => *hunter,
            WantedHunter::WinRate(share) => {
                host.tell(Event::Begun { doing: "measuring win rates", steps: None });
                let found = casual(share.get(), against, rules, &mut rates, host);
                host.tell(Event::Ended);
                found.map_err(|error| undecided(error, NOT_FOUND, host))?
            }
        });
    }
    Ok(skilled)
}

/// The casual hunter of a win rate; the measurement is kept for others.
fn casual(
    win_rate: f64,
    against: SkilledHunter,
    rules: &Rules,
    rates: &mut Option<WinRates>,
    host: &dyn Host,
) -> Result<SkilledHunter, FleetError> {
    let watch = &HostWatch(host);
    let rates = match rates {
        Some(rates) => rates,
        None => rates.insert(WinRates::new(rules, against, watch)?),
    };
    let CalibratedHunter { hunter, win_rate, error } = rates.casual(win_rate, watch)?;
    let [win_rate, error, low, high] =
        [win_rate, 1.96 * error, rates.range()[0], rates.range()[1]].map(|it| 100.0 * it);
    host.tell(Event::Note(&format!(
        "{hunter} wins {win_rate:.1} % (± {error:.1}) of its duels with {against} by these rules (casual hunters: {low:.0} to \
         {high:.0} %)"
    )));
    Ok(hunter)
}

/// Refuses the hunter `perfect` where the game is too large to be solved, and notes that `exact` samples at first, if it does
/// by these rules.
///
/// # Errors
/// When the game is too large for `perfect`.
pub fn check_hunters(
    hunters: &[SkilledHunter],
    rules: &Rules,
    host: &dyn Host,
) -> Result<(), Refusal> {
    if hunters.iter().any(|hunter| hunter.strategy() == Strategy::Perfect) {
        PerfectPolicy::check(rules).map_err(refused)?;
    }
    if hunters.iter().any(|hunter| hunter.strategy().samples_at_first(rules)) {
        host.tell(Event::Note(
            "exact: by these rules there are too many fleets to count before every shot; it \
             samples as posterior does until few enough are left",
        ));
    }
    Ok(())
}
