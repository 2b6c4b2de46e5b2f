//! The placers that a command names, and the rules that their files bring along.

use std::path::Path;
use std::sync::Arc;

use tilewright_battleship::{
    FleetError, FleetFile, Placer, Player, Rules, Sequential, TwoColumns, hard_fleets,
};

use super::{built_in, check, check_possible, read_fleets, undecided};
use crate::arguments::Field;
use crate::context::Context;
use crate::failure::{Failure, Verdict};
use crate::progress::Progress;

/// The cure where a placer finds no fleet.
pub(super) const EXACT: &str = "--fleets uniform finds one where there is any";

/// The rules of the field, or of the first file, and the placers of these names; a verdict
/// where they are not decided in that much memory. Counting does not look at Ctrl-C, so that
/// it ends it; what comes after does.
pub(super) fn placers(
    field: &Field,
    names: &[String],
    memory: u64,
    context: &Context,
) -> Result<Result<(Rules, Vec<Placer>), Verdict>, Failure> {
    let files = fleet_files(names)?;
    let rules = super::rules(field, files.iter().flatten().next())?;
    for (name, file) in names.iter().zip(&files) {
        match file {
            Some(file) => check(file, &rules, name)?,
            None if name == "hard" => drop(built_in(&rules)?),
            None if name == "sequential" => check_possible(&rules, memory)?,
            None => {}
        }
    }
    let placer = |(name, file): (&String, &Option<FleetFile>)| match (name.as_str(), file)
    {
        (_, Some(file)) => Ok(Placer::Listed(Arc::new(file.fleets.clone()))),
        ("uniform", _) => Placer::uniform(&rules, memory),
        ("sequential", _) => Ok(Placer::Sequential(Sequential::new(&rules))),
        ("two-columns", _) => Ok(Placer::TwoColumns(TwoColumns::new(&rules)?)),
        _ => Ok(Placer::Listed(Arc::new(hard_fleets().fleets))),
    };
    let count = || names.iter().zip(&files).map(placer).collect();
    let placers: Result<Vec<Placer>, FleetError> =
        Progress::during(context, "counting", count);
    let placers = undecided(placers, EXACT, context)?;
    context.heed_interrupt();
    Ok(placers.map(|placers| (rules, placers)))
}

/// Says so where a hunter's name says exact and yet it samples.
pub(super) fn tell_of_samples(hunters: &[Player], rules: &Rules, context: &Context) {
    if hunters.iter().any(|player| player.strategy().samples_at_first(rules)) {
        context.say(
            "exact: counting all fleets of this game takes too long for a shot, so it samples \
             as posterior does until few enough are left",
        );
    }
}

/// The files among the placers; none where a placer is a name.
fn fleet_files(names: &[String]) -> Result<Vec<Option<FleetFile>>, Failure> {
    let file = |name: &String| {
        match name.as_str() {
        "uniform" | "sequential" | "two-columns" | "hard" => Ok(None),
        path => read_fleets(Path::new(path)).map(Some).map_err(|failure| match failure {
            Failure::Error { error, .. } if !Path::new(path).exists() => Failure::Error {
                error,
                hint: Some(
                    "write uniform, sequential, two-columns, hard, or the name of a file of \
                     fleets from battleship place"
                        .to_owned(),
                ),
            },
            other => other,
        }),
    }
    };
    names.iter().map(file).collect()
}
