//! The placers that a request names, and the rules that their files bring along.

use std::sync::Arc;

use tilewright_battleship::{
    FleetError, FleetFile, Placer, Rules, Sequential, Sight, TwoColumns, Ways,
    hard_fleets,
};
use tilewright_grid::{Watch, checksum};

use super::field::Field;
use super::fleets::{
    built_in_fleets, check_fleets, check_possible, is_absent, read_fleets,
};
use super::{STEPS, Unanswered, refused, undecided};
use crate::{Bytes, Event, Hint, Host, Input, Looking, Refusal};

/// What helps where a placer finds no fleet.
pub(super) const EXACT: &str = "{fleets=uniform} finds one where there is any";

/// Who hides fleets, and by which rules.
pub(super) struct Placers {
    pub(super) rules: Rules,
    pub(super) all: Vec<Placer>,
}

impl Placers {
    /// The placers of these names by the rules of the field, or of the first file.
    pub(super) fn open(
        field: &Field,
        names: &[Input],
        memory: Bytes,
        host: &dyn Host,
    ) -> Result<Self, Unanswered> {
        // A placer that is named twice is read and counted once.
        let mut distinct: Vec<&Input> = Vec::new();
        for name in names {
            if !distinct.contains(&name) {
                distinct.push(name);
            }
        }
        let files = distinct.iter().map(|name| file(host, name));
        let files: Vec<_> = files.collect::<Result<_, _>>()?;
        let rules = field.rules(files.iter().flatten().next())?;
        for (name, file) in distinct.iter().zip(&files) {
            check(name, file.as_ref(), &rules, memory, host)?;
        }
        let placers = made(&distinct, files, &rules, memory, host);
        let placers = placers.map_err(|error| undecided(error, EXACT, host))?;
        let of = |name| distinct.iter().position(|known| *known == name);
        let all = names.iter().filter_map(of).map(|at| placers[at].clone()).collect();
        Ok(Self { rules, all })
    }

    /// What the rules and the listed fleets are: files of the same name may differ.
    pub(super) fn checksum(&self) -> u64 {
        let listed = |placer: &Placer| match placer {
            Placer::Listed(fleets) => format!("{fleets:?};"),
            _ => ";".to_owned(),
        };
        let listed: String = self.all.iter().map(listed).collect();
        checksum(format!("{};{listed}", self.rules).as_bytes())
    }
}

/// The names of placers, as answers tell them.
pub(super) fn names(inputs: &[Input]) -> Vec<String> {
    inputs.iter().map(ToString::to_string).collect()
}

/// The file of a placer; none where it is one of the placers by name.
fn file(host: &dyn Host, input: &Input) -> Result<Option<FleetFile>, Refusal> {
    if matches!(input.name(), "uniform" | "sequential" | "two-columns" | "hard") {
        return Ok(None);
    }
    read_fleets(host, input).map(Some).map_err(|refusal| {
        if !is_absent(&refusal) {
            return refusal;
        }
        let hint = "write uniform, sequential, two-columns, hard, or the name of a file of \
                    fleets from {battleship/place}";
        Refusal { hint: Some(Hint::from(hint)), ..refusal }
    })
}

/// Refuses what a placer cannot hide by these rules.
fn check(
    input: &Input,
    file: Option<&FleetFile>,
    rules: &Rules,
    memory: Bytes,
    host: &dyn Host,
) -> Result<(), Refusal> {
    match (file, input.name()) {
        (Some(file), name) => check_fleets(file, rules, name),
        (None, "hard") => built_in_fleets(rules).map(drop),
        (None, "sequential") => check_possible(rules, memory.0, host).map_err(refused),
        (None, _) => Ok(()),
    }
}

/// The placers of these names and files; to be uniform, all fleets are counted.
fn made(
    inputs: &[&Input],
    files: Vec<Option<FleetFile>>,
    rules: &Rules,
    memory: Bytes,
    host: &dyn Host,
) -> Result<Vec<Placer>, FleetError> {
    let is_counting = inputs.iter().any(|input| input.name() == "uniform");
    if is_counting {
        let _ = host.see(Event::Begun { doing: "counting", steps: Some(STEPS) });
    }
    let one = |(input, file): (&&Input, Option<FleetFile>)| match file {
        Some(file) => Ok(Placer::Listed(Arc::new(file.fleets))),
        None => placer(input.name(), rules, memory, &Looking(host)),
    };
    let placers = inputs.iter().zip(files).map(one).collect();
    if is_counting {
        let _ = host.see(Event::Ended);
    }
    placers
}

/// The placer of that name.
fn placer(
    name: &str,
    rules: &Rules,
    memory: Bytes,
    watch: &dyn Watch,
) -> Result<Placer, FleetError> {
    match name {
        "uniform" => {
            let ways = Ways::given_while(&Sight::new(rules), memory.0, watch)?;
            Placer::of_ways(ways)
        }
        "sequential" => Ok(Placer::Sequential(Sequential::new(rules))),
        "two-columns" => Ok(Placer::TwoColumns(TwoColumns::new(rules)?)),
        _ => Ok(Placer::Listed(Arc::new(hard_fleets().fleets))),
    }
}
