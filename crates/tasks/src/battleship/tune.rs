//! `battleship/tune`: searches a placer that stays hard to find for a hunter that knows it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use smart_default::SmartDefault;
use tilewright_battleship::{
    DoubleOracle, FleetError, GibbsWeights, MEMORY, Mixture, MixtureComponent,
    OracleRound, OracleSettings, OracleStep, PlacerFile, Strategy, WorstCase,
};
use tilewright_grid::Seed;

use super::field::{Field, Terms};
use super::fleets::check_possible;
use super::refusal::{AnswerError, answered, refused, undecided};
use crate::answer::counted;
use crate::items::Items;
use crate::{
    Answer, BoundedInteger, BoundedNumber, Event, Head, Host, HostWatch, Medium,
    NamedOutput, Output, OutputFile, Refusal, ResumeSupport, Task, Verdict,
};

/// The hint for the case that no fleet is found.
const NOT_FOUND: &str = "{battleship/count} says whether a fleet fits";

/// Search for a placer that takes many shots even if the hunter knows it: a mixture of Gibbs distributions, by the double
/// oracle method.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct TuneRequest {
    /// The field and its ships.
    #[serde(flatten)]
    pub field: Field,
    /// Strategy of the hunters that know the placer while it is searched: scout is faster and weaker, veteran slower and
    /// stronger.
    #[schemars(extend("x-value" = "HUNTER"))]
    pub hunter: KnowingHunter,
    /// Games of each step of the search.
    #[schemars(extend("x-value" = "N"))]
    // The mean shots within half a shot (95 %).
    #[default(BoundedInteger::of(1000))]
    pub games: BoundedInteger<1, 100_000>,
    /// Largest number of rounds. In each, the hunter and the placer add their best responses.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(12))]
    pub rounds: BoundedInteger<1, 30>,
    /// End the search when the best response of neither side gains this many shots.
    #[schemars(extend("x-value" = "SHOTS"))]
    #[default(BoundedNumber::of(0.5))]
    pub tolerance: BoundedNumber<0, 100>,
    /// Fresh games of each hunter that the placer found is measured with.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(2000))]
    pub validation_games: BoundedInteger<2, 1_000_000>,
    /// Seed of all random numbers; by default it is random and printed.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

/// A strategy of hunters that can know a placer.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum KnowingHunter {
    /// A sample of 80 fleets.
    Scout,
    /// A sample of 240 fleets.
    #[default]
    Posterior,
    /// A sample of 800 fleets.
    Veteran,
}

impl KnowingHunter {
    const fn strategy(self) -> Strategy {
        match self {
            Self::Scout => Strategy::Scout,
            Self::Posterior => Strategy::Posterior,
            Self::Veteran => Strategy::Veteran,
        }
    }
}

impl Task for TuneRequest {
    const NAME: &'static str = "battleship/tune";
    const OUTPUTS: &'static [Output] = &[Output::File(NamedOutput {
        name: "output",
        what: "placers",
        endings: &["json"],
        help: "Write the placer to this file, for `battleship/hunt` and `battleship/duel`. After an \
               interruption the same command resumes from FILE.part.",
    })];
    const KEEPING: ResumeSupport = ResumeSupport::Items;

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        answered(self.tuned(host))
    }
}

impl TuneRequest {
    /// Does the steps that an earlier run has not done, until the host stops it.
    fn tuned(&self, host: &dyn Host) -> Result<TuneAnswer, AnswerError> {
        let rules = self.field.rules(None)?;
        check_possible(&rules, MEMORY, host).map_err(refused)?;
        let settings = self.settings();
        let seed = self.seed.unwrap_or(Seed(0));
        let search = DoubleOracle::new(&rules, &settings, seed);
        let mut search = search.map_err(|error| undecided(error, NOT_FOUND, host))?;
        let steps = settings.steps();
        let mut items =
            Items::open(host, 0, steps, |number, _: &OracleStep| number < steps)?;

        let mut next = 0;
        for (number, step) in items.of(0..steps) {
            if number != next || search.is_finished() || !search.add(step.clone()) {
                return Err(host.damaged(next as usize).into());
            }
            next += 1;
        }

        host.tell(Event::Begun { doing: "tuning", steps: Some(steps) });
        host.tell(Event::Reached(next));
        while !search.is_finished() {
            let step = match search.step(&HostWatch(host)) {
                Err(FleetError::Cancelled) => break,
                step => step.map_err(|error| undecided(error, NOT_FOUND, host))?,
            };
            let rounds = search.rounds().len();
            search.add(step.clone());
            if let Some(round) = search.rounds().get(rounds) {
                show(rounds, round, host);
            }
            if items.add(next, [step])?.is_break() {
                break;
            }
            next += 1;
        }
        host.tell(Event::Ended);

        Ok(TuneAnswer {
            placer: PlacerFile { made: Some(self.made()), ..search.placer() },
            rounds: search.rounds().to_vec(),
            fresh_games: search.fresh_games(),
            is_finished: search.is_finished(),
            has_converged: search.has_converged(),
            tolerance: self.tolerance.get(),
        })
    }

    const fn settings(&self) -> OracleSettings {
        OracleSettings {
            hunter: self.hunter.strategy(),
            games: self.games.get(),
            rounds: self.rounds.get(),
            tolerance: self.tolerance.get(),
            validation: self.validation_games.get(),
        }
    }

    /// How the placer was made, for its file.
    fn made(&self) -> String {
        let Self { games, rounds, tolerance, .. } = self;
        let hunter = self.hunter.strategy();
        let (games, rounds, tolerance) = (games.get(), rounds.get(), tolerance.get());
        format!(
            "battleship tune: double oracle with {hunter}, {games} games a step, at most {rounds} rounds, tolerance \
             {tolerance} shots"
        )
    }
}

/// Reports the values of a round.
fn show(number: usize, round: &OracleRound, host: &dyn Host) {
    let OracleRound { value, hunter_gain, placer_gain } = *round;
    let values =
        [("shots", value), ("hunter gain", hunter_gain), ("placer gain", placer_gain)];
    host.tell(Event::Values { step: number as u64, values: &values });
}

/// The placer that was found, and how far the search came.
struct TuneAnswer {
    placer: PlacerFile,
    rounds: Vec<OracleRound>,
    /// How many fresh games were played, and of how many.
    fresh_games: (u64, u64),
    is_finished: bool,
    has_converged: bool,
    tolerance: f64,
}

/// The document `tilewright/tuned-placer/2`: the placer with the rounds of its search.
#[skip_serializing_none]
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    terms: Terms,
    components: &'a Mixture,
    worst: Option<WorstCase>,
    rounds: &'a [OracleRound],
    converged: bool,
}

impl Answer for TuneAnswer {
    fn verdict(&self) -> Verdict {
        match self.is_finished {
            false => Verdict::Stopped,
            true if self.has_converged => Verdict::Done,
            true => Verdict::No,
        }
    }

    fn reached(&self) -> Option<String> {
        let rounds = counted(self.rounds.len() as u64, "round");
        let (played, all) = self.fresh_games;
        Some(format!("{rounds} and {played} of {all} fresh games were played"))
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        let PlacerFile { rules, mixture, worst, .. } = &self.placer;
        let report = Report {
            terms: Terms::of(rules),
            components: mixture,
            worst: *worst,
            rounds: &self.rounds,
            converged: self.has_converged,
        };
        head.line("tuned-placer", &report).map(Some)
    }

    fn text(&self, _: Medium) -> String {
        let rounds = self.rounds.iter().zip(1..).map(|(round, number)| {
            let OracleRound { value, hunter_gain, placer_gain } = round;
            format!(
                "round {number}: {value:.1} shots; a best response gains the hunter {hunter_gain:.2} and the placer \
                 {placer_gain:.2}\n"
            )
        });
        let components = self.placer.mixture.components().iter().map(component);
        let parts: Vec<String> = rounds.chain(components).collect();
        format!("{}{}", parts.concat(), self.end())
    }

    /// The placer alone, as it is read again.
    fn file(&self, _: &str, _: &str, _: &Head) -> anyhow::Result<Option<OutputFile>> {
        Ok(Some(self.placer.to_json().into()))
    }
}

impl TuneAnswer {
    /// The worst case, and whether the search came to an end.
    fn end(&self) -> String {
        let worst = self.placer.worst.map(|worst| {
            let WorstCase { shots, error, games, hunter, knows } = worst;
            let knows = if knows { " that knows it" } else { "" };
            let hunter = hunter.display_name();
            format!(
                "worst case: {shots:.2} shots (standard error {error:.2}) by {hunter}{knows} over {games} fresh games\n"
            )
        });
        let tolerance = self.tolerance;
        let open = self.is_finished && !self.has_converged;
        let open = if open {
            format!("not converged: a best response gains {tolerance} shots or more\n")
        } else {
            String::new()
        };
        worst.unwrap_or_default() + &open
    }
}

/// A line about a component.
fn component(component: &MixtureComponent) -> String {
    let MixtureComponent { share, weights } = component;
    let GibbsWeights { halo, contact, edge, overlap, short_edge } = weights;
    format!(
        "component of share {share:.3}: halo {halo:.2}, contact {contact:.2}, edge {edge:.2}, overlap {overlap:.2}, \
         short_edge {short_edge:.2}\n"
    )
}
