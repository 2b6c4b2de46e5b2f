//! `battleship/score`: evaluates chromosomes, line by line.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tilewright_battleship::{Chromosome, FleetError, Roster, Rules, Touch};
use tilewright_grid::{DocumentError, Size, in_plain_words};

use crate::lines::{self, Lines};
use crate::{Answer, Host, Refusal, Task};

/// Evaluate chromosomes by the fitness of the article: JSON Lines in, JSON Lines out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ScoreRequest {
    /// File with one JSON object per line, such as
    /// {"rows":10,"columns":10,"chromosome":[1,1,0,…]}; "lengths":[4,3,3,…] are the lengths of the
    /// ships if they are not the standard ones; `-` is stdin.
    #[schemars(extend("x-value" = "FILE", "x-position" = 1))]
    pub chromosomes: Lines,
}

impl Task for ScoreRequest {
    const NAME: &'static str = "battleship/score";

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        Ok(Box::new(lines::answer(host, &self.chromosomes, score)?))
    }
}

/// A line of the input.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScoreQuestion {
    rows: i64,
    columns: i64,
    chromosome: Vec<i64>,
    lengths: Option<Roster>,
}

/// The answer to a line.
fn score(line: &str) -> anyhow::Result<Value> {
    let asked = read(line).map_err(|error| {
        anyhow!(
            "{error}; expected {{\"rows\":10,\"columns\":10,\"chromosome\":[…]}} with three \
             integers per ship"
        )
    })?;

    let side = |name, found: i64| {
        let refused = FleetError::Side { name, found: i128::from(found) };
        u32::try_from(found).map_err(|_| refused)
    };
    let field = Size::new(side("rows", asked.rows)?, side("columns", asked.columns)?);
    let roster = asked.lengths.unwrap_or_else(Roster::russian);
    let rules = Rules::new(field, roster, Touch::Never)?;

    // A gene outside the range of `i32` is outside the range of any field.
    let narrow =
        |&gene: &i64| gene.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
    let genes: Vec<i32> = asked.chromosome.iter().map(narrow).collect();

    // The error shows the gene as it was given, not as it was clamped.
    let chromosome = Chromosome::new(&rules, &genes).map_err(|error| match error {
        FleetError::Gene { gene, name, low, high, .. } => {
            let found = asked.chromosome[gene - 1];
            FleetError::Gene { gene, name, low, high, found }
        }
        other => other,
    });

    let fitness = chromosome?.fitness();
    Ok(json!({ "fitness": fitness.value(), "legal": fitness.is_legal() }))
}

/// Parses a line. Errors of JSON syntax come before those of the keys.
fn read(line: &str) -> anyhow::Result<ScoreQuestion> {
    let members: Map<String, Value> =
        serde_json::from_str(line).map_err(|error| match error.into() {
            DocumentError::Json { column, what, .. } => {
                anyhow!("column {}: {what}", column.max(1))
            }
            other => other.into(),
        })?;
    let asked = serde_json::from_value(Value::Object(members));
    asked.map_err(|error| anyhow!(in_plain_words(&error)))
}
