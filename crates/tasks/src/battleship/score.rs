//! `battleship/score`: chromosomes in, their fitness out, line by line.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tilewright_battleship::{Chromosome, FleetError, Roster, Rules, Touch};
use tilewright_grid::{DocumentError, Size};

use crate::lines::{self, AllAnswered, Lines};
use crate::{Host, Output, Refusal, Task};

/// Judge chromosomes by the article's fitness: JSON lines in, JSON lines out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Score {
    /// The file with a JSON object a line, such as {"rows":10,"columns":10,"chromosome":[1,1,0,…]},
    /// also with "fleet":[4,3,3,…]; `-` is stdin.
    #[schemars(extend("x-value" = "FILE", "x-position" = 1))]
    pub chromosomes: Lines,
}

impl Task for Score {
    const NAME: &'static str = "battleship/score";
    const OUTPUTS: &'static [Output] = &[];
    type Answer = AllAnswered;

    fn run(&self, host: &dyn Host) -> Result<AllAnswered, Refusal> {
        lines::answer(host, &self.chromosomes, score)
    }
}

/// A line of the input.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    rows: i64,
    columns: i64,
    chromosome: Vec<i64>,
    fleet: Option<Roster>,
}

/// A line of the answer.
#[derive(Serialize)]
struct Scored {
    fitness: f64,
    legal: bool,
}

fn score(line: &str) -> anyhow::Result<Scored> {
    let asked = read(line).map_err(|error| {
        anyhow!(
            "{error}; expected {{\"rows\":10,\"columns\":10,\"chromosome\":[…]}}, three whole \
             numbers a ship"
        )
    })?;
    let side = |name, found: i64| {
        let refused = FleetError::Side { name, found: i128::from(found) };
        u32::try_from(found).map_err(|_| refused)
    };
    let field = Size::new(side("rows", asked.rows)?, side("columns", asked.columns)?);
    let roster = asked.fleet.unwrap_or_else(Roster::russian);
    let rules = Rules::new(field, roster, Touch::Never)?;
    // What is no gene of any field stays none.
    let narrow =
        |&gene: &i64| gene.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
    let genes: Vec<i32> = asked.chromosome.iter().map(narrow).collect();
    let chromosome = Chromosome::new(&rules, &genes).map_err(|error| match error {
        FleetError::Gene { gene, name, low, high, .. } => {
            let found = asked.chromosome[gene - 1];
            FleetError::Gene { gene, name, low, high, found }
        }
        other => other,
    });
    let fitness = chromosome?.fitness();
    Ok(Scored { fitness: fitness.value(), legal: fitness.is_legal() })
}

/// What a line asks. That it is an object is seen before what is in it.
fn read(line: &str) -> anyhow::Result<Asked> {
    let members: Map<String, Value> =
        serde_json::from_str(line).map_err(|error| match error.into() {
            DocumentError::Json { column, what, .. } => {
                anyhow!("column {}: {what}", column.max(1))
            }
            other => other.into(),
        })?;
    Ok(serde_json::from_value(Value::Object(members))?)
}
