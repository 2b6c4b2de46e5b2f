//! `battleship/place`: rules in, fleets out.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_battleship::{FleetError, MAX_LETTERS, Rules};
use tilewright_grid::Seed;

use super::field::Field;
use super::fleets::check_possible;
use super::hunters::Hunter;
use super::{Unanswered, refused};
use crate::{
    Answer, Bytes, Event, Host, Keeping, Named, Output, Refusal, Refuse as _, Task,
    Within, Worded,
};

/// Place fleets: by evolution, evenly over all legal ones, quickly, or hard to find.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Place {
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub field: Field,
    /// How fleets are placed.
    #[schemars(extend("x-value" = "METHOD"))]
    pub method: Method,
    /// Individuals a generation of classic; 50 when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "N"))]
    pub population: Option<Within<1, 100_000>>,
    /// Generations of classic and hard after the first, random one; 50 and 60 when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "N"))]
    pub generations: Option<Within<1, 1_000_000>>,
    /// Whom hard fleets hide from; hunt-and-target, lattice, density and scout when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "HUNTER,…", "x-list" = ","))]
    pub hunter: Option<Vec<Worded<Hunter>>>,
    /// By how many games of each hunter hard fleets are judged; 24 when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "N"))]
    pub games: Option<Within<1, 10_000>>,
    /// Show the search of evolve or classic in the terminal, generation by generation: the best
    /// fleet, and the best and the mean fitness.
    pub watch: bool,
    /// How many fleets; 1000 at most with hard.
    #[schemars(extend("x-value" = "N"))]
    pub count: Within<1, 100_000>,
    /// The bytes that exact and proofs may take; K, M or G behind the number are 2^10, 2^20
    /// and 2^30.
    #[schemars(extend("x-value" = "BYTES"))]
    pub memory: Bytes,
    /// The number from which everything random comes; chosen and told when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

/// How fleets are placed.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// The article's search.
    Classic,
    /// A climb with restarts.
    #[default]
    Evolve,
    /// Evenly over all legal fleets.
    Exact,
    /// Ship after ship, quick and not even.
    Sequential,
    /// Evolved together to be hard to find for a set of hunters.
    Hard,
}

impl Method {
    /// The name in requests and files.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Evolve => "evolve",
            Self::Exact => "exact",
            Self::Sequential => "sequential",
            Self::Hard => "hard",
        }
    }
}

impl Default for Place {
    fn default() -> Self {
        Self {
            field: Field::default(),
            method: Method::default(),
            population: None,
            generations: None,
            hunter: None,
            games: None,
            watch: false,
            count: Within::of(1),
            memory: Bytes(tilewright_battleship::MEMORY),
            seed: None,
        }
    }
}

/// The most hard fleets: twice as many are evolved, each with a child.
const MOST_HARD: u32 = 1000;

impl Task for Place {
    const NAME: &'static str = "battleship/place";
    const OUTPUTS: &'static [Output] = &[
        Output::File(Named {
            name: "output",
            what: "fleets",
            endings: &["json", "txt"],
            help: "Write the fleets here, as .json or .txt. A run that was stopped is resumed by \
                   the same command from what stands in FILE.part.",
        }),
        Output::Picture(
            "Draw the fleets here: .svg or .png, or the search in motion as .gif or .apng.",
        ),
    ];
    const KEEPING: Keeping = Keeping::Parts;
    const GROWS_BY: &'static [&'static str] = &["memory", "watch"];
    type Answer = Box<dyn Answer>;

    fn check(&self) -> Result<(), Refusal> {
        let count = self.count.get();
        if self.method == Method::Hard && count > MOST_HARD {
            let error =
                anyhow!("hard finds at most {MOST_HARD} fleets, asked for {count}");
            return Err(error)
                .hint("fewer are drawn turned and mirrored in eight ways each");
        }
        if self.hunter.as_ref().is_some_and(Vec::is_empty) {
            return Err(Refusal::missing("hunter"));
        }
        Ok(())
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn check_divided(&self) -> Result<(), Refusal> {
        if self.method == Method::Hard {
            let error = anyhow!("hard fleets are chosen from all islands of one search");
            return Err(error.into());
        }
        if self.count.get() == 1 {
            return Err(anyhow!("a single fleet is not divided").into());
        }
        Ok(())
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        match self.placed(host) {
            Ok(answer) => Ok(Box::new(answer)),
            Err(unanswered) => Ok(Box::new(unanswered.undecided()?)),
        }
    }
}

impl Place {
    fn placed(&self, host: &dyn Host) -> Result<super::placed::Placed, Unanswered> {
        self.note_unused(host);
        let rules = self.possible_rules(host)?;
        let placed = self.make(rules, host)?;
        placed.show(host);
        Ok(placed)
    }

    /// The rules, unless it is plain that no fleet can be placed or written by them.
    fn possible_rules(&self, host: &dyn Host) -> Result<Rules, Refusal> {
        let rules = self.field.rules(None)?;
        let ships = rules.roster().ships();
        if host.wanted("output") == Some("txt") && ships > MAX_LETTERS {
            return Err(refused(FleetError::Letters(ships)));
        }
        if self.method != Method::Exact {
            check_possible(&rules, self.memory.0, host).map_err(refused)?;
        }
        Ok(rules)
    }

    /// Names what the method does not look at; it may come from settings that are for other
    /// methods too.
    fn note_unused(&self, host: &dyn Host) {
        let (is_classic, is_hard) =
            (self.method == Method::Classic, self.method == Method::Hard);
        let unused = [
            ("population", self.population.is_some() && !is_classic),
            ("watch", self.watch && !self.is_search()),
            ("generations", self.generations.is_some() && !is_classic && !is_hard),
            ("hunter", self.hunter.is_some() && !is_hard),
            ("games", self.games.is_some() && !is_hard),
        ];
        for (key, _) in unused.into_iter().filter(|key| key.1) {
            let method = self.method.key();
            let what = format!("`{key}` has no effect with the method {method}");
            let _ = host.see(Event::Note(&what));
        }
    }

    /// Whether a fleet is searched, generation by generation.
    pub(super) const fn is_search(&self) -> bool {
        matches!(self.method, Method::Classic | Method::Evolve)
    }
}
