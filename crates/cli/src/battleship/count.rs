//! `tilewright battleship count`: how many legal fleets there are, and where their decks lie.

use serde::Serialize;
use tilewright_battleship::{FleetError, Rules, Sight, Ways, count_while, picture};
use tilewright_draw::{Format, export};
use tilewright_grid::Grid;

use super::{Terms, counting};
use crate::arguments::Count;
use crate::context::Context;
use crate::failure::{Failure, Verdict};
use crate::files;

/// The JSON answer, `tilewright/count/1`. Counts are strings, since they pass 2⁵³.
#[derive(Serialize)]
struct Report<'a> {
    schema: &'static str,
    #[serde(flatten)]
    terms: Terms<'a>,
    count: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    probabilities: Option<Grid<f64>>,
}

pub(crate) fn run(arguments: &Count, context: &Context) -> Result<Verdict, Failure> {
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    if let Some(path) = &arguments.picture {
        files::check_free(path, context.force)?;
    }
    let rules = super::rules(&arguments.field, None)?;
    let is_detailed = arguments.probabilities || format.is_some();
    let counted =
        counting(context, |watch| answer(&rules, is_detailed, arguments.memory, watch));
    let answer = match super::undecided(counted, "", context)? {
        Ok(answer) => answer,
        Err(verdict) => return Ok(verdict),
    };
    let (fleets, probabilities) = answer;
    if let Some((path, format)) = arguments.picture.as_deref().zip(format) {
        let grid = probabilities.as_ref().expect("they were asked for");
        let title = format!("How likely each cell holds a deck, %, on {rules}");
        let map = picture::percentages(grid, &title);
        files::write(path, &export(&map, None, format)?, context.force)?;
    }
    let probabilities = probabilities.filter(|_| arguments.probabilities);
    if context.json {
        context.print_json(&Report {
            schema: "tilewright/count/1",
            terms: Terms::of(&rules),
            count: fleets.to_string(),
            probabilities,
        })?;
    } else {
        let mut text = format!("{rules}: {fleets} legal fleets\n");
        if let Some(grid) = &probabilities {
            let title = "How likely each cell holds a deck, %";
            text += &picture::percentages(grid, title).to_text(context.color);
        }
        context.print(text.as_bytes())?;
    }
    Ok(Verdict::Done)
}

fn answer(
    rules: &Rules,
    is_detailed: bool,
    memory: u64,
    watch: &mut dyn FnMut(f64) -> bool,
) -> Result<(u128, Option<Grid<f64>>), FleetError> {
    if !is_detailed {
        return Ok((count_while(rules, memory, watch)?, None));
    }
    let ways = Ways::given_while(&Sight::new(rules), memory, watch)?;
    Ok((ways.total(), Some(ways.probabilities())))
}
