//! The request of `battleship/advise`: a board, a method and its budget.

use std::ops::ControlFlow;

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use smart_default::SmartDefault;
use tilewright_battleship::{Advice, AdviceMethod, FleetError, HuntBoard, Limits, Sight};
use tilewright_grid::{Seed, Watch};

use super::answer::{AdviceReport, AdviseAnswer, text_of};
use super::sunk::SunkShip;
use crate::battleship::field::Field;
use crate::battleship::fleets::text;
use crate::battleship::refusal::refused;
use crate::{
    Answer, BoundedInteger, Bytes, Event, Hint, Host, HostWatch, Input, Output, Refusal,
    Refuse as _, Task, TextValue,
};

/// Say where an opponent's ships may be, and where to shoot next.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct AdviseRequest {
    /// What is known of the opponent's field: a file with a line for each row, `-` for stdin, or a
    /// JSON document. `.` is a cell that was not shot at, o a miss, x a hit, and any other letter a
    /// sunk ship, one letter for each [default: nothing is known].
    #[schemars(extend("x-value" = "BOARD", "x-position" = 1))]
    pub board: Option<Input>,
    /// The field and its ships; the rows and columns are those of the board.
    #[serde(flatten)]
    pub field: Field,
    /// Sunk ships, by their first and last cell such as B2-B4: those that have no letter on the
    /// board, in their order.
    #[schemars(extend("x-value" = "SHIP,…", "x-list" = ","))]
    pub sunk: Vec<TextValue<SunkShip>>,
    /// How to find the probabilities.
    #[default(Method::Exact)]
    pub method: Method,
    /// Number of shots to list, the best first.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(5))]
    pub best: BoundedInteger<1, 676>,
    /// Stop counting after this number of steps, and sample. The answer is then the same on every
    /// machine.
    #[schemars(extend("x-value" = "N"))]
    // All fleets of the standard game, before the first shot, take less than 2 million and about a second.
    #[default(BoundedInteger::of(5_000_000))]
    pub budget_nodes: BoundedInteger<1, 2_000_000_000>,
    /// Stop counting after this number of milliseconds, and sample. Whether the answer is exact then
    /// depends on the speed of the machine.
    #[schemars(extend("x-value" = "MS"))]
    pub budget_ms: Option<BoundedInteger<1, 3_600_000>>,
    /// Memory limit for counting, in bytes; a suffix K, M or G multiplies by 2^10, 2^20 or 2^30.
    #[schemars(extend("x-value" = "BYTES"))]
    #[default(Bytes(1 << 30))]
    pub memory: Bytes,
}

/// The seed of all samples: the same board always gets the same advice.
const SEED: Seed = Seed(1);

/// How probabilities are found.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// All fleets that agree with the board are counted; those too many for the budget are sampled.
    #[default]
    Exact,
    /// From a sample of these fleets, with an estimate of their number.
    Sampled,
    /// From the places of each ship on its own, as the hunter `density` weighs them: the fastest.
    Density,
}

impl Method {
    const fn advice(self) -> AdviceMethod {
        match self {
            Self::Exact => AdviceMethod::Exact,
            Self::Sampled => AdviceMethod::Sampled,
            Self::Density => AdviceMethod::Density,
        }
    }
}

impl Task for AdviseRequest {
    const NAME: &'static str = "battleship/advise";
    const OUTPUTS: &'static [Output] = &[Output::Picture(
        "Draw the board over a heat map of the probabilities to this file: .svg, .png, .gif or \
         .apng.",
    )];

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let board = self.board(host)?;
        let rules = self.field.rules_on(board.as_ref().map(|board| board.size))?;
        let board = board.unwrap_or_else(|| HuntBoard::new(rules.size()));
        let board = HuntBoard {
            sunk: board
                .sunk
                .into_iter()
                .chain(self.sunk.iter().map(|it| it.0.0))
                .collect(),
            ..board
        };
        let sight = board.sight(&rules).map_err(refused)?;
        let (advice, is_stopped) = self.advice(&sight, host)?;
        let report = AdviceReport::of(&sight, &advice, self.best.get() as usize);
        let text = text_of(&sight, &advice, &report);
        let (rules, board) = (rules.clone(), board);
        Ok(Box::new(AdviseAnswer { rules, board, advice, report, text, is_stopped }))
    }
}

impl AdviseRequest {
    /// The board of the request, if it names one.
    fn board(&self, host: &dyn Host) -> Result<Option<HuntBoard>, Refusal> {
        let Some(input) = &self.board else { return Ok(None) };
        let board: Result<HuntBoard, FleetError> = text(host, input)?.parse();
        board.map(Some).map_err(|error| {
            let hint = match &error {
                FleetError::Sign { .. } | FleetError::Bent(_) => Some(Hint::from(
                    "write one line per row: . for a cell that was not shot at, o for a miss, x for \
                     a hit, and another letter in all cells of a sunk ship",
                )),
                _ => None,
            };
            let error = anyhow::Error::from(error).context(input.to_string());
            Refusal { error, hint, key: None }
        })
    }

    /// The advice, and whether the host stopped it: then it is that of the density.
    fn advice(
        &self,
        sight: &Sight<'_>,
        host: &dyn Host,
    ) -> Result<(Advice, bool), Refusal> {
        let limits =
            Limits { memory: self.memory.0, nodes: self.budget_nodes.get().into() };
        let budget =
            self.budget_ms.map(|limit| Budget::of(limit.get(), host)).transpose()?;
        let advise = |method: Method, watch: &dyn Watch| {
            Advice::new(sight, method.advice(), limits, SEED, watch)
        };

        host.tell(Event::Begun { doing: "counting", steps: Some(1000) });
        let counted = match &budget {
            Some(budget) => advise(self.method, budget),
            None => advise(self.method, &HostWatch(host)),
        };
        let sampled = match counted {
            Err(FleetError::Cancelled) if host.look().is_continue() => {
                advise(Method::Sampled, &HostWatch(host))
            }
            other => other,
        };
        host.tell(Event::Ended);

        match sampled {
            Err(FleetError::Cancelled) => {
                Ok((advise(Method::Density, &()).map_err(refused)?, true))
            }
            other => Ok((other.map_err(refused)?, false)),
        }
    }
}

/// A limit in time, which also ends with the host.
struct Budget<'a> {
    host: &'a dyn Host,
    end: u64,
}

impl<'a> Budget<'a> {
    fn of(milliseconds: u32, host: &'a dyn Host) -> Result<Self, Refusal> {
        let now = host.micros().ok_or_else(|| anyhow!("there is no clock here"));
        let now = now.hint("limit the steps with {budget_nodes}")?;
        Ok(Self { host, end: now + u64::from(milliseconds) * 1000 })
    }
}

impl Watch for Budget<'_> {
    fn look(&self) -> ControlFlow<()> {
        let is_over = self.host.micros().is_some_and(|now| now >= self.end);
        if is_over { ControlFlow::Break(()) } else { self.host.look() }
    }

    fn reach(&self, done: u64, _: u64) -> ControlFlow<()> {
        self.host.tell(Event::Reached(done));
        self.look()
    }
}
