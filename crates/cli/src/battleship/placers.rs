//! The placers that a command names, and the rules that their files bring along.

use std::path::Path;
use std::sync::Arc;

use tilewright_battleship::{
    FleetError, FleetFile, Placer, Rules, Sequential, Sight, TwoColumns, Ways,
    hard_fleets,
};
use tilewright_grid::{Watch, checksum};

use super::{built_in, check, check_possible, counting, read_fleets, undecided};
use crate::arguments::Field;
use crate::context::Context;
use crate::failure::{Failure, Verdict};
use crate::files;

/// The cure where a placer finds no fleet.
pub(super) const EXACT: &str = "--fleets uniform finds one where there is any";

/// The rules of the field, or of the first file, and the placers of these names; a verdict
/// where they are not decided in that much memory, or the user cancels counting.
pub(super) fn placers(
    field: &Field,
    names: &[String],
    memory: u64,
    context: &Context,
) -> Result<Result<(Rules, Vec<Placer>), Verdict>, Failure> {
    // A placer that is named twice is read and counted once.
    let mut distinct: Vec<&String> = Vec::new();
    for name in names {
        if !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    let found = fleet_files(&distinct)?;
    let rules = super::rules(field, found.iter().flatten().next())?;
    for (&name, file) in distinct.iter().zip(&found) {
        match file {
            Some(file) => check(file, &rules, name)?,
            None if name == "hard" => drop(built_in(&rules)?),
            None if name == "sequential" => check_possible(&rules, memory, context)?,
            None => {}
        }
    }
    let placers = counting(context, |watch| {
        let one = |(&name, file): (&&String, &Option<FleetFile>)| match file {
            Some(file) => Ok(Placer::Listed(Arc::new(file.fleets.clone()))),
            None => placer(name, &rules, memory, watch),
        };
        distinct.iter().zip(&found).map(one).collect::<Result<Vec<_>, _>>()
    });
    let placers = undecided(placers, EXACT, context)?;
    let of = |name: &String, placers: &[Placer]| {
        let at = distinct.iter().position(|it| *it == name).expect("it is one of them");
        placers[at].clone()
    };
    Ok(placers.map(|placers| {
        let all = names.iter().map(|name| of(name, &placers)).collect();
        (rules, all)
    }))
}

/// What the listed fleets of the placers are, in few digits: files of the same name may differ.
pub(super) fn digest(placers: &[Placer]) -> String {
    let one = |placer: &Placer| match placer {
        Placer::Listed(fleets) => format!("{fleets:?};"),
        _ => ";".to_owned(),
    };
    let text: String = placers.iter().map(one).collect();
    format!("{:x}", checksum(text.as_bytes()))
}

/// The placer of that name.
fn placer(
    name: &str,
    rules: &Rules,
    memory: u64,
    watch: &dyn Watch,
) -> Result<Placer, FleetError> {
    match name {
        "uniform" => {
            let ways = Ways::given_while(&Sight::new(rules), memory, watch)?;
            Placer::of_ways(ways)
        }
        "sequential" => Ok(Placer::Sequential(Sequential::new(rules))),
        "two-columns" => Ok(Placer::TwoColumns(TwoColumns::new(rules)?)),
        _ => Ok(Placer::Listed(Arc::new(hard_fleets().fleets))),
    }
}

/// The files among the placers; none where a placer is a name.
fn fleet_files(names: &[&String]) -> Result<Vec<Option<FleetFile>>, Failure> {
    let file = |name: &&String| {
        match name.as_str() {
        "uniform" | "sequential" | "two-columns" | "hard" => Ok(None),
        path => read_fleets(Path::new(path)).map(Some).map_err(|failure| match failure {
            Failure::Error { error, .. } if is_absent(path) => Failure::Error {
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

/// Whether there is no such file, and it is not stdin.
fn is_absent(path: &str) -> bool {
    let path = Path::new(path);
    !files::is_dash(Some(path)) && !path.exists()
}
