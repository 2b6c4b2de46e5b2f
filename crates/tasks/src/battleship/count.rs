//! `battleship/count`: the number of legal fleets, and the probability that a ship occupies each
//! cell.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use smart_default::SmartDefault;
use tilewright_battleship::{FleetError, Limits, Placements, Rules, Sight, picture};
use tilewright_draw::Picture;
use tilewright_grid::{Grid, Size, Watch, det};

use super::field::{Field, Terms};
use super::refusal::undecided;
use crate::{
    Answer, Bytes, Drawing, Event, Head, Host, HostWatch, Medium, Output, Refusal, Task,
    Verdict,
};

/// Count all legal fleets exactly.
#[derive(
    Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SmartDefault,
)]
#[serde(default)]
pub struct CountRequest {
    /// The field and its ships.
    #[serde(flatten)]
    pub field: Field,
    /// Also compute for every cell the probability that a ship occupies it in a uniformly random
    /// legal fleet.
    pub probabilities: bool,
    /// Memory limit for counting, in bytes; a suffix K, M or G multiplies by 2^10, 2^20 or 2^30.
    #[schemars(extend("x-value" = "BYTES"))]
    #[default(Bytes(tilewright_battleship::MEMORY))]
    pub memory: Bytes,
}

impl Task for CountRequest {
    const NAME: &'static str = "battleship/count";
    const OUTPUTS: &'static [Output] = &[Output::Picture(
        "Draw the probabilities to this file: .svg, .png, .gif or .apng.",
    )];

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let rules = self.field.rules(None)?;
        let is_detailed = self.probabilities || host.draws_picture();
        begin_counting(&rules, self.memory, host);
        let found = count(&rules, is_detailed, self.memory.0, host);
        host.tell(Event::Ended);

        let (fleets, grid, verdict) = match found {
            Ok((fleets, grid)) => (Some(fleets), grid, Verdict::Done),
            Err(error) => (None, None, undecided(error, "", host).undecided()?.verdict()),
        };

        let shown = grid.clone().filter(|_| self.probabilities);
        let report = fleets.map(|fleets| Report {
            terms: Terms::of(&rules),
            count: fleets.to_string(),
            probabilities: shown,
        });

        Ok(Box::new(CountAnswer { rules, report, grid, verdict }))
    }
}

/// The number of steps in which the progress of counting is shown.
const STEPS: u64 = 1000;

/// The work of counting from which it takes seconds, as cells × mixes × 2^columns, a mix being how many ships of each
/// length are placed. Measured with the standard fleet: on 11 × 11 (3 × 10⁷) a second of CPU time and 190 MB, on 12 × 12
/// (7 × 10⁷) 3 s and 400 MB, on 13 × 13 (1.6 × 10⁸) more than 13 s and 1.7 GB, in a build for tests.
const SLOW: f64 = 5e7;

/// Begins to count, and says beforehand if that takes long.
pub(super) fn begin_counting(rules: &Rules, memory: Bytes, host: &dyn Host) {
    let Size { rows, columns } = rules.size();
    let ships = Sight::new(rules).afloat();

    // The work: for each cell, the mixes of ships left times the ways to fill the narrow side.
    let mixes: f64 = ships.iter().map(|&(_, count)| f64::from(count) + 1.0).product();
    let narrow = f64::from(rows.min(columns));
    let work = f64::from(rows) * f64::from(columns) * mixes * det::powf(2.0, narrow);

    if work > SLOW {
        host.tell(Event::Note(&format!(
            "counting on a {rows} × {columns} field takes long: seconds and hundreds of MB at 12 × 12, and three times as \
             long in twice the memory with each further row and column, within `memory` ({memory})"
        )));
    }

    host.tell(Event::Begun { doing: "counting", steps: Some(STEPS) });
}

fn count(
    rules: &Rules,
    is_detailed: bool,
    memory: u64,
    host: &dyn Host,
) -> Result<(u128, Option<Grid<f64>>), FleetError> {
    let watch = &HostWatch(host);
    if !is_detailed {
        return Ok((tilewright_battleship::count(rules, memory, watch)?, None));
    }
    let ways = Placements::given(&Sight::new(rules), Limits::of_memory(memory), watch)?;
    Ok((ways.total(), Some(ways.probabilities())))
}

/// The answer: the number of legal fleets.
struct CountAnswer {
    rules: Rules,
    report: Option<Report>,
    grid: Option<Grid<f64>>,
    verdict: Verdict,
}

/// The document `tilewright/count/2`. The count is a string, because many JSON readers round
/// numbers above 2⁵³.
#[skip_serializing_none]
#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    terms: Terms,
    count: String,
    probabilities: Option<Grid<f64>>,
}

impl Answer for CountAnswer {
    fn verdict(&self) -> Verdict {
        self.verdict
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        let line = |report| head.line("count", report);
        self.report.as_ref().map(line).transpose()
    }

    fn text(&self, medium: Medium) -> String {
        let Some(Report { count, probabilities, .. }) = &self.report else {
            return String::new();
        };
        let mut text = format!("{}: {count} legal fleets\n", self.rules);
        if let Some(grid) = probabilities {
            let title = "Probability that a ship occupies each cell, %";
            text += &picture::percentages(grid, title).to_text(medium.color);
        }
        text
    }

    fn drawing(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        let title =
            format!("Probability that a ship occupies each cell, %, on {}", self.rules);
        let draw = |grid| -> Picture { picture::percentages(grid, &title) };
        Ok(self.grid.as_ref().map(|grid| Drawing { still: draw(grid), animation: None }))
    }
}
