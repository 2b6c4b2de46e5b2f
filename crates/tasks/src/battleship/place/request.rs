//! The request of `battleship/place`.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use smart_default::SmartDefault;
use tilewright_battleship::{FleetError, MAX_LETTERS, Rules};
use tilewright_grid::Seed;

use super::super::field::Field;
use super::super::fleets::check_possible;
use super::super::hunters::Hunter;
use super::super::refusal::{AnswerError, answered, refused};
use crate::{
    Answer, BoundedInteger, Bytes, Host, NamedOutput, Output, Refusal, Refuse as _,
    ResumeSupport, Task, TextValue,
};

/// Place fleets: by a search, uniformly at random, one ship after another, or so that hunters take
/// long to find them.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct PlaceRequest {
    /// The field and its ships.
    #[serde(flatten)]
    pub field: Field,
    /// Method by which fleets are placed.
    #[schemars(extend("x-value" = "METHOD"))]
    pub method: Method,
    /// Individuals per generation, for classic [default: 50].
    #[schemars(extend("x-value" = "N"))]
    pub population: Option<BoundedInteger<1, 100_000>>,
    /// Generations after the first, random one, for classic and adversarial [default: 50 for
    /// classic, 60 for adversarial].
    #[schemars(extend("x-value" = "N"))]
    pub generations: Option<BoundedInteger<1, 1_000_000>>,
    /// Hunters from which adversarial fleets hide [default:
    /// hunt-and-target,lattice,density,scout].
    #[schemars(extend("x-value" = "HUNTER,…", "x-list" = ","))]
    pub hunter: Option<Vec<TextValue<Hunter>>>,
    /// Games of each hunter by which adversarial fleets are evaluated [default: 24].
    #[schemars(extend("x-value" = "N"))]
    pub games: Option<BoundedInteger<1, 10_000>>,
    /// Show the search of evolve or classic in the terminal, generation by generation: the best
    /// fleet, and the best, the median and the worst fitness.
    pub watch: bool,
    /// Number of fleets; at most 1000 for adversarial.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(1))]
    pub count: BoundedInteger<1, 100_000>,
    /// Memory limit for counting, in bytes; a suffix K, M or G multiplies by 2^10, 2^20 or 2^30.
    #[schemars(extend("x-value" = "BYTES"))]
    #[default(Bytes(tilewright_battleship::MEMORY))]
    pub memory: Bytes,
    /// Seed of all random numbers; by default it is random and printed.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

/// A method by which fleets are placed.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// The genetic algorithm of the article on Battleship.
    Classic,
    /// Hill climbing with restarts that moves whole ships: not the article's method, which is classic.
    #[default]
    Evolve,
    /// Uniform over all legal fleets.
    Uniform,
    /// One ship after another: fast, but not uniform.
    Sequential,
    /// Evolved so that a set of hunters takes long to find them.
    Adversarial,
}

impl Method {
    /// The name in requests and files.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Evolve => "evolve",
            Self::Uniform => "uniform",
            Self::Sequential => "sequential",
            Self::Adversarial => "adversarial",
        }
    }
}

/// The largest number of adversarial fleets. Twice as many are evolved, each with a child. A bound
/// of time, which grows with it.
const MAX_ADVERSARIAL: u32 = 1000;

impl Task for PlaceRequest {
    const NAME: &'static str = "battleship/place";
    const OUTPUTS: &'static [Output] = &[
        Output::File(NamedOutput {
            name: "output",
            what: "fleets",
            endings: &["json", "txt"],
            help: "Write the fleets to this file, .json or .txt. After an interruption the same \
                   command resumes from FILE.part.",
        }),
        Output::Picture(
            "Draw the fleets to this file: .svg or .png, or .gif or .apng to animate the search.",
        ),
    ];
    const KEEPING: ResumeSupport = ResumeSupport::Parts;
    const GROWS_BY: &'static [&'static str] = &["memory", "watch"];

    fn check(&self) -> Result<(), Refusal> {
        let count = self.count.get();
        if self.method == Method::Adversarial && count > MAX_ADVERSARIAL {
            let error = anyhow!(
                "the method adversarial finds at most {MAX_ADVERSARIAL} fleets, asked for {count}"
            );
            return Err(error).hint(
                "ask for fewer: a hidden fleet is rotated and reflected in eight ways anyway",
            );
        }

        if self.hunter.as_ref().is_some_and(Vec::is_empty) {
            return Err(Refusal::missing("hunter"));
        }

        self.check_effects()
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn check_divided(&self) -> Result<(), Refusal> {
        if self.method == Method::Adversarial {
            let error = anyhow!(
                "the method adversarial cannot be divided: it selects from all islands of one search"
            );
            return Err(error.into());
        }
        if self.count.get() == 1 {
            return Err(anyhow!("a single fleet cannot be divided").into());
        }
        Ok(())
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        answered(self.placed(host))
    }
}

impl PlaceRequest {
    fn placed(&self, host: &dyn Host) -> Result<super::answer::PlaceAnswer, AnswerError> {
        let rules = self.possible_rules(host)?;
        let placed = self.make(rules, host)?;
        placed.show(host);
        Ok(placed)
    }

    /// The rules, unless it is proved that no fleet exists or its text form cannot be written.
    fn possible_rules(&self, host: &dyn Host) -> Result<Rules, Refusal> {
        let rules = self.field.rules(None)?;
        let ships = rules.roster().ships();
        if host.extension("output") == Some("txt") && ships > MAX_LETTERS {
            return Err(refused(FleetError::Letters(ships)));
        }
        if self.method != Method::Uniform {
            check_possible(&rules, self.memory.0, host).map_err(refused)?;
        }
        Ok(rules)
    }

    /// Refuses keys that the method ignores.
    fn check_effects(&self) -> Result<(), Refusal> {
        let (is_classic, is_adversarial) =
            (self.method == Method::Classic, self.method == Method::Adversarial);
        let unused = [
            ("population", self.population.is_some() && !is_classic),
            ("watch", self.watch && !self.is_search()),
            ("generations", self.generations.is_some() && !is_classic && !is_adversarial),
            ("hunter", self.hunter.is_some() && !is_adversarial),
            ("games", self.games.is_some() && !is_adversarial),
        ];

        match unused.into_iter().find(|(_, is_unused)| *is_unused) {
            Some((key, _)) => Err(Refusal::idle(
                key,
                format_args!(" with the method {}", self.method.key()),
            )),
            None => Ok(()),
        }
    }

    /// Whether the method searches for each fleet generation by generation.
    pub(super) const fn is_search(&self) -> bool {
        matches!(self.method, Method::Classic | Method::Evolve)
    }
}
