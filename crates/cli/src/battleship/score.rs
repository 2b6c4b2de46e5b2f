//! `tilewright battleship score`: chromosomes in, their fitness out, line by line.

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize};
use tilewright_battleship::{Chromosome, FleetError, Roster, Rules, Touch};
use tilewright_grid::Size;

use crate::arguments::ScoreFleets;
use crate::context::Context;
use crate::failure::{Failure, Verdict, chain};
use crate::files;

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

/// A line of the answer where the input was wrong.
#[derive(Serialize)]
struct Refused {
    error: String,
    line: usize,
}

pub(crate) fn run(
    arguments: &ScoreFleets,
    context: &Context,
) -> Result<Verdict, Failure> {
    let name = || arguments.file.display().to_string();
    let bytes = files::read(&arguments.file).with_context(name)?;
    let mut verdict = Verdict::Done;
    let mut answer = Vec::new();
    for (line, bytes) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        if bytes.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        match score(bytes) {
            Ok(scored) => serde_json::to_writer(&mut answer, &scored)?,
            Err(error) => {
                let error = chain(&error);
                context.say(&format!("error: line {line}: {error}"));
                serde_json::to_writer(&mut answer, &Refused { error, line })?;
                verdict = Verdict::Wrong;
            }
        }
        answer.push(b'\n');
    }
    context.print(&answer)?;
    Ok(verdict)
}

fn score(line: &[u8]) -> anyhow::Result<Scored> {
    let asked: Asked = serde_json::from_slice(line).map_err(|error| {
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
